import type { LandingPage, SampleBook, Titled } from '../../../contract/site.ts'
import { plainAmount } from '../../ui/amount.ts'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { DayProof, type ShownProof } from './day-proof.tsx'
import styles from './safety.module.css'

type SafetyProps = {
  safety: LandingPage['safety']
  book: SampleBook | null
  proof: ShownProof | null
  features: Titled[]
}

export function Safety({ safety, book, proof, features }: SafetyProps) {
  return (
    <section className={`page ${styles.section}`} id="safety" data-later="">
      {safety && (
        <div className={styles.safety}>
          <div className={styles.text} data-reveal="">
            <h2>{safety.title}</h2>
            <p className="lead">{safety.text}</p>
            {book && <p>{safety.note}</p>}
            {proof && <DayProof proof={proof} level="h3" />}
          </div>
          {book && <Book book={book} />}
        </div>
      )}
      {!safety && proof && <DayProof proof={proof} level="h2" />}
      {features.length > 0 && <Features features={features} level={safety ? 'h3' : 'h2'} />}
    </section>
  )
}

/** Below a heading of the section where there is one. */
function Features({ features, level: Heading }: { features: Titled[]; level: 'h2' | 'h3' }) {
  return (
    <ul className={styles.features} data-reveal-items="">
      {features.map(({ title, text }) => (
        <li key={title}>
          <Heading>{title}</Heading>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}

/** A page of an account as its owner reads it: what staff did stands in it as everything else does. */
function Book({ book: { title, lines, balanceCents } }: { book: SampleBook }) {
  return (
    <div className={styles.book} data-reveal="">
      <div className={styles.bookHead}>
        <h3>{title}</h3>
        <SampleLabel />
      </div>
      <table>
        <thead>
          <tr>
            <th className={styles.date} scope="col">
              Date
            </th>
            <th scope="col">What, who and why</th>
            <th scope="col">Amount</th>
            <th scope="col">Balance</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ date, what, note, amountCents, balanceCents: after, signed }) => (
            <tr key={date} className={signed ? styles.staff : undefined}>
              <td className={styles.date}>{date}</td>
              <td>
                {what}
                <span className="caption">{note}</span>
              </td>
              <td>{plainAmount(BigInt(amountCents))}</td>
              <td>{plainAmount(BigInt(after))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th className={styles.date} scope="row">
              {lines.at(-1)!.date}
            </th>
            <td colSpan={2}>Account Balance</td>
            <td>
              <span>{plainAmount(BigInt(balanceCents))}</span>
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
