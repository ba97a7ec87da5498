import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { NavLink, useLocation } from 'react-router'
import type { Person } from '../api/session.ts'
import { useLogOut } from '../api/use-log-out.ts'
import { Icon } from '../ui/icon.tsx'
import { useLate } from '../ui/late.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import { Logo } from '../logo.tsx'
import { FootBar } from './foot-bar.tsx'
import type { Place } from './place.ts'
import { AskToLeave } from './leaving/leaving.tsx'
import { ProveAgain } from './reauthentication/prove-again.tsx'
import { Search, type LoadPalette } from './search/search.tsx'
import styles from './shell.module.css'

type ShellProps = {
  title: string
  places: Place[]
  person: Person
  search: LoadPalette
  /** Stands in the bar, beside the search. */
  bell?: ReactNode
  children: ReactNode
}

/** The signed-in frame: a rail of places at the left, a bar on top, a page. Where some places are in a phone's bar, both bars stay in sight. */
export function Shell({ title, places, person, search, bell, children }: ShellProps) {
  const menu = useMenu()
  const { rail, cameBy } = useOverlayFocus(menu.overlay, menu.close)
  const hasBar = places.some(({ inBar }) => inBar !== undefined)
  const opening = {
    'aria-expanded': menu.shown,
    'aria-controls': menu.shown ? 'rail' : undefined,
    onClick({ currentTarget }: MouseEvent<HTMLButtonElement>) {
      cameBy(currentTarget)
      menu.toggle()
    },
  }
  return (
    <div
      className={styles.app}
      data-menu={menu.shown ? 'open' : 'closed'}
      data-bar={hasBar || undefined}
    >
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      {menu.overlay && (
        <button
          type="button"
          className={styles.backdrop}
          data-backdrop=""
          onClick={menu.close}
          aria-label="Close menu"
        />
      )}
      {menu.shown && <Rail places={places} onChoose={menu.close} ref={rail} />}
      {/* Nothing under the menu can be reached while it lies over the page. */}
      <div className={styles.main} inert={menu.overlay}>
        <header className={styles.top}>
          <button
            type="button"
            className={styles.toggle}
            {...opening}
            aria-label={menu.shown ? 'Close menu' : 'Open menu'}
          >
            <Icon name="menu" />
          </button>
          <span className={styles.title}>{title}</span>
          {hasBar && <span className={styles.gap} data-toast-gap="" />}
          <Search load={search} />
          {bell}
          <AccountMenu person={person} />
        </header>
        <main className={styles.work} id="content" tabIndex={-1}>
          {children}
        </main>
        {hasBar && menu.narrow && <FootBar places={places} opening={opening} />}
      </div>
      <ProveAgain />
      <AskToLeave />
    </div>
  )
}

function Rail({
  places,
  onChoose,
  ref,
}: {
  places: Place[]
  onChoose(): void
  ref: Ref<HTMLElement>
}) {
  const logOut = useLogOut()
  return (
    <aside className={styles.rail} id="rail" ref={ref}>
      <Logo />
      <nav aria-label="Dashboard">
        {[...Map.groupBy(places, ({ group = '' }) => group)].map(([group, those]) => (
          <RailGroup key={group} name={group} places={those} onChoose={onChoose} />
        ))}
      </nav>
      <button type="button" className={styles.leave} onClick={logOut}>
        <Icon name="out" />
        Logout
      </button>
    </aside>
  )
}

type RailGroupProps = { name: string; places: Place[]; onChoose(): void }

function RailGroup({ name, places, onChoose }: RailGroupProps) {
  const heading = useId()
  return (
    <>
      {name !== '' && (
        <p className={styles.group} id={heading}>
          {name}
        </p>
      )}
      <ul {...(name === '' ? {} : { 'aria-labelledby': heading })}>
        {places.map(({ to, label, icon, end = false, count = null }) => (
          <li key={label}>
            <NavLink to={to} end={end} onClick={onChoose}>
              <Icon name={icon} />
              {label}
              {count !== null && <span className={styles.count}>{count}</span>}
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  )
}

const menuId = 'account-menu'

function AccountMenu({ person }: { person: Person }) {
  const button = useRef<HTMLButtonElement>(null)
  const { Part: UserMenu, ...menu } = useLate(() => import('./user-menu.tsx'), 'The menu')
  return (
    <div className={styles.user}>
      <Button
        ref={button}
        id={`${menuId}-target`}
        variant="default"
        size="compact-sm"
        rightSection={<Icon name="down" />}
        onPointerEnter={menu.prepare}
        onFocus={menu.prepare}
        onClick={menu.isOpen ? menu.close : menu.open}
        aria-label={`Account menu of ${person.fullName}`}
        aria-haspopup="menu"
        aria-expanded={menu.isOpen}
      >
        <Icon name="user" />
        <span className={styles.name}>{person.fullName}</span>
      </Button>
      <ProgressLine on={menu.isWaiting}>Loading the menu...</ProgressLine>
      {UserMenu && <UserMenu open={menu.isOpen} onClose={menu.close} button={button} id={menuId} />}
    </div>
  )
}

/** On wide screens the rail stands open until it is closed; on narrow ones it lies over the page until something is chosen. */
function useMenu() {
  // The frame is drawn in the browser alone, which knows at once: no second picture follows the first.
  const narrow = useMediaQuery('(max-width: 47.99em)', undefined, {
    getInitialValueInEffect: false,
  })
  const { pathname } = useLocation()
  const [wish, setWish] = useState<boolean | null>(null)
  useEffect(() => setWish(null), [narrow])
  useEffect(() => {
    if (narrow) setWish(null)
  }, [pathname, narrow])
  const shown = wish ?? !narrow
  return {
    narrow,
    shown,
    overlay: narrow && shown,
    toggle: () => setWish(!shown),
    close: () => narrow && setWish(null),
  }
}

/** The keyboard goes into the menu that lies over the page, leaves it by Escape, and is then at what opened it. */
function useOverlayFocus(overlay: boolean, close: () => void) {
  const rail = useRef<HTMLElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const closeMenu = useEffectEvent(close)
  useEffect(() => {
    if (!overlay) return
    const cameFrom = opener.current
    rail.current?.querySelector<HTMLElement>('nav a')?.focus()
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') closeMenu()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      // The page keeps its scroll position for coming back.
      cameFrom?.focus({ preventScroll: true })
    }
  }, [overlay])
  return {
    rail,
    cameBy(button: HTMLButtonElement) {
      opener.current = button
    },
  }
}
