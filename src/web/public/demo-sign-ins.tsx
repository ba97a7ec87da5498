import { Icon } from '../ui/icon.tsx'
import styles from './sign-in-form.module.css'

/** They exist in the demonstration only, and are printed in its README. */
const people = [
  { who: 'Investor', email: 'investor@glasshouse.example', password: 'glasshouse-investor' },
  { who: 'Admin', email: 'admin@glasshouse.example', password: 'glasshouse-admin' },
  { who: 'Second admin', email: 'second-admin@glasshouse.example', password: 'glasshouse-second' },
  { who: 'Auditor', email: 'auditor@glasshouse.example', password: 'glasshouse-auditor' },
]

type DemoSignInsProps = { busy: boolean; onChoose(credentials: { email: string; password: string }): void }

export function DemoSignIns({ busy, onChoose }: DemoSignInsProps) {
  return (
    <section className={styles.choices} aria-labelledby="demo-sign-ins">
      <h2 className="label" id="demo-sign-ins">Look around with play money</h2>
      <ul>
        {people.map(({ who, email, password }) => (
          <li key={email}>
            <button type="button" disabled={busy} onClick={() => onChoose({ email, password })}>
              {who}<span className={styles.email}>{email}</span><Icon name="right" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
