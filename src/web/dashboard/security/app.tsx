import { Button, TextInput } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import type { beginApp, SecondFactors } from '../../../contract/security.ts'
import { failureText, fieldProblems } from '../../api/failure.ts'
import type { Reply } from '../../api/request.ts'
import {
  useBeginAppMutation,
  useConfirmAppMutation,
  useRemoveAppMutation,
} from '../../api/security.ts'
import { useSend } from '../../api/use-send.ts'
import { Badge } from '../../ui/badge.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { showDate } from '../../ui/dates.ts'
import { Question } from '../../ui/dialog.tsx'
import { Waiting } from '../../ui/states.tsx'
import { toastBad } from '../../ui/toast.tsx'
import styles from './security.module.css'
import { useFactorChange, type OnCodes } from './change.ts'

type Begun = Reply<typeof beginApp>['data']

/** In a file of its own: needed only to set up an app. */
const QrCode = lazy(() =>
  import('../../ui/qr-code.tsx').then(
    (loaded) => ({ default: loaded.QrCode }),
    () => ({ default: NoCode }),
  ),
)

function NoCode() {
  return (
    <p className="small">The code could not be loaded. Copy the secret into your app instead.</p>
  )
}

export function AppFactor({ app, onCodes }: { app: SecondFactors['app']; onCodes: OnCodes }) {
  return (
    <section className={styles.part}>
      <div className="head">
        <h3>Authenticator app</h3>
        {app && <Badge state="approved">Set up</Badge>}
      </div>
      {app ? <Present since={app.confirmedAt} onCodes={onCodes} /> : <Absent onCodes={onCodes} />}
    </section>
  )
}

function Present({ since, onCodes }: { since: string; onCodes: OnCodes }) {
  const [asked, setAsked] = useState(false)
  const [remove] = useRemoveAppMutation()
  const { change, busy } = useFactorChange(() => remove(), onCodes)
  async function confirm() {
    if ((await change(undefined)) === null) setAsked(false)
  }
  return (
    <>
      <p className="small">
        Since {showDate(since)} it shows a new six-digit code every 30 seconds.
      </p>
      <div>
        <Button variant="default" data-danger onClick={() => setAsked(true)} disabled={busy}>
          Remove the app
        </Button>
      </div>
      <Question
        title="Remove the authenticator app?"
        open={asked}
        onClose={() => setAsked(false)}
        confirm="Remove"
        busyText="Removing..."
        busy={busy}
        danger
        onConfirm={() => void confirm()}
      >
        <p>
          Its codes will no longer work. If it is your only second factor, your password alone will
          open this account, and your recovery codes will stop working too.
        </p>
        <p className="small">Your other sessions end.</p>
      </Question>
    </>
  )
}

function Absent({ onCodes }: { onCodes: OnCodes }) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const [begin] = useBeginAppMutation()
  const { send, busy } = useSend(() => begin())
  async function start() {
    const outcome = await send(undefined)
    if (outcome?.failure)
      toastBad(failureText(outcome.failure, 'This could not be started. Please try again.'))
    if (outcome?.data) setBegun(outcome.data.data)
  }
  if (begun) return <SetUp begun={begun} onCodes={onCodes} onCancel={() => setBegun(null)} />
  return (
    <>
      <p className="small">
        An app on your phone shows a code that changes every 30 seconds. Any app for one-time codes
        will do.
      </p>
      <div>
        <Button variant="default" onClick={() => void start()} disabled={busy}>
          {busy ? 'Processing...' : 'Set up an app'}
        </Button>
      </div>
    </>
  )
}

function SetUp({
  begun: { secret, uri },
  onCodes,
  onCancel,
}: {
  begun: Begun
  onCodes: OnCodes
  onCancel(): void
}) {
  return (
    <div className={styles.setUp}>
      <Suspense fallback={<Waiting rows={5} />}>
        <QrCode text={uri} label="QR code for your authenticator app" />
      </Suspense>
      <div className="stack">
        <div>
          <p className="small">
            1. Scan the code with your app. If the app is on this phone, copy the secret into it
            instead:
          </p>
          <CopyText text={secret} name="secret" />
          <p className="small">
            Or <a href={uri}>open it in the app on this device</a>.
          </p>
        </div>
        <FirstCode onCodes={onCodes} onCancel={onCancel} />
      </div>
    </div>
  )
}

function FirstCode({ onCodes, onCancel }: { onCodes: OnCodes; onCancel(): void }) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [confirm] = useConfirmAppMutation()
  const { change, busy } = useFactorChange(confirm, onCodes)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [problem])
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() === '') return setProblem('Please enter the code')
    const failure = await change({ code })
    if (failure) setProblem(fieldProblems(failure).code ?? null)
  }
  return (
    <form
      className={styles.part}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label="Confirm the app"
    >
      <TextInput
        ref={field}
        label="2. Enter the code that the app shows"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        value={code}
        error={problem}
        aria-invalid={problem !== null}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <p className="caption">Confirming ends your other sessions.</p>
      <div className="row">
        <Button variant="default" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Checking...' : 'Confirm'}
        </Button>
      </div>
    </form>
  )
}
