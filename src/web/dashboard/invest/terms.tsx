import type { Plan } from '../../../contract/plan.ts'
import { Explain } from '../../ui/explain.tsx'
import styles from '../../account/form.module.css'

const terms: [label: string, of: (plan: Plan) => string][] = [
  ['Plan', ({ title }) => title],
  ['Profit', ({ profitPercent }) => `${profitPercent}%, once`],
  ['Matures', ({ durationDays }) => `${durationDays} days after opening`],
  ['Amounts', ({ range }) => range],
]

/** The terms as they are now, with what they were where they are others, and the risk warning to be read. */
export function NewTerms({ before, now }: { before: Plan; now: Plan }) {
  return (
    <>
      <Explain
        lines={terms.map(([label, of]) => ({
          label,
          amount: of(now),
          note: of(before) === of(now) ? undefined : `was: ${of(before)}`,
        }))}
      />
      <div className={styles.risk}>
        <h3>Risk warning</h3>
        <p className="small">{now.riskWarning}</p>
        <p className="caption">
          Version {now.riskVersion}
          {now.riskVersion === before.riskVersion ? ', as before' : ', new'}
        </p>
      </div>
    </>
  )
}
