/** A form for what is announced next, with how many it reaches and how it looks. */
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import {
  audienceStatuses,
  longestAnnouncement,
  longestTitle,
  type AudienceStatus,
} from '../../../contract/announcement-sending.ts'
import { countryOptions } from '../../../lib/countries.ts'
import { AnnouncedText } from '../../account/announcements/announced.tsx'
import form from '../../account/form.module.css'
import { useAudienceQuery, useProposeAnnouncementMutation } from '../../api/announcement-sending.ts'
import { fieldProblems } from '../../api/failure.ts'
import { useCommand } from '../../api/use-command.ts'
import { Question } from '../../ui/dialog.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { useForm } from '../../ui/use-form.ts'
import { audienceWords, peopleInWords } from './words.ts'

const empty = { title: '', text: '', isMailed: false, plan: '', status: '', country: '' }

const countries = [{ value: '', label: 'Any' }, ...countryOptions(null)]
const statuses = [
  { value: '', label: 'All' },
  ...Object.entries(audienceStatuses).map(([value, label]) => ({ value, label })),
]

const orNull = (value: string) => (value === '' ? null : value)

export function Compose() {
  const [isOpen, setOpen] = useState(false)
  return isOpen ? (
    <ComposeForm onClose={() => setOpen(false)} />
  ) : (
    <div className="row">
      <Button onClick={() => setOpen(true)}>Write an announcement</Button>
    </div>
  )
}

type Typed = typeof empty

const audienceOf = ({ plan, status, country }: Typed) => ({
  plan: orNull(plan),
  status: orNull(status) as AudienceStatus | null,
  country: orNull(country),
})

function ComposeForm({ onClose }: { onClose(): void }) {
  const fields = useForm({
    initialValues: empty,
    validate: {
      title: (title) => (title.trim() === '' ? 'Please enter a title' : null),
      text: (text) => (text.trim() === '' ? 'Please enter the text' : null),
    },
  })
  const { values } = fields
  const [reviewed, setReviewed] = useState(false)
  useUnsaved(fields.isDirty())
  const { data: audience } = useAudienceQuery({
    ...(values.plan ? { plan: values.plan } : {}),
    ...(values.status ? { status: values.status as AudienceStatus } : {}),
    ...(values.country ? { country: values.country } : {}),
  })
  const [trigger] = useProposeAnnouncementMutation()
  const { give, busy, problem } = useCommand({
    trigger,
    otherwise: 'Nothing was proposed. Please try again.',
    onDone: onClose,
    onRefused(failure) {
      setReviewed(false)
      fields.setErrors(fieldProblems(failure))
    },
  })
  const plans = audience?.data.plans ?? []
  const reaches = audience?.data.reaches
  return (
    <Sheet title="New announcement">
      <form
        className={form.fields}
        aria-label="New announcement"
        noValidate
        onSubmit={fields.onSubmit(() => setReviewed(true))}
      >
        {problem && <Note tone="bad">{problem}</Note>}
        <ComposeFields fields={fields} plans={plans} />
        <p role="status">{reaches === undefined ? '…' : `Reaches ${peopleInWords(reaches)} now`}</p>
        <div className="row">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={reaches === undefined || reaches === 0}>
            Preview
          </Button>
        </div>
      </form>
      <Question
        title="Propose this announcement?"
        open={reviewed}
        wide
        onClose={() => setReviewed(false)}
        keep="Back"
        confirm="Propose"
        busyText="Proposing..."
        busy={busy}
        onConfirm={() => void give({ ...values, ...audienceOf(values) })}
      >
        <Preview
          typed={values}
          planTitle={plans.find(({ id }) => id === values.plan)?.title ?? null}
          reaches={reaches ?? 0}
        />
      </Question>
    </Sheet>
  )
}

type FieldsProps = {
  fields: UseFormReturnType<Typed>
  plans: readonly { id: string; title: string }[]
}

function ComposeFields({ fields, plans }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Title"
        required
        maxLength={longestTitle}
        {...fields.getInputProps('title')}
      />
      <Textarea
        label="Text"
        description="Plain text. It can’t ask for a payment, promise safety or lead to another place."
        required
        rows={6}
        maxLength={longestAnnouncement}
        {...fields.getInputProps('text')}
      />
      <NativeSelect
        label="Plan held"
        data={[
          { value: '', label: 'Any' },
          ...plans.map((one) => ({ value: one.id, label: one.title })),
        ]}
        {...fields.getInputProps('plan')}
      />
      <NativeSelect label="Accounts" data={statuses} {...fields.getInputProps('status')} />
      <NativeSelect
        label="Country of verified people"
        data={countries}
        {...fields.getInputProps('country')}
      />
      <Checkbox
        label="Send by email too"
        description="To everybody whose email address is confirmed"
        {...fields.getInputProps('isMailed', { type: 'checkbox' })}
      />
    </>
  )
}

/** How it looks to people, and how many they are. */
function Preview(props: { typed: Typed; planTitle: string | null; reaches: number }) {
  const { typed, planTitle, reaches } = props
  return (
    <>
      <p>
        {audienceWords({ ...audienceOf(typed), planTitle })}: {peopleInWords(reaches)} now.{' '}
        {typed.isMailed ? 'In the app and by email' : 'In the app'}, once somebody else agrees.
      </p>
      <h3>{typed.title}</h3>
      <AnnouncedText text={typed.text} />
      {typed.isMailed && (
        <p className="small">
          The email has the title as its subject, “Hello” with their name, this text, and a link to
          the page Announcements.
        </p>
      )}
    </>
  )
}
