import { Button } from '@mantine/core'
import type { MetaFunction } from 'react-router'
import { useSite } from '../site.ts'
import { Logo } from '../ui/logo.tsx'
import { SampleLabel } from '../ui/sample-label.tsx'
import { Scene } from '../ui/scene.tsx'
import scene from './art/agriculture.svg'
import styles from './landing.module.css'
import { PlanWindow } from './plan-window.tsx'

export const meta: MetaFunction = () => [{ title: 'Glasshouse: at the forefront of trading and investment' }]

export default function Landing() {
  const { mode } = useSite()
  return (
    <>
      <SiteHeader />
      <main>
        <section className={styles.hero}>
          <div className={styles.view}><Scene src={scene} alt="An engraved glasshouse behind rows of seedlings, seen through a window of twelve panes" /></div>
          <div className={`page ${styles.heroPage}`}>
            <div className={styles.text}>
              {mode === 'demo' && <SampleLabel />}
              <h1>At The Forefront of Trading And Investment</h1>
              <p className="lead">
                A sample licensed firm for asset management, wealth growth and market strategies, at home in agriculture,
                cryptocurrency, real estate, and stock trading and securities, with AI-driven tools to optimise investments
                and returns. Its walls are glass: every figure opens.
              </p>
              <Button component="a" href="/signup">Get Started</Button>
            </div>
          </div>
        </section>
        <PlanWindow />
      </main>
      <footer className={`page ${styles.end}`}>
        <p className="small">A made-up firm that shows what this software does. It holds no licence, no money and no customers.</p>
      </footer>
    </>
  )
}

function SiteHeader() {
  return (
    <header className={styles.header}>
      <div className="page">
        <Logo />
        <nav aria-label="Main">
          <a className={styles.anchor} href="#plan">Plan</a>
          <Button component="a" href="/login" variant="default">Log In</Button>
          <Button component="a" href="/signup">Sign Up</Button>
        </nav>
      </div>
    </header>
  )
}
