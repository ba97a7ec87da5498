import { Button, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { useSite } from '../../site.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { SendButton } from './send-button.tsx'
import styles from './form.module.css'
import type { Half } from './use-sign-in.ts'
import { useForm } from '../../ui/use-form.ts'

type SecondFactorProps = {
  half: Half
  busy: boolean
  onCode(code: string): Promise<Record<string, string>>
  onPasskey(): void
  onStartAgain(): void
}

/** The second step: a code of either kind in one field, or a passkey, whichever this person has. */
export function SecondFactor({ half, busy, onCode, onPasskey, onStartAgain }: SecondFactorProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const takesCodes = half.methods.some((method) => method !== 'passkey')
  // Without a field, which would take it, nothing would have the focus.
  useEffect(() => {
    if (!takesCodes) heading.current?.focus()
  }, [takesCodes])
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        One more step
      </h1>
      {takesCodes && (
        <CodeForm
          hasApp={half.methods.includes('app')}
          hasRecovery={half.methods.includes('recovery')}
          busy={busy}
          onCode={onCode}
        />
      )}
      <div className={styles.other}>
        {half.methods.includes('passkey') && (
          <PasskeyButton label="Use a passkey" busy={busy} onPress={onPasskey} />
        )}
        <Button variant="subtle" onClick={onStartAgain} disabled={busy}>
          Start again
        </Button>
      </div>
      <Lost />
    </>
  )
}

/** What becomes of whoever has none of it any more: known before it is needed, and no quicker for a thief. */
function Lost() {
  const { support } = useSite()
  return (
    <details className={styles.lost}>
      <summary>I have lost my second factor</summary>
      <p className="small">
        A recovery code signs you in without it. If you have none either,{' '}
        <a href={support} target="_blank" rel="noopener">
          write to our support (opens a new tab)
        </a>
        . We ask who you are, two of our staff must agree to remove it, and it is removed after a
        wait. We mail you before it is, with a link that stops it.
      </p>
    </details>
  )
}

type CodeFormProps = {
  hasApp: boolean
  hasRecovery: boolean
  busy: boolean
  onCode(code: string): Promise<Record<string, string>>
}

function CodeForm({ hasApp, hasRecovery, busy, onCode }: CodeFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [byRecovery, setByRecovery] = useState(!hasApp)
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: isNotEmpty('Please enter the code') },
  })
  const problem = form.errors.code
  // When the step begins, when the kind of code changes, and when one was wrong: the field is where one goes on.
  useEffect(() => field.current?.focus(), [byRecovery, problem])
  const submit = form.onSubmit(async ({ code }) => form.setErrors(await onCode(code)))
  return (
    <form className={styles.form} method="post" onSubmit={submit} noValidate>
      <TextInput
        ref={field}
        label={byRecovery ? 'Recovery code' : 'Code'}
        required
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        inputMode={byRecovery ? 'text' : 'numeric'}
        aria-invalid={Boolean(problem)}
        description={
          byRecovery
            ? 'Sixteen letters and digits, from the list you saved. Each works once.'
            : codeHint(hasRecovery)
        }
        {...form.getInputProps('code')}
      />
      <SendButton busy={busy} label="Log In" busyLabel="Logging in..." />
      {/* The same field takes both; only the keyboard of a phone differs. */}
      {hasApp && hasRecovery && !byRecovery && (
        <Button variant="default" onClick={() => setByRecovery(true)} disabled={busy}>
          Enter a recovery code
        </Button>
      )}
    </form>
  )
}

function codeHint(hasRecovery: boolean): string {
  return `Six digits, from your authenticator app.${hasRecovery ? ' Without the app, use one of your recovery codes.' : ''}`
}
