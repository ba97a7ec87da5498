/** Payouts are blocked by the system: by a process that has noticed a restore, or by the operator who made it. */
import type { HouseDesk } from '../house-desk.ts'
import type { BlockPayouts } from './rules.ts'

/** So many payouts are handed to the desk at once. */
const batchLimit = 500

/** With all of these payouts to be matched. */
export async function blockAll(
  desk: Pick<HouseDesk, 'run'>,
  { payouts, ...because }: Omit<BlockPayouts, 'noticedAt'>,
): Promise<void> {
  for (let first = 0; first === 0 || first < payouts.length; first += batchLimit) {
    const { outcome, text } = await desk.run({
      kind: 'BlockPayouts',
      command: {
        ...because,
        noticedAt: Date.now(),
        payouts: payouts.slice(first, first + batchLimit),
      },
      actor: null,
      key: null,
      bodyHash: '',
      requestId: 'restored',
    })
    if (outcome !== 'done' && outcome !== 'change_open')
      throw new Error(`Payouts could not be blocked: ${text}`)
  }
}
