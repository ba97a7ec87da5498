import { Section } from './section.tsx'

export function Meaning() {
  return (
    <Section id="meaning" title="What is proved">
      <p>
        That a balance which somebody sees in their account is in the sum that we publish. We can’t
        show one person a balance and leave it out of the sum without their check failing.
      </p>
      <p>
        When a day has ended, everything owed is added up from one moment of the books: balances,
        money held for withdrawals, what lies in plans, the profit promised for it, and what has
        arrived and isn’t credited yet. What belongs to the firm itself is not among it. Two amounts
        at a time are added, then two of those sums, up to one sum for everybody. Each sum is sealed
        with a hash over the amounts and the hashes below it.
      </p>
      <p>
        The last sum and its hash stand in a small file, the day’s manifest. It names the hash of
        the manifest before it: nobody can change an earlier day later without changing all days
        after it.
      </p>
    </Section>
  )
}
