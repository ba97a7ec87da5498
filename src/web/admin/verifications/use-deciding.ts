import { useState } from 'react'
import type { StaffCase } from '../../../contract/verification.ts'
import { failureText, fieldProblems } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { toastBad, toastGood } from '../../ui/toast.tsx'

export type Closing = { row: StaffCase; onClose(): void; onDone(): void }

const failed = 'The decision could not be recorded. Please try again.'

/** Sends a decision. What is wrong with what was typed stands in the question; decided by somebody else, nothing is left to confirm. */
export function useDeciding<A>(
  decide: (argument: A) => { unwrap(): Promise<{ message: string }> },
  { onClose, onDone }: Closing,
) {
  const { send, busy } = useSend(decide)
  const [problem, setProblem] = useState<string | null>(null)
  async function finish(argument: A) {
    setProblem(null)
    const outcome = await send(argument)
    if (!outcome) return
    const { failure } = outcome
    if (failure) {
      const [fault] = Object.values(fieldProblems(failure))
      if (fault !== undefined || failure.data?.code === 'wrong_day')
        return setProblem(fault ?? failureText(failure, failed))
      toastBad(failureText(failure, failed))
      if (failure.status === 409) onClose()
      return
    }
    toastGood(outcome.data.message)
    onDone()
    onClose()
  }
  return { finish: (argument: A) => void finish(argument), busy, problem, setProblem }
}
