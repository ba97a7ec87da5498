import { Button, PasswordInput, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { useState } from 'react'
import { Link } from 'react-router'
import { fieldProblems } from '../../api/failure.ts'
import { useKeptDraft } from '../../api/use-kept-draft.ts'
import { useStill } from '../../ui/still.ts'
import { useUnsaved } from '../../ui/unsaved.ts'
import { useForm } from '../../ui/use-form.ts'
import styles from '../../account/form.module.css'

export type SettingsValues = {
  fullName: string
  password: string
  confirmPassword: string
  currentPassword: string
}

type SettingsFormProps = {
  fullName: string
  askCurrent: boolean
  problem: unknown
  busy: boolean
  onSave(values: SettingsValues): Promise<boolean>
}

export function SettingsForm({ fullName, askCurrent, problem, busy, onSave }: SettingsFormProps) {
  // Once asked for, the field stays: it may be needed again.
  const [asked, setAsked] = useState(false)
  if (askCurrent && !asked) setAsked(true)
  const form = useForm<SettingsValues>({
    initialValues: { fullName, password: '', confirmPassword: '', currentPassword: '' },
    validate: {
      fullName: isNotEmpty('Please enter your full name'),
      password: isNotEmpty('Please enter a password; it may be your current one'),
      confirmPassword: (again, { password }) => {
        if (password && !again) return 'Please enter the password again'
        return again === password ? null : "Passwords don't match"
      },
    },
  })
  const { fullName: typedName, ...passwords } = form.values
  useKeptDraft('settings', form, { never: ['password', 'confirmPassword', 'currentPassword'] })
  const giveUp = useUnsaved(
    typedName !== fullName || Object.values(passwords).some((typed) => typed !== ''),
  )
  const field = (name: keyof SettingsValues) => {
    const input = form.getInputProps(name)
    const error = input.error ?? fieldProblems(problem)[name]
    // Password fields of the library don't say so themselves.
    return { ...input, error, 'aria-invalid': Boolean(error) }
  }
  const save = form.onSubmit(async (values) => {
    if (!(await onSave(values))) return
    const saved = { ...values, password: '', confirmPassword: '', currentPassword: '' }
    form.setValues(saved)
    form.resetDirty(saved)
  })
  const still = useStill()
  return (
    <form {...still} className={styles.fields} onSubmit={save} noValidate>
      <TextInput label="Full name" autoComplete="name" required {...field('fullName')} />
      <PasswordInput
        label="Password"
        description="A new password, or your current one to keep it"
        autoComplete="new-password"
        required
        {...field('password')}
      />
      <PasswordInput
        label="Confirm password"
        autoComplete="new-password"
        required
        {...field('confirmPassword')}
      />
      <WithName is={typedName !== fullName && passwords.password !== ''} />
      {asked && (
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          {...field('currentPassword')}
        />
      )}
      <p className="caption">Saving ends your other sessions.</p>
      <div className="row">
        <Button component={Link} to="/dashboard" variant="default" onClick={giveUp}>
          Cancel
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}

/** The specification's form has one field for both: whoever came for their name should know what a password does there. */
const WithName = ({ is }: { is: boolean }) => (
  <p className="caption" role="status">
    {is &&
      'To change your name alone, this must be your current password: any other one becomes your new password.'}
  </p>
)
