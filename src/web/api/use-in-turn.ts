import { useState } from 'react'
import { toastGood } from '../ui/toast.tsx'
import { failureText } from './failure.ts'
import { useSend, type Trigger } from './use-send.ts'

export type InTurn<A, R> = {
  trigger: Trigger<A, R>
  /** Said where the server says nothing of why not. */
  otherwise: string
  /** What was done, once all of it was. */
  done: (count: number) => string
  /** Also after a refusal: what went before it stays done. */
  onEnd: (isAll: boolean) => void
}

/** Many things that one person asks for at once: sent one after another, until one is refused. */
export function useInTurn<A, R>({ trigger, otherwise, done, onEnd }: InTurn<A, R>) {
  const { send } = useSend(trigger)
  const [sent, setSent] = useState<{ number: number; of: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function giveAll(all: readonly A[]): Promise<void> {
    setProblem(null)
    for (const [at, one] of all.entries()) {
      setSent({ number: at + 1, of: all.length })
      const outcome = await send(one)
      if (!outcome) return
      if (outcome.failure) {
        setSent(null)
        setProblem(
          `${at} of ${all.length} are done. The next one: ${failureText(outcome.failure, otherwise)}`,
        )
        return onEnd(false)
      }
    }
    setSent(null)
    toastGood(done(all.length))
    onEnd(true)
  }

  return { giveAll, sent, busy: sent !== null, problem }
}
