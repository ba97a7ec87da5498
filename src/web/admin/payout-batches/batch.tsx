import { Link, useParams } from 'react-router'
import { usePayoutBatch } from '../../api/payout-batches.ts'
import { failureText, statusOf } from '../../api/failure.ts'
import { titled } from '../../seo.ts'
import { buttonLook } from '../../ui/link-button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, LoadProblem, Waiting } from '../../ui/states.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { shortened } from '../../ui/transaction.tsx'
import { PayoutsBlocked } from '../payout-block/notice.tsx'
import { useStaff } from '../staff.ts'
import { Actions } from './actions.tsx'
import { BatchFacts } from './facts.tsx'
import { Standing } from './list.tsx'
import { BatchAlerts } from './alerts.tsx'
import { Payments } from './payments.tsx'
import { batchSteps } from './steps.ts'
import type { OpenBatch } from './words.ts'

export const meta = titled('Batch of Bitcoin payouts')

/** One batch of payouts, from its coins to its end. */
export default function BatchPage() {
  const id = useParams().batchId ?? ''
  return (
    <>
      <p className="small">
        <Link to="/admin/payout-batches">All Bitcoin payouts</Link>
      </p>
      <div>
        <h1>Batch of Bitcoin payouts</h1>
      </div>
      <PayoutsBlocked />
      <Found key={id} id={id} />
    </>
  )
}

/** There is no such batch, or the address can't be any batch's. */
const isUnknown = (error: unknown) => [400, 404].includes(Number(statusOf(error)))

function Found({ id }: { id: string }) {
  const { currentData: data, error, isFetching, refetch } = usePayoutBatch(id)
  if (data) return <Whole open={data.data} />
  if (isUnknown(error))
    return (
      <Empty
        action={
          <Link {...buttonLook('default')} to="/admin/payout-batches">
            See all batches
          </Link>
        }
      >
        There is no batch at this address. It may have been copied incompletely. Nothing was
        changed.
      </Empty>
    )
  if (error)
    return (
      <LoadProblem
        title={`Error loading the batch: ${failureText(error, 'Unknown error')}`}
        status={statusOf(error)}
        onRetry={refetch}
        busy={isFetching}
      />
    )
  return <Waiting rows={6} />
}

function Whole({ open }: { open: OpenBatch }) {
  const { batch, payments } = open
  const { mayChange } = useStaff()
  const isOpen = batch.status === 'built' || batch.status === 'sent'
  return (
    <>
      <BatchAlerts open={open} />
      <div className="columns">
        <Sheet
          title={
            <>
              <span className="hide">Batch {batch.txid}</span>
              <span aria-hidden="true">{shortened(batch.txid)}</span>
            </>
          }
          aside={
            <span role="status">
              <Standing batch={batch} />
            </span>
          }
          lit={!(mayChange && isOpen)}
        >
          <BatchFacts batch={batch} />
        </Sheet>
        <Sheet title="Step by step">
          <Timeline steps={batchSteps(open)} />
        </Sheet>
      </div>
      {mayChange && isOpen && <Actions open={open} />}
      <Sheet title={`Whom it pays (${payments.length})`}>
        <Payments payments={payments} txid={batch.txid} />
      </Sheet>
    </>
  )
}
