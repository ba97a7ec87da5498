import type { SampleBook, SampleLine } from '../../../contract/site.ts'
import { plainAmount } from '../../ui/amount.ts'
import { Figure } from '../../ui/figure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SampleLabel } from '../../ui/sample-label.tsx'
import styles from './open-balance.module.css'

/**
 * What the product is about, at a glance: a balance, opened into the lines whose sum it is. Each of them opens too, one at a
 * time, by the browser itself: what was booked, and of a correction who made it, why, and the balance before and after.
 */
export function OpenBalance({ book: { opened, balanceCents } }: { book: SampleBook }) {
  const balance = BigInt(balanceCents)
  return (
    <details className={styles.books} open>
      <summary>
        <span className={styles.head}>
          <span className="label">Account Balance</span>
          <SampleLabel />
        </span>
        <span className={styles.balance}>
          <Figure cents={balance} />
        </span>
        <span className="hide">, how is this made up?</span>
      </summary>
      <ul className={styles.lines}>
        {opened.map((line) => (
          <li key={line.label}>
            <Line line={line} />
          </li>
        ))}
      </ul>
      <p className={styles.sum}>
        <span>Balance</span>
        <span>{plainAmount(balance)}</span>
      </p>
    </details>
  )
}

function Line({ line: { label, amountCents, lines } }: { line: SampleBook['opened'][number] }) {
  const isSigned = lines.some(({ signed }) => signed !== null)
  return (
    <details name="book" className={isSigned ? styles.signed : undefined}>
      <summary>
        <span className={styles.sign}>
          <Icon name="down" />
        </span>
        <span>{label}</span>
        <span className={styles.amount}>{plainAmount(BigInt(amountCents))}</span>
      </summary>
      {lines.map((entry) => (
        <dl key={entry.date}>
          {factsOf(entry).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ))}
    </details>
  )
}

function factsOf({ date, what, note, signed, amountCents, balanceCents }: SampleLine) {
  const after = BigInt(balanceCents)
  const before = after - BigInt(amountCents)
  if (signed === null)
    return [
      [`${date}: ${what}`, plainAmount(BigInt(amountCents))],
      ['Who and how', note],
    ] as const
  return [
    ['Who', `${signed.by}, ${date}`],
    ['Why', signed.why],
    ['Before', plainAmount(before)],
    ['After', plainAmount(after)],
  ] as const
}
