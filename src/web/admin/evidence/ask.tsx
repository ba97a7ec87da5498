import { Button, Checkbox, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { useState } from 'react'
import { packGoodForDays, packsADay } from '../../../contract/evidence.ts'
import { useRequestEvidenceMutation } from '../../api/evidence.ts'
import { failureText } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { toastGood } from '../../ui/toast.tsx'
import form from '../../account/form.module.css'
import { useForm } from '../../ui/use-form.ts'
import styles from './evidence.module.css'

const empty = { from: '', to: '', withPersons: false }

const lastDayProblem = (to: string, { from }: { from: string }) => {
  if (to === '') return 'Please enter the last day'
  return from !== '' && to < from ? 'The last day comes before the first one' : null
}

/** By auditors and by administrators. */
export function AskForPack() {
  const fields = useForm({
    initialValues: empty,
    validate: { from: isNotEmpty('Please enter the first day'), to: lastDayProblem },
  })
  const [problem, setProblem] = useState<string | null>(null)
  const [ask] = useRequestEvidenceMutation()
  const { send, busy } = useSend(ask)
  const submit = fields.onSubmit(async (values) => {
    setProblem(null)
    const outcome = await send(values)
    if (!outcome) return
    if (outcome.failure)
      return setProblem(
        failureText(outcome.failure, 'The pack could not be asked for. Please try again.'),
      )
    toastGood(outcome.data.message)
    fields.reset()
  })
  return (
    <Sheet title="Ask for a pack" narrow>
      <form className={form.fields} onSubmit={submit} noValidate>
        <p className="small">
          It holds the books of a period as one TAR file, with a program that checks them. It is
          made in the background and kept for {packGoodForDays} days; {packsADay} can be asked for
          in a day. It reaches from the daily root before the first day, or the very beginning where
          there is none, to the one after the last, or until now.
        </p>
        <div className={styles.days}>
          <TextInput label="First day" type="date" required {...fields.getInputProps('from')} />
          <TextInput label="Last day" type="date" required {...fields.getInputProps('to')} />
        </div>
        <Checkbox
          label="With names and words of people"
          description="Two administrators who did not ask for it must agree first"
          {...fields.getInputProps('withPersons', { type: 'checkbox' })}
        />
        {problem && <Note tone="bad">{problem}</Note>}
        <Button type="submit" variant="default" disabled={busy}>
          {busy ? 'Processing...' : 'Ask for the pack'}
        </Button>
      </form>
    </Sheet>
  )
}
