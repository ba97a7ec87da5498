/** How those who follow payouts in chains book what they find there, and say what is in the way of it. */
import type { Pool } from 'pg'
import type { HouseDesk } from '../../house-desk.ts'
import type { Log } from '../../../platform/log.ts'
import { runNamed } from '../../coin-deposits/by-system.ts'
import type { CommandOf } from '../../nouns.ts'
import { readStatuses } from '../../withdrawals/queries.ts'

type Found = { [Kind in 'PayPayout' | 'PayListed']: { kind: Kind; command: CommandOf<Kind> } }[
  | 'PayPayout'
  | 'PayListed']
type Parts = { pool: Pool; desk: Pick<HouseDesk, 'run'> }

/** Under one name once. Answers why it isn't booked; null: it is. */
export async function bookFound(parts: Parts, name: string, given: Found): Promise<string | null> {
  const { withdrawal, reference } = given.command
  const status = (await readStatuses(parts.pool, [withdrawal])).get(withdrawal)
  // What is refused would stand in the journal for good.
  if (status !== 'approved')
    return `The chain has the payout ${reference}, and its withdrawal is ${status}. It has to be explained.`
  const outcome = await runNamed(parts, name, given)
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
