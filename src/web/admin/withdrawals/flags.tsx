/** What stands out about a request, wherever one may approve it. */
import { Checkbox } from '@mantine/core'
import {
  lookGrades,
  type QueuedWithdrawal,
  type WithdrawalDetails,
  type WithdrawalLook,
} from '../../../contract/withdrawal.ts'
import { useWithdrawalQuery } from '../../api/staff-withdrawals.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/states.tsx'
import styles from './withdrawals.module.css'

/** Short enough for a row; the page of one request says each in a sentence. */
const flagWords: Record<WithdrawalLook, string> = {
  account_frozen: 'Frozen',
  law_check: 'Check goes on',
  recipient_closed: 'Recipient closed',
  refused_for_good: 'Refused for good',
  security_changed: 'Sign-in changed',
  contract_address: 'A contract',
  address_of_another: 'Address of another',
  holder_differs: 'Another holder',
  renamed: 'Name changed',
  verification_decided: 'Verification decided',
  first_withdrawal: 'First payout',
  new_address: 'New address',
  most_of_balance: 'Most of the balance',
  above_usual: 'Above the usual',
}

/** `brief`: how many there are, where there is no room for the words. */
export function Flags({
  looks,
  brief = false,
}: {
  looks: readonly WithdrawalLook[]
  brief?: boolean
}) {
  if (looks.length === 0) return null
  const all = looks.map((look) => flagWords[look]).join(', ')
  return (
    <ul className={styles.flags} aria-label="Flags" title={all} data-brief={brief || undefined}>
      {looks.map((look) => (
        <li key={look} className={styles.flag} data-grade={lookGrades[look]}>
          <Icon name={lookGrades[look] === 'stops' ? 'stop' : 'warn'} />
          {lookGrades[look] === 'stops' && <span className="hide">Stops: </span>}
          {flagWords[look]}
        </li>
      ))}
      {(brief || looks.length > 1) && (
        <li className={styles.others} aria-hidden="true">
          {brief ? <Icon name="warn" /> : '+'}
          {brief ? looks.length : looks.length - 1}
        </li>
      )}
    </ul>
  )
}

/** In sentences as soon as they are known, and what the row says until then. */
export function useLooks({ _id, looks }: Pick<QueuedWithdrawal, '_id' | 'looks'>) {
  const { data } = useWithdrawalQuery(_id)
  return data?.data.looks ?? looks.map((code) => ({ code, text: `${flagWords[code]}.` }))
}

export function Looks({ looks }: Pick<WithdrawalDetails, 'looks'>) {
  return (
    <Note>
      <strong>Check before approving</strong>
      <ul className={styles.looks}>
        {looks.map(({ code, text }) => (
          <li key={code}>
            {lookGrades[code] === 'stops' && <strong>Stops: </strong>}
            {text}
          </li>
        ))}
      </ul>
    </Note>
  )
}

type LookedAtProps = Pick<WithdrawalDetails, 'looks'> & {
  checked: boolean
  onCheck(isChecked: boolean): void
  first?: boolean
}

/** What stands out, with the tick that it was looked at, without which nobody approves it; nothing where nothing stands out. */
export function LookedAt({ looks, checked, onCheck, first }: LookedAtProps) {
  if (looks.length === 0) return null
  const isStopping = looks.some(({ code }) => lookGrades[code] === 'stops')
  return (
    <>
      <Looks looks={looks} />
      <Checkbox
        label={
          isStopping ? 'I have looked at this, and it can go all the same' : 'I have looked at this'
        }
        data-autofocus={first || undefined}
        checked={checked}
        onChange={({ currentTarget }) => onCheck(currentTarget.checked)}
      />
    </>
  )
}
