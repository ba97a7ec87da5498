/** Whose a piece of work is, until when it is due, and what was handed over with it. */
import type { StaffWorkItem } from '../../../contract/staff-work.ts'
import { Badge } from '../../ui/badge.tsx'
import { showDate } from '../../ui/dates.ts'
import { useStaff } from '../staff.ts'
import styles from './work.module.css'
import { sayWhen } from '../zone-shown.ts'

/** `yours`, or a name; where nobody has it, so. */
export function useHolderWords(): (item: StaffWorkItem) => string {
  const { id } = useStaff()
  return ({ holder, putOffUntil }) => {
    if (holder === null) return 'Nobody'
    const who = holder.id === id ? 'You' : holder.fullName
    // It comes back at the beginning of a day, UTC: here that may be the evening before.
    return putOffUntil === null ? who : `${who}, put off until ${showDay(putOffUntil)}`
  }
}

/** `Dec 3, 2026`, whatever the reader's zone: a day was chosen. */
const showDay = (iso: string) => showDate(`${iso.slice(0, 10)}T12:00:00`)

/** Late in words, not by a colour alone. */
export function Due({ item: { isLate, dueAt } }: { item: StaffWorkItem }) {
  return isLate ? (
    <span>
      <Badge state="rejected">Late</Badge> <span className="caption">since {sayWhen(dueAt)}</span>
    </span>
  ) : (
    sayWhen(dueAt)
  )
}

/** For staff; nothing where nothing was noted. */
export function HandoverNote({ item: { note } }: { item: StaffWorkItem }) {
  if (!note) return null
  return (
    <p className={`caption ${styles.note}`}>
      <bdi>{note.by.fullName}</bdi>, {sayWhen(note.at)}: “<bdi>{note.text}</bdi>”
    </p>
  )
}

/** That somebody else has it, where one is about to decide: no lock, but they may be at it. */
export function HeldByAnother({ item }: { item: StaffWorkItem | undefined }) {
  const { id } = useStaff()
  if (!item?.holder || item.holder.id === id) return null
  return (
    <p className="small">
      <bdi>{item.holder.fullName}</bdi> has taken this. You can decide all the same.
    </p>
  )
}
