import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AccessChange } from '../../contract/access-change.ts'
import {
  useApproveAccessChangeMutation,
  useOpenAccessChangesInfiniteQuery,
  useRefuseAccessChangeMutation,
} from '../api/access-changes.ts'
import { LoadFailed } from '../api/not-loaded.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Sheet } from '../ui/sheet.tsx'
import styles from './admin.module.css'
import { Decide, type SecondDecision } from './second-decision.tsx'
import { useStaff } from './staff.ts'
import { UserLink } from './way-back.tsx'
import { When } from './when.tsx'

/** Changes of how people get in that wait for a second person or for their time; nothing where there is none. */
export function OpenAccessChanges({ userId }: { userId?: string }) {
  const { data, ...answer } = useOpenAccessChangesInfiniteQuery(
    userId === undefined ? {} : { userId },
  )
  const [asked, ask] = useState<{ change: AccessChange; what: SecondDecision } | null>(null)
  if (answer.error && !data) return <LoadFailed what="sign-in changes" {...answer} />
  const open = data?.pages.flatMap((page) => page.data.accessChanges) ?? []
  if (open.length === 0) return null
  return (
    <Sheet title="Sign-in changes waiting" lit>
      <ul className={styles.notes}>
        {open.map((change) => (
          <Open
            key={change.id}
            change={change}
            named={userId === undefined}
            onAsk={(what) => ask({ change, what })}
          />
        ))}
      </ul>
      <LoadMore {...answer} />
      {asked && (
        <DecideChange
          key={`${asked.change.id} ${asked.what}`}
          {...asked}
          onClose={() => ask(null)}
        />
      )}
    </Sheet>
  )
}

type OpenProps = { change: AccessChange; named: boolean; onAsk(what: SecondDecision): void }

function Open({ change, named, onAsk }: OpenProps) {
  const { user, status, reason, hostile, proposedAt, proposedBy, proposedById } = change
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
        <p>
          <ins>{accessWords(change)}</ins>
          {hostile && ', reported as someone else’s'}
        </p>
        <p className="caption">
          Proposed by {proposedBy ?? 'staff'}, <When at={proposedAt} />
          {reason && `: “${reason}”`}
        </p>
        {status === 'waiting' && <Waits change={change} />}
      </div>
      {staff.may('change-sign-ins') && staff.id !== user.id && (
        <div className="row">
          {status === 'proposed' && !isOwn && (
            <Button variant="default" size="compact-sm" onClick={() => onAsk('approve')}>
              Approve
            </Button>
          )}
          <Button variant="default" size="compact-sm" data-danger onClick={() => onAsk('refuse')}>
            {refusalWord(change, isOwn)}
          </Button>
        </div>
      )}
    </li>
  )
}

const refusalWord = ({ status }: AccessChange, isOwn: boolean) =>
  status === 'waiting' ? 'Stop' : isOwn ? 'Withdraw' : 'Reject'

/** Approved, and until when it can be stopped. */
function Waits({
  change: { what, confirmed, approvedBy, takesEffectAt },
}: {
  change: AccessChange
}) {
  return (
    <p className="caption">
      Approved by {approvedBy ?? 'staff'}. Takes effect{' '}
      {takesEffectAt && <When at={takesEffectAt} />} at the earliest
      {what === 'email' &&
        (confirmed ? '; its owner has confirmed it' : ', once its owner has confirmed it')}
      .
    </p>
  )
}

type DecideChangeProps = { change: AccessChange; what: SecondDecision; onClose(): void }

function DecideChange({ change, what, onClose }: DecideChangeProps) {
  const [approve] = useApproveAccessChangeMutation()
  const [refuse] = useRefuseAccessChangeMutation()
  const { id, user, proposedBy, proposedById } = change
  const isOwn = useStaff().id === proposedById
  return (
    <Decide
      what={what}
      noun="change"
      refusal={refusalWord(change, isOwn)}
      fullName={user.fullName}
      approving={
        <>
          <p>
            {accessWords(change)}, in your name and that of {proposedBy ?? 'a colleague'};{' '}
            <bdi>{user.fullName}</bdi> sees both. Are you sure who asked for it?
          </p>
          <p className="small">
            A live firm waits a day, during which anyone who was told can stop it. Then all sessions
            end.
          </p>
        </>
      }
      refusing={`${accessWords(change)}: this will not be done, and nothing changes.`}
      decide={(reason) => (reason === null ? approve(id) : refuse({ id, reason }))}
      failed="The decision could not be recorded. Please try again."
      onClose={onClose}
    />
  )
}

/** What it changes, in few words. */
function accessWords({
  what,
  email,
  passkeyName,
}: Pick<AccessChange, 'what' | 'email' | 'passkeyName'>): string {
  if (what === 'email') return `Email to become ${email}`
  return what === 'app'
    ? 'Authenticator app to be removed'
    : `Passkey “${passkeyName}” to be removed`
}
