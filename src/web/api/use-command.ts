import { useState } from 'react'
import { toastBad, toastGood } from '../ui/toast.tsx'
import { failureText, type Failure } from './failure.ts'
import { useSend, type Trigger } from './use-send.ts'

type Command<A, R> = {
  trigger: Trigger<A, R>
  /** Said where the server says nothing of why not. */
  otherwise: string
  /** What was done, where the reply doesn't say it, or not in these words. */
  done?: (reply: R) => string
  /**
   * Where it is told what came of it. Unless said, what was done in a toast, and what refuses it where it was asked, which
   * stays with what was typed.
   */
  told?: 'in toasts' | 'here'
  onDone?: (reply: R) => void
  onRefused?: (failure: Failure) => void
}

const messageOf = (reply: unknown) => (reply as { message: string }).message

/** Something that one person asks for: sent once, and told what came of it. */
export function useCommand<A, R>(command: Command<A, R>) {
  const { trigger, otherwise, done = messageOf, told, onDone, onRefused } = command
  const { send, busy } = useSend(trigger)
  const [isSent, setSent] = useState(false)
  const [refused, setRefused] = useState<Failure | null>(null)
  const [said, say] = useState<{ tone: 'good' | 'bad'; words: string } | null>(null)
  async function give(argument: A): Promise<void> {
    setRefused(null)
    say(null)
    setSent(true)
    const outcome = await send(argument)
    if (!outcome) return
    const { failure, data } = outcome
    if (failure) {
      const words = failureText(failure, otherwise)
      if (told === 'in toasts') toastBad(words)
      else say({ tone: 'bad', words })
      setSent(false)
      setRefused(failure)
      return onRefused?.(failure)
    }
    if (told === 'here') say({ tone: 'good', words: done(data) })
    else toastGood(done(data))
    onDone?.(data)
  }
  return {
    give,
    busy,
    /** From asking until it is over: what is then seen of it is one's own doing. */
    isSent,
    refused,
    said,
    problem: said?.tone === 'bad' ? said.words : null,
    /** What is wrong can be seen without asking. */
    object: (words: string | null) => say(words === null ? null : { tone: 'bad', words }),
  }
}
