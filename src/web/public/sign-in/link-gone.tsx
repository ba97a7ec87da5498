import { Link } from 'react-router'
import { Note } from '../../ui/states.tsx'

/** Where a mail's link leads to, opened without its secret. */
export function LinkGone({ action, label }: { action: string; label: string }) {
  return (
    <>
      <Note>
        Please open the link in our email again. Its secret is kept only while the page is open, so
        a reload loses it; nothing was changed.
      </Note>
      <p className="small">
        <Link to={action}>{label}</Link>
      </p>
    </>
  )
}
