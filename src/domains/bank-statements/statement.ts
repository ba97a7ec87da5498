/** A bank's account statement, whatever file it was read from. Amounts are cents of USD; money that came in is above zero. */
import type { Cents } from '../../lib/money.ts'

/** At most so much of a file is read. */
export const largestFileBytes = 20 * 1024 * 1024
/** At most so many entries of one statement. */
export const maxEntries = 100_000

export type StatementEntry = {
  /** Of the file, from 1: where a person finds it again. */
  line: number
  /** Above zero: it came in; below: it went out. */
  amount: Cents
  /** As the bank writes it in its books, YYYY-MM-DD. */
  bookedOn: string
  /** From when it counts for interest, YYYY-MM-DD. */
  valueOn: string
  /** The bank's own reference, or what else the bank names it by; null where it names it by nothing. */
  reference: string | null
  /** What whoever paid wrote. */
  text: string
  /** Whom it came from or went to, and their account; empty where the bank doesn't say. */
  party: string
  partyAccount: string
}

/** In another currency than USD: listed, never booked. */
export type ForeignEntry = { line: number; amount: string; currency: string; text: string }

export type Statement = {
  /** IBAN or number of the account; null where the file doesn't say. */
  account: string | null
  /** The first and the last day, YYYY-MM-DD. */
  from: string
  to: string
  /** Null where the file doesn't say: whoever reads it in types them. */
  opening: Cents | null
  closing: Cents | null
  entries: StatementEntry[]
  foreign: ForeignEntry[]
}

/** What is wrong with a file, and where: nothing of it is taken. `field` is what people mend: the file, or what was typed beside it. */
export class StatementFault extends Error {
  readonly line: number | null
  readonly field: 'file' | 'closing'
  constructor(message: string, line: number | null = null, field: 'file' | 'closing' = 'file') {
    super(line === null ? message : `Line ${line}: ${message}`)
    this.line = line
    this.field = field
  }
}

/** The text of a file, which must be UTF-8 (as ISO 20022 has it). */
export function textOfFile(bytes: Uint8Array): string {
  if (bytes.byteLength > largestFileBytes)
    throw new StatementFault('The file is larger than 20 MB. Ask the bank for shorter periods.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new StatementFault('The file isn’t written in UTF-8. Save it as UTF-8 and try again.')
  }
}

const isoDay = /^(\d{4})-(\d{2})-(\d{2})$/

/** `2026-01-31`, also at the head of `2026-01-31T10:00:00+01:00`: the day as the bank wrote it. Null when there is no such day. */
export function dayFromText(text: string): string | null {
  const day = text.trim().slice(0, 10)
  const found = isoDay.exec(day)
  if (!found || Number(found[1]) < 1900) return null
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : null
}

/** Up to 13 digits before the point, so that the sum of a whole statement stays exact. */
const bankAmount = /^(\d{1,13})(?:\.(\d{1,5}))?$/

/** `1000.00` or `1000.00000` to cents; null when it is no amount without a sign, or has parts of a cent. */
export function centsOfBank(text: string): Cents | null {
  const found = bankAmount.exec(text.trim())
  if (!found) return null
  const decimals = (found[2] ?? '').padEnd(5, '0')
  return decimals.endsWith('000') ? BigInt(found[1]!) * 100n + BigInt(decimals.slice(0, 2)) : null
}

/**
 * Throws where the entries don't lead from the opening balance to the closing one: a statement that was cut, or changed.
 * Entries in another currency have no part in it.
 */
export function checkBalances({ opening, closing, entries }: Statement): void {
  if (opening === null || closing === null) return
  const reached = entries.reduce((sum, { amount }) => sum + amount, opening)
  if (reached !== closing)
    throw new StatementFault(
      'The entries don’t add up from the opening to the closing balance. The file is incomplete or was changed: get it from the bank again.',
    )
}
