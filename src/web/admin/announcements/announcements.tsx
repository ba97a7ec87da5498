import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  announcementStates,
  type SentAnnouncement,
} from '../../../contract/announcement-sending.ts'
import { AnnouncedText } from '../../account/announcements/announced.tsx'
import styles from '../../account/announcements/words.module.css'
import { useAnnouncementsInfiniteQuery } from '../../api/announcement-sending.ts'
import { polledEvery } from '../../api/calls.ts'
import { titled } from '../../seo.ts'
import { Badge, type BadgeState } from '../../ui/badge.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { Head } from '../head.tsx'
import { List, useListed } from '../list/listed.tsx'
import { useStaff } from '../staff.ts'
import { WaitingNote } from '../waiting/note.tsx'
import { When } from '../when.tsx'
import { Compose } from './compose.tsx'
import { ResumeQuestion, StopQuestion } from './dialogs.tsx'
import { Readers } from './readers.tsx'
import { audienceWords, peopleInWords } from './words.ts'

export const meta = titled('Announcements')

/** How far one has come is looked at this often; and whether another was agreed to. */
const sendingMs = 3_000
const restingMs = 15_000

/** What was announced, to how many, who has read it, and a form for the next one. */
export default function AnnouncementsPage() {
  const { may } = useStaff()
  const [isSending, setSending] = useState(false)
  const answer = useAnnouncementsInfiniteQuery({}, polledEvery(isSending ? sendingMs : restingMs))
  const listed = useListed(answer, {
    what: 'the announcements',
    view: 'all',
    rowsOf: (page) => page.data.announcements,
    keyOf: ({ id }) => id,
    isHeld: false,
  })
  const sends = listed.rows.some(({ state }) => state === 'sending')
  if (sends !== isSending) setSending(sends)
  return (
    <>
      <Head title="Announcements">
        What the firm tells everybody, or some. Two agree to each, and one can stop it.
      </Head>
      {may('announce') && <Compose />}
      <WaitingNote
        about="announcements"
        are={({ kind }) => kind === 'announcement' || kind === 'announcement-resuming'}
      />
      <Sheet label="Announcements">
        <List of={listed} lines={4} empty={<Empty>Nothing was announced yet.</Empty>}>
          {(rows) => (
            <ul className={styles.list} aria-label="Announcements">
              {rows.map((row) => (
                <Announcement key={row.id} {...row} />
              ))}
            </ul>
          )}
        </List>
      </Sheet>
    </>
  )
}

const states: Record<SentAnnouncement['state'], BadgeState> = {
  sending: 'running',
  stopped: 'rejected',
  sent: 'approved',
}

const count = (number: number) => number.toLocaleString('en')

function Announcement(row: SentAnnouncement) {
  const { id, title, text, by, at, state, reached, read, expected, isMailed } = row
  const { may } = useStaff()
  const [shown, show] = useState<'text' | 'people' | null>(null)
  const [asked, ask] = useState<'stop' | 'resume' | null>(null)
  const audience = { planTitle: row.plan?.title ?? null, status: row.status, country: row.country }
  const toggle = (what: 'text' | 'people') => show(shown === what ? null : what)
  return (
    <li className="stack">
      <div className="row">
        <h2 className={styles.title}>
          <bdi>{title}</bdi>
        </h2>
        <Badge state={states[state]}>{announcementStates[state]}</Badge>
      </div>
      <p>
        {state === 'sent'
          ? `${peopleInWords(reached)} reached`
          : `${count(reached)} of about ${peopleInWords(expected)} reached`}
        , {count(read)} {read === 1 ? 'has' : 'have'} read it. {audienceWords(audience)},{' '}
        {isMailed ? 'in the app and by email.' : 'in the app.'}
      </p>
      <p className="caption">
        Agreed to by <bdi>{by[0]?.fullName}</bdi> and <bdi>{by[1]?.fullName}</bdi>, <When at={at} />
        {row.stoppedBy && state === 'stopped' && (
          <>
            . Stopped by <bdi>{row.stoppedBy.fullName}</bdi>, <When at={row.stateAt} />
          </>
        )}
      </p>
      {shown === 'text' && <AnnouncedText text={text} />}
      {shown === 'people' && <Readers id={id} title={title} />}
      <div className="row">
        <Shown what="text" title={title} isShown={shown === 'text'} onToggle={toggle} />
        <Shown what="people" title={title} isShown={shown === 'people'} onToggle={toggle} />
        {may('announce') && state === 'sending' && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Stop ${title}`}
            onClick={() => ask('stop')}
          >
            Stop…
          </Button>
        )}
        {may('announce') && state === 'stopped' && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Resume ${title}`}
            onClick={() => ask('resume')}
          >
            Resume…
          </Button>
        )}
      </div>
      {asked === 'stop' && <StopQuestion id={id} title={title} onClose={() => ask(null)} />}
      {asked === 'resume' && <ResumeQuestion id={id} title={title} onClose={() => ask(null)} />}
    </li>
  )
}

const shownWords = { text: 'Text', people: 'Who read it' } as const

type ShownProps = {
  what: keyof typeof shownWords
  title: string
  isShown: boolean
  onToggle(what: keyof typeof shownWords): void
}

function Shown({ what, title, isShown, onToggle }: ShownProps) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-expanded={isShown}
      aria-label={`${shownWords[what]}: ${title}`}
      onClick={() => onToggle(what)}
    >
      {shownWords[what]}
    </Button>
  )
}
