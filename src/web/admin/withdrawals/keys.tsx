/** The queue by keyboard alone: what each key does, and the list of them. */
import { Button, Checkbox } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import styles from './withdrawals.module.css'

const keyWords = {
  j: 'Next request',
  k: 'Previous request',
  a: 'Approve',
  r: 'Reject',
  p: 'Record the payout',
  '?': 'Show these keys',
}
export type Key = keyof typeof keyWords

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=checkbox], [type=radio])'))

/** Nothing under a dialog is meant, and who holds a key down has not looked at what came meanwhile. */
const isForPage = (event: KeyboardEvent) =>
  !(event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) &&
  !isTyping(event.target) &&
  document.querySelector('[aria-modal="true"]') === null

/** Each acts on what is on the screen at that moment. */
export function useKeys(act: (key: Key) => void, areOn: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    if (!Object.hasOwn(keyWords, key) || !isForPage(event)) return
    // Nor is it typed into the field of the dialog that it opens.
    event.preventDefault()
    act(key as Key)
  })
  useEffect(() => {
    if (!areOn) return
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [areOn])
}

export function KeysButton({ onPress }: { onPress(): void }) {
  return (
    <Button className={styles.keysButton} variant="subtle" size="compact-sm" onClick={onPress}>
      Keys
    </Button>
  )
}

type KeysHelpProps = { open: boolean; areOn: boolean; onTurn(): void; onClose(): void }

export function KeysHelp({ open, areOn, onTurn, onClose }: KeysHelpProps) {
  return (
    <Dialog title="Keys" open={open} onClose={onClose}>
      <dl className={styles.keys}>
        {Object.entries(keyWords).map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key.toUpperCase()}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className="small">
        They act on the request beside the list, and not while you type. Enter confirms a question,
        Space ticks what it asks for.
      </p>
      <Checkbox label="Use these keys until I leave the page" checked={areOn} onChange={onTurn} />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
