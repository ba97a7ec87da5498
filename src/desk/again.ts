/** A command whose key is in the journal already: it is answered from there, and nothing is read or decided for it. */
import { firm } from '../ledger/core/chart.ts'
import type { AnyRule } from './command.ts'

export const keyTaken = (actor: string | null, key: string) => ({
  name: 'desk.key-taken',
  text: 'select from desk.commands where actor = $1 and key = $2',
  values: [actor, key],
})

/** It goes through a batch all the same: only a transaction that writes shows that a standby has what was recorded. */
export const recordedBefore: AnyRule = {
  recall: () => ({ command: null }),
  journal: () => ({}),
  subject: () => firm,
  needs: () => ({ owners: [] }),
  decide() {
    throw new Error('A command whose key was in the journal is not there any more.')
  },
  reply: () => ({ status: 500, body: null }),
}
