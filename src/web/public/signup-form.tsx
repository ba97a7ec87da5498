import { PasswordInput, TextInput } from '@mantine/core'
import { isEmail, isNotEmpty, useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { SendButton } from './send-button.tsx'
import styles from './sign-in-form.module.css'

export type SignupValues = { fullName: string; email: string; password: string; confirmPassword: string; referralCode: string }

const shortestPassword = 6

type SignupFormProps = { busy: boolean; onSubmit(values: SignupValues): Promise<Record<string, string>> }

export function SignupForm({ busy, onSubmit }: SignupFormProps) {
  const form = useForm<SignupValues>({
    initialValues: { fullName: '', email: '', password: '', confirmPassword: '', referralCode: '' },
    validate: {
      fullName: isNotEmpty('Please enter your full name'),
      email: isEmail('Please enter a valid e-mail address'),
      password: (password) => (password.length < shortestPassword ? 'Password must be at least 6 characters' : null),
      confirmPassword: (again, { password }) => (again === password ? null : 'Passwords do not match'),
    },
  })
  useReferralFromLink(form.setFieldValue)
  const field = (name: keyof SignupValues) => {
    const input = form.getInputProps(name)
    // Password fields of the library don't say so themselves.
    return { ...input, 'aria-invalid': Boolean(input.error) }
  }
  const submit = form.onSubmit(async (values) => form.setErrors(await onSubmit(values)))
  return (
    <form className={styles.form} method="post" onSubmit={submit} noValidate>
      <TextInput label="Full name" autoComplete="name" required {...field('fullName')} />
      <TextInput label="Email" type="email" autoComplete="email" required {...field('email')} />
      <div className={styles.pair}>
        <PasswordInput label="Password" autoComplete="new-password" required {...field('password')} />
        <PasswordInput label="Confirm password" autoComplete="new-password" required {...field('confirmPassword')} />
      </div>
      <TextInput label="Referral code (optional)" autoComplete="off" {...field('referralCode')} />
      <SendButton busy={busy} label="Sign Up" busyLabel="Signing up..." />
    </form>
  )
}

/** The page is rendered once for every visitor, so `?ref=` is read in the browser. */
function useReferralFromLink(setFieldValue: (field: 'referralCode', value: string) => void) {
  const [search] = useSearchParams()
  const code = search.get('ref')
  const filled = useRef(false)
  useEffect(() => {
    // Once, when the page opens: what is typed later stays.
    if (code && !filled.current) setFieldValue('referralCode', code.slice(0, 40))
    filled.current = true
  }, [code, setFieldValue])
}
