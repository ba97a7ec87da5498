import { MaturityDate } from './maturity-date.tsx'

/** How long the money is bound, and what happens then: said with the plan, and once more before it is booked. */
export function AtTheEnd({ days }: { days: number }) {
  return (
    <p className="small">
      You can’t take this out before <MaturityDate days={days} />. Then all of it is paid to your
      balance; until that day you can choose to have the principal invested again instead. Only a
      first investment can be undone, for a short time.
    </p>
  )
}
