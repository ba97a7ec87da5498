import { Button } from '@mantine/core'
import { useState } from 'react'
import { maxArchivesADay, type Archive } from '../../../contract/archive.ts'
import {
  useArchivesQuery,
  useOpenArchiveMutation,
  useRequestArchiveMutation,
} from '../../api/kept-data.ts'
import { useCommand } from '../../api/use-command.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { DownloadMade } from '../../account/download-made.tsx'
import { sizeIn } from '../../account/documents/words.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Note } from '../../ui/states.tsx'
import styles from './data.module.css'

/** While one is made, the page asks how far it has come. */
const everyMs = 1_500

export function Copies() {
  return (
    <Sheet title="A copy of all of it">
      <div className="stack">
        <p>
          One file with everything: your activity, your requests, what you sent in with your
          documents, what our staff noted, and each command about you. We make it in the background;
          you can leave this page. It is good for a week or until you ask for a newer one, and you
          can ask for {maxArchivesADay} in 24 hours.
        </p>
        <Made />
      </div>
    </Sheet>
  )
}

function Made() {
  const [isMaking, setMaking] = useState(false)
  const { data, ...answer } = useArchivesQuery(undefined, {
    pollingInterval: isMaking ? everyMs : 0,
    skipPollingIfUnfocused: true,
  })
  const makes = data?.data.archives.some(({ state }) => state === 'making') ?? false
  if (makes !== isMaking) setMaking(makes)
  if (!data) return <NotLoaded what="your copies" rows={1} {...answer} />
  const { archives } = data.data
  return (
    <>
      <Ask isMaking={isMaking} />
      {archives.length === 0 ? (
        <Empty>You have no copy yet. Ask for one, and it appears here.</Empty>
      ) : (
        <ul className={styles.copies} aria-label="Your copies">
          {archives.map((archive) => (
            <Copy key={archive.id} archive={archive} />
          ))}
        </ul>
      )}
    </>
  )
}

function Ask({ isMaking }: { isMaking: boolean }) {
  const [request] = useRequestArchiveMutation()
  const { give, busy, said } = useCommand<void, { message: string }>({
    trigger: () => request(),
    otherwise: 'The copy could not be asked for. Please try again.',
    told: 'here',
  })
  return (
    <>
      {said && <Note tone={said.tone}>{said.words}</Note>}
      <div>
        <Button onClick={() => void give()} disabled={busy || isMaking}>
          {busy ? 'Processing...' : 'Get a copy'}
        </Button>
      </div>
    </>
  )
}

function Copy({ archive }: { archive: Archive }) {
  return (
    <li>
      <p>
        Asked for on <time dateTime={archive.requestedAt}>{showDateTime(archive.requestedAt)}</time>
      </p>
      {archive.state === 'making' && <Making percent={archive.percent} />}
      {archive.state === 'ready' && <Ready archive={archive} />}
      {archive.state === 'failed' && (
        <Note tone="bad">
          This copy could not be made. Nothing of yours was changed. Please ask for another one; if
          that fails too, write to our support.
        </Note>
      )}
    </li>
  )
}

function Making({ percent }: { percent: number }) {
  return (
    <>
      <p className="small" role="status">
        We are making it.
      </p>
      <progress className={styles.bar} max={100} value={percent} aria-label="How much is made">
        {percent}%
      </progress>
    </>
  )
}

function Ready({ archive: { id, size, goodUntil, requestedAt } }: { archive: Archive }) {
  const [open] = useOpenArchiveMutation()
  return (
    <>
      <p className="small">
        Ready{size !== null && `, ${sizeIn(size)}`}
        {goodUntil !== null && (
          <>
            . Good until <time dateTime={goodUntil}>{showDateTime(goodUntil)}</time>
          </>
        )}
      </p>
      <DownloadMade
        id={id}
        open={open}
        label={`Download the copy of ${showDateTime(requestedAt)}`}
        failed="The copy could not be opened. Please try again."
      />
    </>
  )
}
