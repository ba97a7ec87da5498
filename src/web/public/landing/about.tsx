import type { LandingPage } from '../../../contract/site.ts'
import { useSite } from '../../site.ts'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { Scene } from '../../ui/scene.tsx'
import styles from './about.module.css'

export function About({ about }: { about: NonNullable<LandingPage['about']> }) {
  const { sample } = useSite()
  return (
    <section className={`page ${styles.about}`} id="about" data-later="">
      <div className={styles.picture} data-reveal="">
        <Scene picture={about.picture} />
      </div>
      <div className={styles.text} data-reveal="">
        {sample && <SampleLabel />}
        <h2>{about.title}</h2>
        {about.paragraphs.map((paragraph) => (
          <p className="lead" key={paragraph}>
            {paragraph}
          </p>
        ))}
        {about.learnMore !== null && (
          <LinkButton href={about.learnMore} variant="default" target="_blank" rel="noopener">
            Learn More
            <Icon name="right" />
            <span className="hide"> (opens a new tab)</span>
          </LinkButton>
        )}
      </div>
    </section>
  )
}
