import { Link, useParams } from 'react-router'
import { usePayoutBatch } from '../../api/payout-batches.ts'
import { titled } from '../../seo.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { shortened } from '../../ui/transaction.tsx'
import { Opened } from '../coin-payouts/opened.tsx'
import { Payments } from '../coin-payouts/payments.tsx'
import { PayoutsBlocked } from '../payout-block/notice.tsx'
import { useStaff } from '../staff.ts'
import { Actions } from './actions.tsx'
import { BatchFacts } from './facts.tsx'
import { Standing } from './list.tsx'
import { BatchAlerts } from './alerts.tsx'
import { reference } from './reference.tsx'
import { batchSteps } from './steps.ts'
import { coinsOf, type OpenBatch } from './words.ts'

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

function Found({ id }: { id: string }) {
  const query = usePayoutBatch(id)
  return (
    <Opened what="batch" all="/admin/payout-batches" query={query}>
      {(open) => <Whole open={open} />}
    </Opened>
  )
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
        <Payments
          payments={payments}
          coins={({ quantity }) => coinsOf(quantity)}
          reference={reference(batch.txid)}
        />
      </Sheet>
    </>
  )
}
