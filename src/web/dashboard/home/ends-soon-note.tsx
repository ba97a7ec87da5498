import { Link } from 'react-router'
import { useVerificationQuery } from '../../api/verification.ts'
import { showDate } from '../../ui/dates.ts'
import { Note } from '../../ui/states.tsx'

/** As soon as what comes after it can be sent in: nobody is surprised by limits. */
export function EndsSoonNote() {
  const own = useVerificationQuery().data?.data
  if (!own || own.state !== 'verified' || !own.maySubmit) return null
  return (
    <Note>
      You’re verified until {showDate(own.verifiedUntil!)}.{' '}
      <Link to="/dashboard/verification">Send in what we need for the time after it</Link>, so that
      your limits stay as they are.
    </Note>
  )
}
