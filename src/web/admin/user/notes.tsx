import { Button, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { longestNote, type Note as Written } from '../../../contract/note.ts'
import { useNotesInfiniteQuery, useWriteNoteMutation } from '../../api/staff-users.ts'
import { useWords } from '../../account/use-words.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note as NoteBox } from '../../ui/states.tsx'
import styles from '../admin.module.css'
import { useAsked } from '../asked.ts'
import { useStaff } from '../staff.ts'
import { SectionLink } from './sections.tsx'
import userStyles from './user.module.css'
import { When } from '../when.tsx'

/** What staff tell each other about a person. */
export function UserNotes({ userId, closed }: { userId: string; closed: boolean }) {
  const staff = useStaff()
  return (
    <Sheet
      id="notes"
      title="Staff notes"
      aside={<span className="caption">not in the user’s activity</span>}
    >
      <div className="stack">
        {staff.may('write-notes') && staff.id !== userId && !closed && <NoteForm userId={userId} />}
        <Notes userId={userId} />
      </div>
    </Sheet>
  )
}

/** The last thing that was written about the person, where it is seen before anything is done. */
export function LatestNote({ userId }: { userId: string }) {
  const { data } = useNotesInfiniteQuery(userId)
  const latest = data?.pages[0]?.data.notes[0]
  if (!latest) return null
  return (
    <NoteBox>
      <p className={userStyles.latest}>{latest.text}</p>
      <p className="caption">
        Latest note, by <bdi>{latest.by}</bdi>, <When at={latest.at} />.{' '}
        <SectionLink to="notes">All notes</SectionLink>
      </p>
    </NoteBox>
  )
}

function NoteForm({ userId }: { userId: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useAsked({ note: () => field.current?.focus() })
  const [write] = useWriteNoteMutation()
  const { form, give, busy } = useWords({
    trigger: write,
    otherwise: 'The note could not be written. Please try again.',
    empty: 'Please enter a note',
  })
  return (
    <form
      onSubmit={form.onSubmit(({ text }) => give({ userId, text }))}
      noValidate
      className="stack"
      aria-label="Write a note"
    >
      <Textarea
        label="New note"
        ref={field}
        required
        maxLength={longestNote}
        minRows={3}
        rows={3}
        {...form.getInputProps('text')}
        description="Kept with your name and the time. Notes are never changed: correct a wrong one with another. The person can read all notes in the copy of their data, which they get by themselves."
      />
      <div>
        <Button type="submit" variant="default" disabled={busy}>
          {busy ? 'Processing...' : 'Write note'}
        </Button>
      </div>
    </form>
  )
}

function Notes({ userId }: { userId: string }) {
  const { data, ...answer } = useNotesInfiniteQuery(userId)
  if (!data) return <NotLoaded what="notes" rows={1} {...answer} />
  const notes = data.pages.flatMap((page) => page.data.notes)
  if (notes.length === 0) return <p className="small">No notes yet.</p>
  return (
    <>
      <ul className={styles.notes}>
        {notes.map((note) => (
          <NoteRow key={note.id} note={note} />
        ))}
      </ul>
      <LoadMore {...answer} />
    </>
  )
}

function NoteRow({ note: { by, at, text } }: { note: Written }) {
  return (
    <li>
      <p className={styles.noteText}>{text}</p>
      <p className="caption">
        {by}, <When at={at} />
      </p>
    </li>
  )
}
