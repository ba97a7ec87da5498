import { Link } from 'react-router'
import type { getPayoutLists } from '../../../contract/payout-list.ts'
import type { Reply } from '../../api/request.ts'
import { Address } from '../../ui/address.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Explain } from '../../ui/explain.tsx'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { usdtOf } from './words.ts'

export type From = NonNullable<Reply<typeof getPayoutLists>['data']['from']>

/** Of a demonstration's own network: those of TRON begin with T. */
const isSample = ({ address }: From) => !address.startsWith('T')

/** What pays, and has to be filled before it can. */
export const PayingAddress = ({ from }: { from: From }) => (
  <Sheet
    title="Paying address"
    aside={isSample(from) && <SampleLabel>Simulated</SampleLabel>}
    narrow
  >
    <div className="stack">
      <CopyText text={from.address} name="the address that pays">
        <Address>{from.address}</Address>
      </CopyText>
      <Explain
        lines={[
          {
            label: 'It has',
            note: 'when the chain was last read',
            amount: usdtOf(from.coins),
          },
        ]}
      />
      <p className="small">
        USDT arrives at people’s own addresses, which pay nobody: it must be moved here from them,
        by your signer, before it can be paid.
      </p>
    </div>
  </Sheet>
)

export const NoUsdt = () => (
  <Empty>
    The firm pays out no USDT: it takes none, or two administrators have not compared its account
    with their signers under <Link to="/admin/wallet">Wallets for coins</Link> yet. Until then
    withdrawals to addresses on TRON are paid by hand, from{' '}
    <Link to="/admin/withdrawals?work=to-pay">To pay out</Link>.
  </Empty>
)
