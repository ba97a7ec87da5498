/** The file of payouts as it comes back from whoever sends the money, with the reference of each. */
import { payoutStops } from '../../../contract/payouts.ts'
import type { QueuedWithdrawal } from '../../../contract/withdrawal.ts'
import { csvWords } from '../../../lib/csv.ts'
import { csvRows } from '../../../lib/csv-read.ts'
import { centsFromText } from '../../../lib/money.ts'
import { centsOf, usd } from '../../ui/amount.ts'

const destinationOf = ({ bankNumber }: QueuedWithdrawal) => bankNumber ?? ''

/** Nothing leaves for a frozen account, nor while a check goes on; what has left already is recorded all the same. */
export const mayLeave = ({ looks }: Pick<QueuedWithdrawal, 'looks'>): boolean =>
  !payoutStops.some((stop) => looks.includes(stop))

/** What comes back; who holds a bank account is only for whoever pays. */
const needed = ['id', 'amount', 'destination', 'reference']

export type PayoutLine = { line: number } & (
  | { row: QueuedWithdrawal; reference: string; fault?: never }
  | { fault: string }
)

const longestReference = 200

/** Whether a cell is the destination, as it stands in our file: there what a spreadsheet would reckon is made harmless. */
const isDestination = (cell: string, row: QueuedWithdrawal) =>
  cell === destinationOf(row) || cell === csvRows(csvWords(destinationOf(row)))?.[0]?.[0]

function faultOf(
  { amount, destination, reference }: Record<string, string>,
  row: QueuedWithdrawal | undefined,
): string | null {
  if (!row) return 'no payout of this number is due'
  if (centsFromText(amount!) !== centsOf(row.amount))
    return `the amount is “${amount}”, and ${usd(row.amount)} is due`
  if (!isDestination(destination!, row)) return 'the destination is not the one of the request'
  if (reference === '') return 'it has no reference'
  return reference!.length > longestReference
    ? `its reference is longer than ${longestReference} characters`
    : null
}

/** Each line of a file, held against what is due: one that differs is refused, and so are two about the same. Or why it is no such file. */
export function checkPayouts(
  text: string,
  rows: readonly QueuedWithdrawal[],
): PayoutLine[] | string {
  const [head, ...body] = csvRows(text) ?? []
  const places = needed.map((name) => head?.findIndex((cell) => cell.trim() === name) ?? -1)
  if (places.includes(-1)) return `The first line has to name ${needed.join(', ')}.`
  const due = new Map(rows.map((row) => [row._id, row]))
  const lines = body
    .map((cells, at) => ({
      line: at + 2,
      cells: Object.fromEntries(needed.map((name, n) => [name, cells[places[n]!]?.trim() ?? ''])),
    }))
    .filter(({ cells }) => Object.values(cells).some((cell) => cell !== ''))
  const times = (name: 'id' | 'reference', value: string) =>
    lines.filter(({ cells }) => cells[name] === value).length
  return lines.map(({ line, cells }) => {
    const row = due.get(cells.id!)
    const reference = cells.reference!
    const fault =
      faultOf(cells, row) ??
      (times('id', cells.id!) > 1 ? 'another line is about the same request' : null) ??
      (times('reference', reference) > 1 ? 'another line has the same reference' : null)
    return fault === null ? { line, row: row!, reference } : { line, fault }
  })
}
