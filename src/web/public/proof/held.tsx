import type { PublishedProof } from '../../../contract/proof.ts'
import { usd } from '../../ui/amount.ts'
import styles from './proof.module.css'

/** What the books say is there against what is owed, of the same moment: nothing of it is proved here. */
export function Held({ proof: { holds, uncovered } }: { proof: PublishedProof }) {
  return (
    <div className={styles.held}>
      <h3>What the books hold against it</h3>
      <dl className={styles.kinds}>
        <div>
          <dt>At banks</dt>
          <dd>{usd(holds.bank)}</dd>
        </div>
        <Coins name="Bitcoin" unit="BTC" held={holds.BTC} />
        <Coins name="USDT" unit="USDT" held={holds.USDT} />
      </dl>
      <p>
        {coverSentence(uncovered)} A balance in our books proves nothing about a bank or a chain:
        compare it with what our bank and our auditor say.
      </p>
    </div>
  )
}

type Coins = PublishedProof['holds']['BTC']

/** Left out where there are none. */
function Coins({ name, unit, held }: { name: string; unit: string; held: Coins }) {
  if (held.coins === '0') return null
  return (
    <div>
      <dt>
        {name}, at the rate of that moment: {held.coins} {unit}
      </dt>
      <dd>{held.value === null ? 'No rate' : usd(held.value)}</dd>
    </div>
  )
}

function coverSentence(uncovered: number | null): string {
  if (uncovered === null)
    return 'Whether that covers what is owed can’t be said: one of the coins had no rate at that moment.'
  return uncovered === 0
    ? 'By the books, all that is owed is covered.'
    : `By the books, ${usd(uncovered)} of what is owed has no cover.`
}
