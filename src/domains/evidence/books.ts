/** The same postings as books that beancount, hledger and ledger read. docs/evidence-format.md says how each line is made. */
import { firm, kinds, type Kind, type Unit } from '../../ledger/core/chart.ts'

const decimals: Record<Unit, number> = { USD: 2, BTC: 8, USDT: 6 }

/** A debit is positive there, and a balance here is credits less debits: the sign is turned by whoever calls. */
export function decimal(amount: bigint, unit: Unit): string {
  const places = decimals[unit]
  const digits = String(amount < 0n ? -amount : amount).padStart(places + 1, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)} ${unit}`
}

const roots = { asset: 'Assets', expense: 'Expenses', clearing: 'Equity', claim: 'Liabilities' }

/** `client-wallet-btc` becomes `Client-Wallet-Btc`. */
const named = (kind: string) =>
  kind.replaceAll(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase())

export function accountName(owner: string, kind: Kind): string {
  const { nature } = kinds[kind]
  const root = kind === 'capital' ? 'Equity' : roots[nature]
  return owner === firm ? `${root}:${named(kind)}` : `${root}:${named(kind)}:O-${owner}`
}

export const openingAccount = 'Equity:Opening'

export type Movement = {
  day: string
  event: string
  command: string
  line: number
  debit: string
  credit: string
  amount: bigint
  unit: Unit
}

type Balance = { day: string; account: string; balance: bigint; unit: Unit }

/** One format of books: what stands at its head, and what each row becomes. */
export type Format = {
  head(title: string): string
  opening(row: Balance): string
  posting(row: Movement): string
  closing(row: Balance): string
}

const sides = (debit: string, credit: string, amount: bigint, unit: Unit) =>
  `  ${debit}  ${decimal(amount, unit)}\n  ${credit}  ${decimal(-amount, unit)}\n\n`

export const beancount: Format = {
  head: (title) =>
    `option "title" "${title}"\noption "operating_currency" "USD"\n\n1970-01-01 open ${openingAccount}\n\n`,
  opening: ({ day, account, balance, unit }) =>
    `${day} * "opening" "balance"\n${sides(account, openingAccount, -balance, unit)}`,
  posting: ({ day, event, command, line, debit, credit, amount, unit }) =>
    `${day} * "${event}" "${command} ${line}"\n${sides(debit, credit, amount, unit)}`,
  closing: ({ day, account, balance, unit }) =>
    `1970-01-01 open ${account} ${unit}\n${day} balance ${account}  ${decimal(-balance, unit)}\n`,
}

export const journal: Format = {
  head: (title) =>
    `; ${title}\ncommodity 1000.00 USD\ncommodity 1000.00000000 BTC\ncommodity 1000.000000 USDT\n\n`,
  opening: ({ day, account, balance, unit }) =>
    `${day} * opening\n${sides(account, openingAccount, -balance, unit)}`,
  posting: ({ day, event, command, line, debit, credit, amount, unit }) =>
    `${day} * ${event}  ; ${command} ${line}\n${sides(debit, credit, amount, unit)}`,
  closing: ({ day, account, balance, unit }) =>
    `${day} * closing\n  ${account}  ${decimal(0n, unit)} = ${decimal(-balance, unit)}\n\n`,
}
