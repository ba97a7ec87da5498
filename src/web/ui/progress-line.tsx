import { useEffect, useState } from 'react'
import styles from './progress-line.module.css'

/** As `--time-spinner-after`: a shorter wait shows nothing. */
const showsAfterMs = 300

type ProgressLineProps = { on: boolean; children?: string }

/** A line at the upper edge of the window while a page, or what the words say, is waited for; said, too. */
export function ProgressLine({ on, children = 'Loading the page...' }: ProgressLineProps) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!on) return setShown(false)
    const timer = setTimeout(() => setShown(true), showsAfterMs)
    return () => clearTimeout(timer)
  }, [on])
  return (
    <>
      {/* There before it says anything, so that it is read out when it does. */}
      <p className="hide" role="status">
        {shown && children}
      </p>
      {shown && <div className={styles.line} data-progress="" />}
    </>
  )
}
