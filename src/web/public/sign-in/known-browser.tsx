import { Link } from 'react-router'
import { useKnowBrowserMutation } from '../../api/identity.ts'
import { unlisted } from '../../seo.ts'
import { MailedLink } from './mailed-link.tsx'

export const meta = unlisted('Use this browser')
export const handle = { secretAddress: true }

export default function KnownBrowser() {
  const [use] = useKnowBrowserMutation()
  const logIn = <Link to="/login">Log In</Link>
  return (
    <MailedLink
      path="/known-browser"
      title="Use this browser"
      label="Use This Browser"
      busyLabel="Marking..."
      use={use}
      next={logIn}
      says={
        <>
          <p>
            Someone is trying passwords on your account. Until they stop, only a known browser can
            sign in to it.
          </p>
          <p className="small">
            If this browser is your own, make it a known one. This does not sign you in: your
            password, and your second factor if you have one, are asked for as usual.
          </p>
        </>
      }
      ended={{
        says: 'This browser was not marked: with a known one, or once nobody is trying passwords any more, you log in as usual.',
        next: logIn,
      }}
    />
  )
}
