import type { PublishedProof } from '../../../contract/proof.ts'
import { claims } from '../../../lib/liabilities/format.ts'
import { claimNames } from '../../../lib/liabilities/words.ts'
import { useSite } from '../../site.ts'
import { usd } from '../../ui/amount.ts'
import { showDay } from '../../ui/dates.ts'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { Held } from './held.tsx'
import styles from './proof.module.css'

const when = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** Of the last day, or that there is none yet. */
export function Figures({ last }: { last: PublishedProof | undefined }) {
  const { name, sample } = useSite()
  return (
    <section className={styles.slab} id="figures">
      <div className="page">
        <div className={styles.head}>
          <h2>
            {last ? `What ${name} owes, in the proof of ${showDay(last.day)}` : `What ${name} owes`}
          </h2>
          {sample && <SampleLabel />}
        </div>
        {last ? <Day proof={last} /> : <p className={styles.none}>{noneYet}</p>}
      </div>
    </section>
  )
}

const noneYet =
  'No proof has been published yet. The first one is made after midnight UTC, when a day has ended, and stands here then.'

function Day({ proof }: { proof: PublishedProof }) {
  const { sample } = useSite()
  const { at, total, owed, hash, auditRoot } = proof
  return (
    <>
      <p className={styles.total}>{usd(total)}</p>
      <dl className={styles.kinds}>
        {claims.map((claim) => (
          <div key={claim}>
            <dt>{claimNames[claim]}</dt>
            <dd>{usd(owed[claim])}</dd>
          </div>
        ))}
      </dl>
      <Held proof={proof} />
      <dl className={styles.hashes}>
        <div>
          <dt>Moment of the balances</dt>
          <dd>
            <time dateTime={at}>{when.format(new Date(at)).replace('\u202f', ' ')} UTC</time>
          </dd>
        </div>
        <div>
          <dt>Hash of the manifest: the one value to keep elsewhere</dt>
          <dd>
            <code>{hash}</code>
          </dd>
        </div>
        <div>
          <dt>Root of the audit, over everybody’s activity at that moment</dt>
          <dd>
            <code>{auditRoot}</code>
          </dd>
        </div>
        <div>
          <dt>Signature</dt>
          <dd>
            {signedWord(proof, sample)} {proof.signed && proof.key && <code>{proof.key}</code>}
          </dd>
        </div>
      </dl>
    </>
  )
}

function signedWord({ signed }: PublishedProof, sample: boolean): string {
  if (!signed) return 'Not signed'
  return sample
    ? 'Signed with the sample key, which is no secret:'
    : 'Signed with this key; compare it with the one that you know from elsewhere:'
}
