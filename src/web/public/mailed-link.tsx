import { useState, type ReactNode, type SubmitEvent } from 'react'
import { failureText } from '../api/failure.ts'
import { useSend } from '../api/use-send.ts'
import { Note } from '../ui/states.tsx'
import { LinkGone } from './link-gone.tsx'
import { useLinkSecret } from './link-secret.ts'
import { SendButton } from './send-button.tsx'
import styles from './sign-in-form.module.css'

type MailedLinkProps = {
  /** The address without the secret. */
  path: string
  title: string
  /** What the press means. */
  says: string
  label: string
  busyLabel: string
  use(params: { token: string }): { unwrap(): Promise<{ message: string }> }
  /** Where to go from there. */
  next: ReactNode
}

/** Where a mail's link leads to. A press is needed: programs that look at the links of mails open them, and must not do anything. */
export function MailedLink(props: MailedLinkProps) {
  const token = useLinkSecret(props.path)
  return (
    <main>
      <h1>{props.title}</h1>
      {token === null ? <LinkGone action="/login" label="Log In" /> : <Press {...props} token={token} />}
    </main>
  )
}

function Press({ says, label, busyLabel, use, next, token }: MailedLinkProps & { token: string }) {
  const { send, busy } = useSend(use)
  const [said, setSaid] = useState<{ tone: 'good' | 'bad'; words: string } | null>(null)
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const outcome = await send({ token })
    if (!outcome) return
    setSaid(outcome.failure ? { tone: 'bad', words: failureText(outcome.failure, 'This did not work. Please try again.') } : { tone: 'good', words: outcome.data.message })
  }
  return (
    <>
      {said && <Note tone={said.tone}>{said.words}</Note>}
      {said?.tone === 'good' ? <p ref={(whole) => whole?.querySelector('a')?.focus()}>{next}</p> : (
        <form className={styles.form} method="post" onSubmit={(event) => void submit(event)}>
          <p className="small">{says}</p>
          <SendButton busy={busy} label={label} busyLabel={busyLabel} />
        </form>
      )}
    </>
  )
}
