import type { User } from '../../contract/user.ts'
import { centsOf } from '../ui/amount.ts'
import { Note } from '../ui/states.tsx'
import { Balance } from './balance.tsx'
import { OwnRequests } from './own-requests.tsx'
import { PageHead } from './page-head.tsx'
import { AccountTransferForm, WalletTransferForm } from './transfer-forms.tsx'
import { TransferOutcome, useTransfer } from './transfer-outcome.tsx'
import { WithMe } from './with-me.tsx'
import { titled } from '../seo.ts'

export const meta = titled('Request Withdrawal')

export default function Transfer() {
  return (
    <>
      <PageHead title="Request Withdrawal" />
      <WithMe>{(me) => <Requesting me={me} />}</WithMe>
    </>
  )
}

function Requesting({ me }: { me: User }) {
  const transfer = useTransfer(me)
  const balance = centsOf(me.accountBalance)
  return (
    <>
      <Balance cents={balance} size="middle" />
      {me.status === 'frozen' && <Note>This account is frozen: money cannot leave it. Staff can lift this.</Note>}
      <div className="columns">
        <WalletTransferForm balance={balance} transfer={transfer} />
        <AccountTransferForm balance={balance} transfer={transfer} />
      </div>
      <OwnRequests />
      <TransferOutcome transfer={transfer} />
    </>
  )
}
