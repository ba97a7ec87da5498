import { Link } from 'react-router'
import { useKnowBrowserMutation } from '../../api/identity.ts'
import { unlisted } from '../../seo.ts'
import { MailedLink } from './mailed-link.tsx'

export const meta = unlisted('Use this browser')
export const handle = { secretAddress: true, beforeOpening: true }

export default function KnownBrowser() {
  const [use] = useKnowBrowserMutation()
  const logIn = <Link to="/login">Log In</Link>
  return (
    <MailedLink
      path="/known-browser"
      title="Use this browser"
      label="Use this browser"
      busyLabel="Marking..."
      use={use}
      next={logIn}
      says={
        <>
          <p>
            Someone is trying passwords on your account. Until they stop, only a known browser can
            log in to it.
          </p>
          <p className="small">
            If this is your own browser, mark it as known. This does not log you in: you are asked
            for your password as usual, and for your second factor if you have one.
          </p>
        </>
      }
      ended={{
        says: 'This browser was not marked as known. You can still log in with one that is, or with any browser once nobody is trying passwords any more.',
        next: logIn,
      }}
    />
  )
}
