/** One possible match: both sides, why it was or may be decided, and the decision. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Match } from '../../../contract/screening.ts'
import { useProposeMatchDecisionMutation } from '../../api/screening.ts'
import { useWaiting } from '../../api/staff-withdrawals.ts'
import { useCommand } from '../../api/use-command.ts'
import { Badge, type BadgeState } from '../../ui/badge.tsx'
import { showDateTime } from '../../ui/dates.ts'
import { ReasonQuestion } from '../../ui/reason-question.tsx'
import { ageOf } from '../../ui/ages.ts'
import { MatchSides } from '../match-sides.tsx'
import { ByWhom } from '../proposed.tsx'
import { useStaff } from '../staff.ts'
import { AgreeTo, EndProposal } from '../waiting/decide.tsx'
import { mayAgree } from '../waiting/list.tsx'
import list from '../list/list.module.css'
import styles from './screening.module.css'

const states: Record<Match['status'], [BadgeState, string]> = {
  open: ['pending', 'To decide'],
  cleared: ['approved', 'Somebody else'],
  confirmed: ['rejected', 'Confirmed'],
}

const whatStops = ({ status, freezes }: Match): string =>
  status === 'confirmed' && freezes !== 'account'
    ? 'Payouts and new investments stop.'
    : frozen[freezes]

const frozen: Record<Match['freezes'], string> = {
  account: 'The account is frozen.',
  payouts: 'Payouts wait.',
  nothing: 'Nothing is frozen.',
}

type Asked = 'cleared' | 'confirmed' | 'agree' | 'end'

export function MatchItem({ match }: { match: Match }) {
  const [asked, ask] = useState<Asked | null>(null)
  const { user, status, proposal } = match
  const [badge, word] = proposal ? (['pending', 'Second decision'] as const) : states[status]
  const heading = `match-${match.id}`
  return (
    <li aria-labelledby={heading}>
      <div className={list.entryTitle}>
        <h3 id={heading}>
          <Link to={`/admin/users/${user.id}`}>
            <bdi>{user.fullName}</bdi>
          </Link>
        </h3>
        <Badge state={badge}>{word}</Badge>
        <Age match={match} />
      </div>
      <MatchSides finding={match.finding} />
      <Story match={match} />
      <Actions match={match} onAsk={ask} />
      {asked && <Decision asked={asked} match={match} onClose={() => ask(null)} />}
    </li>
  )
}

function Age({ match: { status, foundAt } }: { match: Match }) {
  const now = useWaiting()?.now
  return (
    <span className="small">
      Found <time dateTime={foundAt}>{showDateTime(foundAt)}</time>
      {status === 'open' && now && `, ${ageOf(foundAt, now)} old`}
    </span>
  )
}

function Story({ match }: { match: Match }) {
  const { status, decidedAt, decidedBy, reasons } = match
  return (
    <div className={styles.story}>
      {status === 'cleared' ? null : <p className="small">{whatStops(match)}</p>}
      {decidedBy && decidedAt && (
        <p className="small">
          Decided by <ByWhom by={decidedBy.fullName} at={decidedAt} />
        </p>
      )}
      {reasons.map(({ command, by, reason }) => (
        <p key={command} className="small">
          <bdi>{by.fullName}</bdi>: “{reason}”
        </p>
      ))}
    </div>
  )
}

type ActionsProps = { match: Match; onAsk(asked: Asked): void }

function Actions({ match: { status, proposal, finding, user }, onAsk }: ActionsProps) {
  const staff = useStaff()
  const decides = staff.may('decide-matches') && user.id !== staff.id
  if (!decides || !finding || status === 'cleared') return null
  if (proposal) {
    const isOwn = proposal.proposedBy.id === staff.id
    return (
      <div className="row">
        {mayAgree(proposal, staff) && <Button onClick={() => onAsk('agree')}>Agree</Button>}
        <Button variant="default" onClick={() => onAsk('end')}>
          {isOwn ? 'Withdraw' : 'Refuse'}
        </Button>
      </div>
    )
  }
  return (
    <div className="row">
      <Button onClick={() => onAsk('cleared')}>Clear as somebody else</Button>
      {status === 'open' && (
        <Button variant="default" onClick={() => onAsk('confirmed')}>
          Confirm the match
        </Button>
      )}
    </div>
  )
}

type DecisionProps = { asked: Asked; match: Match; onClose(): void }

function Decision({ asked, match, onClose }: DecisionProps) {
  const { id } = useStaff()
  const { proposal } = match
  if (asked === 'agree') return proposal && <AgreeTo proposal={proposal} onClose={onClose} />
  if (asked === 'end')
    return (
      proposal && (
        <EndProposal proposal={proposal} isOwn={proposal.proposedBy.id === id} onClose={onClose} />
      )
    )
  return <Propose match={match} isSomebodyElse={asked === 'cleared'} onClose={onClose} />
}

type ProposeProps = { match: Match; isSomebodyElse: boolean; onClose(): void }

function Propose({ match: { id, user }, isSomebodyElse, onClose }: ProposeProps) {
  const [propose] = useProposeMatchDecisionMutation()
  const { give, busy, problem } = useCommand({
    trigger: propose,
    otherwise: 'Nothing was changed. Please try again.',
    onDone: onClose,
  })
  return (
    <ReasonQuestion
      title={isSomebodyElse ? 'Clear as somebody else?' : 'Confirm the match?'}
      onClose={onClose}
      confirm="Propose"
      busy={busy}
      danger={!isSomebodyElse}
      label="Reason, for those who may read matches"
      rows={3}
      problem={problem}
      onGiven={(reason) => void give({ id, isSomebodyElse, reason })}
    >
      <p>
        {isSomebodyElse ? (
          <>
            <bdi>{user.fullName}</bdi> is somebody else. What this match froze goes on once somebody
            else agrees, and the same match is not asked again until either side changes.
          </>
        ) : (
          <>
            <bdi>{user.fullName}</bdi> is who the list names. What this match froze stays frozen,
            and payouts and new investments stop. Somebody else must agree.
          </>
        )}
      </p>
    </ReasonQuestion>
  )
}
