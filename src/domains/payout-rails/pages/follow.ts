/** How those who follow payouts in chains book what they find there, and say what is in the way of it. */
import type { Pool } from 'pg'
import type { Log } from '../../../platform/log.ts'
import { readStatuses } from '../../withdrawals/queries.ts'

/** `book`: answers what came of it. Answers why it isn't booked; null: it is. */
export async function bookFound(
  pool: Pool,
  { withdrawal, reference }: { withdrawal: string; reference: string },
  book: () => Promise<string>,
): Promise<string | null> {
  const status = (await readStatuses(pool, [withdrawal])).get(withdrawal)
  // What is refused would stand in the journal for good.
  if (status !== 'approved')
    return `The chain has the payout ${reference}, and its withdrawal is ${status}. It has to be explained.`
  const outcome = await book()
  return outcome === 'done' ? null : `${reference} is not booked: ${outcome}.`
}

/** For a loop: says what is in the way once, and not at each round. */
export function sayingOnce(
  log: Pick<Log, 'warn'>,
  about: string,
  round: () => Promise<readonly { text: string }[]>,
): () => Promise<void> {
  let said = new Set<string>()
  return async () => {
    const now = new Map((await round()).map((one) => [JSON.stringify(one), one]))
    for (const [key, one] of now) if (!said.has(key)) log.warn(one, about)
    said = new Set(now.keys())
  }
}
