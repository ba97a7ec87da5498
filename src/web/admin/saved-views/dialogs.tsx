/** What is asked about saved views; loaded when it is opened. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { SavedView, ViewedList } from '../../../contract/saved-view.ts'
import { failureText, type Failure } from '../../api/failure.ts'
import {
  useDeleteViewMutation,
  useRenameViewMutation,
  useSaveViewMutation,
} from '../../api/saved-views.ts'
import { useSend, type Outcome } from '../../api/use-send.ts'
import { Dialog, DialogButtons, Question } from '../../ui/dialog.tsx'
import { toastBad, toastGood } from '../../ui/toast.tsx'
import styles from './saved-views.module.css'

const failed = (failure: Failure) =>
  failureText(failure, 'This could not be saved. Please try again.')

/** Says what came of it; whether it was done. */
function say({ data, failure }: Outcome<{ message: string }>): boolean {
  if (failure) toastBad(failed(failure))
  else toastGood(data.message)
  return !failure
}

type SaveProps = { list: ViewedList; query: string; onClose(): void }

export function SaveView({ list, query, onClose }: SaveProps) {
  const [save] = useSaveViewMutation()
  const { send, busy } = useSend(save)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  async function submit() {
    if (name.trim() === '') return setProblem('Please enter a name')
    const outcome = await send({ list, name, query })
    if (outcome?.failure) setProblem(failed(outcome.failure))
    else if (outcome && say(outcome)) onClose()
  }
  return (
    <Question
      title="Save this view"
      open
      onClose={onClose}
      confirm="Save view"
      busyText="Saving..."
      busy={busy}
      onConfirm={() => void submit()}
    >
      <p>Search, order and filters as they are now. Only you see your views.</p>
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={60}
        value={name}
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </Question>
  )
}

type ChangeProps = { views: SavedView[]; onClose(): void }

export function ChangeViews({ views, onClose }: ChangeProps) {
  return (
    <Dialog title="Saved views" open onClose={onClose}>
      <ul className={styles.views}>
        {views.map((view) => (
          <ChangeView key={view.id} view={view} />
        ))}
      </ul>
      {views.length === 0 && <p>No saved views.</p>}
      <DialogButtons>
        <Button onClick={onClose}>Done</Button>
      </DialogButtons>
    </Dialog>
  )
}

function ChangeView({ view }: { view: SavedView }) {
  const [rename] = useRenameViewMutation()
  const [remove] = useDeleteViewMutation()
  const renaming = useSend(rename)
  const removing = useSend(remove)
  const [name, setName] = useState(view.name)
  const busy = renaming.busy || removing.busy
  async function submit() {
    const outcome = await renaming.send({ id: view.id, name })
    if (outcome) say(outcome)
  }
  async function discard() {
    const outcome = await removing.send(view.id)
    if (outcome) say(outcome)
  }
  return (
    <li>
      <form
        className={styles.view}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextInput
          aria-label={`Name of ${view.name}`}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          disabled={busy || name.trim() === '' || name.trim() === view.name}
        >
          Rename
        </Button>
        <Button variant="default" data-danger disabled={busy} onClick={() => void discard()}>
          Delete
        </Button>
      </form>
    </li>
  )
}
