import type { Plan } from '../../contract/plan.ts'
import { Explain } from '../ui/explain.tsx'
import styles from '../account/form.module.css'

type Terms = Pick<
  Plan,
  'title' | 'profitPercent' | 'durationDays' | 'range' | 'riskWarning' | 'riskVersion'
>

const terms: [label: string, of: (plan: Terms) => string][] = [
  ['Plan', ({ title }) => title],
  ['Profit', ({ profitPercent }) => `${profitPercent}%, once`],
  ['Matures', ({ durationDays }) => `${durationDays} days after opening`],
  ['Amounts', ({ range }) => range],
]

/** What is agreed to, to be confirmed by hand. */
export const acceptsTerms =
  'I have read the current terms and risk warning and accept them: what I invest can be lost'

/** The terms as they are now, with what they were where they were known before and are others, and the risk warning to be read. */
export function PlanTerms({ before, now }: { before?: Terms; now: Terms }) {
  return (
    <>
      <Explain
        lines={terms.map(([label, of]) => ({
          label,
          amount: of(now),
          note: before === undefined || of(before) === of(now) ? undefined : `was: ${of(before)}`,
        }))}
      />
      <div className={styles.risk}>
        <h3>Risk warning</h3>
        <p className="small">{now.riskWarning}</p>
        <p className="caption">
          Version {now.riskVersion}
          {before !== undefined &&
            (now.riskVersion === before.riskVersion ? ', as before' : ', new')}
        </p>
      </div>
    </>
  )
}
