import { Link } from 'react-router'
import { daySaid, mustAccept } from '../account/editions/words.ts'
import { useOwnEditionsQuery } from '../api/editions.ts'
import { Note } from '../ui/states.tsx'

/** On Home: what has to be accepted, or what will change. */
export function PoliciesNote() {
  const editions = useOwnEditionsQuery().data?.data.editions ?? []
  const waits = editions.find(mustAccept)
  const comes = editions.findLast(({ state, acceptedAt }) => state === 'comes' && !acceptedAt)
  const one = waits ?? comes
  if (!one) return null
  return (
    <Note>
      {waits
        ? `Our ${one.title} wait to be accepted.`
        : `Our ${one.title} change on ${daySaid(one)}.`}{' '}
      <Link to="/dashboard/policies">Read and accept them</Link>
    </Note>
  )
}
