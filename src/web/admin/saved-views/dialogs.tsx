/** What is asked about saved views; loaded when it is opened. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { SavedView, ViewedList } from '../../../contract/saved-view.ts'
import {
  useDeleteViewMutation,
  useRenameViewMutation,
  useSaveViewMutation,
} from '../../api/saved-views.ts'
import { useCommand } from '../../api/use-command.ts'
import { Dialog, DialogButtons, Question } from '../../ui/dialog.tsx'
import styles from './saved-views.module.css'

const otherwise = 'This could not be saved. Please try again.'

type SaveProps = { list: ViewedList; query: string; onClose(): void }

export function SaveView({ list, query, onClose }: SaveProps) {
  const [save] = useSaveViewMutation()
  const { give, busy, problem, object } = useCommand({ trigger: save, otherwise, onDone: onClose })
  const [name, setName] = useState('')
  function submit() {
    if (name.trim() === '') return object('Please enter a name')
    void give({ list, name, query })
  }
  return (
    <Question
      title="Save this view"
      open
      onClose={onClose}
      confirm="Save view"
      busyText="Saving..."
      busy={busy}
      onConfirm={submit}
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
  const renaming = useCommand({ trigger: rename, otherwise, told: 'in toasts' })
  const removing = useCommand({ trigger: remove, otherwise, told: 'in toasts' })
  const [name, setName] = useState(view.name)
  const busy = renaming.busy || removing.busy
  return (
    <li>
      <form
        className={styles.view}
        onSubmit={(event) => {
          event.preventDefault()
          void renaming.give({ id: view.id, name })
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
        <Button
          variant="default"
          data-danger
          disabled={busy}
          onClick={() => void removing.give(view.id)}
        >
          Delete
        </Button>
      </form>
    </li>
  )
}
