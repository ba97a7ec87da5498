import { Link } from 'react-router'
import type { Withdrawal } from '../../../contract/withdrawal.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonLook } from '../../ui/link-button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { CancelRequest } from './cancel-request.tsx'
import { pastOf, requestSteps } from './request-steps.ts'
import {
  badgeOf,
  destinationOf,
  ownWord,
  placeOf,
  requestPath,
} from '../../account/withdrawal-words.ts'
import styles from './on-its-way.module.css'

/** More would push away what the page is for. */
const shown = 2

/** Each request that is still open, with what happens to it now and what can be done: before anything new is asked for. */
export function OnItsWay({ requests }: { requests: readonly Withdrawal[] }) {
  const [first, more] = [requests.slice(0, shown), requests.slice(shown)]
  return (
    <Sheet title={requests.length === 1 ? 'On its way' : `${requests.length} on their way`}>
      <List requests={first} label="On its way" />
      {more.length > 0 && (
        <details>
          <summary>{more.length} more</summary>
          <List requests={more} label="Also on its way" />
        </details>
      )}
    </Sheet>
  )
}

const List = ({ requests, label }: { requests: readonly Withdrawal[]; label: string }) => (
  <ul className={styles.list} aria-label={label}>
    {requests.map((request) => (
      <li key={request._id}>
        <One request={request} />
      </li>
    ))}
  </ul>
)

function One({ request }: { request: Withdrawal }) {
  const { _id, amount, status } = request
  const now = requestSteps(request, pastOf(request)).find(({ state }) => state === 'now')
  return (
    <>
      <div className={styles.what}>
        <p>
          <strong className="num">{usd(amount)}</strong> to {placeOf(request)}{' '}
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
