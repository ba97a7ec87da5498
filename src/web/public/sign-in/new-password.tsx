import { useId, type ComponentProps } from 'react'
import { useSite } from '../../site.ts'
import { PasswordField } from './password-field.tsx'
import styles from './form.module.css'
import { lengthOf, strengthOf, type Refused } from './strength.ts'

type Field = ComponentProps<typeof PasswordField>
type NewPasswordProps = {
  label: string
  confirmLabel: string
  typed: string
  refused: Refused | null
  field: Field
  confirmField: Field
}

/** A new password, twice, and what can be said of it so far: in words, which are read out when they change. */
export function NewPassword({
  label,
  confirmLabel,
  typed,
  refused,
  field,
  confirmField,
}: NewPasswordProps) {
  const { shortestPassword } = useSite()
  const { level, words } = strengthOf(typed, shortestPassword, refused)
  const id = useId()
  return (
    <div className={styles.newPassword}>
      <div className={styles.pair}>
        <PasswordField label={label} autoComplete="new-password" aria-describedby={id} {...field} />
        <PasswordField label={confirmLabel} autoComplete="new-password" {...confirmField} />
      </div>
      <div className={styles.strength} data-level={level}>
        <span aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        <p id={id} role="status" className="caption">
          {/* Beside the field it stands already. */}
          {field.error === words ? '' : words}
        </p>
      </div>
    </div>
  )
}

/** The checks of both fields that need no server. */
export function useNewPasswordRules() {
  const { shortestPassword } = useSite()
  return {
    password: (password: string) =>
      lengthOf(password) < shortestPassword
        ? `Password must be at least ${shortestPassword} characters`
        : null,
    confirmation(again: string, password: string) {
      if (again === '') return 'Please enter the password again'
      return again === password ? null : 'Passwords do not match'
    },
  }
}
