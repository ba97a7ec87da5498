import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { maxPagesShown, type ShownDocument } from '../../../contract/document.ts'
import { useViewDocumentMutation } from '../../api/documents.ts'
import { useViewMessageFileMutation } from '../../api/messages.ts'
import { failureText } from '../../api/failure.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { sayDownload } from '../../ui/download.ts'
import { LoadProblem, Waiting } from '../../ui/states.tsx'
import styles from './documents.module.css'
import { captionOf, titleOf } from './words.ts'

type Links = { pages: string[]; file: string | null }

/** Links are good for a minute; a little before, new ones are asked for. */
const goodForMs = 45_000

/** The links to a document, opened once, and opened anew when they have run out. */
function useLinks({ id, kind }: ShownDocument) {
  const [openDocument] = useViewDocumentMutation()
  const [openFile] = useViewMessageFileMutation()
  const open = kind === 'message' ? openFile : openDocument
  const [links, setLinks] = useState<Links | null>(null)
  const [why, setWhy] = useState<string | null>(null)
  const openedAt = useRef(0)
  async function fresh(): Promise<Links | null> {
    if (links && performance.now() - openedAt.current < goodForMs) return links
    const asked = performance.now()
    const { data, error } = await open(id)
    setWhy(error ? failureText(error, 'The document could not be opened.') : null)
    if (!data) return null
    openedAt.current = asked
    setLinks(data.data.links)
    return data.data.links
  }
  return { links, why, fresh, expire: () => void (openedAt.current = 0) }
}

const zooms = [100, 150, 200, 300]

type ViewerProps = { document: ShownDocument; onClose(): void }

/** Over what it was opened from. */
export function DocumentViewer({ document, onClose }: ViewerProps) {
  return (
    <Dialog title={titleOf(document)} open onClose={onClose}>
      <p className="caption">{captionOf(document)}. The person sees that you opened it.</p>
      <DocumentPages document={document} />
    </Dialog>
  )
}

/** Page by page. Opening it is told to the person whose it is. */
export function DocumentPages({ document }: { document: ShownDocument }) {
  const { links, why, fresh, expire } = useLinks(document)
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState(zooms[0]!)
  const [broken, setBroken] = useState(false)
  const start = useEffectEvent(() => void fresh())
  useEffect(() => start(), [])
  async function show(next: number) {
    if (!(await fresh())) return
    setBroken(false)
    setPage(next)
  }
  async function again() {
    expire()
    setBroken(false)
    await fresh()
  }
  const shown = Math.min(document.pages, maxPagesShown)
  return (
    <>
      {why && <LoadProblem title={why} onRetry={() => void again()} />}
      {!links && !why && <Waiting rows={4} />}
      {links && (
        <>
          <Tools page={page} pages={shown} zoom={zoom} onPage={show} onZoom={setZoom} />
          {broken ? (
            <LoadProblem title="This page could not be shown." onRetry={() => void again()} />
          ) : (
            // The keyboard scrolls what is larger than its frame.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls
            <div className={styles.page} tabIndex={0} role="region" aria-label="The page">
              <img
                key={links.pages[page - 1]}
                src={links.pages[page - 1]}
                alt={`${titleOf(document)}, page ${page}`}
                style={{ width: `${zoom}%` }}
                onError={() => setBroken(true)}
              />
            </div>
          )}
          {links.file && <Download fresh={fresh} />}
          {document.pages > shown && (
            <p className="caption">
              The first {shown} of {document.pages} pages are shown; the PDF has all.
            </p>
          )}
        </>
      )}
    </>
  )
}

type ToolsProps = {
  page: number
  pages: number
  zoom: number
  onPage(page: number): Promise<void>
  onZoom(zoom: number): void
}

function Tools({ page, pages, zoom, onPage, onZoom }: ToolsProps) {
  const at = zooms.indexOf(zoom)
  const small = { variant: 'default', size: 'compact-sm' } as const
  return (
    <div className={styles.tools}>
      {pages > 1 && (
        <>
          <Button {...small} disabled={page === 1} onClick={() => void onPage(page - 1)}>
            Previous page
          </Button>
          <span className="caption" role="status">
            Page {page} of {pages}
          </span>
          <Button {...small} disabled={page === pages} onClick={() => void onPage(page + 1)}>
            Next page
          </Button>
        </>
      )}
      <Button {...small} disabled={at === 0} onClick={() => onZoom(zooms[at - 1]!)}>
        Smaller
      </Button>
      <Button {...small} disabled={at === zooms.length - 1} onClick={() => onZoom(zooms[at + 1]!)}>
        Larger
      </Button>
    </div>
  )
}

function Download({ fresh }: { fresh(): Promise<Links | null> }) {
  async function download() {
    const links = await fresh()
    if (!links?.file) return
    const link = document.createElement('a')
    link.href = links.file
    link.download = ''
    link.click()
    sayDownload()
  }
  return (
    <div className={styles.tools}>
      <Button variant="default" onClick={() => void download()}>
        Download PDF
      </Button>
    </div>
  )
}
