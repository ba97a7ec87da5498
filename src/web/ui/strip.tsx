import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './strip.module.css'

/** What concerns every page, above all that a page shows, and with room of its own: nothing is covered by it. */
export function Strip({
  role,
  children,
  actions,
}: {
  role: 'status' | 'alert'
  children: ReactNode
  actions?: ReactNode
}) {
  const strip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => takeRoom(strip.current!), [])
  return (
    <div className={styles.strip} ref={strip}>
      <p role={role}>
        <Icon name="warn" />
        <span>{children}</span>
      </p>
      {actions && <div className="row">{actions}</div>}
    </div>
  )
}

/** What sticks to the upper edge begins below it: `--strip` says how high it is. */
function takeRoom(strip: HTMLElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--strip', `${strip.offsetHeight}px`))
  observer.observe(strip)
  return () => {
    observer.disconnect()
    style.removeProperty('--strip')
  }
}
