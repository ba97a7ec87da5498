import type { LandingPage } from '../../../contract/site.ts'
import { SampleLabel } from '../../ui/sample-label.tsx'
import styles from './statistics.module.css'

/** Stated figures exist in a demonstration only, so the label always stands. */
export function Statistics({ statistics }: { statistics: NonNullable<LandingPage['statistics']> }) {
  return (
    <section className={styles.slab} id="statistics">
      <div className="page">
        <div className={styles.head}>
          <h2>{statistics.title}</h2>
          <SampleLabel />
        </div>
        <dl className={styles.figures} data-reveal-items="">
          {statistics.figures.map(({ value, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
