import { Button, TextInput } from '@mantine/core'
import { isEmail } from '@mantine/form'
import { useState } from 'react'
import { useAskEmailChangeMutation } from '../../api/access-changes.ts'
import { failureText, fieldProblems } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
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
    <Sheet title="E-mail address" narrow>
      <div className="stack">
        <p className={styles.address}>{email}</p>
        <p className="caption">
          You log in with this address, and our e-mails go to it. To change it, both addresses have
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
  const [ask] = useAskEmailChangeMutation()
  const { send, busy } = useSend(ask)
  const [said, setSaid] = useState<{ tone: 'good' | 'bad'; words: string } | null>(null)
  const fields = useForm({
    initialValues: { email: '' },
    validate: { email: isEmail('Please enter a valid e-mail address') },
  })
  const submit = fields.onSubmit(async (values) => {
    setSaid(null)
    const sent = await send(values)
    if (!sent) return
    if (sent.failure) {
      fields.setErrors(fieldProblems(sent.failure))
      const words = failureText(sent.failure, 'The address could not be changed.')
      return setSaid({ tone: 'bad', words })
    }
    fields.reset()
    setSaid({ tone: 'good', words: sent.data.message })
  })
  return (
    <>
      <form className={form.fields} onSubmit={submit} noValidate>
        <TextInput
          label="New e-mail address"
          type="email"
          autoComplete="email"
          aria-invalid={Boolean(fields.errors.email)}
          {...fields.getInputProps('email')}
        />
        <div>
          <Button type="submit" variant="default" loading={busy}>
            Change e-mail address
          </Button>
        </div>
      </form>
      {said && <Note tone={said.tone}>{said.words}</Note>}
    </>
  )
}
