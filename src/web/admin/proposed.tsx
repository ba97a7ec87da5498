/** Who said or did something, and why. */
import { When } from './when.tsx'

/** `by 4 PM: “the reason”`, behind what was done. */
export function ByWhom({ by, at, reason }: { by: string; at: string; reason?: string | null }) {
  return (
    <>
      <bdi>{by}</bdi>, <When at={at} />
      {reason && `: “${reason}”`}
    </>
  )
}
