/** What a sender may write for the recipient of a payment. It stands in banks' statements, where payments are known again by numbers. */
import { secretForText } from './wallet-secret.ts'

/** As much of the 32 letters of a request's number as no word, invoice or IBAN has. */
const long = /[\da-f]{24,}/i
/** By which somebody's deposit is known. */
const accountId = /GH\d{10}/i

/** What is wrong with a note, in a sentence, or null: one that names another payment or account would have this one taken for it. */
export function noteFault(note: string): string | null {
  const solid = note.replaceAll(/[\s\p{Dash}]/gu, '')
  return (
    secretForText(note) ??
    (long.test(solid) || accountId.test(solid)
      ? 'Please leave out the long number: payments are known again by such numbers'
      : null)
  )
}
