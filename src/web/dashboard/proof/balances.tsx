import { Link } from 'react-router'
import { total } from '../../../lib/liabilities/format.ts'
import { claimNames, kindsOf, signedSentence } from '../../../lib/liabilities/words.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { showDateTime, showDay } from '../../ui/dates.ts'
import { Figure } from '../../ui/figure.tsx'
import type { Counted, Kept } from '../own-proof.ts'
import styles from './proof.module.css'

/** What the proof says that this account is owed, to be compared with what its owner knows. */
export function Balances({
  counted: {
    checked: { amounts, manifest, manifestHash },
    checked,
    kept,
  },
}: {
  counted: Counted
}) {
  return (
    <>
      <dl className={styles.balances}>
        {kindsOf(amounts).map(({ claim, cents }) => (
          <div key={claim}>
            <dt>{claimNames[claim]}</dt>
            <dd>
              <Figure cents={cents} size="small" />
            </dd>
          </div>
        ))}
        <div>
          <dt>Total</dt>
          <dd>
            <Figure cents={total(amounts)} size="small" />
          </dd>
        </div>
      </dl>
      <ul className={`small ${styles.facts}`}>
        <li>
          The balances are of <time dateTime={manifest.at}>{showDateTime(manifest.at)}</time>:
          compare them with <Link to="/dashboard/activity">your activity</Link> until then.
        </li>
        <li>{signedSentence(checked)}</li>
        <li>{keptSentence(kept)}</li>
        {manifest.sample && (
          <li>This is a demonstration: play money, and a firm made up for it.</li>
        )}
      </ul>
      <div>
        <p className="small">The manifest’s hash, the one value to keep elsewhere</p>
        <CopyText text={manifestHash} name="hash of the manifest" />
      </div>
    </>
  )
}

function keptSentence(kept: Kept): string {
  switch (kept.is) {
    case 'first':
      return 'This browser now keeps the manifest’s hash until you log out, and compares later ones with it.'
    case 'same':
      return 'It is the manifest that this browser has kept since an earlier look. It keeps it until you log out.'
    case 'connected':
      return `It is in one chain with the manifest of ${showDay(kept.day)}, which this browser kept. It keeps the newer one until you log out.`
    case 'unknown':
      return `This browser kept the manifest of ${showDay(kept.day)}. Whether this one is in one chain with it could not be found out: the list of all manifests could not be loaded.`
  }
}
