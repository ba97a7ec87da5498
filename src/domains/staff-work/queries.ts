import { capabilitiesOf, type Roles } from '../../contract/roles.ts'
import { maxWork, type StaffWork, type WorkName } from '../../contract/staff-work.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import type { Waits } from '../noun.ts'

type Row = { of: WorkName; toDecide: number; oldestAt: Instant | null; yours: number }

/** `by`: who asks. Nobody decides on what they began themselves, what is about them, or what they may not; whoever audits sees all that waits. */
export async function readWork(
  db: Database,
  waits: readonly Waits[],
  by: { owner: string; roles: Roles },
): Promise<StaffWork[]> {
  const rows = waits.map(
    ({
      of,
      text,
      may,
    }) => `select '${of}' as of, at, begun, about, ${may === null ? 'may' : `'${may}'`} as may
      from (select * from (${text}) one order by at limit ${maxWork}) one`,
  )
  const { rows: counted } = await db.query<Row>({
    name: 'staff-work.counted',
    text: `with waiting as (
        select of, at, coalesce($1::uuid = any (begun), false) as own, (may = any ($2) or 'draw-samples' = any ($2)) and not coalesce($1::uuid = any (about), false) as fit from (${rows.join(' union all ')}) one)
      select of, count(*) filter (where fit and not own)::int as "toDecide",
        min(at) filter (where fit and not own) as "oldestAt", count(*) filter (where own)::int as yours
      from waiting group by of`,
    values: [by.owner, [...capabilitiesOf(by.roles)]],
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
