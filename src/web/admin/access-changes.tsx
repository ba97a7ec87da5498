import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AccessChange } from '../../contract/access-change.ts'
import { useApproveAccessChangeMutation, useOpenAccessChangesInfiniteQuery, useRefuseAccessChangeMutation } from '../api/access-changes.ts'
import { failureText, statusOf } from '../api/failure.ts'
import { useSend } from '../api/use-send.ts'
import { showDateTime } from '../ui/dates.ts'
import { Question } from '../ui/dialog.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { LoadProblem } from '../ui/states.tsx'
import { toastBad, toastGood } from '../ui/toast.tsx'
import { accessWords } from './access-words.ts'
import styles from './admin.module.css'
import { useStaff } from './staff.ts'

type What = 'approve' | 'refuse'

/** Changes of how people get in that wait for a second administrator or for their time; nothing where there is none. */
export function OpenAccessChanges({ userId }: { userId?: string }) {
  const { data, error, isFetching, refetch, ...more } = useOpenAccessChangesInfiniteQuery(userId === undefined ? {} : { userId })
  const [asked, ask] = useState<{ change: AccessChange; what: What } | null>(null)
  if (error && !data) return <LoadProblem title={`Error loading changes of access: ${failureText(error, 'Unknown error')}`} status={statusOf(error)} onRetry={refetch} busy={isFetching} />
  const open = data?.pages.flatMap((page) => page.data.accessChanges) ?? []
  if (open.length === 0) return null
  return (
    <Sheet title="Changes of sign-in that wait" lit>
      <ul className={styles.notes}>
        {open.map((change) => <Open key={change.id} change={change} named={userId === undefined} onAsk={(what) => ask({ change, what })} />)}
      </ul>
      <LoadMore {...more} />
      {asked && <Decide key={`${asked.change.id} ${asked.what}`} {...asked} onClose={() => ask(null)} />}
    </Sheet>
  )
}

type OpenProps = { change: AccessChange; named: boolean; onAsk(what: What): void }

function Open({ change, named, onAsk }: OpenProps) {
  const { user, status, reason, hostile, proposedAt, proposedBy, proposedById } = change
  const staff = useStaff()
  const isOwn = staff.id === proposedById
  return (
    <li className={styles.waiting}>
      <div>
        {named && <p><Link to={`/admin/users/${user.id}`}>{user.fullName}</Link></p>}
        <p><ins>{accessWords(change)}</ins>{hostile && ', said to be somebody else’s'}</p>
        <p className="caption">
          Proposed by {proposedBy ?? 'staff'}, <time dateTime={proposedAt}>{showDateTime(proposedAt)}</time>{reason && `: “${reason}”`}
        </p>
        {status === 'waiting' && <Waits change={change} />}
      </div>
      {staff.mayChange && staff.id !== user.id && (
        <div className="row">
          {status === 'proposed' && !isOwn && <Button variant="default" size="compact-sm" onClick={() => onAsk('approve')}>Approve</Button>}
          <Button variant="default" size="compact-sm" data-danger onClick={() => onAsk('refuse')}>{refusalWord(change, isOwn)}</Button>
        </div>
      )}
    </li>
  )
}

const refusalWord = ({ status }: AccessChange, isOwn: boolean) => (status === 'waiting' ? 'Stop' : isOwn ? 'Withdraw' : 'Reject')

/** Approved, and until when it can be stopped. */
function Waits({ change: { what, confirmed, approvedBy, takesEffectAt } }: { change: AccessChange }) {
  return (
    <p className="caption">
      Approved by {approvedBy ?? 'staff'}. Takes effect {takesEffectAt && <time dateTime={takesEffectAt}>{showDateTime(takesEffectAt)}</time>} at the earliest
      {what === 'email' && (confirmed ? '; its owner has confirmed it' : ', once its owner has confirmed it')}.
    </p>
  )
}

function Decide({ change, what, onClose }: { change: AccessChange; what: What; onClose(): void }) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { decide, busy } = useDecide(change, onClose)
  const word = refusalWord(change, useStaff().id === change.proposedById)
  if (what === 'approve') {
    return (
      <Question title="Approve this change?" open onClose={onClose} confirm="Approve" busyText="Processing..." busy={busy} onConfirm={() => void decide(null)}>
        <p>{accessWords(change)}, in your name and that of {change.proposedBy ?? 'whoever proposed it'}; {change.user.fullName} sees both. Are you sure who asked for it?</p>
        <p className="small">A live firm waits a day, in which whoever is told can stop it. Then all sessions end.</p>
      </Question>
    )
  }
  const confirm = () => (reason.trim() === '' ? setProblem('Please enter a reason') : void decide(reason.trim()))
  return (
    <Question title={`${word} this change?`} open onClose={onClose} confirm={word} busyText="Processing..." busy={busy} danger onConfirm={confirm}>
      <p>{accessWords(change)}: it is not made, and everything stays as it is.</p>
      <TextInput label={`Reason, shown to ${change.user.fullName}`} required data-autofocus maxLength={500} value={reason} error={problem} onChange={(event) => setReason(event.currentTarget.value)} />
    </Question>
  )
}

/** Without a reason it is approved. */
function useDecide({ id }: AccessChange, onClose: () => void) {
  const [approve] = useApproveAccessChangeMutation()
  const [refuse] = useRefuseAccessChangeMutation()
  const { send, busy } = useSend((reason: string | null) => (reason === null ? approve(id) : refuse({ id, reason })))
  async function decide(reason: string | null) {
    const outcome = await send(reason)
    if (!outcome) return
    if (outcome.failure) toastBad(failureText(outcome.failure, 'This could not be decided. Please try again.'))
    else toastGood(outcome.data.message)
    onClose()
  }
  return { decide, busy }
}
