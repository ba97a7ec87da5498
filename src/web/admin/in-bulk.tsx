/** Does the same with many rows after one look at all of them. */
import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useAskAnew } from '../api/staff-withdrawals.ts'
import { useInTurn, type InTurn } from '../api/use-in-turn.ts'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { Question } from '../ui/dialog.tsx'
import { nextAction } from '../ui/next-action.ts'
import { Note } from '../ui/states.tsx'

type InBulkProps<Row, A, R> = Pick<InTurn<A, R>, 'trigger' | 'otherwise' | 'done'> & {
  rows: Row[]
  bodyOf(row: Row): A
  columns: Column<Row>[]
  keyOf(row: Row): string
  /** What the rows are called. */
  label: string
  /** On the button that opens the question. */
  button: string
  title(count: number): string
  confirm: string
  /** Like “Recording”. */
  doing: string
  onEnd?(): void
  children: ReactNode
}

/** What is done is done with what was shown when the question was opened. */
export function InBulk<Row, A, R>({
  rows,
  bodyOf,
  columns,
  keyOf,
  label,
  button,
  title,
  confirm,
  doing,
  onEnd,
  children,
  ...sending
}: InBulkProps<Row, A, R>) {
  const askAnew = useAskAnew()
  const [asked, ask] = useState<Row[] | null>(null)
  const { giveAll, sent, busy, problem } = useInTurn({
    ...sending,
    onEnd(isAll) {
      askAnew()
      if (isAll) ask(null)
      onEnd?.()
    },
  })
  return (
    <>
      <Button {...nextAction} onClick={() => ask(rows)}>
        {button}
      </Button>
      <Question
        title={title(asked?.length ?? rows.length)}
        open={asked !== null}
        onClose={() => ask(null)}
        confirm={confirm}
        busyText={sent ? `${doing} ${sent.number} of ${sent.of}...` : `${doing}...`}
        busy={busy}
        ready
        wide
        onConfirm={() => void giveAll(asked!.map(bodyOf))}
      >
        {children}
        <DataTable label={label} columns={columns} rows={asked ?? []} keyOf={keyOf} />
        {problem && <Note tone="bad">{problem}</Note>}
      </Question>
    </>
  )
}
