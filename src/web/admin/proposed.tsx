/** What one administrator has proposed and another decides: who said so, and what can be pressed. */
import { Button } from '@mantine/core'
import { showDateTime } from '../ui/dates.ts'
import type { SecondDecision } from './second-decision.tsx'

/** `by 4 PM: “the reason”`, behind what was done. */
export function ByWhom({ by, at, reason }: { by: string; at: string; reason?: string | null }) {
  return (
    <>
      <bdi>{by}</bdi>, <time dateTime={at}>{showDateTime(at)}</time>
      {reason && `: “${reason}”`}
    </>
  )
}

type DecideButtonsProps = {
  /** Whoever proposed it takes it back, and doesn't approve it. */
  isOwn: boolean
  /** What it is about, where it is heard and not seen. */
  about?: string
  onDecide(what: SecondDecision): void
}

export const refusalOf = (isOwn: boolean) => (isOwn ? 'Withdraw' : 'Reject')

export function DecideButtons({ isOwn, about, onDecide }: DecideButtonsProps) {
  const small = (word: string) => ({
    variant: 'default' as const,
    size: 'compact-sm' as const,
    children: word,
    ...(about ? { 'aria-label': `${word} ${about}` } : {}),
  })
  return (
    <div className="row">
      {!isOwn && <Button {...small('Approve')} onClick={() => onDecide('approve')} />}
      <Button {...small(refusalOf(isOwn))} data-danger onClick={() => onDecide('refuse')} />
    </div>
  )
}
