import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { Logo } from '../logo.tsx'
import { useSite } from '../site.ts'
import { atRest } from '../ui/at-rest.ts'
import { Scene } from '../ui/scene.tsx'
import styles from './sign-in-frame.module.css'

/** The form on paper at the left, the view through the window at the right. */
export default function SignInFrame() {
  const { view } = useSite()
  useWhatComesNext()
  return (
    <div className={styles.frame}>
      <div className={styles.side}>
        <header><Logo /></header>
        <noscript><p className={styles.scripts}>Signing in needs scripts, which this browser doesn’t run. Nothing was sent; switch them on for this site and load the page again.</p></noscript>
        <Outlet />
      </div>
      <div className={styles.view}><Scene picture={view} /></div>
    </div>
  )
}

/** Home and its frame, made ready while somebody types: after signing in only the figures are waited for. */
function useWhatComesNext(): void {
  useEffect(() => {
    // Where they can't be had now, they are asked for again when they are needed.
    atRest().then(() => Promise.all([import('../dashboard/frame.tsx'), import('../dashboard/home.tsx')])).catch(() => {})
  }, [])
}
