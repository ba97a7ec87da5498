import { useState, type SubmitEvent } from 'react'
import { Link } from 'react-router'
import { failureText } from '../api/failure.ts'
import { useKnowBrowserMutation } from '../api/identity.ts'
import { useSend } from '../api/use-send.ts'
import { unlisted } from '../seo.ts'
import { Note } from '../ui/states.tsx'
import { LinkGone } from './link-gone.tsx'
import { useLinkSecret } from './link-secret.ts'
import { SendButton } from './send-button.tsx'
import styles from './sign-in-form.module.css'

export const meta = unlisted('Use this browser')
export const handle = { secretAddress: true }

/** A press is needed: programs that look at the links of mails open them, and must not use this one up. */
export default function KnownBrowser() {
  const token = useLinkSecret('/known-browser')
  return (
    <main>
      <h1>Use this browser</h1>
      {token === null ? <LinkGone action="/login" label="Log In" /> : <Asking token={token} />}
    </main>
  )
}

function Asking({ token }: { token: string }) {
  const [know] = useKnowBrowserMutation()
  const { send, busy } = useSend(know)
  const [said, setSaid] = useState<{ tone: 'good' | 'bad'; words: string } | null>(null)
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const outcome = await send({ token })
    if (!outcome) return
    setSaid(outcome.failure ? { tone: 'bad', words: failureText(outcome.failure, 'This browser could not be marked. Please try again.') } : { tone: 'good', words: outcome.data.message })
  }
  return (
    <>
      {said && <Note tone={said.tone}>{said.words}</Note>}
      {said?.tone === 'good' ? <p><Link to="/login" ref={(link) => link?.focus()}>Log In</Link></p> : (
        <form className={styles.form} method="post" onSubmit={(event) => void submit(event)}>
          <p>Somebody tries passwords for your account. Until they stop, it can be entered only with a browser that is known.</p>
          <p className="small">Make this browser one of them, if it is your own. Nobody is signed in by it: your password, and your second factor if you have one, are asked for as always.</p>
          <SendButton busy={busy} label="Use This Browser" busyLabel="Marking..." />
        </form>
      )}
    </>
  )
}
