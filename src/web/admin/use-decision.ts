import { useState } from 'react'
import { failureText, type Failure } from '../api/failure.ts'
import { useSend } from '../api/use-send.ts'
import { toastGood } from '../ui/toast.tsx'

type Asking<A, R> = {
  trigger: (argument: A) => { unwrap(): Promise<R> }
  /** Where the server says nothing. */
  otherwise: string
  onDone(reply: R): void
}

/** One decision of an administrator: what refuses it stands in its question, which stays with what was typed. */
export function useDecision<A, R extends { message: string }>(asking: Asking<A, R>) {
  const { trigger, otherwise, onDone } = asking
  const [refused, setRefused] = useState<Failure | null>(null)
  const [isSent, setSent] = useState(false)
  const { send, busy } = useSend(trigger)
  async function decide(argument: A) {
    setRefused(null)
    setSent(true)
    const outcome = await send(argument)
    if (!outcome) return
    if (outcome.failure) {
      setSent(false)
      return setRefused(outcome.failure)
    }
    toastGood(outcome.data.message)
    onDone(outcome.data)
  }
  return { decide, busy, isSent, refused, problem: refused && failureText(refused, otherwise) }
}
