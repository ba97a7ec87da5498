/** What is asked before a month is proposed to be closed or reopened: another agrees to it among what waits. */
import { monthInWords } from '../../../lib/month.ts'
import {
  useProposeMonthClosingMutation,
  useProposeMonthReopeningMutation,
} from '../../api/months.ts'
import { useCommand } from '../../api/use-command.ts'
import { Question } from '../../ui/dialog.tsx'
import { ReasonQuestion } from '../../ui/reason-question.tsx'
import { Note } from '../../ui/states.tsx'

type MonthQuestionProps = { month: string; onClose(): void }

const otherwise = 'Nothing was changed. Please try again.'

export function CloseMonth({ month, onClose }: MonthQuestionProps) {
  const [trigger] = useProposeMonthClosingMutation()
  const { give, busy, problem } = useCommand({ trigger, otherwise, onDone: onClose })
  return (
    <Question
      title={`Close ${monthInWords(month)}?`}
      open
      onClose={onClose}
      confirm="Propose"
      busyText="Proposing..."
      busy={busy}
      onConfirm={() => void give(month)}
    >
      <p>
        Somebody else must agree. Then nothing can be booked in it any more. What comes late is
        booked in the first open month, and keeps its value day.
      </p>
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}

export function ReopenMonth({ month, onClose }: MonthQuestionProps) {
  const [trigger] = useProposeMonthReopeningMutation()
  const { give, busy, problem } = useCommand({ trigger, otherwise, onDone: onClose })
  return (
    <ReasonQuestion
      title={`Reopen ${monthInWords(month)}?`}
      onClose={onClose}
      confirm="Propose"
      busy={busy}
      label="Reason"
      problem={problem}
      onGiven={(reason) => void give({ month, reason })}
    >
      <p>
        Somebody else must agree. Who reopened it and why stays in its history, and evidence packs
        say so.
      </p>
    </ReasonQuestion>
  )
}
