import { maxWork, type StaffWork, type WorkName } from '../../contract/staff-work.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import type { Waits } from '../noun.ts'

type Row = { of: WorkName; toDecide: number; oldestAt: Instant | null; yours: number }

/** `by`: who asks. Nobody decides on what they began themselves, or what is about them. */
export async function readWork(
  db: Database,
  waits: readonly Waits[],
  by: string,
): Promise<StaffWork[]> {
  const rows = waits.map(
    ({ of, text }) => `select '${of}' as of, at, begun, about
      from (select * from (${text}) one order by at limit ${maxWork}) one`,
  )
  const { rows: counted } = await db.query<Row>({
    name: 'staff-work.counted',
    text: `with waiting as (
        select of, at, coalesce($1::uuid = any (begun), false) as own, not coalesce($1::uuid = any (about), false) as fit from (${rows.join(' union all ')}) one)
      select of, count(*) filter (where fit and not own)::int as "toDecide",
        min(at) filter (where fit and not own) as "oldestAt", count(*) filter (where own)::int as yours
      from waiting group by of`,
    values: [by],
  })
  const order = waits.map(({ of }) => of)
  return counted
    .filter(({ toDecide, yours }) => toDecide + yours > 0)
    .toSorted((a, b) => order.indexOf(a.of) - order.indexOf(b.of))
    .map(({ oldestAt, ...row }) => ({
      ...row,
      oldestAt: oldestAt === null ? null : isoFromInstant(oldestAt),
    }))
}
