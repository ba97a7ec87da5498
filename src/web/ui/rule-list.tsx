import styles from './rule-list.module.css'

/** What holds, rule by rule: a few words that name it, and what it says. */
export function RuleList({
  rules,
}: {
  rules: readonly (readonly [title: string, text: string])[]
}) {
  return (
    <ul className={styles.rules}>
      {rules.map(([title, text]) => (
        <li key={title}>
          <strong>{title}</strong> {text}
        </li>
      ))}
    </ul>
  )
}
