/** A bank's account statement, whatever file it was read from. Amounts are cents of USD; money that came in is above zero. */
import type { DateOrder, StatementColumns } from '../../contract/reconciliation.ts'
import type { Cents } from '../../lib/money.ts'
import { lineOfBank } from '../../lib/text.ts'

/** At most so much of a file is read. */
export const largestFileBytes = 20 * 1024 * 1024
/** At most so many entries of one statement. */
export const maxEntries = 100_000
export const tooManyEntries =
  'The statement has more than 100,000 entries. Ask for shorter periods.'

/** What an entry is named by, by the names of ISO 20022; `column` is that of a CSV file. */
export type ReferenceKind =
  | 'AcctSvcrRef'
  | 'TxId'
  | 'UETR'
  | 'ClrSysRef'
  | 'EndToEndId'
  | 'InstrId'
  | 'PmtInfId'
  | 'NtryRef'
  | 'MndtId'
  | 'CdtrRefInf'
  | 'column'
export type EntryReference = { kind: ReferenceKind; value: string }

/** Where a bank writes what whoever paid had to say. */
export type TextKind =
  | 'Ustrd'
  | 'CdtrRefInf'
  | 'AddtlRmtInf'
  | 'AddtlTxInf'
  | 'AddtlNtryInf'
  | 'RtrInf'
  | 'party'
  | 'ultimate-party'
  | 'column'
export type EntryText = { kind: TextKind; value: string }

export type StatementEntry = {
  /** Of the file, from 1: where a person finds it again. */
  line: number
  /** Which of several files that is, from 1; null: there is one alone. */
  file?: number | null
  /** Above zero: it came in; below: it went out. */
  amount: Cents
  /** As the bank writes it in its books, YYYY-MM-DD. */
  bookedOn: string
  /** From when it counts for interest, YYYY-MM-DD. */
  valueOn: string
  /** Under which it is recorded: the bank's own reference, with its part where the bank names several by one; its day, amount and party where it has none. */
  reference: string
  /** All that it is named by. */
  references: EntryReference[]
  /** What whoever paid wrote, in each place where the bank has it. */
  texts: EntryText[]
  /** The texts as one line, without what stands twice. */
  text: string
  /** What stands beside it without being about all of it: of the payments of an entry that the bank didn't divide. It says nobody's. */
  beside: string
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
  /** USD; of a statement in another currency nothing else is read. */
  currency: string
  /** Its number and its page, where the file says them: statements of the same days follow each other by these. */
  page: [number: number, page: number]
  /** How many more entries the bank lists without having booked them: pending, announced or for information. */
  unbooked: number
}

export const nothingRead = (): Statement => ({
  account: null,
  from: '',
  to: '',
  opening: null,
  closing: null,
  entries: [],
  foreign: [],
  currency: 'USD',
  page: [0, 0],
  unbooked: 0,
})

/** What a person says of a file beside it. */
export type Said = {
  /** How days are meant that could be read in two ways; null: not said. */
  dates: DateOrder | null
  /** How the columns of a CSV are named; null: as is usual. */
  columns: StatementColumns | null
  /** Which account is meant where the file has several; null: not said. */
  account: string | null
}

/** What is wrong with a file, and where: nothing of it is taken. `field` is what people mend: the file, or what was said beside it. */
export type FaultField = 'file' | 'closing' | 'dates' | 'columns' | 'statementAccount'
export class StatementFault extends Error {
  readonly line: number | null
  readonly field: FaultField
  constructor(message: string, line: number | null = null, field: FaultField = 'file') {
    super(line === null ? message : `Line ${line}: ${message}`)
    this.line = line
    this.field = field
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

/** `xs:decimal` without a minus, up to 13 digits before the point, so that the sum of a whole statement stays exact. */
const bankAmount = /^\+?0*(\d{0,13})(?:\.(\d*))?$/

/** `1000.00`, `+0010`, `.50` or `1000.00000` to cents; null when it is no amount without a minus, or has parts of a cent. */
export function centsOfBank(text: string): Cents | null {
  const trimmed = text.trim()
  const found = /\d/.test(trimmed) ? bankAmount.exec(trimmed) : null
  if (!found) return null
  const decimals = (found[2] ?? '').padEnd(2, '0')
  return /^0*$/.test(decimals.slice(2))
    ? BigInt(found[1] || '0') * 100n + BigInt(decimals.slice(0, 2))
    : null
}

export const inAnotherCurrency = (currency: string): string =>
  `This statement is in ${currency}. Only accounts in US dollars (USD) are read.`

/** Texts of an entry as one line: what is part of a text before it stands once. */
export function oneLineOf(texts: readonly EntryText[]): string {
  const said: string[] = []
  for (const { value } of texts) if (!said.some((one) => one.includes(value))) said.push(value)
  return lineOfBank(said.join(' '))
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
