import { Button } from '@mantine/core'
import type { BankEntry } from '../../../contract/receipt.ts'
import { useApproveBankEntryMutation, useRefuseBankEntryMutation } from '../../api/receipts.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from '../admin.module.css'
import { ByWhom, DecideButtons, refusalOf } from '../proposed.tsx'
import { Decide, type SecondDecision } from '../second-decision.tsx'
import { useStaff } from '../staff.ts'
import { UserLink } from '../way-back.tsx'
import type { Recording } from './record.tsx'
import { accountNames, effects, kindNames, statusWords, stepWords } from './words.ts'

type EntryProps = {
  entry: BankEntry
  onDecide(what: SecondDecision): void
  onRecord(recording: Recording): void
}

/** One entry, and what can be done with it. */
export function Entry({ entry, onDecide, onRecord }: EntryProps) {
  const [state, word] = statusWords[entry.status]
  return (
    <li className={styles.waiting}>
      <div>
        <p>
          <Badge state={state}>{word}</Badge> {kindNames[entry.kind]} of{' '}
          <ins>{usd(entry.amount)}</ins>{' '}
          {entry.user && (
            <>
              of <UserLink userId={entry.user.id}>{entry.user.fullName}</UserLink>
            </>
          )}
        </p>
        <Particulars entry={entry} />
        <History entry={entry} />
      </div>
      <Actions entry={entry} onDecide={onDecide} onRecord={onRecord} />
    </li>
  )
}

/** What the bank's statement says of it. */
function Particulars({ entry }: { entry: BankEntry }) {
  const { reference, valueDate, account, payerText, payerAccount } = entry
  const said = [
    reference && `Reference ${reference}`,
    valueDate && `value date ${valueDate}`,
    accountNames[account],
    payerText && `“${payerText}”`,
    payerAccount && `account ${payerAccount}`,
  ].filter(Boolean)
  return <p className={styles.change}>{said.join(', ')}</p>
}

/** Who said and did what about it: each reason stands behind whose it is. */
function History({ entry }: { entry: BankEntry }) {
  const { proposedAt, proposedBy, reason, decidedAt, decidedBy, refusalReason, step } = entry
  return (
    <>
      <p className="caption">
        Recorded by <ByWhom by={proposedBy.fullName} at={proposedAt} reason={reason} />
        {decidedBy && decidedAt && (
          <>
            ; decided by <ByWhom by={decidedBy.fullName} at={decidedAt} />
          </>
        )}
        {refusalReason && `: “${refusalReason}”`}
      </p>
      {step && <p className="caption">{stepWords[step]}</p>}
    </>
  )
}

function Actions({ entry, onDecide, onRecord }: EntryProps) {
  const staff = useStaff()
  const { status, proposedBy, user, kind } = entry
  if (!staff.mayChange || staff.id === user?.id) return null
  const small = { variant: 'default', size: 'compact-sm' } as const
  const about = `${usd(entry.amount)}, ${entry.reference ?? kindNames[kind]}`
  if (status === 'proposed')
    return <DecideButtons isOwn={staff.id === proposedBy.id} about={about} onDecide={onDecide} />
  // Two things are never proposed of one receipt.
  if (entry.step || kind !== 'receipt' || (status !== 'suspense' && status !== 'booked'))
    return null
  const does = (what: 'assignment' | 'return' | 'undoing', word: string) => (
    <Button
      {...small}
      aria-label={`${word} ${about}`}
      onClick={() => onRecord({ what, receipt: entry })}
    >
      {word}
    </Button>
  )
  return (
    <div className="row">
      {status === 'suspense' && user === null && does('assignment', 'Assign')}
      {status === 'suspense' && does('return', 'Send back')}
      {does('undoing', 'Taken back')}
    </div>
  )
}

type DecideEntryProps = { entry: BankEntry; what: SecondDecision; onClose(): void }

export function DecideEntry({ entry, what, onClose }: DecideEntryProps) {
  const [approve] = useApproveBankEntryMutation()
  const [refuse] = useRefuseBankEntryMutation()
  const { id, amount, reference, kind, user, proposedBy } = entry
  const isOwn = useStaff().id === proposedBy.id
  return (
    <Decide
      what={what}
      noun="entry"
      refusal={refusalOf(isOwn)}
      fullName={user?.fullName ?? 'staff'}
      approving={
        <>
          <p>
            {kindNames[kind]} of {usd(amount)}
            {user && ` of ${user.fullName}`}. Compare it with the bank’s statement:
          </p>
          <Particulars entry={entry} />
          <p className="small">{effects[kind]}</p>
        </>
      }
      refusing="Nothing is booked, and the reference can be recorded again."
      decide={(reason) =>
        reason === null ? approve({ id, amount, reference }) : refuse({ id, reason })
      }
      failed="The decision could not be recorded. Please try again."
      onClose={onClose}
    />
  )
}
