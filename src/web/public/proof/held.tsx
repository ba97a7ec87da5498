import type { PublishedProof } from '../../../contract/proof.ts'
import { usd } from '../../ui/amount.ts'
import { Reserves } from './reserves.tsx'
import styles from './proof.module.css'

/** What is there against what is owed, of the same moment and at the same rate: proved by keys, or only stated. */
export function Held({ proof }: { proof: PublishedProof }) {
  const { holds, reserves, total } = proof
  return (
    <div className={styles.held} id="reserves">
      <h3>What the firm holds against it</h3>
      <dl className={styles.kinds}>
        <div>
          <dt>Owed, at the same moment</dt>
          <dd>{usd(total)}</dd>
        </div>
        <Coins name="Bitcoin, proved by its keys" unit="BTC" held={reserves?.proved} />
        <Coins
          name="Bitcoin, in the books and not proved"
          unit="BTC"
          held={reserves ? reserves.unproved : holds.BTC}
        />
        <div>
          <dt>At banks: our statement, not provable</dt>
          <dd>{usd(holds.bank)}</dd>
        </div>
        <Coins name="USDT: our statement, not provable" unit="USDT" held={holds.USDT} />
      </dl>
      <p>
        {coverSentence(proof)} A balance in our books proves nothing about a bank or a chain:
        compare it with what our bank and our auditor say.
      </p>
      <Reserves proof={proof} />
    </div>
  )
}

type Coins = PublishedProof['holds']['BTC']

/** Left out where there are none. */
function Coins({ name, unit, held }: { name: string; unit: string; held: Coins | undefined }) {
  if (!held || held.coins === '0') return null
  return (
    <div>
      <dt>
        {name}, at the rate of that moment: {held.coins} {unit}
      </dt>
      <dd>{held.value === null ? 'No rate' : usd(held.value)}</dd>
    </div>
  )
}

function coverSentence({ uncovered, unvalued }: PublishedProof): string {
  if (uncovered === null)
    return 'Whether that covers what is owed can’t be said: the books hold less than nothing of a coin that had no rate at that moment.'
  if (uncovered === 0)
    return unvalued
      ? 'By the books, all that is owed is covered, even without the coins that had no rate at that moment.'
      : 'By the books, all that is owed is covered.'
  return unvalued
    ? `By the books, ${usd(uncovered)} of what is owed has no cover but coins that had no rate at that moment.`
    : `By the books, ${usd(uncovered)} of what is owed has no cover.`
}
