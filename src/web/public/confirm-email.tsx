import { useState, type SubmitEvent } from 'react'
import { Link } from 'react-router'
import { failureText } from '../api/failure.ts'
import { useConfirmEmailMutation } from '../api/identity.ts'
import { useSend } from '../api/use-send.ts'
import { unlisted } from '../seo.ts'
import { Note } from '../ui/states.tsx'
import { LinkGone } from './link-gone.tsx'
import { useLinkSecret } from './link-secret.ts'
import { SendButton } from './send-button.tsx'
import styles from './sign-in-form.module.css'

export const meta = unlisted('Confirm e-mail')
export const handle = { secretAddress: true }

/** A press is needed: programs that look at the links of mails open them, and must not confirm anything. */
export default function ConfirmEmail() {
  const token = useLinkSecret('/confirm-email')
  return (
    <main>
      <h1>Confirm your e-mail</h1>
      {token === null ? <LinkGone action="/login" label="Log In" /> : <Confirmation token={token} />}
    </main>
  )
}

function Confirmation({ token }: { token: string }) {
  const [confirm] = useConfirmEmailMutation()
  const { send, busy } = useSend(confirm)
  const [said, setSaid] = useState<{ tone: 'good' | 'bad'; words: string } | null>(null)
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const outcome = await send({ token })
    if (!outcome) return
    setSaid(outcome.failure ? { tone: 'bad', words: failureText(outcome.failure, 'Failed to confirm the e-mail') } : { tone: 'good', words: outcome.data.message })
  }
  return (
    <>
      {said && <Note tone={said.tone}>{said.words}</Note>}
      {said?.tone === 'good' ? <p><Link to="/login" ref={(link) => link?.focus()}>Log In</Link></p> : (
        <form className={styles.form} method="post" onSubmit={(event) => void submit(event)}>
          <p className="small">From then on this is the address you log in with, and all sessions of the account end.</p>
          <SendButton busy={busy} label="Confirm E-mail" busyLabel="Confirming..." />
        </form>
      )}
    </>
  )
}
