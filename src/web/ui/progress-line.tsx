import { useEffect, useState } from 'react'
import styles from './progress-line.module.css'

/** As `--time-spinner-after`: a shorter wait shows nothing. */
const showsAfterMs = 300

type ProgressLineProps = { on: boolean; children: string | null }

/** A line at the upper edge of the window while something is waited for; said, too, where there are words for it. */
export function ProgressLine({ on, children }: ProgressLineProps) {
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
