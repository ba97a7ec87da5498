import { useEffect, useEffectEvent, useState } from 'react'
import { Outlet, useFetcher } from 'react-router'
import { Logo } from '../../logo.tsx'
import { usePageFiles } from '../../page-files.ts'
import { useSite } from '../../site.ts'
import { Scene } from '../../ui/scene.tsx'
import styles from './sign-in-frame.module.css'

/** The form on paper at the left, the view through the window at the right. */
export default function SignInFrame() {
  const { view } = useSite()
  const [homeIsReady, setHomeIsReady] = useState(false)
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
      {!homeIsReady && <HomeGettingReady onReady={() => setHomeIsReady(true)} />}
    </div>
  )
}

/** Home and its frame, fetched and put in place during typing: after signing in only the figures are waited for. */
function HomeGettingReady({ onReady }: { onReady(): void }) {
  const { load } = useFetcher()
  const ready = useEffectEvent(onReady)
  const loadFiles = useEffectEvent(usePageFiles().load)
  useEffect(() => {
    let gone = false
    // Once the files are here, the router takes in routes and style sheets; nothing of a person is asked for.
    async function fetchHome() {
      await loadFiles('/dashboard')
      await Promise.all([
        import('../../dashboard/frame.tsx'),
        import('../../dashboard/home/home.tsx'),
      ])
      if (gone) return
      await load('/dashboard?index')
      ready()
    }
    // What can't be had now is asked for again when it is needed.
    fetchHome().catch(() => {})
    return () => {
      gone = true
    }
  }, [load])
  return null
}
