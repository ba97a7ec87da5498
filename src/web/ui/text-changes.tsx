import type { TextPage } from '../../contract/site.ts'
import { differencesOf } from '../../lib/text-difference.ts'
import { paragraphsIn } from './policy-text.ts'
import styles from './text-changes.module.css'

const words = { added: 'Added', removed: 'Removed' }

/** The paragraphs that were added and removed, each with its word: colour alone says nothing. */
function TextChanges({ before, after }: { before: TextPage; after: TextPage }) {
  const changed = differencesOf(paragraphsIn(before), paragraphsIn(after)).flatMap((one) =>
    one.kind === 'same' ? [] : [{ kind: one.kind, text: one.text }],
  )
  if (changed.length === 0) return <p className="small">No paragraph differs.</p>
  return (
    <ul className={styles.changes}>
      {changed.map(({ kind, text }, place) => (
        <li key={place} data-kind={kind}>
          <span className="label">{words[kind]}</span>
          {kind === 'removed' ? <del>{text}</del> : <ins>{text}</ins>}
        </li>
      ))}
    </ul>
  )
}

/** `before`: the edition that it follows; null of a first one. `called`: what the whole text is called. */
export function TextWithChanges({
  page,
  before,
  called = 'Whole text',
}: {
  page: TextPage
  before: TextPage | null
  called?: string
}) {
  return (
    <>
      {before !== null && (
        <details>
          <summary>Paragraphs that change</summary>
          <TextChanges before={before} after={page} />
        </details>
      )}
      <details>
        <summary>{called}</summary>
        <WholeText page={page} />
      </details>
    </>
  )
}

/** The whole text, as it is kept. */
function WholeText({ page }: { page: TextPage }) {
  return (
    <div className={styles.whole}>
      {paragraphsIn(page).map((text, place) => (
        <p key={place}>{text}</p>
      ))}
    </div>
  )
}
