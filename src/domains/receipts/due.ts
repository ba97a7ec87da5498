/** What arrived beyond a limit and fits by now is released to its owner. It is looked for here, and decided under the locks. */
import type { Pool } from 'pg'
import { runNamed } from '../../desk/by-system.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Cents } from '../../lib/money.ts'
import type { House } from '../house-desk.ts'
import { isHeld } from '../proposals/queries.ts'
import { fitsNow } from '../verification/fits.ts'
import { limitsOf } from '../verification/terms.ts'

type Parts = Pick<House, 'pool' | 'desk' | 'firm'>
type Waiting = { id: string; owner: OwnerId; amount: Cents; bookedAt: string }

/** Read at once. */
const pageSize = 200
const first = { bookedAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

/** Oldest first, so that nobody's waits behind what came later. */
async function readWaiting(
  db: Pool,
  after: Pick<Waiting, 'bookedAt' | 'id'>,
  owner: OwnerId | null,
): Promise<Waiting[]> {
  const { rows } = await db.query<Waiting>({
    name: 'receipts.over-limit',
    text: `select entry.id, entry.owner_id as owner, entry.amount, entry.booked_at::text as "bookedAt" from bank_entries entry
      where entry.kind = 'receipt' and entry.status = 'suspense' and entry.owner_id is not null
        and (entry.booked_at, entry.id) > ($1::timestamptz, $2::uuid) and ($3::uuid is null or entry.owner_id = $3)
        and not ${isHeld("'receipt ' || entry.id")}
      order by entry.booked_at, entry.id limit $4`,
    values: [after.bookedAt, after.id, owner, pageSize],
  })
  return rows
}

async function release(parts: Parts, { id: receipt, owner }: Waiting): Promise<boolean> {
  const outcome = await runNamed(parts, `release ${receipt}`, {
    kind: 'ReleaseReceipt',
    command: { receipt, owner, limits: limitsOf(parts.firm) },
  })
  return outcome === 'done'
}

/** Of one owner, or of all; answers how many were released. One that can't be released now keeps back none that stands behind it; it is thrown for in the end. */
export async function releaseWhatFits(parts: Parts, owner: OwnerId | null = null): Promise<number> {
  let released = 0
  const failures: unknown[] = []
  let page: Waiting[]
  let last: Pick<Waiting, 'bookedAt' | 'id'> = first
  do {
    page = await readWaiting(parts.pool, last, owner)
    for (const one of page)
      try {
        if ((await fitsNow(parts.pool, one, limitsOf(parts.firm))) && (await release(parts, one)))
          released += 1
      } catch (error) {
        failures.push(error)
      }
    last = page.at(-1) ?? last
  } while (page.length === pageSize)
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} receipts could not be released`)
  return released
}
