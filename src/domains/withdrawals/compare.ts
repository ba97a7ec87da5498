/** Requests as their last command left them, before staff see where their money is to go. */
import { isPaidOut } from '../../contract/withdrawal-types.ts'
import type { Journal } from '../../desk/read-back.ts'
import { readDifferences, type Compared } from '../../desk/row-states.ts'
import { paidOut, withdrawals, type Withdrawal, type WithdrawalRow } from './table.ts'

/** Money can still go where these say. */
export const isOpen = ({ status, type }: Pick<Withdrawal, 'status' | 'type'>): boolean =>
  status === 'pending' || (status === 'approved' && isPaidOut(type))

/** SQL of the same. */
export const openIn = (request: string) =>
  `(${request}.status = 'pending' or (${request}.status = 'approved' and ${paidOut(request)}))`

/** The rows that `isAsked` as they are now, and compared; of the others nothing is said. */
export async function compare<Row extends WithdrawalRow>(
  journal: Journal,
  rows: readonly Row[],
  isAsked: (row: Row) => boolean = () => true,
): Promise<Compared<Row>[]> {
  const ids = rows.filter(isAsked).map(({ id }) => id)
  if (ids.length === 0) return rows.map((row) => ({ ...row, difference: null }))
  // With their states in one statement: a command may have come since they were read.
  const compared = await readDifferences<WithdrawalRow>(journal, journal.pool, withdrawals, {
    name: 'withdrawals.compared',
    text: `select ${withdrawals.columns} from ${withdrawals.from} where withdrawal.id = any ($1)`,
    values: [ids],
  })
  const now = new Map(compared.map((row) => [row.id, row]))
  const asked = new Set(ids)
  return rows.map((row) => ({
    ...row,
    difference: asked.has(row.id) ? 'it is gone' : null,
    ...now.get(row.id),
  }))
}
