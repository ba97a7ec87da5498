import type { LandingPage } from '../../../contract/site.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { SectionHead } from './section-head.tsx'
import styles from './start.module.css'

export function Start({ start }: { start: NonNullable<LandingPage['start']> }) {
  return (
    <section className={styles.band} id="start" data-later="">
      <div className="page">
        <SectionHead title={start.title} claims />
        <ol className={styles.steps} data-reveal-items="">
          {start.steps.map(({ title, text }, index) => (
            <li key={title}>
              <span className={styles.number}>{String(index + 1).padStart(2, '0')}</span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <LinkButton href="/signup" variant="default">
          Register Now
        </LinkButton>
      </div>
    </section>
  )
}
