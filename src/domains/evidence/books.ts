/** The same postings as books that beancount, hledger and ledger read. docs/evidence-format.md says how each line is made. */
import { firm, kindNames, kinds, type Kind, type Unit } from '../../ledger/core/chart.ts'

const decimals: Record<Unit, number> = { USD: 2, BTC: 8, USDT: 6 }

/** With the decimals of its unit. */
export function decimal(amount: bigint | string, unit: Unit): string {
  const text = String(amount)
  const isNegative = text.startsWith('-')
  const places = decimals[unit]
  const digits = (isNegative ? text.slice(1) : text).padStart(places + 1, '0')
  return `${isNegative ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)} ${unit}`
}

const roots = { asset: 'Assets', expense: 'Expenses', clearing: 'Equity', claim: 'Liabilities' }

/** `client-wallet-btc` becomes `Client-Wallet-Btc`. */
const named = (kind: string) =>
  kind.replaceAll(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase())

const prefixOf = (kind: Kind) =>
  `${kind === 'capital' ? 'Equity' : roots[kinds[kind].nature]}:${named(kind)}`
const prefixes = new Map(kindNames.map((kind) => [kind, prefixOf(kind)]))

export function accountName(owner: string, kind: Kind): string {
  const prefix = prefixes.get(kind)!
  return owner === firm ? prefix : `${prefix}:O-${owner}`
}

export const openingAccount = 'Equity:Opening'

/** `amount` is above zero, and so needs no sign: a debit is positive in these books. */
export type Movement = {
  day: string
  event: string
  command: string
  line: number
  debit: string
  credit: string
  amount: string
  unit: Unit
}

/** `balance` is credits less debits: it has the other sign there. */
type Balance = { day: string; account: string; balance: bigint; unit: Unit }

/** One format of books: what stands at its head, and what each row becomes. */
export type Format = {
  head(title: string): string
  opening(row: Balance): string
  posting(row: Movement): string
  closing(row: Balance): string
}

const sides = (debit: string, credit: string, amount: string) =>
  `  ${debit}  ${amount}\n  ${credit}  -${amount}\n\n`

/** Against the account of what was there before. */
function openingSides({ account, balance, unit }: Balance): string {
  return balance < 0n
    ? sides(account, openingAccount, decimal(-balance, unit))
    : `  ${account}  -${decimal(balance, unit)}\n  ${openingAccount}  ${decimal(balance, unit)}\n\n`
}

export const beancount: Format = {
  head: (title) =>
    `option "title" "${title}"\noption "operating_currency" "USD"\n\n1970-01-01 commodity USD\n1970-01-01 commodity BTC\n1970-01-01 commodity USDT\n\n1970-01-01 open ${openingAccount}\n\n`,
  opening: (row) => `${row.day} * "opening" "balance"\n${openingSides(row)}`,
  posting: ({ day, event, command, line, debit, credit, amount, unit }) =>
    `${day} * "${event}" "${command} ${line}"\n${sides(debit, credit, decimal(amount, unit))}`,
  closing: ({ day, account, balance, unit }) =>
    `1970-01-01 open ${account} ${unit}\n${day} balance ${account}  ${decimal(-balance, unit)}\n`,
}

export const journal: Format = {
  head: (title) =>
    `; ${title}\ncommodity 1000.00 USD\ncommodity 1000.00000000 BTC\ncommodity 1000.000000 USDT\n\naccount ${openingAccount}\n\n`,
  opening: (row) => `${row.day} * opening\n${openingSides(row)}`,
  posting: ({ day, event, command, line, debit, credit, amount, unit }) =>
    `${day} * ${event}  ; ${command} ${line}\n${sides(debit, credit, decimal(amount, unit))}`,
  closing: ({ day, account, balance, unit }) =>
    `account ${account}\n${day} * closing\n  ${account}  ${decimal(0n, unit)} = ${decimal(-balance, unit)}\n\n`,
}
