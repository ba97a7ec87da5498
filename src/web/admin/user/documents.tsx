import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { ShownDocument } from '../../../contract/document.ts'
import { captionOf, titleOf } from '../../account/documents/words.ts'
import styles from '../../account/documents/documents.module.css'
import { useUserDocumentsQuery } from '../../api/documents.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useStaff } from '../staff.ts'

const Viewer = lazy(() =>
  import('../../account/documents/viewer.tsx').then((module) => ({
    default: module.DocumentViewer,
  })),
)

/** What a person has sent of themselves. Nobody opens their own here. */
export function UserDocuments({ userId }: { userId: string }) {
  const [opened, open] = useState<ShownDocument | null>(null)
  return (
    <Sheet
      id="documents"
      title="Documents"
      aside={<span className="caption">the user sees who opens one</span>}
    >
      <Documents userId={userId} onOpen={open} />
      {opened && (
        <Suspense fallback={null}>
          <Viewer key={opened.id} document={opened} onClose={() => open(null)} />
        </Suspense>
      )}
    </Sheet>
  )
}

type DocumentsProps = { userId: string; onOpen(document: ShownDocument): void }

function Documents({ userId, onOpen }: DocumentsProps) {
  const { id: self } = useStaff()
  const { data, ...answer } = useUserDocumentsQuery(userId)
  if (!data) return <NotLoaded what="documents" rows={1} {...answer} />
  const { documents } = data.data
  if (documents.length === 0) return <p className="small">No documents yet.</p>
  return (
    <ul className={styles.list} aria-label="Documents">
      {documents.map((one) => (
        <li key={one.id}>
          <div>
            <h3>{titleOf(one)}</h3>
            <p className="caption">{captionOf(one)}</p>
          </div>
          {self !== userId && (
            <Button variant="default" size="compact-sm" onClick={() => onOpen(one)}>
              Open<span className="hide"> {titleOf(one)}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
