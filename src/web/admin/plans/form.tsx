import { Button, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { fieldProblems } from '../../api/failure.ts'
import { useCommand } from '../../api/use-command.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { Question } from '../../ui/dialog.tsx'
import { Explain } from '../../ui/explain.tsx'
import { Note } from '../../ui/states.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import form from '../../account/form.module.css'
import { changesBetween, problemsOf, type TermsChange, type TypedTerms } from './terms.ts'
import { useForm } from '../../ui/use-form.ts'
import styles from './plans.module.css'

type PlanFormProps = {
  label: string
  before: TypedTerms | null
  initial: TypedTerms
  /** The question of the review, what it means for whom, and its answer. */
  review: { title: string; says: string; confirm: string }
  send(terms: TypedTerms): { unwrap(): Promise<{ message: string }> }
  onClose(): void
}

/** The terms of a plan. Nothing is sent before it was read once more what changes, and for whom. */
export function PlanForm({ label, before, initial, review, send, onClose }: PlanFormProps) {
  const fields = useForm<TypedTerms>({ initialValues: initial, validate: problemsOf })
  const [reviewed, setReviewed] = useState(false)
  const changes = changesBetween(before, fields.values)
  useUnsaved(fields.isDirty())
  const { give, busy, problem, object } = useCommand({
    trigger: send,
    otherwise: 'The plan could not be saved. Nothing was changed.',
    onDone: onClose,
    onRefused(failure) {
      setReviewed(false)
      fields.setErrors(fieldProblems(failure))
    },
  })
  const submit = fields.onSubmit(() => {
    object(changes.length === 0 ? 'The plan already has these terms.' : null)
    setReviewed(changes.length > 0)
  })
  return (
    <form className={form.fields} onSubmit={submit} noValidate aria-label={label}>
      {problem && <Note tone="bad">{problem}</Note>}
      <TermsFields fields={fields} />
      <div className="row">
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" disabled={busy}>
          Review
        </Button>
      </div>
      <Question
        title={review.title}
        open={reviewed}
        onClose={() => setReviewed(false)}
        keep="Back"
        confirm={review.confirm}
        busyText="Saving..."
        busy={busy}
        onConfirm={() => void give(fields.values)}
      >
        <Changes changes={changes} />
        <p className="small">{review.says}</p>
      </Question>
    </form>
  )
}

function TermsFields({ fields }: { fields: UseFormReturnType<TypedTerms> }) {
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <>
      <TextInput
        label="Title"
        required
        maxLength={100}
        ref={first}
        {...fields.getInputProps('title')}
      />
      <div className={styles.pair}>
        <AmountField label="Minimum" required {...fields.getInputProps('minimum')} />
        <AmountField
          label="Maximum"
          {...fields.getInputProps('maximum')}
          description="leave it empty for no maximum"
        />
      </div>
      <div className={styles.pair}>
        <TextInput
          label="Days"
          inputMode="numeric"
          maxLength={4}
          required
          {...fields.getInputProps('durationDays')}
        />
        <TextInput
          label="Profit in percent"
          inputMode="numeric"
          maxLength={3}
          required
          {...fields.getInputProps('profitPercent')}
        />
      </div>
      <Textarea
        label="Risk warning"
        description="Must say that money invested can be lost. Changed wording must be accepted again."
        rows={4}
        required
        maxLength={2000}
        {...fields.getInputProps('riskWarning')}
      />
    </>
  )
}

function Changes({ changes }: { changes: TermsChange[] }) {
  return (
    <Explain
      lines={changes.map(({ label, from, to }) => ({
        label,
        amount: to,
        ...(from === null ? {} : { note: `was ${from}` }),
      }))}
    />
  )
}
