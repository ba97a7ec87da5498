import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'

type Query = { limit?: number | undefined; cursor?: string | undefined }
type Row = {
  version: bigint
  command_id: string
  at: Instant
  amount: bigint
  asset: string | null
}

/** What an owner has paid in, newest first. */
export async function readDeposits(db: Database, owner: OwnerId, { limit = 50, cursor }: Query) {
  const [before] = decodeCursor(cursor, ['integer'])
  const { rows } = await db.query<Row>({
    name: 'deposits.page',
    text: `select item.version, item.command_id, item.at, item.amount, command.input ->> 'asset' as asset
      from desk.activity item join desk.commands command on command.id = item.command_id
      where item.owner_id = $1 and item.kind in ('deposit', 'bank-deposit', 'coin-deposit') and item.version < coalesce($2::bigint, 9223372036854775807)
      order by item.version desc limit $3`,
    values: [owner, before, limit + 1],
  })
  const { shown: page, nextCursor } = pageOf(rows, limit, (last) => [String(last.version)])
  return {
    deposits: page.map(({ command_id: id, at, amount, asset }) => ({
      id,
      at: isoFromInstant(at),
      amount: dollarsFromCents(amount),
      asset,
    })),
    nextCursor,
  }
}
