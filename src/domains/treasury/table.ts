/** Capital to be paid in and pools to be funded, as they are kept while they wait for a second administrator, and afterwards. */
import type { PoolName } from '../../contract/treasury.ts'
import { cents, instant, text, uuid, word } from '../../desk/column.ts'
import type { Lookup } from '../../desk/lookup.ts'
import { reading } from '../../desk/read.ts'
import { Table, type WithNames } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'

export type Funding = {
  id: string
  /** The firm. */
  owner: OwnerId
  kind: 'capital' | 'pool'
  pool: PoolName | null
  amount: Cents
  /** At the bank, of capital. */
  reference: string | null
  status: 'open' | 'done' | 'refused' | 'withdrawn'
  refusalReason: string | null
  proposedAt: Instant
  proposedBy: OwnerId
  decidedAt: Instant | null
  decidedBy: OwnerId | null
}

export const fundings = new Table<Funding>({
  name: 'fundings',
  as: 'funding',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    kind: word('kind'),
    pool: word('pool'),
    amount: cents('amount'),
    reference: text('reference'),
    status: word('status', { changes: true }),
    refusalReason: text('refusal_reason', { later: true }),
    proposedAt: instant('proposed_at'),
    proposedBy: uuid('proposed_by', { named: true }),
    decidedAt: instant('decided_at', { later: true }),
    decidedBy: uuid('decided_by', { later: true, named: true }),
  },
})
export type FundingRow = WithNames<Funding, 'proposedBy' | 'decidedBy'>

const openCapital = fundings.source<OwnerId>({
  name: 'open-capital',
  form: 'uuid',
  text: `select ${fundings.columns} from ${fundings.from} where funding.owner_id = any ($1) and funding.status = 'open' and funding.reference is not null`,
})

/** Needs what of capital is proposed: each of it holds its reference, however that is spelled. */
export const capitalProposed = reading(openCapital, firm)

export const openReferencesIn = (world: World): string[] =>
  world
    .rows(fundings)
    .flatMap(({ status, reference }) =>
      status === 'open' && reference !== null ? [reference] : [],
    )

/** By which reference capital is to be booked; of a pool there is none. */
export const referenceOf = (id: string): Lookup<{ reference: string | null }> => ({
  name: 'funding',
  text: 'select reference from fundings where id = $1',
  value: id,
  from: ({ reference }) => ({ reference }),
  inMemory: (world) => world.get(fundings, id) ?? null,
})
