import type { removeApp } from '../../../contract/security.ts'
import { failureText } from '../../api/failure.ts'
import type { Reply } from '../../api/request.ts'
import { useSend } from '../../api/use-send.ts'
import { toastBad, toastGood } from '../../ui/toast.tsx'

/** Every change of the factors is answered like this one. */
type Changed = Reply<typeof removeApp>

/** Shows recovery codes that came with a change: once, since nobody can read them again. */
export type OnCodes = (codes: string[]) => void

/** Sends a change of the second factors and says what came of it. Answers the failure; null: it is done. */
export function useFactorChange<A>(
  trigger: (argument: A) => { unwrap(): Promise<Changed> },
  onCodes: OnCodes,
) {
  const { send, busy } = useSend(trigger)
  async function change(argument: A): Promise<unknown> {
    const outcome = await send(argument)
    if (!outcome) return 'under way'
    if (outcome.failure) {
      toastBad(failureText(outcome.failure, 'This could not be changed. Nothing was changed.'))
      return outcome.failure
    }
    toastGood(outcome.data.message)
    if (outcome.data.data.recoveryCodes) onCodes(outcome.data.data.recoveryCodes)
    return null
  }
  return { change, busy }
}
