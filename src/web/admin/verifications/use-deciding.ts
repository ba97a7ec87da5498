import { useState } from 'react'
import type { StaffCase } from '../../../contract/verification.ts'
import { failureText, fieldProblems } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { toastBad, toastGood } from '../../ui/toast.tsx'

export type Closing = { row: StaffCase; onClose(): void; onDone(): void }

/** What whoever asks can mend in the question itself. */
const mended = ['wrong_day', 'checks_missing', 'document_expired', 'document_known']

const failed = 'The decision could not be recorded. Please try again.'

/** Sends a decision. What is wrong with what was typed stands in the question; decided by somebody else, nothing is left to confirm. */
export function useDeciding<A>(
  decide: (argument: A) => { unwrap(): Promise<{ message: string }> },
  { onClose, onDone }: Closing,
) {
  const { send, busy } = useSend(decide)
  const [problem, setProblem] = useState<string | null>(null)
  const [code, setCode] = useState('')
  async function finish(argument: A) {
    setProblem(null)
    const outcome = await send(argument)
    if (!outcome) return
    const { failure } = outcome
    if (failure) {
      const [fault] = Object.values(fieldProblems(failure))
      const code = failure.data?.code ?? ''
      setCode(code)
      if (fault !== undefined || mended.includes(code))
        return setProblem(fault ?? failureText(failure, failed))
      toastBad(failureText(failure, failed))
      if (failure.status === 409) onClose()
      return
    }
    toastGood(outcome.data.message)
    onDone()
    onClose()
  }
  return { finish: (argument: A) => void finish(argument), busy, problem, code, setProblem }
}
