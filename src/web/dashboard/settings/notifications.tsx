import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { onlyForStaff, type MailChoices } from '../../../contract/mail-choices.ts'
import {
  topicsOfBell,
  type NotificationChoices,
  type NotificationTopic,
} from '../../../contract/notifications.ts'
import {
  useChangeMailChoicesMutation,
  useChangeNotificationChoicesMutation,
  useMailChoicesQuery,
  useNotificationChoicesQuery,
} from '../../api/choices.ts'
import { useMeQuery } from '../../api/identity.ts'
import { failureText } from '../../api/failure.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Waiting } from '../../ui/states.tsx'
import { toastBad } from '../../ui/toast.tsx'
import styles from './notifications.module.css'

const topics: { topic: keyof MailChoices; label: string }[] = [
  { topic: 'deposit-received', label: 'Money was credited to my balance' },
  { topic: 'investment-opened', label: 'An investment was opened' },
  { topic: 'investment-matured', label: 'An investment has matured' },
  { topic: 'withdrawal-decided', label: 'A withdrawal was approved, rejected or returned' },
  { topic: 'withdrawal-paid', label: 'A withdrawal was paid' },
  { topic: 'day-proof', label: 'The proof of what the firm owes was published, each day' },
  { topic: 'work-waiting', label: 'Something waits for my decision, each morning' },
]

/** No choice, but told here: who looks for them finds that they are always told. */
const always = [
  { label: 'A withdrawal was requested', inApp: 'Never' },
  { label: 'Our staff changed something in my account', inApp: 'Always' },
  { label: 'My sign-in, or what protects my account, changed', inApp: 'Always' },
]

export function NotificationSettings() {
  return (
    <Sheet title="Notifications" narrow>
      <Choices />
    </Sheet>
  )
}

/** Each counts as soon as it is switched. */
function Choices() {
  const isStaff = useMeQuery().data?.data.user.capabilities.includes('work-here') === true
  const mails = useMailChoicesQuery()
  const told = useNotificationChoicesQuery()
  const [changeMails] = useChangeMailChoicesMutation()
  const [changeTold] = useChangeNotificationChoicesMutation()
  if (mails.data && told.data)
    return (
      <Table
        isStaff={isStaff}
        mails={mails.data.data.mails}
        told={told.data.data.notifications}
        onMail={(choice) => changeMails(choice).unwrap().catch(complain)}
        onTold={(choice) => changeTold(choice).unwrap().catch(complain)}
      />
    )
  const failed = [mails, told].find(({ data, error }) => error && !data)
  return failed ? <LoadFailed what="your choices" {...failed} /> : <Waiting />
}

const complain = (failure: unknown) =>
  toastBad(failureText(failure, 'This choice could not be saved. Nothing was changed.'))

type TableProps = {
  isStaff: boolean
  mails: MailChoices
  told: NotificationChoices
  onMail(choice: Partial<MailChoices>): void
  onTold(choice: Partial<NotificationChoices>): void
}

const isOfBell = (topic: string): topic is NotificationTopic =>
  (topicsOfBell as readonly string[]).includes(topic)

function Table({ isStaff, mails, told, onMail, onTold }: TableProps) {
  const shown = topics.filter(({ topic }) => isStaff || !onlyForStaff.includes(topic))
  return (
    <>
      <table className={styles.choices}>
        <thead>
          <tr>
            <th scope="col">Tell me when</th>
            <th scope="col">Email</th>
            <th scope="col">In the app</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ topic, label }) => (
            <Row key={topic} label={label}>
              <Choice
                name={`${label}: by email`}
                isOn={mails[topic]}
                onChoose={(isOn) => onMail({ [topic]: isOn })}
              />
              {isOfBell(topic) ? (
                <Choice
                  name={`${label}: in the app`}
                  isOn={told[topic]}
                  onChoose={(isOn) => onTold({ [topic]: isOn })}
                />
              ) : (
                <td>Never</td>
              )}
            </Row>
          ))}
          {always.map(({ label, inApp }) => (
            <Row key={label} label={label}>
              <td>Always</td>
              <td>{inApp}</td>
            </Row>
          ))}
        </tbody>
      </table>
      <p className={`caption ${styles.rules}`}>
        Changes apply at once. You’re always notified of withdrawal requests, changes by our staff,
        and changes to your account’s protection. The bell doesn’t repeat what you did yourself.
      </p>
    </>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {children}
    </tr>
  )
}

type ChoiceProps = { name: string; isOn: boolean; onChoose(isOn: boolean): void }

function Choice({ name, isOn, onChoose }: ChoiceProps) {
  return (
    <td>
      <Checkbox
        className={styles.choice}
        label={<span className="hide">{name}</span>}
        checked={isOn}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
    </td>
  )
}
