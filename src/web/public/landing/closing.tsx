import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import styles from './closing.module.css'

/** Whoever has read to the end needs no way back to the top. */
export function Closing() {
  return (
    <section className={styles.band} id="closing" data-later="">
      <div className={`page ${styles.closing}`} data-reveal="">
        <div>
          <h2>Open your account</h2>
          <p>
            Sign up with your name, an email address and a password. What you invest can be lost:
            read the <a href="#risk">risk warning</a> first.
          </p>
        </div>
        <LinkButton href="/signup">
          Get Started
          <Icon name="right" />
        </LinkButton>
      </div>
    </section>
  )
}
