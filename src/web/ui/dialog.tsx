import { Button, Modal } from '@mantine/core'
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import styles from './dialog.module.css'
import { useUnsaved } from './unsaved.ts'

type DialogProps = {
  title: string
  open: boolean
  /** Room for a table beside what is asked. */
  wide?: boolean
  onClose(): void
  children: ReactNode
}

/** `holds`: something is typed in it, and a press beside it, by mistake perhaps, closes nothing. */
export function Dialog({
  title,
  open,
  wide = false,
  onClose,
  holds = false,
  children,
}: DialogProps & { holds?: boolean }) {
  const isUppermost = useUppermost(open)
  return (
    <Modal
      opened={open}
      onClose={() => isUppermost() && onClose()}
      title={title}
      closeOnClickOutside={!holds}
      {...(wide ? { classNames: { content: styles.wide } } : {})}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Modal>
  )
}

/** The dialogs that are open, the uppermost last: all of them hear the Escape key, which is meant for that one. */
const opened: string[] = []

function useUppermost(open: boolean): () => boolean {
  const id = useId()
  useEffect(() => {
    if (!open) return
    opened.push(id)
    return () => void opened.splice(opened.indexOf(id), 1)
  }, [open, id])
  return () => opened.at(-1) === id
}

/** `inSight`: at the end of what can be seen of the dialog, however long it is. */
export function DialogButtons({
  inSight = false,
  children,
}: {
  inSight?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles.buttons} data-in-sight={inSight || undefined}>
      {children}
    </div>
  )
}

const hasText = (form: HTMLFormElement) =>
  [
    ...form.querySelectorAll<HTMLInputElement>(
      'textarea, input:not([type=checkbox], [type=radio])',
    ),
  ].some(({ value }) => value.trim() !== '')

export type QuestionProps = DialogProps & {
  confirm: string
  busyText: string
  busy: boolean
  danger?: boolean
  /** The safe answer. */
  keep?: string
  /** Something has to be done in the question first. */
  cannot?: boolean
  /** Nothing is to be filled in: Enter confirms as soon as it opens. */
  ready?: boolean
  /** Stands in place of the question from then on: somebody else has answered it. */
  instead?: Instead | null
  onConfirm(): void
}

export type Instead = { title: string; says: ReactNode; onGoOn(): void }

/** A question before something is booked or lost. The safe answer comes first; Enter in a field gives the other one, and an Enter that is still held down from before gives none. */
export function Question({
  confirm,
  busyText,
  busy,
  danger = false,
  keep = 'Cancel',
  cannot = false,
  ready = false,
  instead = null,
  onConfirm,
  children,
  ...dialog
}: QuestionProps) {
  const [typed, setTyped] = useState(false)
  if (typed && !dialog.open) setTyped(false)
  useUnsaved(typed && instead === null)
  function submit(event: FormEvent) {
    event.preventDefault()
    // A question that a form asks is not in it on the page, but it is for React.
    event.stopPropagation()
    if (!busy && !cannot) onConfirm()
  }
  // The dialog stays, so that the focus returns to where it came from.
  if (instead)
    return (
      <Dialog {...dialog} title={instead.title} onClose={instead.onGoOn}>
        <GoOn {...instead} />
      </Dialog>
    )
  return (
    <Dialog {...dialog} holds={typed}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields and buttons come by here */}
      <form
        className={styles.question}
        onSubmit={submit}
        onInput={({ currentTarget }) => setTyped(hasText(currentTarget))}
        onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
        noValidate
      >
        {children}
        <DialogButtons inSight={ready}>
          <Button variant="default" onClick={dialog.onClose} disabled={busy}>
            {keep}
          </Button>
          <Button
            type="submit"
            data-danger={danger || undefined}
            data-autofocus={ready || undefined}
            disabled={busy || cannot}
          >
            {busy ? busyText : confirm}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

function GoOn({ says, onGoOn }: Instead) {
  const button = useRef<HTMLButtonElement>(null)
  // What had the focus has gone with the question.
  useEffect(() => button.current?.focus(), [])
  return (
    <>
      {says}
      <DialogButtons>
        <Button onClick={onGoOn} ref={button}>
          Continue
        </Button>
      </DialogButtons>
    </>
  )
}
