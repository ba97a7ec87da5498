import type { Footer } from '../../contract/site.ts'
import { Logo } from '../logo.tsx'
import { Icon } from '../ui/icon.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import styles from './header.module.css'

type Place = { label: string; href: string; here?: boolean }

/** Sections of the landing page by their anchors; from another page the way leads there first. */
function placesOf(isLanding: boolean, { about, faqs }: Footer['sections']): Place[] {
  const section = (anchor: string) => (isLanding ? anchor : `/${anchor}`)
  return [
    { label: 'Home', href: '/', here: isLanding },
    ...(about ? [{ label: 'About Us', href: section('#about') }] : []),
    { label: 'Plan', href: section('#plan') },
    ...(faqs ? [{ label: 'FAQs', href: section('#faqs') }] : []),
    // The footer stands on every public page.
    { label: 'Contact', href: '#contact' },
  ]
}

type SiteHeaderProps = { isLanding: boolean; sections: Footer['sections'] }

export function SiteHeader({ isLanding, sections }: SiteHeaderProps) {
  const places = placesOf(isLanding, sections)
  return (
    <header className={styles.header} data-header="">
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <div className={`page ${styles.bar}`}>
        <Logo />
        <nav className={styles.wide} aria-label="Main" data-scroll-spy={isLanding ? '' : undefined}>
          <Places places={places} />
        </nav>
        <div className={styles.enter}>
          <Enter isQuiet={isLanding} />
        </div>
        <button
          type="button"
          className={styles.toggle}
          popoverTarget="menu"
          aria-label="Menu"
          data-menu-toggle=""
        >
          <Icon name="menu" />
        </button>
      </div>
      <MobileMenu
        places={places.map((place) =>
          place.label === 'Contact' ? { ...place, href: '/' } : place,
        )}
      />
    </header>
  )
}

/**
 * Opens and closes by itself, scripts or not; `behaviour/menu.ts` closes it when an item is chosen or the window widens.
 * The veil is its own: a touch on a popover's backdrop also reaches what lies under it.
 */
function MobileMenu({ places }: { places: Place[] }) {
  return (
    <div className={styles.menu} id="menu" popover="auto" data-menu="">
      <div className={styles.menuSheet}>
        <nav aria-label="Menu">
          <Places places={places} />
        </nav>
        <div className={styles.menuEnter}>
          <Enter />
        </div>
      </div>
      <button
        type="button"
        className={styles.veil}
        popoverTarget="menu"
        popoverTargetAction="hide"
        aria-label="Close the menu"
      />
    </div>
  )
}

function Places({ places }: { places: Place[] }) {
  return (
    <ul>
      {places.map(({ label, href, here }) => (
        <li key={label}>
          <a href={href} aria-current={here ? 'page' : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Quiet where the page itself has the main call. */
function Enter({ isQuiet = false }: { isQuiet?: boolean }) {
  return (
    <>
      <LinkButton href="/login" variant="default">
        Log In
      </LinkButton>
      <LinkButton href="/signup" variant={isQuiet ? 'default' : 'filled'}>
        Sign Up
      </LinkButton>
    </>
  )
}
