import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import type { beginReauthentication, reauthenticate } from '../../../contract/session.ts'
import { failureText, statusOf, type Failure } from '../../api/failure.ts'
import { askPasskey } from '../../api/passkey.ts'
import { answerQuestion } from '../../api/prove-again.ts'
import type { Body, Reply } from '../../api/request.ts'
import { useBeginReauthenticationMutation, useReauthenticateMutation } from '../../api/security.ts'
import { useSend } from '../../api/use-send.ts'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { LoadProblem, Note, Waiting } from '../../ui/states.tsx'

type Begun = Reply<typeof beginReauthentication>['data']
type Problem = { of: 'passkey' | 'secret'; text: string }

const cancel = () => answerQuestion(false)

/** Asks for the password of who has no second factor, else for a code or a passkey. What was asked for goes on once that was right. */
export function ProveDialog({ open }: { open: boolean }) {
  return (
    <Dialog title="Confirm it’s you" open={open} onClose={cancel}>
      <div className="stack" data-prove-again>
        <p>
          You last confirmed your identity more than ten minutes ago. Confirm it again to continue.
        </p>
        <Ways />
      </div>
    </Dialog>
  )
}

/** Which ways this person has, or what stands there until they are known. */
function Ways() {
  const [begun, setBegun] = useState<Begun | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [begin] = useBeginReauthenticationMutation()
  const { send, busy } = useSend(() => begin())
  async function ask() {
    const outcome = await send(undefined)
    if (outcome?.data) setBegun(outcome.data.data)
    setFailure(outcome?.failure ?? null)
  }
  const askFirst = useEffectEvent(ask)
  useEffect(() => void askFirst(), [])
  if (begun) return <Proof begun={begun} onBeginAgain={ask} />
  return (
    <>
      {failure ? (
        <LoadProblem
          title={failureText(failure, 'The ways to confirm your identity could not be loaded.')}
          status={statusOf(failure)}
          onRetry={() => void ask()}
          busy={busy}
        />
      ) : (
        <Waiting rows={1} />
      )}
      <DialogButtons>
        <Button variant="default" onClick={cancel}>
          Cancel
        </Button>
      </DialogButtons>
    </>
  )
}

function useProof({ challenge, passkeyOptions }: Begun, onBeginAgain: () => Promise<void>) {
  const [make] = useReauthenticateMutation()
  const { send, busy } = useSend(make)
  const [problem, setProblem] = useState<Problem | null>(null)
  async function give(of: Problem['of'], answer: Body<typeof reauthenticate>) {
    const outcome = await send(answer)
    if (!outcome) return
    if (outcome.data) return answerQuestion(true)
    setProblem({
      of,
      text: failureText(outcome.failure, 'This could not be checked. Please try again.'),
    })
    if (outcome.failure.data?.code === 'challenge_ended') await onBeginAgain()
  }
  async function givePasskey() {
    setProblem(null)
    const { data: passkey, failure } = await askPasskey(passkeyOptions!)
    if (failure)
      return setProblem({
        of: 'passkey',
        text: failureText(failure, 'The passkey could not be used.'),
      })
    await give('passkey', { passkey, challenge: challenge! })
  }
  return { give, givePasskey, busy, problem, setProblem }
}

function Proof({ begun, onBeginAgain }: { begun: Begun; onBeginAgain(): Promise<void> }) {
  const { give, givePasskey, busy, problem, setProblem } = useProof(begun, onBeginAgain)
  const [secret, setSecret] = useState('')
  const isPassword = begun.methods.includes('password')
  const isText = isPassword || begun.methods.some((method) => method !== 'passkey')
  function submit(event: FormEvent) {
    event.preventDefault()
    if (secret.trim() === '')
      return setProblem({
        of: 'secret',
        text: isPassword ? 'Please enter your password' : 'Please enter the code',
      })
    void give('secret', isPassword ? { password: secret } : { code: secret })
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {begun.passkeyOptions && (
        <div>
          <Button
            variant={isText ? 'default' : 'filled'}
            data-autofocus={!isText || undefined}
            onClick={() => void givePasskey()}
            disabled={busy}
          >
            Use your passkey
          </Button>
        </div>
      )}
      {problem?.of === 'passkey' && <Note tone="bad">{problem.text}</Note>}
      {isText && (
        <Secret
          begun={begun}
          value={secret}
          problem={problem?.of === 'secret' ? problem.text : null}
          onChange={setSecret}
        />
      )}
      <DialogButtons>
        <Button variant="default" onClick={cancel}>
          Cancel
        </Button>
        {isText && (
          <Button type="submit" disabled={busy}>
            {busy ? 'Checking...' : 'Confirm'}
          </Button>
        )}
      </DialogButtons>
    </form>
  )
}

type SecretProps = {
  begun: Begun
  value: string
  problem: string | null
  onChange(value: string): void
}

function Secret({ begun: { methods }, value, problem, onChange }: SecretProps) {
  const field = useRef<HTMLInputElement>(null)
  // It appears after the dialog took its focus elsewhere; after a mistake typing continues here.
  useEffect(() => field.current?.focus(), [problem])
  const own = {
    ref: field,
    value,
    error: problem,
    'aria-invalid': problem !== null,
    required: true,
    'data-autofocus': true,
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value),
  }
  if (methods.includes('password'))
    return <PasswordInput label="Current password" autoComplete="current-password" {...own} />
  if (!methods.includes('app'))
    return (
      <TextInput label="Recovery code" autoComplete="off" description="Each works once" {...own} />
    )
  return (
    <TextInput
      label="Code"
      autoComplete="one-time-code"
      description="The six digits that your authenticator app shows, or a recovery code"
      {...own}
    />
  )
}
