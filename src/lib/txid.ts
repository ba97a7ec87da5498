/** IDs of transactions, as people type them. */

export const txidText = 'The ID of a transaction has 64 hexadecimal digits'

/** Spelled one way; it may be none. */
export const plainTxid = (typed: string): string => typed.trim().toLowerCase()

/** Why a text is none, for the field that it was typed into; null: it is one. */
export const txidFault = (typed: string): string | null =>
  /^[\da-f]{64}$/.test(plainTxid(typed)) ? null : txidText
