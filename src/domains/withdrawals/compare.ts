/** Requests held against the commands that made them, before staff see where their money is to go. */
import { isPaidOut } from '../../contract/withdrawal-types.ts'
import { readCommands, type Journal } from '../../desk/read-back.ts'
import type { Database } from '../../platform/database.ts'
import { inSnapshot } from '../../platform/snapshot.ts'
import { differenceOf, recordedRequest } from './follow.ts'
import { paidOut, withdrawals, type Withdrawal, type WithdrawalRow } from './table.ts'

/** A row, and what of it isn't what was recorded, or null. */
export type Compared<Row> = Row & { difference: string | null }

/** Money can still go where these say. */
export const isOpen = ({ status, type }: Pick<Withdrawal, 'status' | 'type'>): boolean =>
  status === 'pending' || (status === 'approved' && isPaidOut(type))

/** SQL of the same. */
export const openIn = (request: string) =>
  `(${request}.status = 'pending' or (${request}.status = 'approved' and ${paidOut(request)}))`

async function readDifferences(
  journal: Journal,
  db: Database,
  rows: readonly Withdrawal[],
): Promise<Map<string, string>> {
  const commands = await readCommands(journal, db, {
    name: 'withdrawals.recorded',
    chosen: recordedRequest.text,
    ids: rows.map(({ id }) => id),
  })
  return new Map(
    rows.flatMap((row) => {
      const recorded = recordedRequest.valueIn(commands, row.id)
      const difference = differenceOf(withdrawals.fromRow(row), recorded)
      return difference === null ? [] : [[row.id, difference] as const]
    }),
  )
}

/** A command may have come between the rows and the journal: those that differ are read again, both in one snapshot. */
function readAgain(journal: Journal, ids: readonly string[]) {
  return inSnapshot(journal.pool, async (client) => {
    const { rows } = await client.query<WithdrawalRow>({
      name: 'withdrawals.again',
      text: `select ${withdrawals.columns} from ${withdrawals.from} where withdrawal.id = any ($1)`,
      values: [ids],
    })
    const differences = await readDifferences(journal, client, rows)
    return new Map(
      rows.map((row) => [row.id, { ...row, difference: differences.get(row.id) ?? null }]),
    )
  })
}

/** The rows that `isAsked` as they are compared; of the others nothing is said. */
export async function compare<Row extends WithdrawalRow>(
  journal: Journal,
  rows: readonly Row[],
  isAsked: (row: Row) => boolean = () => true,
): Promise<Compared<Row>[]> {
  const asked = rows.filter(isAsked)
  const differing = asked.length === 0 ? null : await readDifferences(journal, journal.pool, asked)
  if (!differing || differing.size === 0) return rows.map((row) => ({ ...row, difference: null }))
  const again = await readAgain(journal, [...differing.keys()])
  return rows.map((row) => ({
    ...row,
    difference: differing.has(row.id) ? 'it is gone' : null,
    ...again.get(row.id),
  }))
}
