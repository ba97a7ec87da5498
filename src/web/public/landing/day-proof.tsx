import type { PublishedProof } from '../../../contract/proof.ts'
import { useSite } from '../../site.ts'
import { usd } from '../../ui/amount.ts'
import buttons from '../../ui/button.module.css'
import { showDay } from '../../ui/dates.ts'
import { SampleLabel } from '../../ui/sample-label.tsx'
import styles from './day-proof.module.css'

/** `before`: the day of the proof before it, on which it rests; null where it is the first. */
export type ShownProof = Pick<PublishedProof, 'day' | 'hash' | 'total'> & { before: string | null }

type DayProofProps = { proof: ShownProof; level: 'h2' | 'h3' }

/** What is owed to everybody, and its check: `behaviour/day-proof.ts` loads that once somebody presses. */
export function DayProof({ proof, level: Heading }: DayProofProps) {
  const { sample } = useSite()
  const { day, hash, before } = proof
  const total = usd(proof.total)
  return (
    <div
      className={styles.proof}
      data-day-proof={JSON.stringify({ day, hash, total })}
      data-before={before ?? undefined}
    >
      <div className={styles.head}>
        <Heading>Proof of what we owe</Heading>
        {sample && <SampleLabel />}
      </div>
      <p>
        By the books, all investors together were owed <strong className="num">{total}</strong>
        {sample && ' of play money'} at the end of {showDay(day)}.
      </p>
      <p className={styles.ways}>
        <button
          type="button"
          className={buttons.root}
          data-variant="default"
          data-ripple=""
          data-check=""
          disabled
        >
          Check it here
        </button>
        <a href="/proof#limits">What it can’t show</a>
      </p>
      <div className={styles.said} role="status" data-said="" />
    </div>
  )
}
