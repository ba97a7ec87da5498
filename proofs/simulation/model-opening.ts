/** The opening of the firm, thought again: once, and only while nothing is missing. */
import type { Refusal } from '../../src/contract/problems.ts'
import { day, no, type House } from './model-house.ts'
import type { Found } from '../../src/domains/openings/rules.ts'
import type { Thing } from './model-proposals.ts'

function unfit(house: House, found: Found): Refusal | null {
  if (found.isDemonstration)
    return no('already_open', 'The demonstration is always open. Nothing was changed.')
  if (house.isOpen()) return no('already_open')
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
  lastsMs: 7 * day,
  facts: {},
  shown: {},
  unfit: (_, found) => unfit(house, found as Found),
  make: ({ at }) => house.enterFirm('firm-opened', at),
})
