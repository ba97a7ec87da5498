/** Checks that the law requires: that somebody may be who is on a list. Rows tell nothing of lists; what was found stands beside them. */
import { flag, instant, text, uuid, word } from '../../desk/column.ts'
import type { Lookup } from '../../desk/lookup.ts'
import { reading } from '../../desk/read.ts'
import { Table, type WithNames } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'

/** What everybody is told of it who may not read matches. */
export const toldOfCheck = 'A check that the law requires'

/** What a check stops: everything that leaves the account, payouts alone, or nothing. */
export type Freezes = 'account' | 'payouts' | 'nothing'

export type Check = {
  id: string
  owner: OwnerId
  /** MAC of the entry of a list. */
  entry: string
  /** MAC of what was found of both sides. */
  pair: string
  freezes: Freezes
  /** The account is frozen because of it alone: nobody has frozen it besides, before or since. */
  froze: boolean
  status: 'open' | 'cleared' | 'confirmed'
  begunAt: Instant
  decidedAt: Instant | null
  /** Who agreed to the decision. */
  decidedBy: OwnerId | null
}

export const checks = new Table<Check>({
  name: 'checks',
  as: 'law_check',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    entry: text('entry'),
    pair: text('pair'),
    freezes: word('freezes'),
    froze: flag('froze', { changes: true }),
    status: word('status', { changes: true }),
    begunAt: instant('begun_at'),
    decidedAt: instant('decided_at', { later: true, changes: true }),
    decidedBy: uuid('decided_by', { later: true, changes: true, named: true }),
  },
})
export type CheckRow = WithNames<Check, 'decidedBy'>

const ofOwner = checks.source<OwnerId>({
  name: 'of-owner',
  form: 'uuid',
  // All: one that holds could be taken for one that has ended.
  text: `select ${checks.columns} from ${checks.from} where law_check.owner_id = any ($1)`,
})

/** Needs all checks of this person. */
export const checksOf = (owner: OwnerId) => reading(ofOwner, owner)

export const checksIn = (world: World, owner: OwnerId): Check[] => world.rowsOf(checks, owner)

/** Those that hold: open ones, and those that were confirmed. */
export const holdingIn = (world: World, owner: OwnerId): Check[] =>
  checksIn(world, owner).filter(({ status }) => status !== 'cleared')

/** The same pair isn't asked again; while one with this entry holds, neither is another pair of it. MACs under whichever secret. */
export const wasAsked = (
  known: readonly Check[],
  { pairs, entries }: { pairs: readonly string[]; entries: readonly string[] },
): boolean =>
  known.some(
    ({ entry, pair, status }) =>
      pairs.includes(pair) || (status !== 'cleared' && entries.includes(entry)),
  )

/** Whose it is, which never changes. */
export const ownerOfCheck = (id: string): Lookup<OwnerId> => ({
  name: 'check',
  text: 'select owner_id as owner from checks where id = $1',
  value: id,
  from: ({ owner }) => owner,
  inMemory: (world) => world.get(checks, id)?.owner ?? null,
})
