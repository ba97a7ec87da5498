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
            Somebody tries passwords for your account. Until they stop, it can be entered only with
            a browser that is known.
          </p>
          <p className="small">
            Make this browser one of them, if it is your own. Nobody is signed in by it: your
            password, and your second factor if you have one, are asked for as always.
          </p>
        </>
      }
      ended={{
        says: 'It marked no browser now: with one that is known already, or once nobody tries passwords any more, you log in as always.',
        next: logIn,
      }}
    />
  )
}
