import { Link } from 'react-router'

/** From a refusal because of a limit to the page that says what the limits are, and what changes them. */
export function LimitLink({ code }: { code: string | undefined }) {
  if (code !== 'beyond_limit' && code !== 'finally_refused') return null
  return <Link to="/dashboard/verification">See your limits and your verification</Link>
}
