import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { calendarDays, type TreasuryBooks } from '../../../contract/treasury.ts'
import { dayMs } from '../../../lib/instant.ts'
import { useMoveClockMutation } from '../../api/treasury.ts'
import { useCommand } from '../../api/use-command.ts'
import { showDay } from '../../ui/dates.ts'
import { Question } from '../../ui/dialog.tsx'
import type { Line } from '../../ui/explain.tsx'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { BeforeAfter } from './before-after.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from '../admin.module.css'
import { sayWhen } from '../zone-shown.ts'

const maxDays = 365

/** Only business time moves, and only forward: plans mature, sign-ins don't expire. */
export function DemoClock({ books: { asOf, maturities } }: { books: TreasuryBooks }) {
  const form = useForm({ initialValues: { days: '1' }, validate: { days: daysProblem } })
  const [asking, setAsking] = useState(false)
  const [move] = useMoveClockMutation()
  const { give, busy } = useCommand({
    trigger: move,
    otherwise: 'The clock could not be moved. Please try again.',
    done: ({ data: { now, settled } }) =>
      `It is now ${sayWhen(now)}. ${settled === 1 ? 'One investment' : `${settled} investments`} matured.`,
    told: 'in toasts',
    onDone: () => setAsking(false),
    onRefused: () => setAsking(false),
  })
  const days = Number(form.values.days)
  return (
    <Sheet title="Demonstration clock" aside={<SampleLabel>Demonstration only</SampleLabel>} lit>
      <form onSubmit={form.onSubmit(() => setAsking(true))} noValidate className="stack">
        <p className="small">
          Moves business time forward for everybody, and settles what falls due. It cannot go back.
        </p>
        <div className={styles.inline}>
          <TextInput
            label="Days"
            inputMode="numeric"
            maxLength={3}
            required
            {...form.getInputProps('days')}
          />
          <Button type="submit">Move the clock</Button>
        </div>
      </form>
      <Question
        title="Move the clock for everybody?"
        open={asking}
        onClose={() => setAsking(false)}
        confirm={`Move it by ${days === 1 ? 'one day' : `${days} days`}`}
        busyText="Processing..."
        busy={busy}
        onConfirm={() => void give({ days })}
      >
        {daysProblem(form.values.days) === null && (
          <BeforeAfter asOf={asOf} lines={linesOf(maturities, days)} />
        )}
      </Question>
    </Sheet>
  )
}

/** The day before and after, and what falls due by the end of that one, as far as the calendar reaches. */
function linesOf({ from, days: due, later }: TreasuryBooks['maturities'], days: number): Line[] {
  const to = new Date(Date.parse(from) + days * dayMs).toISOString().slice(0, from.length)
  const until = due.filter(({ date }) => date <= to)
  const maturing = until.reduce((sum, { investments }) => sum + investments, 0)
  const counted = maturing.toLocaleString('en-US')
  return [
    { label: 'Business day (UTC)', amount: `${showDay(from)} → ${showDay(to)}` },
    days < calendarDays
      ? { label: 'Investments due by the end of that day', amount: counted }
      : {
          label: `Investments due within ${calendarDays} days`,
          amount: counted,
          note: `${later.investments.toLocaleString('en-US')} fall due later, perhaps by that day`,
        },
  ]
}

function daysProblem(text: string): string | null {
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= maxDays
    ? null
    : 'Please enter whole days from 1 to 365'
}
