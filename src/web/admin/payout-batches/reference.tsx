import type { BatchPayment } from '../../../contract/payout-batch.ts'
import { shortened } from '../../ui/transaction.tsx'

/** The output of the batch's transaction that is a payment. */
export const reference =
  (txid: string) =>
  ({ reference: whole, output }: BatchPayment) => (
    <>
      <code aria-hidden="true" title={whole}>
        {shortened(txid)}:{output}
      </code>
      <span className="hide">{whole}</span>
    </>
  )
