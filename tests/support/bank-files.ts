/** Statements as banks write them, made up here: the same payments in the versions and the habits of the world. */
import { decimalFromCents } from '../../src/lib/money.ts'

export const versions = ['02', '04', '06', '08', '10', '13'] as const
type Version = (typeof versions)[number]

/** What is written down of one payment, whoever writes it. */
export type Payment = {
  /** In cents; below zero: it went out. */
  cents: bigint
  day: string
  valueOn?: string
  reference?: string
  /** What whoever paid wrote. */
  text: string
  party: string
  account?: string
  endToEnd?: string
  /** Of the bank's own kind: a charge, interest. */
  info?: string
  isReversal?: boolean
}

export type ReferenceAt =
  | 'entry'
  | 'detail'
  | 'TxId'
  | 'UETR'
  | 'ClrSysRef'
  | 'EndToEndId'
  | 'InstrId'
  | 'NtryRef'
  | 'nowhere'
export type TextAt =
  | 'Ustrd'
  | 'lines'
  | 'CdtrRefInf'
  | 'AddtlRmtInf'
  | 'AddtlTxInf'
  | 'AddtlNtryInf'
  | 'UltmtDbtr'

export type Habit = {
  version: Version
  referenceAt: ReferenceAt
  textAt: TextAt
  balances: 'OPBD' | 'PRCD'
  amount: (cents: bigint) => string
  /** How the last day is said. */
  until: 'end of day' | 'next midnight' | 'not at all'
  /** Before every name; empty for none. */
  prefix: string
  placeholder: string
}

