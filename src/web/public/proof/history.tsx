import type { PublishedProof } from '../../../contract/proof.ts'
import { useSite } from '../../site.ts'
import { usd } from '../../ui/amount.ts'
import { showDay } from '../../ui/dates.ts'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { Section } from './section.tsx'
import { sinceBefore, type SinceBefore } from './since-before.ts'
import styles from './proof.module.css'

export function History({ proofs }: { proofs: readonly PublishedProof[] }) {
  const { sample } = useSite()
  const since = sinceBefore(proofs)
  return (
    <Section id="history" title="The proofs so far" label={sample && <SampleLabel />}>
      {proofs.length === 0 ? (
        <p>There is none yet.</p>
      ) : (
        <>
          <ol className={styles.history} aria-label="Proofs, the newest first">
            {proofs.map((proof, n) => (
              <Row key={proof.day} proof={proof} since={since[n]!} />
            ))}
          </ol>
          <p>
            The last {proofs.length === 1 ? 'one' : proofs.length}.{' '}
            <a href="/proofs/all.jsonl">All of them, as one file</a>
          </p>
        </>
      )}
    </Section>
  )
}

type RowProps = { proof: PublishedProof; since: SinceBefore }

function Row({
  proof: { day, total, hash, key, signed, reserves },
  since: { missing, newKey },
}: RowProps) {
  return (
    <li>
      <p>
        <time dateTime={day}>{showDay(day)}</time>
        <span className="num">{usd(total)}</span>
      </p>
      <code>{hash}</code>
      {missing > 0 && (
        <p>There is no proof of the {missing === 1 ? 'day' : `${missing} days`} before this one.</p>
      )}
      {newKey && (
        <p>
          {key === null ? (
            'From this day on no key of the firm’s is named.'
          ) : (
            <>
              Another key counts from this day on: <code>{key}</code>
            </>
          )}
        </p>
      )}
      <p className={styles.files}>
        <a href={`/proofs/${day}.json`}>
          Manifest<span className="hide"> of {showDay(day)}</span>
        </a>
        {signed ? (
          <a href={`/proofs/${day}.json.minisig`}>
            Signature<span className="hide"> of {showDay(day)}</span>
          </a>
        ) : (
          <span>Not signed</span>
        )}
        {reserves && (
          <a href={`/proofs/${day}.reserves.json`}>
            Coins<span className="hide"> proved over the manifest of {showDay(day)}</span>
          </a>
        )}
      </p>
    </li>
  )
}
