import { useState } from 'react'
import type { User } from '../../../contract/user.ts'
import { useDestinationsQuery } from '../../api/destinations.ts'
import { useOwnWithdrawalsInfiniteQuery } from '../../api/withdrawals.ts'
import { centsOf } from '../../ui/amount.ts'
import { Balance } from '../balance.tsx'
import { FrozenNote } from '../frozen-note.tsx'
import { VerifyNote } from '../verify-note.tsx'
import { OpenRequests, OwnRequests } from './own-requests.tsx'
import { PageHead } from '../../account/page-head.tsx'
import { TransferOutcome, useTransfer } from './outcome.tsx'
import { TransferReview } from './review.tsx'
import { SavedDestinations } from './saved.tsx'
import { SendMoney } from './send.tsx'
import { WithMe } from '../with-me.tsx'
import { Waiting } from '../../ui/states.tsx'
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

/** Drawn once all that stands above the form is known: nothing moves from under a finger. */
function Requesting({ me }: { me: User }) {
  const transfer = useTransfer(me)
  const answers = [useOwnWithdrawalsInfiniteQuery(), useDestinationsQuery()]
  const [isDrawn, draw] = useState(false)
  const isReady = isDrawn || answers.every(({ isLoading }) => !isLoading)
  if (isReady && !isDrawn) draw(true)
  if (!isReady) return <Waiting rows={8} />
  return (
    <>
      <FrozenNote me={me} />
      <VerifyNote me={me} />
      <Balance cents={centsOf(me.accountBalance)} size="middle" />
      <OpenRequests />
      <SendMoney me={me} transfer={transfer} />
      <p className="small">
        Money goes to your own account at a bank, to a wallet or to an account on this platform.
        Withdrawals to a card or to somebody else’s bank account are not offered.
      </p>
      <OwnRequests />
      <SavedDestinations frozen={me.status === 'frozen'} me={me} />
      <TransferReview transfer={transfer} />
      <TransferOutcome transfer={transfer} />
    </>
  )
}
