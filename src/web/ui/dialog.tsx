import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './dialog.module.css'

type DialogProps = { title: string; open: boolean; onClose(): void; children: ReactNode }

export function Dialog({ title, open, onClose, children }: DialogProps) {
  return (
    <Modal opened={open} onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      {children}
    </Modal>
  )
}

export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}

type QuestionProps = DialogProps & {
  confirm: string
  busyText: string
  busy: boolean
  danger?: boolean
  /** The safe answer. */
  keep?: string
  onConfirm(): void
}

/** A question before something is booked or lost. The safe answer comes first. */
export function Question({ confirm, busyText, busy, danger = false, keep = 'Cancel', onConfirm, children, ...dialog }: QuestionProps) {
  return (
    <Dialog {...dialog}>
      {children}
      <DialogButtons>
        <Button variant="default" onClick={dialog.onClose} disabled={busy}>{keep}</Button>
        <Button data-danger={danger || undefined} onClick={onConfirm} disabled={busy}>{busy ? busyText : confirm}</Button>
      </DialogButtons>
    </Dialog>
  )
}
