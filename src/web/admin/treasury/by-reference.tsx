/** An amount that was transferred at a bank, and the reference of the transfer: entered, looked at before and after, and given. */
import { Button, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { useState, type ReactNode } from 'react'
import { dollarsFromCents, type Cents } from '../../../lib/money.ts'
import { useCommand } from '../../api/use-command.ts'
import type { Trigger } from '../../api/use-send.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { amountFault, centsFromText } from '../../ui/amount.ts'
import { Question } from '../../ui/dialog.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { useForm } from '../../ui/use-form.ts'
import type { Line } from '../../ui/explain.tsx'
import { BeforeAfter } from './before-after.tsx'
import styles from '../../account/form.module.css'

type Given = { amount: number; reference: string }

type ByReference<R extends object> = {
  title: string
  amountLabel: string
  upTo?: Cents
  reference: { label: string; description: string }
  button: string
  question: { title: string; confirm(cents: Cents): string }
  asOf: string
  /** What it changes, before and after. */
  lines(cents: Cents): Line[]
  /** What has to be said of this amount. */
  note?(cents: Cents): ReactNode
  trigger: Trigger<Given, R>
  otherwise: string
  done?(reply: R): string
}

export function ByReferenceForm<R extends object>(of: ByReference<R>) {
  const form = useForm({
    initialValues: { amount: '', reference: '' },
    validate: {
      amount: (text) => amountFault(text),
      reference: isNotEmpty('Please enter the reference'),
    },
  })
  const [asking, setAsking] = useState(false)
  const { give, busy } = useCommand<Given, R>({
    trigger: of.trigger,
    otherwise: of.otherwise,
    ...(of.done ? { done: of.done } : {}),
    told: 'in toasts',
    onDone() {
      setAsking(false)
      form.reset()
    },
    onRefused: () => setAsking(false),
  })
  const { reference } = form.values
  useUnsaved(form.isDirty())
  const cents = centsFromText(form.values.amount) ?? 0n
  return (
    <Sheet title={of.title}>
      <form
        className={styles.fields}
        onSubmit={form.onSubmit(() => setAsking(true))}
        noValidate
        aria-label={of.title}
      >
        <AmountField
          label={of.amountLabel}
          required
          {...(of.upTo === undefined ? {} : { upTo: of.upTo })}
          {...form.getInputProps('amount')}
        />
        <TextInput
          label={of.reference.label}
          description={of.reference.description}
          required
          {...form.getInputProps('reference')}
        />
        <Button type="submit" variant="default">
          {of.button}
        </Button>
      </form>
      <Question
        title={of.question.title}
        open={asking}
        onClose={() => setAsking(false)}
        confirm={of.question.confirm(cents)}
        busyText="Processing..."
        busy={busy}
        onConfirm={() => void give({ amount: dollarsFromCents(cents), reference })}
      >
        <BeforeAfter
          asOf={of.asOf}
          lines={[{ label: of.reference.label, amount: reference }, ...of.lines(cents)]}
        />
        {of.note?.(cents)}
      </Question>
    </Sheet>
  )
}
