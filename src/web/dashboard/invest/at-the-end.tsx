import { useSite } from '../../site.ts'
import { MaturityDate } from './maturity-date.tsx'

/** `first`: whether it can be undone: only what somebody invests first can, where the firm lets them. */
type AtTheEndProps = { days: number; first: boolean }

/** How long the money is bound, and what happens then: said with the plan, and once more before it is booked. */
export function AtTheEnd({ days, first }: AtTheEndProps) {
  const { coolingOffHours } = useSite()
  return (
    <p className="small">
      You can’t take this out before <MaturityDate days={days} />. Then all of it is paid to your
      balance; until that day you can choose to have the principal invested again instead.
      {!(first && coolingOffHours > 0) && <strong> You can’t undo this one.</strong>}
      {!first && coolingOffHours > 0 && ' Only a first investment can be undone.'}
    </p>
  )
}
