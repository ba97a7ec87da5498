import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { isNotEmpty, type UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { User } from '../../../contract/user.ts'
import { uploadPlace } from '../../account/documents/upload.tsx'
import { failureText, fieldProblems, type Failure } from '../../api/failure.ts'
import { useKeptDraft } from '../../api/use-kept-draft.ts'
import { useSend } from '../../api/use-send.ts'
import { useSubmitVerificationMutation, type OwnVerification } from '../../api/verification.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { toastGood } from '../../ui/toast.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { servedOptions } from './country-first.tsx'
import { DocumentChoice } from './document-choice.tsx'
import { statusId } from './standing.tsx'
import { missingKinds, useOwnDocuments } from './own-documents.ts'
import styles from '../../account/form.module.css'
import { useForm } from '../../ui/use-form.ts'
import look from './verification.module.css'

type Values = { legalName: string; birthDate: string; country: string; address: string }
/** `country`: the one that was asked for first; null where it wasn't. */
type SendInProps = { me: User; own: OwnVerification; country: string | null }

/** What was typed and not sent in, else what was sent in last, else what is known. */
const valuesOf = ({ me, own: { lastCase }, country }: SendInProps): Values => ({
  legalName: lastCase?.legalName ?? me.fullName,
  birthDate: lastCase?.birthDate ?? '',
  country: country ?? lastCase?.country ?? '',
  address: lastCase?.address ?? '',
})

function useDetails(props: SendInProps) {
  const form = useForm<Values>({
    initialValues: valuesOf(props),
    validate: {
      legalName: isNotEmpty('Please enter your full name'),
      birthDate: isNotEmpty('Please enter your date of birth'),
      country: isNotEmpty('Please choose a country'),
      address: isNotEmpty('Please enter your address'),
    },
  })
  useKeptDraft('verification', form, { staysWhenLeft: true })
  useUnsaved(form.isDirty())
  return form
}

/** Refusals that are about one field, which don’t name it. */
const fieldOf: Record<string, keyof Values> = {
  too_young: 'birthDate',
  country_not_served: 'country',
}

function problemsOf(failure: Failure): Record<string, string> {
  const field = fieldOf[failure.data?.code ?? '']
  return field ? { [field]: failureText(failure, '') } : fieldProblems(failure)
}

/** Who one is, where one lives, and what shows it; sent in at once. */
export function SendIn(props: SendInProps) {
  const { own } = props
  const form = useDetails(props)
  const documents = useOwnDocuments(own)
  const [isMissing, setMissing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [submit] = useSubmitVerificationMutation()
  const { send, busy } = useSend(submit)
  const lacks = missingKinds(documents.chosen)

  async function sendIn(values: Values) {
    setProblem(null)
    setMissing(lacks.length > 0)
    if (lacks[0]) return document.getElementById(uploadPlace(lacks[0]))?.focus()
    const outcome = await send({ ...values, documents: documents.chosen.map(({ id }) => id) })
    if (!outcome) return
    if (outcome.failure) {
      form.setErrors(problemsOf(outcome.failure))
      return setProblem(
        failureText(outcome.failure, 'This could not be submitted. Please try again.'),
      )
    }
    form.resetDirty()
    toastGood(outcome.data.message)
    document.getElementById(statusId)?.focus()
  }
  return (
    <form
      className="stack"
      onSubmit={form.onSubmit(
        (values) => void sendIn(values),
        () => setMissing(lacks.length > 0),
      )}
      noValidate
      aria-label="Verify your identity"
    >
      <Sheet title="Who you are" narrow>
        <Details form={form} own={own} />
      </Sheet>
      <DocumentChoice {...documents} lacks={isMissing ? lacks : []} />
      <Sheet title="What happens next" narrow>
        <div className="stack">
          <p className="small">
            A person reviews it, and we email you the result. You can’t change it during the review;
            if something is missing, we tell you what to add.
          </p>
          {problem && <Note tone="bad">{problem}</Note>}
          <div>
            <Button type="submit" disabled={busy}>
              {busy ? 'Submitting...' : 'Submit for review'}
            </Button>
          </div>
        </div>
      </Sheet>
    </form>
  )
}

type DetailsProps = {
  form: UseFormReturnType<Values>
  own: OwnVerification
}

function Details({ form, own }: DetailsProps) {
  return (
    <div className={`${styles.fields} ${look.details}`}>
      <TextInput
        label="Full name"
        description="As shown in your document"
        autoComplete="name"
        maxLength={100}
        required
        {...form.getInputProps('legalName')}
      />
      <TextInput
        label="Date of birth"
        type="date"
        autoComplete="bday"
        min="1900-01-01"
        required
        {...form.getInputProps('birthDate')}
      />
      <NativeSelect
        label="Country"
        description="Where you live"
        autoComplete="country"
        required
        data={[{ value: '', label: 'Choose a country' }, ...servedOptions(own)]}
        {...form.getInputProps('country')}
      />
      <Textarea
        label="Address"
        description="Street and number, postal code, city"
        autoComplete="street-address"
        rows={3}
        maxLength={300}
        required
        {...form.getInputProps('address')}
      />
    </div>
  )
}
