/** The documents of a case or an application, beside what was entered. Opening one is told to the person whose it is. */
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { ShownDocument } from '../../../contract/document.ts'
import { captionOf, titleOf } from '../../account/documents/words.ts'
import { Waiting } from '../../ui/states.tsx'
import admin from '../admin.module.css'
import { useStaff } from '../staff.ts'
import layout from '../list/case.module.css'
import styles from './verifications.module.css'

const Pages = lazy(() =>
  import('../../account/documents/viewer.tsx').then((module) => ({
    default: module.DocumentPages,
  })),
)

type PapersProps = { documents: ShownDocument[]; userId: string }

export function Papers({ documents, userId }: PapersProps) {
  const isOwn = useStaff().id === userId
  const [opened, open] = useState<string | null>(null)
  return (
    <section className={layout.part}>
      <div className="head">
        <h3>Documents</h3>
        <span className="caption">the user sees who opens one</span>
      </div>
      {documents.length === 0 ? (
        <p className="small">None is kept any more.</p>
      ) : (
        <ul className={admin.notes} aria-label="Documents">
          {documents.map((document) => (
            <li key={document.id}>
              <Line
                document={document}
                isOpen={opened === document.id}
                onOpen={isOwn ? null : (is) => open(is ? document.id : null)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type LineProps = {
  document: ShownDocument
  isOpen: boolean
  onOpen: ((is: boolean) => void) | null
}

/** One is open at a time, so that what is read is what the button above it says. */
function Line({ document, isOpen, onOpen }: LineProps) {
  const title = titleOf(document)
  return (
    <>
      <div className={admin.waiting}>
        <div>
          <h4 className={styles.paper}>{title}</h4>
          <p className="caption">{captionOf(document)}</p>
        </div>
        {onOpen && (
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={isOpen}
            onClick={() => onOpen(!isOpen)}
          >
            {isOpen ? 'Close' : 'Open'}
            <span className="hide"> {title}</span>
          </Button>
        )}
      </div>
      {isOpen && (
        <Suspense fallback={<Waiting rows={4} />}>
          <Pages document={document} />
        </Suspense>
      )}
    </>
  )
}
