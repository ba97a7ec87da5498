import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMoveClockMutation } from '../../api/treasury.ts'
import { failureText } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { showDateTime } from '../../ui/dates.ts'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toastBad, toastGood } from '../../ui/toast.tsx'
import styles from '../admin.module.css'

const maxDays = 365

/** Only business time moves, and only forward: plans mature, sign-ins don't expire. */
export function DemoClock() {
  const form = useForm({ initialValues: { days: '1' }, validate: { days: daysProblem } })
  const [move] = useMoveClockMutation()
  const { send, busy } = useSend(move)
  const submit = form.onSubmit(async ({ days }) => {
    const outcome = await send({ days: Number(days) })
    if (outcome?.failure)
      return toastBad(
        failureText(outcome.failure, 'The clock could not be moved. Please try again.'),
      )
    if (!outcome) return
    const { now, settled } = outcome.data.data
    toastGood(
      `It is now ${showDateTime(now)}. ${settled === 1 ? 'One investment' : `${settled} investments`} matured.`,
    )
  })
  return (
    <Sheet title="Demonstration clock" aside={<SampleLabel>Demonstration only</SampleLabel>} lit>
      <form onSubmit={submit} noValidate className="stack">
        <p className="small">
          Moves business time forward for everybody, and settles what falls due. It cannot go back.
        </p>
        <div className={styles.inline}>
          <TextInput
            label="Days"
            type="number"
            inputMode="numeric"
            min={1}
            max={maxDays}
            step={1}
            required
            {...form.getInputProps('days')}
          />
          <Button type="submit" disabled={busy}>
            {busy ? 'Processing...' : 'Move the clock'}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

function daysProblem(text: string): string | null {
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= maxDays
    ? null
    : 'Please enter whole days from 1 to 365'
}
