import type { PayoutList } from '../../../contract/payout-list.ts'
import { usd } from '../../ui/amount.ts'
import { Address } from '../../ui/address.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Explain } from '../../ui/explain.tsx'
import { payouts, rateOf } from '../coin-payouts/words.ts'
import { usdtOf } from './words.ts'

type ListFactsProps = { list: PayoutList; from: string }

export const ListFacts = ({ list, from }: ListFactsProps) => (
  <div className="stack">
    <Explain
      lines={[
        { label: 'Pays', note: payouts(list.payments), amount: usd(list.amount) },
        {
          label: 'In USDT',
          note: `at ${rateOf(list.rate)} a USDT`,
          amount: usdtOf(list.quantity),
        },
        { label: 'Paid so far', amount: `${list.paid} of ${list.payments}` },
      ]}
    />
    <div>
      <p className="caption">Paying address</p>
      <CopyText text={from} name="the address that pays">
        <Address>{from}</Address>
      </CopyText>
    </div>
  </div>
)
