import { Link } from 'react-router'
import { Note } from '../../ui/states.tsx'

/** Where a mail's link leads to, opened without its secret. */
export function LinkGone({ action, label }: { action: string; label: string }) {
  return (
    <>
      <Note>
        Please open the link of your mail again. Its secret is kept only as long as the page is
        open, so it is gone after a reload; nothing was changed.
      </Note>
      <p className="small">
        <Link to={action}>{label}</Link>
      </p>
    </>
  )
}
