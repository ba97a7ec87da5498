import { useParams } from 'react-router'
import { usePayoutBatch } from '../../api/payout-batches.ts'
import { titled } from '../../seo.ts'
import { shortened } from '../../ui/transaction.tsx'
import { Opened, OpenedPage, Reference, Whole } from '../coin-payouts/opened.tsx'
import { Actions } from './actions.tsx'
import { BatchAlerts } from './alerts.tsx'
import { BatchFacts } from './facts.tsx'
import { batchSteps } from './steps.ts'
import { coinsOf, standing } from './words.ts'

export const meta = titled('Batch of Bitcoin payouts')

/** One batch of payouts, from its coins to its end. */
export default function BatchPage() {
  const id = useParams().batchId ?? ''
  return (
    <OpenedPage what="batch">
      <Found key={id} id={id} />
    </OpenedPage>
  )
}

function Found({ id }: { id: string }) {
  const query = usePayoutBatch(id)
  return (
    <Opened what="batch" query={query}>
      {(open) => (
        <Whole
          name={{ heard: `Batch ${open.batch.txid}`, seen: shortened(open.batch.txid) }}
          standing={standing(open.batch)}
          isOpen={open.batch.status === 'built' || open.batch.status === 'sent'}
          alerts={<BatchAlerts open={open} />}
          facts={<BatchFacts batch={open.batch} />}
          steps={batchSteps(open)}
          actions={<Actions open={open} />}
          payments={open.payments}
          coins={({ quantity }) => coinsOf(quantity)}
          reference={({ reference }) => <Reference whole={reference} />}
        />
      )}
    </Opened>
  )
}
