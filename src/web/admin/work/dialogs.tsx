/** Giving a piece of work, giving it back and putting it off: each says when another was faster. */
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  longestHandover,
  longestPutOffDays,
  workWords,
  type StaffWorkItem,
} from '../../../contract/staff-work.ts'
import {
  useGiveWorkMutation,
  usePutOffWorkMutation,
  useReturnWorkMutation,
  useWorkPeopleQuery,
} from '../../api/staff-work.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { useCommand } from '../../api/use-command.ts'
import { Question, type Instead } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { changed } from '../overtaken.tsx'

export type AskedOfWork = { what: 'give' | 'return' | 'put off'; item: StaffWorkItem }

/** `now`: the piece as it is by now; undefined where it waits no longer. */
type WorkDialogProps = { asked: AskedOfWork; now: StaffWorkItem | undefined; onClose(): void }

const otherwise = 'Nothing was changed. Please try again.'

/** What somebody else did since it was asked. */
function insteadOf({ asked: { item }, now, onClose }: WorkDialogProps): Instead | null {
  if (!now)
    return changed(
      'Decided meanwhile',
      <p role="status">
        <strong>This waits no longer.</strong>
      </p>,
      onClose,
    )
  if (now.holder?.id === item.holder?.id) return null
  return changed(
    'Taken meanwhile',
    <p role="status">
      <strong>
        {now.holder ? `Taken meanwhile by ${now.holder.fullName}.` : 'Nobody has this any more.'}
      </strong>
    </p>,
    onClose,
  )
}

export function WorkDialog(props: WorkDialogProps) {
  const { what } = props.asked
  if (what === 'give') return <Give {...props} />
  return what === 'return' ? <GiveBack {...props} /> : <PutOff {...props} />
}

const named = ({ of, id }: StaffWorkItem) => ({ work: of, item: id })
/** Of a piece, with who has it on the screen. */
export const seenOf = (item: StaffWorkItem) => ({ ...named(item), seen: item.holder?.id ?? null })

export function NoteField({
  value,
  required = false,
  onChange,
}: {
  value: string
  required?: boolean
  onChange(text: string): void
}) {
  return (
    <Textarea
      label={required ? 'Reason' : 'Note'}
      description="For staff who may read this; never shown to the user"
      required={required}
      rows={2}
      maxLength={longestHandover}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function Give(props: WorkDialogProps) {
  const { asked, onClose } = props
  const [trigger] = useGiveWorkMutation()
  const command = useCommand({ trigger, otherwise, onDone: onClose })
  const { data, ...answer } = useWorkPeopleQuery(named(asked.item))
  const [to, setTo] = useState('')
  const [note, setNote] = useState('')
  const people = data?.data.people ?? []
  function submit() {
    if (to === '') return command.object('Please choose somebody')
    void command.give({ ...seenOf(asked.item), to, note: note.trim() || null })
  }
  return (
    <Question
      title={`Give this ${workWords[asked.item.of].title.toLowerCase()} to somebody?`}
      open
      onClose={onClose}
      confirm="Give"
      busyText="Giving..."
      busy={command.busy}
      cannot={people.length === 0}
      instead={command.isSent ? null : insteadOf(props)}
      onConfirm={submit}
    >
      {!data && <NotLoaded what="who works here" rows={1} {...answer} />}
      {data && people.length === 0 && <p>Nobody else may decide on this at present.</p>}
      {people.length > 0 && (
        <NativeSelect
          label="To"
          required
          data-autofocus
          data={[
            { value: '', label: 'Choose somebody' },
            ...people.map(({ id, fullName }) => ({ value: id, label: fullName })),
          ]}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      )}
      <NoteField value={note} onChange={setNote} />
      {command.problem && <Note tone="bad">{command.problem}</Note>}
    </Question>
  )
}

function GiveBack(props: WorkDialogProps) {
  const { asked, onClose } = props
  const [trigger] = useReturnWorkMutation()
  const command = useCommand({ trigger, otherwise, onDone: onClose })
  const [note, setNote] = useState('')
  return (
    <Question
      title={`Give this ${workWords[asked.item.of].title.toLowerCase()} back?`}
      open
      onClose={onClose}
      confirm="Give back"
      busyText="Giving back..."
      busy={command.busy}
      instead={command.isSent ? null : insteadOf(props)}
      onConfirm={() => void command.give({ ...named(asked.item), note: note.trim() || null })}
    >
      <p>Nobody has it then, and anybody who may decide on it can take it.</p>
      <NoteField value={note} onChange={setNote} />
      {command.problem && <Note tone="bad">{command.problem}</Note>}
    </Question>
  )
}

function PutOff(props: WorkDialogProps) {
  const { asked, onClose } = props
  const [trigger] = usePutOffWorkMutation()
  const command = useCommand({ trigger, otherwise, onDone: onClose })
  const [until, setUntil] = useState('')
  const [note, setNote] = useState('')
  function submit() {
    if (until === '') return command.object('Please choose a day')
    if (note.trim() === '') return command.object('Please enter a reason')
    void command.give({ ...seenOf(asked.item), until, note })
  }
  return (
    <Question
      title={`Put this ${workWords[asked.item.of].title.toLowerCase()} off?`}
      open
      onClose={onClose}
      confirm="Put off"
      busyText="Putting off..."
      busy={command.busy}
      instead={command.isSent ? null : insteadOf(props)}
      onConfirm={submit}
    >
      <p className="small">
        It stays yours and comes back by itself that day, {longestPutOffDays} days from now at most.
        Everybody still sees it, and it is late when it is due.
      </p>
      <TextInput
        label="Until"
        type="date"
        required
        data-autofocus
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
      <NoteField value={note} required onChange={setNote} />
      {command.problem && <Note tone="bad">{command.problem}</Note>}
    </Question>
  )
}
