import { Link } from 'react-router'
import styles from './tabs.module.css'

type ListTabsProps<Name extends string> = {
  label: string
  words: Record<Name, string>
  current: NoInfer<Name>
  /** The query that leads to each. */
  queryOf(name: Name): string
  counts?: Partial<Record<Name, string>>
}

/** The lists of one page. Each has an address of its own, so that back and a shared link work. */
export function ListTabs<Name extends string>({
  label,
  words,
  current,
  queryOf,
  counts = {},
}: ListTabsProps<Name>) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {(Object.keys(words) as Name[]).map((name) => (
        <Link
          key={name}
          to={{ search: queryOf(name) }}
          preventScrollReset
          aria-current={name === current ? 'page' : undefined}
        >
          {words[name]}
          {counts[name] && <span className={styles.count}>{counts[name]}</span>}
        </Link>
      ))}
    </nav>
  )
}
