import { useState, type ReactNode, type SubmitEvent } from 'react'
import type { ProblemCode } from '../../../contract/problems.ts'
import { failureText, type Failure } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { Note } from '../../ui/states.tsx'
import { LinkGone } from './link-gone.tsx'
import { useLinkSecret } from './link-secret.ts'
import { SendButton } from './send-button.tsx'
import styles from './form.module.css'

/** `over` are refusals that say by themselves why there is nothing left to do. */
type Ended = { says: string; next: ReactNode; over?: readonly ProblemCode[] }

type MailedLinkProps = {
  /** The address without the secret. */
  path: string
  title: string
  /** What the press means. */
  /** Where it depends on the link, what is said has the button too, which waits below it until that is known. */
  says: ReactNode | ((token: string, button: ReactNode) => ReactNode)
  label: string
  busyLabel: string
  use(token: string): { unwrap(): Promise<{ message: string }> }
  /** Where to go from there. */
  next: ReactNode
  /** Where the link was used, or has ended: what that means for the account, and the way on. */
  ended: Ended
}

/** Where a mail's link leads to. A press is needed: programs that look at the links of mails open them, and must not do anything. */
export function MailedLink(props: MailedLinkProps) {
  const token = useLinkSecret(props.path)
  return (
    <main>
      <h1>{props.title}</h1>
      {token === null ? (
        <LinkGone action="/login" label="Log In" />
      ) : (
        <Press {...props} token={token} />
      )}
    </main>
  )
}

type Said = { outcome: 'done' | 'ended' | 'failed'; words: string }

function whatIsSaid(failure: Failure, { says, over = [] }: Ended): Said {
  const code = failure.data?.code
  if (code === 'link_ended')
    return {
      outcome: 'ended',
      words: `This link has already been used, or has expired. ${says}`,
    }
  const isOver = over.some((known) => known === code)
  const words = failureText(failure, 'This did not work. Please try again.')
  return { outcome: isOver ? 'ended' : 'failed', words }
}

function Press({
  says,
  label,
  busyLabel,
  use,
  next,
  ended,
  token,
}: MailedLinkProps & { token: string }) {
  const { send, busy } = useSend(use)
  const [said, setSaid] = useState<Said | null>(null)
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const sent = await send(token)
    if (!sent) return
    if (!sent.failure) return setSaid({ outcome: 'done', words: sent.data.message })
    setSaid(whatIsSaid(sent.failure, ended))
  }
  const isOver = said !== null && said.outcome !== 'failed'
  const button = <SendButton busy={busy} label={label} busyLabel={busyLabel} />
  return (
    <>
      {said && <Note tone={said.outcome === 'done' ? 'good' : 'bad'}>{said.words}</Note>}
      {/* The form has gone with what had focus: the next step takes it. */}
      {isOver ? (
        <p ref={(whole) => whole?.querySelector('a')?.focus()}>
          {said.outcome === 'done' ? next : ended.next}
        </p>
      ) : (
        <form className={styles.form} method="post" onSubmit={(event) => void submit(event)}>
          {typeof says === 'function' ? (
            says(token, button)
          ) : (
            <>
              {says}
              {button}
            </>
          )}
        </form>
      )}
    </>
  )
}
