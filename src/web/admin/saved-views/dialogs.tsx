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
import { useStaff } from '../staff.ts'
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
      <p>Search, order and filters as they are now. Only you see it until you share it.</p>
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
  return <li>{view.mayChange ? <Own view={view} /> : <OfAnother view={view} />}</li>
}

/** One that somebody else shares: what one wants otherwise, one copies first. */
function OfAnother({ view }: { view: SavedView }) {
  const [save] = useSaveViewMutation()
  const copying = useCommand({ trigger: save, otherwise, told: 'in toasts' })
  const { list, name, query } = view
  return (
    <div className={styles.view}>
      <span className={styles.shared}>
        <bdi>{name}</bdi>, shared by <bdi>{view.by.fullName}</bdi>
      </span>
      <Button
        variant="default"
        aria-label={`Copy ${name}`}
        disabled={copying.busy}
        onClick={() => void copying.give({ list, name, query })}
      >
        Copy
      </Button>
    </div>
  )
}

function Own({ view }: { view: SavedView }) {
  const [change] = useRenameViewMutation()
  const [remove] = useDeleteViewMutation()
  const { id } = useStaff()
  const changing = useCommand({ trigger: change, otherwise, told: 'in toasts' })
  const removing = useCommand({ trigger: remove, otherwise, told: 'in toasts' })
  const [name, setName] = useState(view.name)
  const busy = changing.busy || removing.busy
  const isMine = view.by.id === id
  return (
    <form
      className={styles.view}
      onSubmit={(event) => {
        event.preventDefault()
        void changing.give({ id: view.id, name })
      }}
    >
      <TextInput
        aria-label={`Name of ${view.name}`}
        description={description(view, isMine)}
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
      {(isMine || view.isShared) && (
        <Button
          variant="default"
          disabled={busy}
          onClick={() => void changing.give({ id: view.id, isShared: !view.isShared })}
        >
          {view.isShared ? 'Stop sharing' : 'Share'}
        </Button>
      )}
      <Button
        variant="default"
        data-danger
        disabled={busy}
        onClick={() => void removing.give(view.id)}
      >
        Delete
      </Button>
    </form>
  )
}

function description({ isShared, by }: SavedView, isMine: boolean): string {
  if (!isShared) return 'Only you see it. Sharing shows its name and what it searches for.'
  return isMine
    ? 'Shared with everybody who may see this list.'
    : `Shared by ${by.fullName}. You may change it, since you give roles.`
}
