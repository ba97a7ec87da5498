import type { LandingPage, Review } from '../../../contract/site.ts'
import { Icon } from '../../ui/icon.tsx'
import { Scene } from '../../ui/scene.tsx'
import { OutsideLink } from '../outside-link.tsx'
import { SectionHead } from './section-head.tsx'
import styles from './reviews.module.css'

/** A row that is scrolled by hand; `behaviour/carousel.ts` makes it go round, one at a time. */
export function Reviews({
  reviews: { title, items },
}: {
  reviews: NonNullable<LandingPage['reviews']>
}) {
  return (
    <section
      className={`page ${styles.section}`}
      id="reviews"
      aria-roledescription="carousel"
      aria-label={title}
      data-carousel=""
      data-later=""
    >
      <SectionHead title={title} claims />
      <div className={styles.window} data-window="">
        <ul className={styles.track} data-track="" data-reveal-items="">
          {items.map((item) => (
            <One key={item.name} review={item} />
          ))}
        </ul>
      </div>
      <p className="hide" aria-live="polite" data-announce="" />
      <div className={styles.arrows}>
        <button type="button" data-previous="" data-ripple="" aria-label="Previous review" disabled>
          <Icon name="back" />
        </button>
        <button type="button" data-next="" data-ripple="" aria-label="Next review" disabled>
          <Icon name="right" />
        </button>
      </div>
      <div className={styles.dots}>
        {items.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            data-dot=""
            aria-label={`Review ${index + 1}`}
            aria-current={index === 0 ? 'true' : undefined}
            disabled
          />
        ))}
      </div>
    </section>
  )
}

function One({ review: { text, name, note, picture, source } }: { review: Review }) {
  return (
    <li className={styles.review} data-slide="">
      <figure>
        <blockquote>{text}</blockquote>
        <figcaption>
          <span className={styles.picture}>
            <Scene picture={picture} />
          </span>
          <span>
            {name}
            <span className="caption">
              {note}
              {source && (
                <>
                  {' '}
                  <OutsideLink href={source}>Where it was said</OutsideLink>
                </>
              )}
            </span>
          </span>
        </figcaption>
      </figure>
    </li>
  )
}
