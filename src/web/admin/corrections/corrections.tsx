import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Correction } from '../../../contract/correction.ts'
import { wordFor } from '../../../contract/field-words.ts'
import { useWaitingCorrectionsInfiniteQuery } from '../../api/staff-corrections.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { usd } from '../../ui/amount.ts'
import { showDateTime } from '../../ui/dates.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import styles from '../admin.module.css'
import { DecideCorrection } from './decide.tsx'
import type { SecondDecision } from '../second-decision.tsx'
import { useStaff } from '../staff.ts'
import { UserLink } from '../way-back.tsx'

/** Corrections and credits that wait for a second administrator, of everybody or of one user. `none` is what stands here where none waits. */
export function WaitingCorrections({ userId, none }: { userId?: string; none?: ReactNode }) {
  const { data, ...answer } = useWaitingCorrectionsInfiniteQuery(
    userId === undefined ? {} : { userId },
  )
  const [asked, ask] = useState<{ correction: Correction; what: SecondDecision } | null>(null)
  if (answer.error && !data) return <LoadFailed what="corrections" {...answer} />
  const waiting = data?.pages.flatMap((page) => page.data.corrections) ?? []
  return (
    <>
      {waiting.length === 0 ? (
        data && none
      ) : (
        <Sheet title="Waiting for a second administrator" lit>
          <ul className={styles.notes}>
            {waiting.map((correction) => (
              <Waiting
                key={correction.id}
                correction={correction}
                named={userId !== correction.user.id}
                onAsk={(what) => ask({ correction, what })}
              />
            ))}
          </ul>
          <LoadMore {...answer} />
        </Sheet>
      )}
      {asked && (
        <DecideCorrection
          key={`${asked.correction.id} ${asked.what}`}
          {...asked}
          isGone={!waiting.some(({ id }) => id === asked.correction.id)}
          onClose={() => ask(null)}
        />
      )}
    </>
  )
}

type WaitingProps = { correction: Correction; named: boolean; onAsk(what: SecondDecision): void }

function Waiting({
  correction: { user, changes, amount, credit, reason, proposedAt, proposedBy, proposedById },
  named,
  onAsk,
}: WaitingProps) {
  const staff = useStaff()
  const isOwn = staff.id === proposedById
  return (
    <li className={styles.waiting}>
      <div>
        {named && (
          <p>
            <UserLink userId={user.id}>{user.fullName}</UserLink>
          </p>
        )}
        {credit && (
          <p>
            Referral bonus for{' '}
            <UserLink userId={credit.userId}>{credit.fullName ?? 'a friend'}</UserLink>:{' '}
            <ins>10% of {usd(credit.fundingAmount)}</ins>
          </p>
        )}
        <ul>
          {changes.map(({ field, from, to }) => (
            <li key={field}>
              {wordFor(field)}:{' '}
              {from && (
                <>
                  <del>{from}</del> <span aria-hidden="true">→</span>{' '}
                </>
              )}
              <ins>{to}</ins>
            </li>
          ))}
        </ul>
        <p className="caption">
          {amount > 0 && `${usd(amount)} to be ${credit ? 'credited' : 'posted'}. `}Proposed by{' '}
          {proposedBy ?? 'staff'}, <time dateTime={proposedAt}>{showDateTime(proposedAt)}</time>
          {reason && `: “${reason}”`}
        </p>
      </div>
      {staff.mayChange && staff.id !== user.id && staff.id !== credit?.userId && (
        <div className="row">
          {!isOwn && (
            <Button variant="default" size="compact-sm" onClick={() => onAsk('approve')}>
              Approve
            </Button>
          )}
          <Button variant="default" size="compact-sm" data-danger onClick={() => onAsk('refuse')}>
            {isOwn ? 'Withdraw' : 'Reject'}
          </Button>
        </div>
      )}
    </li>
  )
}
