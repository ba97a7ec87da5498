/** The same done to several, after one look at what will become of each, with an answer for each. */
import { Button, Checkbox } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Dialog, DialogButtons, Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { Progress, useOneByOne, type Named } from './one-by-one.tsx'
import styles from './bulk.module.css'

/** Few enough to read before confirming. */
export const maxAtOnce = 50

type EachProps<One> = {
  all: readonly One[]
  namedOf(one: One): Named
  /** Why not, in a sentence; null where it will be done. It is looked at again when it is done. */
  whyNot(one: One): string | null
  /** What becomes of each otherwise, in a sentence: the same for all, or by each. */
  will: string | ((one: One) => ReactNode)
  send(one: One): Promise<string>
  title(count: number): string
  confirm(count: number): string
  /** Like “Freezing”. */
  doing: string
  danger?: boolean
  /** Why it can't be sent yet, or null. */
  fault(): string | null
  onClose(): void
  /** What is asked once for all. */
  children?: ReactNode
}

export function Each<One>(props: EachProps<One>) {
  const { all, namedOf, whyNot, send, doing, onClose, fault } = props
  const { outcomes, run } = useOneByOne(send, namedOf)
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const ready = all.filter((one) => whyNot(one) === null)
  function confirm() {
    const wrong = fault()
    setProblem(wrong)
    if (wrong !== null) return
    setSent(ready.length)
    void run(ready)
  }
  if (sent === null) return <Asked {...props} ready={ready} problem={problem} onConfirm={confirm} />
  const ended = outcomes?.length === sent
  // While it runs it can't be closed: the outcome must be seen.
  return (
    <Dialog title={ended ? 'Results' : doing} open onClose={() => ended && onClose()}>
      <Progress outcomes={outcomes ?? []} of={sent} />
      <DialogButtons>
        <Button onClick={onClose} disabled={!ended}>
          Close
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

type AskedProps<One> = EachProps<One> & {
  ready: readonly One[]
  problem: string | null
  onConfirm(): void
}

function Asked<One>({
  all,
  ready,
  namedOf,
  whyNot,
  will,
  title,
  confirm,
  doing,
  danger = false,
  problem,
  onConfirm,
  onClose,
  children,
}: AskedProps<One>) {
  return (
    <Question
      title={title(ready.length)}
      open
      onClose={onClose}
      confirm={confirm(ready.length)}
      busyText={`${doing}...`}
      busy={false}
      danger={danger}
      cannot={ready.length === 0}
      onConfirm={onConfirm}
    >
      {children}
      <ul className={styles.many} aria-label="What will happen">
        {all.map((one) => {
          const { key, name } = namedOf(one)
          const why = whyNot(one)
          return (
            <li key={key}>
              <strong>{name}</strong>
              <p className="small">
                {why === null
                  ? typeof will === 'function'
                    ? will(one)
                    : will
                  : `Left out: ${why}`}
              </p>
            </li>
          )
        })}
      </ul>
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}

/** What is chosen of a list that others change too: what is there no more isn't chosen any more. */
export function useSelected<Row>(shown: readonly Row[], keyOf: (row: Row) => string) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const rows = shown.filter((row) => keys.has(keyOf(row)))
  return {
    rows,
    isFull: rows.length >= maxAtOnce,
    has: (row: Row) => keys.has(keyOf(row)),
    turn(row: Row) {
      const next = new Set(rows.map(keyOf))
      if (!next.delete(keyOf(row))) next.add(keyOf(row))
      setKeys(next)
    },
    none: () => setKeys(new Set()),
  }
}

type SelectedProps<Row> = {
  row: Row
  of: ReturnType<typeof useSelected<Row>>
  /** For screen readers, after “Select”. */
  name: string
  children: ReactNode
}

/** What stands in a row, behind a box to choose it by. */
export function Selectable<Row>({ row, of, name, children }: SelectedProps<Row>) {
  const isChosen = of.has(row)
  return (
    <span className={styles.chosen}>
      <Checkbox
        aria-label={`Select ${name}`}
        checked={isChosen}
        disabled={!isChosen && of.isFull}
        onChange={() => of.turn(row)}
      />
      {children}
    </span>
  )
}
