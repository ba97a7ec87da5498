import { Button } from '@mantine/core'
import type { BankEntry } from '../../../contract/receipt.ts'
import { useWorkItemsOf } from '../../api/staff-work.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from '../admin.module.css'
import { ByWhom } from '../proposed.tsx'
import { useStaff } from '../staff.ts'
import { HoldingOf } from '../work/holding.tsx'
import { UserLink } from '../way-back.tsx'
import type { Recording } from './record.tsx'
import { accountNames, kindNames, statusWords, stepWords } from './words.ts'

type EntryProps = {
  entry: BankEntry
  onRecord(recording: Recording): void
}

/** One entry, and what can be done with it. */
export function Entry({ entry, onRecord }: EntryProps) {
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
        {entry.status === 'suspense' && <Suspended id={entry.id} />}
      </div>
      <Actions entry={entry} onRecord={onRecord} />
    </li>
  )
}

/** Whose work it is to find out whose it is. */
function Suspended({ id }: { id: string }) {
  return <HoldingOf item={useWorkItemsOf('receipts').get(id)} />
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

/** Who agreed to it: its reason stands behind the first of the two. */
function History({ entry }: { entry: BankEntry }) {
  const { firstAt, firstBy, reason, bookedAt, bookedBy, step } = entry
  return (
    <>
      <p className="caption">
        Agreed to by <ByWhom by={firstBy.fullName} at={firstAt} reason={reason} />, and booked by{' '}
        <ByWhom by={bookedBy.fullName} at={bookedAt} />
      </p>
      {step && <p className="caption">{stepWords[step]}</p>}
    </>
  )
}

function Actions({ entry, onRecord }: EntryProps) {
  const staff = useStaff()
  const { status, user, kind } = entry
  if (!staff.may('book-money') || staff.id === user?.id) return null
  const small = { variant: 'default', size: 'compact-sm' } as const
  const about = `${usd(entry.amount)}, ${entry.reference ?? kindNames[kind]}`
  // Two things are never proposed of one receipt.
  if (entry.step || kind !== 'receipt' || (status !== 'suspense' && status !== 'booked'))
    return null
  const does = (what: 'assignment' | 'return' | 'reversal', word: string) => (
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
      {does('reversal', 'Bank reversed it…')}
    </div>
  )
}
