/** How far somebody is verified, and what of their limits they have used, as it looks now. */
import type { Flow } from '../../contract/verification.ts'
import type { Fact } from '../../desk/fact.ts'
import type { Found } from '../../desk/read.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import type { Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import type { Moving, Used } from './limits.ts'
import { cases, type CaseRow } from './table.ts'

export async function readCases(db: Database, owners: readonly OwnerId[]): Promise<CaseRow[]> {
  const { rows } = await db.query<CaseRow>({
    name: 'verifications.of-owners',
    text: `select ${cases.columns} from ${cases.from} where verification.owner_id = any ($1) order by verification.submitted_at, verification.id`,
    values: [owners],
  })
  return rows
}

/** Of everybody together: those whose words were erased with their person are kept no more. */
export async function countCases(db: Database): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'verification.count-all',
    text: `select count(*)::int as count from ${cases.from} where verification.legal_name is not null`,
  })
  return rows[0]!.count
}

/** What the rules ask under locks, as it is now. */
async function ask<V>(db: Database, fact: Fact<OwnerId, V>, owner: OwnerId): Promise<V> {
  const { rows } = await db.query<Found>({
    name: `${fact.name}.page`,
    text: fact.text,
    values: [[owner]],
  })
  return fact.valueIn(rows, owner)
}

/** What a person has used of each of these limits. */
export async function readUsed<F extends Flow>(
  db: Database,
  owner: OwnerId,
  movings: readonly Moving<F>[],
): Promise<Record<F, Used>> {
  const [{ rows }, ...moved] = await Promise.all([
    db.query<Record<Flow, Cents>>({
      name: 'verification.totals',
      text: `select owner.deposits + owner.transferred_in as "in", owner.principal as invested,
          owner.withdrawn + owner.transferred_out + ${balanceOf('owner.id', 'held')} as "out"
        from owners owner where owner.id = $1`,
      values: [owner],
    }),
    ...movings.map(({ lately }) => ask(db, lately, owner)),
  ])
  const totals = rows[0] ?? { in: 0n, invested: 0n, out: 0n }
  return Object.fromEntries(
    movings.map(({ flow }, n) => {
      const { day, undone } = moved[n]!
      return [flow, { day, whole: totals[flow] - undone }]
    }),
  ) as Record<F, Used>
}
