import { notShown } from '../../../lib/liabilities/words.ts'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './proof.module.css'

export function NotShown() {
  return (
    <Sheet title="What this can’t show">
      <dl className={styles.limits}>
        {notShown.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}
