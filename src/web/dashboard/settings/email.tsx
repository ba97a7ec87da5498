import { Button, TextInput } from '@mantine/core'
import { isEmail } from '@mantine/form'
import { useRequestEmailChangeMutation } from '../../api/access-changes.ts'
import { fieldProblems } from '../../api/failure.ts'
import { useKeptDraft } from '../../api/use-kept-draft.ts'
import { useCommand } from '../../api/use-command.ts'
import { useSite } from '../../site.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import form from '../../account/form.module.css'
import { useForm } from '../../ui/use-form.ts'
import styles from './settings.module.css'

/** The address, and how to get another one. */
export function EmailAddress({ email }: { email: string }) {
  const { support } = useSite()
  return (
    <Sheet title="Email address" narrow>
      <div className="stack">
        <p className={styles.address}>{email}</p>
        <p className="caption">
          You log in with this address, and our emails go to it. To change it, both addresses have
          to confirm. If you can no longer read the present one,{' '}
          <a href={support} target="_blank" rel="noopener">
            write to our support (opens a new tab)
          </a>
          .
        </p>
        <Change />
      </div>
    </Sheet>
  )
}

function Change() {
  const [ask] = useRequestEmailChangeMutation()
  const fields = useForm({
    initialValues: { email: '' },
    validate: { email: isEmail('Please enter a valid email address') },
  })
  useKeptDraft('email address', fields)
  const { give, busy, said } = useCommand({
    trigger: ask,
    otherwise: 'The address could not be changed.',
    told: 'here',
    onDone: fields.reset,
    onRefused: (failure) => fields.setErrors(fieldProblems(failure)),
  })
  return (
    <>
      <form className={form.fields} onSubmit={fields.onSubmit(give)} noValidate>
        <TextInput
          label="New email address"
          type="email"
          autoComplete="email"
          aria-invalid={Boolean(fields.errors.email)}
          {...fields.getInputProps('email')}
        />
        <div>
          <Button type="submit" variant="default" loading={busy}>
            Change email address
          </Button>
        </div>
      </form>
      {said && <Note tone={said.tone}>{said.words}</Note>}
    </>
  )
}
