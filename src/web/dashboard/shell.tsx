import { Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState, type ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import type { Person } from '../api/session.ts'
import { useLogOut } from '../api/use-log-out.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Logo } from '../logo.tsx'
import styles from './shell.module.css'

export type Place = { to: string; label: string; icon: IconName; end?: boolean }

type ShellProps = { title: string; places: Place[]; person: Person; children: ReactNode }

/** The signed-in frame: a rail of places at the left, a bar on top, a page. */
export function Shell({ title, places, person, children }: ShellProps) {
  const menu = useMenu()
  return (
    <div className={styles.app} data-menu={menu.shown ? 'open' : 'closed'} data-asked={menu.asked || undefined}>
      <a className={styles.skip} href="#content">Skip to the content</a>
      {menu.overlay && <button type="button" className={styles.backdrop} onClick={menu.close} aria-label="Close menu" />}
      <Rail places={places} onChoose={menu.close} />
      <div className={styles.main}>
        <header className={styles.top}>
          <button
            type="button" className={styles.toggle} onClick={menu.toggle}
            aria-expanded={menu.shown} aria-controls="rail" aria-label={menu.shown ? 'Close menu' : 'Open menu'}
          >
            <Icon name={menu.overlay ? 'cross' : 'menu'} />
          </button>
          <span className={styles.title}>{title}</span>
          <UserMenu person={person} />
        </header>
        <main className={styles.work} id="content" tabIndex={-1}>{children}</main>
      </div>
    </div>
  )
}

function Rail({ places, onChoose }: { places: Place[]; onChoose(): void }) {
  const logOut = useLogOut()
  return (
    <aside className={styles.rail} id="rail">
      <Logo />
      <nav aria-label="Dashboard">
        <ul>
          {places.map(({ to, label, icon, end = false }) => (
            <li key={to}><NavLink to={to} end={end} onClick={onChoose}><Icon name={icon} />{label}</NavLink></li>
          ))}
        </ul>
      </nav>
      <button type="button" className={styles.leave} onClick={logOut}><Icon name="out" />Logout</button>
    </aside>
  )
}

function UserMenu({ person }: { person: Person }) {
  const logOut = useLogOut()
  return (
    <div className={styles.user}>
      <Menu position="bottom-end" withinPortal={false} width={200}>
        <Menu.Target>
          <Button variant="default" size="compact-sm" rightSection={<Icon name="down" />} aria-label={`Account menu of ${person.fullName}`}>
            <Icon name="user" /><span className={styles.name}>{person.fullName}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to="/dashboard/profile">Profile</Menu.Item>
          <Menu.Item onClick={logOut}>Logout</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

/** On wide screens the rail stands open until it is closed; on narrow ones it lies over the page until something is chosen. */
function useMenu() {
  const narrow = useMediaQuery('(max-width: 47.99em)') ?? false
  const { pathname } = useLocation()
  const [wish, setWish] = useState<boolean | null>(null)
  useEffect(() => setWish(null), [narrow])
  useEffect(() => {
    if (narrow) setWish(null)
  }, [pathname, narrow])
  const shown = wish ?? !narrow
  return {
    shown,
    asked: wish !== null,
    overlay: narrow && shown,
    toggle: () => setWish(!shown),
    close: () => narrow && setWish(null),
  }
}
