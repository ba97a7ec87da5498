import { notShown } from '../../../lib/liabilities/words.ts'
import { Section } from './section.tsx'
import styles from './proof.module.css'

export function Limits() {
  return (
    <Section id="limits" title="What it can’t show">
      <dl className={styles.limits}>
        {notShown.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
