import { useSite } from '../../site.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './form.module.css'

type DemoSignInsProps = {
  busy: boolean
  onChoose(credentials: { email: string; password: string }): void
}

/** They come with the content pack of a demonstration; with real money there are none. */
export function DemoSignIns({ busy, onChoose }: DemoSignInsProps) {
  const { signIns } = useSite()
  if (signIns.length === 0) return null
  return (
    <section className={styles.choices} aria-labelledby="demo-sign-ins">
      <h2 className="label" id="demo-sign-ins">
        Look around with play money
      </h2>
      <ul>
        {signIns.map(({ who, email, password }) => (
          <li key={email}>
            <button type="button" disabled={busy} onClick={() => onChoose({ email, password })}>
              {who}
              <span className={styles.email}>{email}</span>
              <Icon name="right" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
