import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { User } from '../../../contract/user.ts'
import type { Withdrawal } from '../../../contract/withdrawal.ts'
import { isPaidOut } from '../../../contract/withdrawal-types.ts'
import { dollarsFromCents, type Cents } from '../../../lib/money.ts'
import { useRequestWithdrawalMutation } from '../../api/withdrawals.ts'
import { fieldProblems } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { Explain } from '../../ui/explain.tsx'
import { LimitLink } from '../limit-link.tsx'
import { SaveForNextTime } from './save-for-next-time.tsx'
import { destinationOf, requestPath } from '../../account/withdrawal-words.ts'

/** `destinationId` where it was chosen from what is saved. */
type AtBank = { type: 'bank_account'; bankName: string; bankNumber: string; note?: string }
export type Destination = { destinationId?: string } & (
  | { type: 'bank_transfer'; bankName: string; bankNumber: string }
  | AtBank
  | { type: 'tradehub_transfer'; recipientAccountId: string; note?: string }
)

/** What is wrong with single fields of the form, or null when the request was submitted. */
type Problems = Record<string, string> | null
type Asked = { destination: Destination; cents: Cents; answer(problems: Problems): void }

/** `code`: which refusal it was. */
type Outcome = { submitted: Withdrawal } | Problem

/** `hint`: what is known, and what to do, where no answer came. */
type Problem = { problem: string; hint: string | undefined; code: string | undefined }

/** One request at a time from any of the forms: asked, reviewed, sent, and how it ended. */
export function useTransfer(me: User) {
  const [request] = useRequestWithdrawalMutation()
  const { send, busy } = useSend(request)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  /** Shows it once more. Answers when it was sent or taken back, which leaves the form as it is. */
  const ask = (destination: Destination, cents: Cents): Promise<Problems> =>
    new Promise((answer) => setAsked({ destination, cents, answer }))

  function close(problems: Problems): void {
    asked?.answer(problems)
    setAsked(null)
  }

  async function confirm(): Promise<void> {
    if (!asked) return
    const problems = await submit(asked.destination, asked.cents)
    if (problems !== undefined) close(problems)
  }

  /** Undefined where one is under way already. */
  async function submit(destination: Destination, cents: Cents): Promise<Problems | undefined> {
    const result = await send({ ...destination, userId: me.id, amount: dollarsFromCents(cents) })
    if (!result) return undefined
    if (result.data) {
      setOutcome({ submitted: result.data.data.withdrawal })
      return null
    }
    const { data, error } = result.failure
    const problem = data?.message || 'Failed to submit withdrawal request. Please try again.'
    setOutcome({ problem, hint: data?.message ? undefined : error, code: data?.code })
    // What is held back is the destination, and the sentence stays there when the dialog is closed.
    if (data?.code === 'destination_on_hold')
      return {
        [isPaidOut(destination.type) ? 'bankNumber' : 'recipientAccountId']: problem,
      }
    return fieldProblems(result.failure)
  }

  return {
    ask,
    asked,
    confirm: () => void confirm(),
    goBack: () => close({}),
    busy,
    outcome,
    dismiss: () => setOutcome(null),
  }
}

export type Transfer = ReturnType<typeof useTransfer>

export function TransferOutcome({ transfer: { outcome, dismiss } }: { transfer: Transfer }) {
  // What is shown while the dialog fades out.
  const [last, setLast] = useState(outcome)
  if (outcome && outcome !== last) setLast(outcome)
  return (
    <Dialog
      title={last && 'submitted' in last ? 'Request Submitted!' : 'Request Failed'}
      open={outcome !== null}
      onClose={dismiss}
    >
      {last &&
        ('submitted' in last ? <Submitted withdrawal={last.submitted} /> : <Failed {...last} />)}
      <DialogButtons>
        <Button onClick={dismiss}>Close</Button>
      </DialogButtons>
    </Dialog>
  )
}

function Submitted({ withdrawal }: { withdrawal: Withdrawal }) {
  return (
    <>
      <Explain
        lines={[
          { label: 'Amount', amount: usd(withdrawal.amount) },
          { label: 'To', amount: destinationOf(withdrawal) },
          { label: 'Fee', amount: 'No fee from us' },
          { label: 'Status', amount: <Badge state="pending">Pending Admin Approval</Badge> },
        ]}
      />
      <p className="small">
        The amount has left your balance and is held in your name until a person has reviewed the
        request. Until then you can cancel it.{' '}
        <Link to={requestPath(withdrawal._id)}>Open this request</Link>
      </p>
      <SaveForNextTime withdrawal={withdrawal} />
    </>
  )
}

function Failed({ problem, hint, code }: Problem) {
  return (
    <>
      <p>
        <span>{problem}</span> <LimitLink code={code} />
      </p>
      {hint && <p className="small">{hint}</p>}
      <p className="small">What you typed is still in the form.</p>
    </>
  )
}
