import { useState } from 'react'
import type { saveDestination } from '../../../contract/destination.ts'
import { useSaveDestinationMutation } from '../../api/destinations.ts'
import { failureText, type Failure } from '../../api/failure.ts'
import type { Body } from '../../api/request.ts'
import { useSend } from '../../api/use-send.ts'
import { toastGood } from '../../ui/toast.tsx'

/** Saves a destination; `problem` is why it could not be saved. */
export function useSave() {
  const [save] = useSaveDestinationMutation()
  const { send, busy } = useSend(save)
  const [failure, setFailure] = useState<Failure | null>(null)
  /** Whether it is saved. */
  async function saveIt(body: Body<typeof saveDestination>): Promise<Failure | null> {
    const outcome = await send(body)
    setFailure(outcome?.failure ?? null)
    if (outcome?.data) toastGood(outcome.data.message)
    return outcome?.failure ?? null
  }
  const problem = failure && failureText(failure, 'The destination could not be saved.')
  return { saveIt, busy, problem }
}

export const saysWhat =
  'We send an email whenever a destination is saved in your account. It is seen by you and by staff only.'
