import { useAcceptEditionMutation } from '../api/editions.ts'
import { useCommand } from '../api/use-command.ts'

/** Accepts an edition, by the digest of the text that was shown. */
export function useAccepting() {
  const [trigger] = useAcceptEditionMutation()
  return useCommand({ trigger, otherwise: 'Nothing was changed. Please try again.' })
}
