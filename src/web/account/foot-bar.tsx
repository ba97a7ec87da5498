import type { ComponentProps } from 'react'
import { matchPath, NavLink, useLocation } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import type { Place } from './place.ts'
import styles from './foot-bar.module.css'

type FootBarProps = {
  places: readonly Place[]
  /** What a button is given that opens the menu. */
  opening: ComponentProps<'button'>
}

/** At the foot of a phone, where a thumb is: the pages that are opened most, and the menu with all of them. */
export function FootBar({ places, opening }: FootBarProps) {
  const { pathname } = useLocation()
  const shown = places.filter(({ inBar }) => inBar !== undefined)
  const isHere = ({ to, end = false }: Place) => matchPath({ path: to, end }, pathname) !== null
  return (
    <nav className={styles.bar} aria-label="Main pages">
      {shown.map(({ to, inBar, icon, end = false }) => (
        <NavLink key={to} className={styles.item!} to={to} end={end}>
          <Icon name={icon} />
          <span>{inBar}</span>
        </NavLink>
      ))}
      <button
        type="button"
        className={styles.item}
        {...opening}
        // What isn't in the bar is in the menu.
        aria-current={!shown.some(isHere) || undefined}
      >
        <Icon name="more" />
        <span>More</span>
      </button>
    </nav>
  )
}
