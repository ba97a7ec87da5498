import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'

/** A password as it is typed, hidden until the person wants to see it; by keyboard too. */
export function PasswordField(props: PasswordInputProps) {
  const [visible, setVisible] = useState(false)
  return (
    <PasswordInput
      required
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': 'Show password', 'aria-pressed': visible }}
      // Password fields of the library don't say so themselves.
      aria-invalid={Boolean(props.error)}
      {...props}
    />
  )
}
