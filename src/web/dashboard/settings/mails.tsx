import { Checkbox } from '@mantine/core'
import type { MailChoices } from '../../../contract/mail-choices.ts'
import { failureText, statusOf } from '../../api/failure.ts'
import { useChangeMailChoicesMutation, useMailChoicesQuery } from '../../api/identity.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { LoadProblem, Waiting } from '../../ui/states.tsx'
import { toastBad } from '../../ui/toast.tsx'
import styles from './settings.module.css'

const topics: { topic: keyof MailChoices; label: string }[] = [
  { topic: 'deposit-received', label: 'Money was credited to my balance' },
  { topic: 'investment-opened', label: 'An investment was opened' },
  { topic: 'investment-matured', label: 'An investment has matured' },
  { topic: 'withdrawal-requested', label: 'A withdrawal was requested' },
  { topic: 'withdrawal-decided', label: 'A withdrawal was approved, rejected or returned' },
  { topic: 'withdrawal-paid', label: 'A withdrawal was paid' },
]

export function MailSettings() {
  return (
    <Sheet title="E-mails" narrow>
      <Choices />
    </Sheet>
  )
}

/** Each counts as soon as it is switched. */
function Choices() {
  const { data, error, isFetching, refetch } = useMailChoicesQuery()
  const [change] = useChangeMailChoicesMutation()
  if (!data && error)
    return (
      <LoadProblem
        title={`Error loading e-mail choices: ${failureText(error, 'Unknown error')}`}
        status={statusOf(error)}
        onRetry={refetch}
        busy={isFetching}
      />
    )
  if (!data) return <Waiting />
  const { mails } = data.data
  const choose = (topic: keyof MailChoices, wanted: boolean) =>
    change({ [topic]: wanted })
      .unwrap()
      .catch((failure: unknown) =>
        toastBad(failureText(failure, 'This choice could not be saved. Nothing was changed.')),
      )
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>E-mail me when</legend>
      {topics.map(({ topic, label }) => (
        <Checkbox
          key={topic}
          className={styles.mail}
          label={label}
          checked={mails[topic]}
          onChange={(event) => choose(topic, event.currentTarget.checked)}
        />
      ))}
      <p className="caption">
        Changes apply at once. The welcome, security notices and notices of changes by our staff are
        always sent.
      </p>
    </fieldset>
  )
}
