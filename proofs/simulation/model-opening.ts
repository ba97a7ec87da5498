/** The opening of the firm, thought again: once, and only while nothing is missing. */
import type { Refusal } from '../../src/contract/problems.ts'
import { no } from './model-bank.ts'
import type { Found, Thing } from './model-proposals.ts'

type House = { isOpen(): boolean; enter(kind: string, at: number): void }

function unfit({ isOpen }: House, found: Found): Refusal | null {
  if (found === null) throw new Error('The gate wasn’t asked')
  if (found.isDemonstration)
    return no('already_open', 'The demonstration is always open. Nothing was changed.')
  if (isOpen()) return no('already_open')
  return found.missing.length > 0
    ? no(
        'not_ready_to_open',
        `Something is still missing: ${found.missing.join('; ')}. Nothing was opened.`,
      )
    : null
}

export const openingOf = (house: House): Thing => ({
  kind: 'opening',
  called: 'opening of the firm',
  holds: 'opening',
  lastsMs: 7 * 24 * 60 * 60 * 1000,
  facts: {},
  shown: {},
  unfit: (_, found) => unfit(house, found),
  make: ({ at }) => house.enter('firm-opened', at),
})
