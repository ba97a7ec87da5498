import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { getRequestByLink } from '../../../contract/mailed-acts.ts'
import { isFailure } from '../../api/failure.ts'
import { useCancelByLinkMutation, useRequestByLinkQuery } from '../../api/mailed-acts.ts'
import type { Reply } from '../../api/request.ts'
import { unlisted } from '../../seo.ts'
import { Address } from '../../ui/address.tsx'
import { usd } from '../../ui/amount.ts'
import { LoadProblem } from '../../ui/states.tsx'
import styles from './form.module.css'
import { MailedLink } from './mailed-link.tsx'

export const meta = unlisted('Cancel this request')
export const handle = { secretAddress: true }

const next = <Link to="/dashboard/transfer">See your requests</Link>

export default function CancelRequest() {
  const [use] = useCancelByLinkMutation()
  return (
    <MailedLink
      path="/cancel-request"
      title="Cancel this request"
      label="Cancel this request"
      busyLabel="Cancelling..."
      use={use}
      next={next}
      says={(token, button) => <Says token={token} button={button} />}
      ended={{
        says: 'Nothing was changed. While a request is pending, you can also cancel it after logging in.',
        next,
        over: ['not_pending'],
      }}
    />
  )
}

/** What the press does, before it is pressed; in short until it is known of which request. A link that has ended says so when it is pressed, as all others do. */
function Says({ token, button }: { token: string; button: ReactNode }) {
  const answer = useRequestByLinkQuery(token)
  return (
    <>
      <Words {...answer} />
      {/* Nothing moves from under a finger: what is above it comes first. */}
      <fieldset className={styles.waits} disabled={answer.isLoading}>
        {button}
      </fieldset>
    </>
  )
}

function Words({ data, error, isFetching, refetch }: ReturnType<typeof useRequestByLinkQuery>) {
  if (data) return <About {...data.data.request} />
  if (!error || (isFailure(error) && error.data?.code === 'link_ended'))
    return <p className="small">This cancels the withdrawal that our email told you about.</p>
  return (
    <LoadProblem
      title="The request could not be loaded. Nothing was changed."
      onRetry={refetch}
      busy={isFetching}
    />
  )
}

type Request = Reply<typeof getRequestByLink>['data']['request']

function About({ amount, bankName, bankNumber, recipientAccountId }: Request) {
  return (
    <>
      <p>
        This cancels your withdrawal of {usd(amount)} to {bankName ?? recipientAccountId}. The
        amount returns to your balance at once, and nothing is sent.
      </p>
      {bankNumber !== null && (
        <p className="small">
          <Address>{bankNumber}</Address>
        </p>
      )}
    </>
  )
}
