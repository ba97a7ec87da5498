import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { documentWords, type FileKind, type ShownDocument } from '../../../contract/document.ts'
import { useDocumentsQuery, useRemoveDocumentMutation } from '../../api/documents.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { AskButton } from '../ask-button.tsx'
import { toastGood } from '../../ui/toast.tsx'
import styles from './documents.module.css'
import { sentPictures } from './photo-look.ts'
import { Thumbnail } from './thumbnail.tsx'
import { useUpload, type UploadState } from './use-upload.ts'
import { captionOf } from './words.ts'

/** What a browser offers first; what the server takes it decides itself. */
const accept = 'image/jpeg,image/png,image/webp,application/pdf,.pdf'

type DocumentUploadProps = {
  kind: FileKind
  says: string
  /** What can be done with one that was submitted before; it can’t be removed. */
  again?: (document: ShownDocument) => ReactNode
  problem?: string | null
}

/** One kind of document: what was added of it, and a way to add another. */
export function DocumentUpload({ kind, says, again, problem = null }: DocumentUploadProps) {
  const title = documentWords[kind]
  return (
    <Sheet title={title} narrow>
      <div className="stack">
        <p className="small">{says}</p>
        <Added kind={kind} again={again} />
        {problem && <Note tone="bad">{problem}</Note>}
        <Send kind={kind} />
      </div>
    </Sheet>
  )
}

/** Where one of this kind is added, for whoever sends people there. */
export const uploadPlace = (kind: FileKind) => `add-${kind}`

/** A way to add one, by a file, a photo, or by dropping it. */
export function Send({ kind }: { kind: FileKind }) {
  const title = documentWords[kind]
  const { state, choose, stop, again, leave } = useUpload(kind, () => toastGood(`${title} added`))
  const [over, setOver] = useState(false)
  const isSending = state.is === 'sending'
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && !isSending) void choose(file)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a mouse’s way to what its buttons do
    <div
      id={uploadPlace(kind)}
      tabIndex={-1}
      className={styles.drop}
      data-over={over || undefined}
      role="group"
      aria-label={`Add: ${title}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Progress state={state} onStop={stop} />
      {state.is === 'looked' && (
        <Looked
          {...state}
          onSend={() => void again(state.upload, state.name, state.picture)}
          onLeave={leave}
        />
      )}
      {state.is === 'failed' && (
        <Note tone="bad">
          <p>
            {state.name}: {state.why}
          </p>
          {state.upload && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => void again(state.upload!, state.name)}
            >
              Send again
            </Button>
          )}
        </Note>
      )}
      {!isSending && state.is !== 'looked' && (
        <Choose title={title} onChoose={(file) => void choose(file)} />
      )}
    </div>
  )
}

type LookedProps = Extract<UploadState, { is: 'looked' }> & { onSend(): void; onLeave(): void }

/** What a look found is said, and never refused by. */
function Looked({ name, notes, picture, onSend, onLeave }: LookedProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div
      ref={place}
      className={styles.looked}
      tabIndex={-1}
      role="group"
      aria-label={`A look at ${name}`}
    >
      <Thumbnail of={picture} />
      <div className="stack">
        <Note>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Note>
        <div className="row">
          <Button variant="default" onClick={onLeave}>
            Choose another
          </Button>
          <Button onClick={onSend}>Use it anyway</Button>
        </div>
      </div>
    </div>
  )
}

function Progress({ state, onStop }: { state: UploadState; onStop(): void }) {
  if (state.is !== 'sending') return null
  const { name, percent } = state
  return (
    <>
      <p className="small">{percent < 100 ? `Sending ${name}...` : `Checking ${name}...`}</p>
      <progress className={styles.bar} max={100} value={percent} aria-label={`Sending ${name}`}>
        {percent}%
      </progress>
      <div>
        <Button variant="default" size="compact-sm" onClick={onStop}>
          Cancel
        </Button>
      </div>
    </>
  )
}

function Choose({ title, onChoose }: { title: string; onChoose(file: File): void }) {
  return (
    <div className={styles.choose}>
      <Pick label={`Choose a file: ${title}`} onChoose={onChoose}>
        Choose a file
      </Pick>
      <span className={styles.camera}>
        <Pick label={`Take a photo: ${title}`} camera onChoose={onChoose}>
          Take a photo
        </Pick>
      </span>
      <p className="caption">
        A photo (JPEG, PNG or WebP) or a PDF, at most 10 MB. On a desk you can drop it here.
      </p>
    </div>
  )
}

type PickProps = { label: string; camera?: true; onChoose(file: File): void; children: string }

function Pick({ label, camera, onChoose, children }: PickProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="default" onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        id={id}
        className="hide"
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={camera ? 'image/*' : accept}
        capture={camera && 'environment'}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file may be chosen again.
          currentTarget.value = ''
          if (file) onChoose(file)
        }}
      />
    </>
  )
}

export function Added({
  kind,
  again,
}: Pick<DocumentUploadProps, 'kind'> & { again: DocumentUploadProps['again'] }) {
  const { data, ...answer } = useDocumentsQuery()
  if (!data) return <NotLoaded what="documents" rows={1} {...answer} />
  const mine = data.data.documents.filter((one) => one.kind === kind)
  if (mine.length === 0) return <p className="small">Nothing added yet.</p>
  return (
    <ul className={styles.list} aria-label={`Added: ${documentWords[kind]}`}>
      {mine.map((one) => (
        <li key={one.id}>
          <Caption document={one} />
          {one.status === 'added' ? (
            <Remove document={one} />
          ) : (
            (again?.(one) ?? <p className="caption">Submitted</p>)
          )}
        </li>
      ))}
    </ul>
  )
}

function Caption({ document }: { document: ShownDocument }) {
  const picture = sentPictures.get(document.id)
  return (
    <div className={styles.caption}>
      {picture && <Thumbnail of={picture} />}
      <p>{captionOf(document)}</p>
    </div>
  )
}

function Remove({ document }: { document: ShownDocument }) {
  const [remove] = useRemoveDocumentMutation()
  return (
    <AskButton
      label={
        <>
          Remove<span className="hide"> {captionOf(document)}</span>
        </>
      }
      compact
      title="Remove this document?"
      confirm="Remove it"
      keep="Keep it"
      busyText="Removing..."
      ready
      send={() => remove(document.id)}
      otherwise="The document could not be removed. Please try again."
    >
      <p>{captionOf(document)}. It is deleted, and nobody can open it any more.</p>
    </AskButton>
  )
}
