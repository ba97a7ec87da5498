import type { PayoutBatch } from '../../../contract/payout-batch.ts'
import { useFeeRates } from '../../api/payout-batches.ts'
import { usd } from '../../ui/amount.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Explain } from '../../ui/explain.tsx'
import { Explorer } from '../../ui/transaction.tsx'
import { payouts, rateOf } from '../coin-payouts/words.ts'
import { coinsOf, feeInDollars, minutesInWords } from './words.ts'

export function BatchFacts({ batch }: { batch: PayoutBatch }) {
  const { payments, amount, quantity, rate, feeRate, needed, txid, explorer, spentBy } = batch
  return (
    <div className="stack">
      <Explain
        lines={[
          { label: 'Pays', note: payouts(payments), amount: usd(amount) },
          { label: 'In coins', note: `at ${rateOf(rate)} a bitcoin`, amount: coinsOf(quantity) },
          { label: 'Network fee', note: feeNote(batch), amount: coinsOf(batch.fee) },
          {
            label: 'Fee rate',
            note: isOpen(batch) && <ProposedNow />,
            amount: `${feeRate} satoshi per virtual byte`,
          },
          {
            label: 'Paid after',
            note: 'by the dollars that it pays',
            amount: needed === 1 ? '1 confirmation' : `${needed} confirmations`,
          },
        ]}
      />
      <div>
        <p className="caption">Transaction</p>
        <CopyText text={txid} name="transaction" />
        {explorer !== null && (
          <p className="small">
            <Explorer explorer={explorer}>Look at it in an explorer</Explorer>, which sees it once
            it is sent
          </p>
        )}
      </div>
      {spentBy !== null && (
        <div>
          <p className="caption">Spends one of its coins instead</p>
          <CopyText text={spentBy} name="the other transaction" />
        </div>
      )}
    </div>
  )
}

const isOpen = ({ status }: PayoutBatch) => status === 'built' || status === 'sent'

/** Beside what somebody said: nothing is changed by it. */
function ProposedNow() {
  const { proposals = [] } = useFeeRates().data?.data ?? {}
  if (proposals.length === 0) return null
  const said = proposals.map(({ blocks, feeRate }) => `${feeRate} (${minutesInWords(blocks)})`)
  return `your node now proposes ${said.join(', ')}`
}

function feeNote(batch: PayoutBatch): string {
  const { dollars, share } = feeInDollars(batch)
  return `${dollars} out of the firm’s capital: ${share} of what is paid`
}
