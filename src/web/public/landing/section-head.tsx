import { useSite } from '../../site.ts'
import { SampleLabel } from '../../ui/sample-label.tsx'
import styles from './section-head.module.css'

/** `claims`: whether the section says something about the firm, which in a demonstration is made up. */
type SectionHeadProps = { title: string; text?: string; claims?: boolean; level?: 'h1' | 'h2' }

export function SectionHead({
  title,
  text,
  claims = false,
  level: Heading = 'h2',
}: SectionHeadProps) {
  const { sample } = useSite()
  return (
    <div className={styles.head} data-reveal="">
      <Heading>{title}</Heading>
      {claims && sample && (
        <span className={styles.label}>
          <SampleLabel />
        </span>
      )}
      {text && <p className="lead">{text}</p>}
    </div>
  )
}
