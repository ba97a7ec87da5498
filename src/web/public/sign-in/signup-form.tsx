import { TextInput } from '@mantine/core'
import { isEmail, isNotEmpty } from '@mantine/form'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { InvitedBy } from './invited-by.tsx'
import { NewPassword, useNewPasswordRules } from './new-password.tsx'
import { OutsideLink } from '../outside-link.tsx'
import { SendButton } from './send-button.tsx'
import styles from './form.module.css'
import type { Refused } from './strength.ts'
import { useForm } from '../../ui/use-form.ts'

export type SignupValues = {
  fullName: string
  email: string
  password: string
  confirmPassword: string
  referralCode: string
}

type SignupFormProps = {
  busy: boolean
  onSubmit(values: SignupValues): Promise<Record<string, ReactNode>>
}

export function SignupForm({ busy, onSubmit }: SignupFormProps) {
  const [refused, setRefused] = useState<Refused | null>(null)
  const rules = useNewPasswordRules()
  const form = useForm<SignupValues>({
    initialValues: { fullName: '', email: '', password: '', confirmPassword: '', referralCode: '' },
    validate: {
      fullName: isNotEmpty('Please enter your full name'),
      email: isEmail('Please enter a valid email address'),
      password: rules.password,
      confirmPassword: (again, { password }) => rules.confirmation(again, password),
    },
  })
  useReferralFromLink(form.setFieldValue)
  const field = (name: keyof SignupValues) => {
    const input = form.getInputProps(name)
    return { ...input, 'aria-invalid': Boolean(input.error) }
  }
  const submit = form.onSubmit(async (values) => {
    const errors = await onSubmit(values)
    form.setErrors(errors)
    if (typeof errors.password === 'string')
      setRefused({ password: values.password, why: errors.password })
  })
  return (
    <form className={styles.form} method="post" onSubmit={submit} noValidate>
      <TextInput label="Full name" autoComplete="name" required {...field('fullName')} />
      <TextInput label="Email" type="email" autoComplete="email" required {...field('email')} />
      <NewPassword
        label="Password"
        confirmLabel="Confirm password"
        typed={form.values.password}
        refused={refused}
        field={field('password')}
        confirmField={field('confirmPassword')}
      />
      <div>
        <TextInput label="Referral code (optional)" autoComplete="off" {...field('referralCode')} />
        <InvitedBy code={form.values.referralCode} />
      </div>
      <p className="caption">
        By signing up you confirm that you are 18 or older and accept the{' '}
        <OutsideLink href="/UserAgreement">User Agreement</OutsideLink>, the{' '}
        <OutsideLink href="/TermsOfService">Terms of Service</OutsideLink> and the{' '}
        <OutsideLink href="/PrivacyPolicy">Privacy Policy</OutsideLink>.
      </p>
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
