/** What people answered before investing, as it is kept, and whether that lets them invest. */
import type { AppropriatenessState } from '../../contract/appropriateness.ts'
import { instant, integer, text, uuid, word } from '../../desk/column.ts'
import { reading } from '../../desk/read.ts'
import { Table } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'

export type Check = {
  id: string
  owner: OwnerId
  /** Of the questions. */
  version: number
  /** As canonical JSON. */
  answers: string | null
  outcome: 'fits' | 'pause'
  answeredAt: Instant
  pausedUntil: Instant | null
  /** How many pauses there were, with this one. */
  pauses: number
}

export const checks = new Table<Check>({
  name: 'appropriateness_checks',
  as: 'answered',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    version: integer('version'),
    answers: text('answers', { personal: true }),
    outcome: word('outcome'),
    answeredAt: instant('answered_at'),
    pausedUntil: instant('paused_until'),
    pauses: integer('pauses'),
  },
})

const latest = checks.source<OwnerId>({
  name: 'latest',
  form: 'uuid',
  text: `select found.* from unnest($1::uuid[]) as asked(owner), lateral (
      select ${checks.columns} from ${checks.from} where answered.owner_id = asked.owner order by answered.answered_at desc limit 1
    ) found`,
})

/** Needs what this owner answered last. */
export const latestCheckOf = (owner: OwnerId) => reading(latest, owner)

export const latestCheckIn = (world: World, owner: OwnerId): Check | undefined =>
  world
    .rowsOf(checks, owner)
    .reduce<Check | undefined>(
      (last, one) => (last && last.answeredAt > one.answeredAt ? last : one),
      undefined,
    )

export function stateOf(check: Check | undefined, at: Instant): AppropriatenessState {
  if (!check) return 'none'
  if (check.pausedUntil === null) return 'fits'
  return at < check.pausedUntil ? 'paused' : 'again'
}