export const plainHabit: Habit = {
  version: '08',
  referenceAt: 'entry',
  textAt: 'Ustrd',
  balances: 'OPBD',
  amount: decimalFromCents,
  until: 'end of day',
  prefix: '',
  placeholder: 'NOTPROVIDED',
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const is = (name: string, ...parts: (string | false | undefined)[]): string => {
  const inner = parts.filter((part) => typeof part === 'string' && part !== '').join('')
  return inner === '' ? '' : `<${name}>${inner}</${name}>`
}

const signed = (cents: bigint, { amount }: Pick<Habit, 'amount'>) =>
  `<Amt Ccy="USD">${amount(cents < 0n ? -cents : cents)}</Amt>${is('CdtDbtInd', cents < 0n ? 'DBIT' : 'CRDT')}`

const isLate = ({ version }: Habit) => Number(version) >= 8

const partyOf = (habit: Habit, role: string, name: string) =>
  is(role, isLate(habit) ? is('Pty', is('Nm', escaped(name))) : is('Nm', escaped(name)))

/** Banks cut at 140 letters, and not between words. */
const inLines = (text: string) => {
  const filled = `${'Payment '.repeat(17)}${text}`
  return [filled.slice(0, 140), filled.slice(140)]
    .map((part) => is('Ustrd', escaped(part)))
    .join('')
}

function remittance(text: string, { textAt }: Habit): string {
  if (text === '') return ''
  if (textAt === 'Ustrd') return is('RmtInf', is('Ustrd', escaped(text)))
  if (textAt === 'lines') return is('RmtInf', inLines(text))
  if (textAt === 'CdtrRefInf')
    return is('RmtInf', is('Strd', is('CdtrRefInf', is('Ref', escaped(text)))))
  if (textAt === 'AddtlRmtInf')
    return is('RmtInf', is('Ustrd', 'Transfer'), is('Strd', is('AddtlRmtInf', escaped(text))))
  return ''
}

function referencesOf({ reference = '', endToEnd }: Payment, { referenceAt, placeholder }: Habit) {
  const at = (name: ReferenceAt, element: string) =>
    is(element, referenceAt === name ? escaped(reference) : undefined)
  return is(
    'Refs',
    at('detail', 'AcctSvcrRef'),
    at('InstrId', 'InstrId'),
    is('EndToEndId', endToEnd ?? (referenceAt === 'EndToEndId' ? escaped(reference) : placeholder)),
    at('UETR', 'UETR'),
    at('TxId', 'TxId'),
    at('ClrSysRef', 'ClrSysRef'),
  )
}

export function detail(payment: Payment, habit: Habit, withAmount = false): string {
  const { cents, text, party, account } = payment
  const [role, ultimate] = cents > 0n ? ['Dbtr', 'UltmtDbtr'] : ['Cdtr', 'UltmtCdtr']
  const { textAt } = habit
  return is(
    'TxDtls',
    referencesOf(payment, habit),
    withAmount && signed(cents, habit),
    is(
      'RltdPties',
      partyOf(habit, role, party),
      account && is(`${role}Acct`, is('Id', is('IBAN', account))),
      textAt === 'UltmtDbtr' && partyOf(habit, ultimate, text),
    ),
    remittance(text, habit),
    textAt === 'AddtlTxInf' && is('AddtlTxInf', escaped(text)),
  )
}

/** One booked entry around these details; `whole` where they are several payments. */
export function entryAround(details: string, whole: Payment, habit: Habit, batch = ''): string {
  const { cents, day, valueOn = day, reference, text, info, isReversal } = whole
  const { referenceAt, textAt } = habit
  return is(
    'Ntry',
    is('NtryRef', referenceAt === 'NtryRef' ? reference && escaped(reference) : undefined),
    signed(cents, habit),
    isReversal && is('RvslInd', 'true'),
    isLate(habit) ? is('Sts', is('Cd', 'BOOK')) : is('Sts', 'BOOK'),
    is('BookgDt', is('Dt', day)),
    is('ValDt', is('Dt', valueOn)),
    is(
      'AcctSvcrRef',
      referenceAt === 'entry' ? reference && escaped(reference) : habit.placeholder,
    ),
    is('NtryDtls', batch, details),
    is('AddtlNtryInf', escaped(info ?? (textAt === 'AddtlNtryInf' ? text : ''))),
  )
}

export const entryOf = (payment: Payment, habit: Habit): string =>
  entryAround(detail(payment, habit), payment, habit)

/** Several payments that the bank booked as one, under one reference. */
export function batchOf(payments: readonly Payment[], reference: string, habit: Habit): string {
  const cents = payments.reduce((sum, payment) => sum + payment.cents, 0n)
  const details = payments.map((payment) => detail(payment, habit, true)).join('')
  const whole = { ...payments[0]!, cents, reference, text: '' }
  return entryAround(
    details,
    whole,
    { ...habit, referenceAt: 'entry' },
    is('Btch', is('NbOfTxs', String(payments.length))),
  )
}

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const balance = (code: string, cents: bigint, day: string, habit: Habit) =>
  is(
    'Bal',
    is('Tp', is('CdOrPrtry', is('Cd', code))),
    signed(cents, habit),
    is('Dt', is('Dt', day)),
  )

export type StatementFacts = {
  opening: bigint
  closing: bigint
  from: string
  to: string
  id?: string
  account?: string
}

/** `page`: of several, each with its own balances between. */
export function statementOf(
  entries: readonly string[],
  facts: StatementFacts,
  habit: Habit,
  page?: { number: number; isLast: boolean },
): string {
  const { opening, closing, from, to, id = 'S1', account = 'US64SVBKUS6S3300958879' } = facts
  const isFirst = (page?.number ?? 1) === 1
  const isPrior = habit.balances === 'PRCD'
  const opened = isFirst
    ? balance(habit.balances, opening, isPrior ? dayAfter(from, -1) : from, habit)
    : balance('ITBD', opening, from, habit)
  const end = habit.until === 'next midnight' ? `${dayAfter(to, 1)}T00:00:00` : `${to}T23:59:59`
  return is(
    'Stmt',
    is('Id', id),
    page && is('StmtPgntn', is('PgNb', String(page.number)), is('LastPgInd', String(page.isLast))),
    habit.until !== 'not at all' &&
      is('FrToDt', is('FrDtTm', `${from}T00:00:00`), is('ToDtTm', end)),
    is('Acct', is('Id', is('IBAN', account))),
    opened,
    balance(page?.isLast === false ? 'ITBD' : 'CLBD', closing, to, habit),
    ...entries,
  )
}

export function fileOf(statements: readonly string[], { version, prefix }: Habit): string {
  const body = is('BkToCstmrStmt', is('GrpHdr', is('MsgId', 'M1')), ...statements)
  const named = prefix === '' ? body : body.replaceAll(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`)
  const [open, close] =
    prefix === '' ? ['Document', 'Document'] : [`${prefix}:Document`, `${prefix}:Document`]
  const space = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${open} ${space}="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">${named}</${close}>`
}
