import type { ReactNode } from 'react'
import { neverPays, type Message } from '../../../contract/message.ts'
import type { ShownDocument } from '../../../contract/document.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Empty, Note } from '../../ui/states.tsx'
import styles from './thread.module.css'

type ThreadProps = {
  /** Newest first, as they are read. */
  messages: readonly Message[]
  /** Whose screen it is: their own stand at the right. */
  side: 'person' | 'staff'
  /** Who wrote what has nobody of staff: “You”, or a name. */
  person: string
  nothing: string
  paging: Parameters<typeof LoadMore>[0]
  at(instant: string): ReactNode
  file(document: ShownDocument): ReactNode
}

/** What was written, the newest at the end, under the line that nobody has to pay (rule 8). */
export function Thread({ messages, side, person, nothing, paging, at, file }: ThreadProps) {
  return (
    <div className="stack">
      <Note>{neverPays}</Note>
      <LoadMore {...paging} />
      {messages.length === 0 && <Empty>{nothing}</Empty>}
      <ol className={styles.thread} aria-label="Messages">
        {messages.toReversed().map((one) => (
          <li
            key={one.id}
            className={styles.message}
            data-own={(one.by === null) === (side === 'person') || undefined}
          >
            <p className="caption">
              <bdi>{one.by === null ? person : one.by.fullName}</bdi>, {at(one.at)}
            </p>
            <p className={styles.text}>{one.text}</p>
            {one.files.length > 0 && (
              <div className={styles.files}>{one.files.map((each) => file(each))}</div>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
