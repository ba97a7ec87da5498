/** Where an application stands, and whether its decision is late. */
import type { WaitingApplication } from '../../../contract/lending.ts'
import { showDay, showShortDay } from '../../../lib/calendar.ts'
import { applicationBadges } from '../../account/loans/words.ts'
import { Badge } from '../../ui/badge.tsx'

type Shown = { row: WaitingApplication }

export function ApplicationBadge({ row: { status } }: Shown) {
  const [state, word] = applicationBadges[status]
  return <Badge state={state}>{word}</Badge>
}

export const DecideBy = ({ row: { decideBy: day, isLate } }: Shown) =>
  isLate ? <Badge state="rejected">{`Late since ${showDay(day)}`}</Badge> : `Due ${showDay(day)}`

/** The same where there is little room. */
export const DecideSoon = ({ row: { decideBy: day, isLate } }: Shown) =>
  isLate ? <Badge state="rejected">Late</Badge> : showShortDay(day)
