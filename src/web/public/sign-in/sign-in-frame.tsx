import { useEffect, useEffectEvent } from 'react'
import { Outlet } from 'react-router'
import { Logo } from '../../logo.tsx'
import { usePageFiles } from '../../page-files.ts'
import { useSite } from '../../site.ts'
import { Scene } from '../../ui/scene.tsx'
import styles from './sign-in-frame.module.css'

/** The form on paper at the left, the view through the window at the right. */
export default function SignInFrame() {
  const { view } = useSite()
  const prepare = useEffectEvent(usePageFiles().prepare)
  useEffect(() => {
    // Home, during typing: after signing in only the figures are waited for. What can't be had now is asked for again then.
    prepare('/dashboard').catch(() => {})
  }, [])
  return (
    <div className={styles.frame}>
      <div className={styles.side}>
        <header>
          <Logo />
        </header>
        <noscript>
          <p className={styles.scripts}>
            Signing in needs JavaScript, which this browser doesn’t run. Nothing was sent; switch it
            on for this site and reload the page.
          </p>
        </noscript>
        <Outlet />
      </div>
      <div className={styles.view}>
        <Scene picture={view} />
      </div>
    </div>
  )
}
