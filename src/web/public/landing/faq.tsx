import type { LandingPage } from '../../../contract/site.ts'
import { useSite } from '../../site.ts'
import { Icon } from '../../ui/icon.tsx'
import { SampleLabel } from '../../ui/sample-label.tsx'
import styles from './faq.module.css'

/** The browser itself keeps one item open at a time, since all have one name. */
export function Faq({ faq }: { faq: NonNullable<LandingPage['faq']> }) {
  const { sample } = useSite()
  return (
    <section className={`page ${styles.faq}`} id="faqs" data-later="">
      <div className={styles.text} data-reveal="">
        {sample && (
          <p>
            <SampleLabel />
          </p>
        )}
        <h2>{faq.title}</h2>
        <p>{faq.text}</p>
      </div>
      <div className={styles.items} data-reveal="">
        {faq.items.map(({ question, answer }) => (
          <details key={question} name="faq">
            <summary>
              {question}
              <span className={styles.closed}>
                <Icon name="plus" />
              </span>
              <span className={styles.open}>
                <Icon name="minus" />
              </span>
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
