import { useEffect, useState } from 'react'
import { Outlet, PrefetchPageLinks } from 'react-router'
import { Logo } from '../logo.tsx'
import { useSite } from '../site.ts'
import { Scene } from '../ui/scene.tsx'
import styles from './sign-in-frame.module.css'

/** The form on paper at the left, the view through the window at the right. */
export default function SignInFrame() {
  const { view } = useSite()
  return (
    <div className={styles.frame}>
      <div className={styles.side}>
        <header><Logo /></header>
        <noscript><p className={styles.scripts}>Signing in needs scripts, which this browser doesn’t run. Nothing was sent; switch them on for this site and load the page again.</p></noscript>
        <Outlet />
        <WhatComesNext />
      </div>
      <div className={styles.view}><Scene picture={view} /></div>
    </div>
  )
}

/** Fetches home while somebody types, so that after signing in only the figures are waited for. Not before this page is at rest. */
function WhatComesNext() {
  const [atRest, setAtRest] = useState(false)
  useEffect(() => {
    if (document.readyState === 'complete') return setAtRest(true)
    const onLoad = () => setAtRest(true)
    window.addEventListener('load', onLoad, { once: true })
    return () => window.removeEventListener('load', onLoad)
  }, [])
  return atRest && <PrefetchPageLinks page="/dashboard" />
}
