import type { LandingPage, SampleBook } from '../../../contract/site.ts'
import { useSite } from '../../site.ts'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { Scene } from '../../ui/scene.tsx'
import styles from './hero.module.css'
import { OpenBalance } from './open-balance.tsx'

type Scenes = LandingPage['hero']['scenes']

/** The one window with its changing view. `behaviour/hero.ts` turns the views; without it the first one stays. */
export function Hero({ hero, book }: { hero: LandingPage['hero']; book: SampleBook | null }) {
  const { sample } = useSite()
  return (
    <section className={styles.hero} data-hero="">
      <div className={styles.view}>
        {hero.scenes.map(({ name, picture }, index) => (
          <div
            key={name}
            className={styles.scene}
            data-scene=""
            data-shown={index === 0 ? '' : undefined}
            hidden={index > 0}
          >
            <Scene picture={picture} eager={index === 0} />
          </div>
        ))}
      </div>
      <div className={`page ${styles.page}`}>
        <div className={styles.text}>
          {sample && <SampleLabel />}
          <h1>{hero.title}</h1>
          <p className="lead">{hero.text}</p>
          <LinkButton href="/signup">
            Get Started
            <Icon name="right" />
          </LinkButton>
        </div>
        {book && <OpenBalance book={book} />}
      </div>
      <Views scenes={hero.scenes} />
    </section>
  )
}

/** Disabled until their module runs, so that nothing can be pressed in vain. */
function Views({ scenes }: { scenes: Scenes }) {
  return (
    <div className={styles.views} role="group" aria-label="Views">
      {scenes.map(({ name }, index) => (
        <button key={name} type="button" data-view="" aria-pressed={index === 0} disabled>
          {name}
        </button>
      ))}
      <button
        type="button"
        className={styles.pause}
        data-pause=""
        aria-label="Pause the pictures"
        disabled
      >
        <span data-when="running">
          <Icon name="pause" />
        </span>
        <span data-when="paused" hidden>
          <Icon name="play" />
        </span>
      </button>
    </div>
  )
}
