import { Link } from 'react-router'
import type { Proposal } from '../../../contract/proposal.ts'
import { useProposalsQuery } from '../../api/proposals.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { Note } from '../../ui/states.tsx'

type NoteProps = { about: string; are(proposal: Proposal): boolean }

/** How many proposals about this wait for a second person; nothing where none does. */
export function WaitingNote({ about, are }: NoteProps) {
  const { data, ...answer } = useProposalsQuery()
  if (answer.error && !data) return <LoadFailed what="the proposals" {...answer} />
  const count = data?.data.proposals.filter(are).length ?? 0
  if (count === 0) return null
  return (
    <Note>
      {count === 1 ? '1 proposal' : `${count} proposals`} about {about}{' '}
      {count === 1 ? 'waits' : 'wait'} for somebody else.{' '}
      <Link to="/admin/waiting">See what waits</Link>
    </Note>
  )
}
