import { Link } from 'react-router'
import type { PayoutBatch } from '../../../contract/payout-batch.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDateTime } from '../../ui/dates.ts'
import { Empty } from '../../ui/states.tsx'
import { shortened } from '../../ui/transaction.tsx'
import { pathOf } from '../coin-payouts/words.ts'
import { coinsOf, standing } from './words.ts'

const columns: Column<PayoutBatch>[] = [
  {
    head: 'Batch',
    kind: 'name',
    cell: ({ id, txid }) => (
      <Link to={pathOf.batch(id)}>
        <code aria-hidden="true">{shortened(txid)}</code>
        <span className="hide">Batch {txid}</span>
      </Link>
    ),
  },
  {
    head: 'Built',
    kind: 'date',
    cell: ({ builtAt, builtBy }) => (
      <>
        <time dateTime={builtAt}>{showDateTime(builtAt)}</time>
        <span className="caption">
          {' '}
          by <bdi>{builtBy.fullName}</bdi>
        </span>
      </>
    ),
  },
  { head: 'Payouts', kind: 'amount', cell: ({ payments }) => payments },
  { head: 'Amount', kind: 'amount', cell: ({ amount }) => usd(amount) },
  { head: 'Coins', kind: 'amount', cell: ({ quantity }) => coinsOf(quantity) },
  { head: 'State', cell: (batch) => <Standing batch={batch} /> },
]

export function Standing({ batch }: { batch: PayoutBatch }) {
  const { state, word } = standing(batch)
  return <Badge state={state}>{word}</Badge>
}

/** Newest first. */
export function BatchList({ batches }: { batches: PayoutBatch[] }) {
  return batches.length === 0 ? (
    <Empty>
      No batch was built yet. One is built of what waits for it, and stands here from then on.
    </Empty>
  ) : (
    <DataTable label="Batches" columns={columns} rows={batches} keyOf={({ id }) => id} />
  )
}
