import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Investment } from '../../../contract/investment.ts'
import { useUndoInvestmentMutation } from '../../api/investments.ts'
import { useCommand } from '../../api/use-command.ts'
import { usd } from '../../ui/amount.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { useBusinessTime } from '../business-time.ts'
import styles from '../../account/form.module.css'

type Undoable = { investment: Investment }

/** Until when an investment can be undone, and the way to do it; nothing where it can't be, or can't any more. Whoever is being asked reads to the end what came of it. */
export function UndoOffer({ investment }: Undoable) {
  const { undoableUntil } = investment
  const [asking, ask] = useState(false)
  const isOver = useIsOver(undoableUntil)
  return (
    <>
      {undoableUntil !== null && !isOver && (
        <Note>
          <div className={styles.obstacle}>
            <span>
              This is your first investment. You can undo it until {showDateTime(undoableUntil)}:{' '}
              {usd(investment.amount)} returns to your balance, and nothing is charged.
            </span>
            <Button variant="default" size="compact-sm" onClick={() => ask(true)}>
              Undo this investment
            </Button>
          </div>
        </Note>
      )}
      {asking && <UndoQuestion investment={investment} onClose={() => ask(false)} />}
    </>
  )
}

function UndoQuestion({ investment, onClose }: Undoable & { onClose(): void }) {
  const [undo] = useUndoInvestmentMutation()
  const { give, busy, problem } = useCommand({
    trigger: undo,
    otherwise: 'The investment could not be undone. Nothing was booked.',
    done: ({ message }) => `${message}: ${usd(investment.amount)} is in your balance again`,
    onDone: onClose,
  })
  return (
    <Question
      title={`Undo your investment in ${investment.planTitle}?`}
      open
      onClose={onClose}
      keep="Keep it"
      confirm="Undo this investment"
      busyText="Undoing..."
      busy={busy}
      cannot={problem !== null}
      onConfirm={() => void give(investment.id)}
    >
      <div className={styles.fields}>
        {problem && <Note tone="bad">{problem}</Note>}
        <p>{usd(investment.amount)} returns to your balance; nothing is charged.</p>
        <p className="small">
          The {usd(investment.profit)} of profit that was set aside in your name goes back to the
          firm’s pool. Only a first investment can be undone: what you invest afterwards stays until
          it matures.
        </p>
      </div>
    </Question>
  )
}

/** No timer of a browser is longer. */
const longestWaitMs = 2 ** 31 - 1

/** Whether a moment of business time has passed, also while the page is open. */
function useIsOver(until: string | null): boolean {
  const now = useBusinessTime()
  const [passed, pass] = useState<string | null>(null)
  useEffect(() => {
    if (until === null || now === null) return
    const leftMs = Date.parse(until) - now()
    const timer = setTimeout(() => pass(until), Math.min(Math.max(leftMs, 0), longestWaitMs))
    return () => clearTimeout(timer)
  }, [until, now])
  return until !== null && passed === until
}
