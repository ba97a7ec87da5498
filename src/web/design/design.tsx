import { Logo } from '../logo.tsx'
import { titled } from '../seo.ts'
import { Buttons } from './buttons.tsx'
import styles from './design.module.css'
import { Fields } from './fields.tsx'
import { Figures } from './figures.tsx'
import { Opening } from './opening.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'
import { Signs } from './signs.tsx'
import { idOf } from './specimen.tsx'
import { States } from './states.tsx'
import { Surfaces } from './surfaces.tsx'
import { Tables } from './tables.tsx'
import { Tokens } from './tokens.tsx'

const parts = [
  ['Tokens', Tokens],
  ['Buttons', Buttons],
  ['Fields', Fields],
  ['Figures and explanations', Figures],
  ['Tables', Tables],
  ['Signs', Signs],
  ['Surfaces and pictures', Surfaces],
  ['What opens', Opening],
  ['Waiting, empty, failed', States],
] as const

export const meta = titled('Design')

/** Everything that `src/web/ui` offers, to be looked at while it is being changed. Only a development server has this page. */
export default function Design() {
  return (
    <div className="page">
      <header className={styles.header}>
        <Logo />
        <SchemeSwitch />
      </header>
      <main className={styles.main}>
        <div className={styles.intro}>
          <h1>The design of the house</h1>
          <p className="lead">
            Every part in every state it can be in, and the tokens all of them are made of. Names,
            sums and dates here are specimens.
          </p>
        </div>
        <nav className={styles.contents} aria-label="Contents">
          <ul>
            {parts.map(([title]) => (
              <li key={title}>
                <a href={`#${idOf(title)}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.parts}>
          {parts.map(([title, Shown]) => (
            <section
              key={title}
              className={styles.part}
              id={idOf(title)}
              aria-labelledby={`${idOf(title)}-title`}
            >
              <h2 id={`${idOf(title)}-title`}>{title}</h2>
              <Shown />
            </section>
          ))}
        </div>
      </main>
    </div>
  )
}
