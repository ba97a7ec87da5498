import { useSite } from '../../site.ts'
import { Note } from '../../ui/states.tsx'

/** How to see an investment mature where time can be moved: nobody waits days for a demonstration. */
export function SeeOneMature() {
  const { mode } = useSite()
  return mode === 'demo' ? (
    <Note>
      To see an investment mature without waiting, log in as the sample administrator and press
      “Move the clock” in the treasury. Only the demonstration’s time can be moved.
    </Note>
  ) : null
}
