import { Link } from 'react-router'
import type { Withdrawal } from '../../../contract/withdrawal.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonLook } from '../../ui/link-button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { CancelRequest } from './cancel-request.tsx'
import { pastOf, requestSteps } from './request-steps.ts'
import { badgeOf, destinationOf, ownWord, requestPath } from '../../account/withdrawal-words.ts'
import styles from './on-its-way.module.css'

/** Each request that is still open, with what happens to it now and what can be done: before anything new is asked for. */
export function OnItsWay({ requests }: { requests: readonly Withdrawal[] }) {
  return (
    <Sheet title="On its way">
      <ul className={styles.list} aria-label="On its way">
        {requests.map((request) => (
          <li key={request._id}>
            <One request={request} />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

function One({ request }: { request: Withdrawal }) {
  const { _id, amount, status } = request
  const now = requestSteps(request, pastOf(request)).find(({ state }) => state === 'now')
  return (
    <>
      <div className={styles.what}>
        <p>
          <strong className="num">{usd(amount)}</strong> to {destinationOf(request)}{' '}
          <Badge state={badgeOf(status)}>{ownWord(status)}</Badge>
        </p>
        {now && (
          <p className="small">
            {now.title}: {now.text}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <Link {...buttonLook('default')} data-size="compact-sm" to={requestPath(_id)}>
          Follow
          <span className="hide">
            {' '}
            {usd(amount)} to {destinationOf(request)}
          </span>
        </Link>
        <CancelRequest request={request} compact />
      </div>
    </>
  )
}
