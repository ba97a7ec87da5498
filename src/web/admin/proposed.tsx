/** Who said or did something, and why. */
import { showDateTime } from '../ui/dates.ts'

/** `by 4 PM: “the reason”`, behind what was done. */
export function ByWhom({ by, at, reason }: { by: string; at: string; reason?: string | null }) {
  return (
    <>
      <bdi>{by}</bdi>, <time dateTime={at}>{showDateTime(at)}</time>
      {reason && `: “${reason}”`}
    </>
  )
}
