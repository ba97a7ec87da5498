import type { User } from '../../../contract/user.ts'
import { centsOf } from '../../ui/amount.ts'
import { Balance } from '../balance.tsx'
import { FrozenNote } from '../frozen-note.tsx'
import { VerifyNote } from '../verify-note.tsx'
import { OwnRequests } from './own-requests.tsx'
import { PageHead } from '../../account/page-head.tsx'
import { BankTransferForm } from './bank-form.tsx'
import { AccountTransferForm, WalletTransferForm } from './forms.tsx'
import { TransferOutcome, useTransfer } from './outcome.tsx'
import { TransferReview } from './review.tsx'
import { SavedDestinations } from './saved.tsx'
import { WithMe } from '../with-me.tsx'
import { titled } from '../../seo.ts'

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
  const common = { balance: centsOf(me.accountBalance), frozen: me.status === 'frozen', transfer }
  return (
    <>
      <FrozenNote me={me} />
      <VerifyNote me={me} />
      <Balance cents={common.balance} size="middle" />
      <div className="columns">
        <BankTransferForm {...common} me={me} />
        <div className="stack">
          <WalletTransferForm {...common} />
          <AccountTransferForm {...common} own={me.accountId} />
        </div>
      </div>
      <p className="small">
        Money goes to your own account at a bank, to a wallet or to an account on this platform.
        Withdrawals to a card or to somebody else’s bank account are not offered.
      </p>
      <OwnRequests />
      <SavedDestinations frozen={common.frozen} me={me} />
      <TransferReview transfer={transfer} />
      <TransferOutcome transfer={transfer} />
    </>
  )
}
