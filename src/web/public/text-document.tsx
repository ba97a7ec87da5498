import type { ReactNode } from 'react'
import type { TextPage } from '../../contract/site.ts'
import { Prose, wordsOf } from './prose.tsx'
import styles from './text-document.module.css'

type TextDocumentProps = { page: TextPage; label?: ReactNode; children?: ReactNode }

/** A page to read: title, date, contents beside the text, and what stands below it. */
export function TextDocument({
  page: { title, description, updated, blocks },
  label,
  children,
}: TextDocumentProps) {
  const headings = blocks.flatMap((block) =>
    block.kind === 'heading' && block.level === 2
      ? [{ id: block.id, words: wordsOf(block.text) }]
      : [],
  )
  const contents = (
    <ol>
      {headings.map(({ id, words }) => (
        <li key={id}>
          <a href={`#${id}`}>{words}</a>
        </li>
      ))}
    </ol>
  )
  return (
    <article className={`page ${styles.document}`}>
      <header className={styles.head}>
        {(updated !== null || label) && (
          <div className={styles.state}>
            {updated !== null && <p className="caption">Last updated: {updated}</p>}
            {label}
          </div>
        )}
        <h1>{title}</h1>
        <p className="lead">{description}</p>
        <details className={styles.unfold}>
          <summary>On this page</summary>
          <nav aria-label="On this page">{contents}</nav>
        </details>
      </header>
      <nav className={styles.contents} aria-label="On this page" data-scroll-spy="">
        <p className="label" aria-hidden="true">
          On this page
        </p>
        {contents}
      </nav>
      <div className={styles.text}>
        <Prose blocks={blocks} />
        {children}
      </div>
    </article>
  )
}
