/** The first coins of a wallet, thought again: named by one of staff as the books have them, and agreed to by another while they still do. */
import type { Refusal } from '../../src/contract/problems.ts'
import type { Found } from '../../src/domains/first-coins/rules.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { Apart } from './model-apart.ts'
import { day, firmsId, no, type House } from './model-house.ts'
import type { Thing } from './model-proposals.ts'

type Named = CommandOf<'ProposeFirstCoins'>

const unknown = {
  deposit:
    'No deposit to this wallet was credited by that transaction. Nothing was changed: look at its number on the explorer again, and whether it is credited yet.',
  payout:
    'No payout from this wallet was paid by that transaction. Nothing was changed: look at its number on the explorer again, and whether it is booked yet.',
}

function unfit(wallet: string, before: Found, now: Found): Refusal | null {
  if (now.isTried)
    return no('nothing_to_change', 'Customers can use this coin already. Nothing was changed.')
  if ((now.wallet ?? '') !== wallet || now.wallet === null) return no('wallet_unconfirmed')
  if (now.received === null) return no('first_coins_unknown', unknown.deposit)
  if (now.paid === null) return no('first_coins_unknown', unknown.payout)
  const isSame = now.received === before.received && now.paid === before.paid
  return isSame ? null : no('not_as_shown')
}

function thing(house: House, { coin, deposit, payout, found }: Named): Thing {
  const wallet = found.wallet ?? ''
  const shown = { coin, deposit, payout, received: found.received ?? '', paid: found.paid ?? '' }
  return {
    kind: 'first-coins',
    called: 'confirmation of first coins',
    holds: `first-coins ${wallet}`,
    lastsMs: 7 * day,
    facts: { ...shown, wallet },
    shown,
    unfit: (_, now) => unfit(wallet, found, now as Found),
    make: ({ at }) => house.enterFirm('first-coins-confirmed', at),
  }
}

const why = 'Two look up both transactions before customers can use a coin.'

export const firstCoins: Apart<'ProposeFirstCoins'> = {
  byStaff: ['ProposeFirstCoins'],
  begin: (house, waits) => ({
    decide: { ProposeFirstCoins: (c, by) => waits.give(thing(house, c), why, by, c.found)! },
    subjectOf: () => firmsId,
    rows: {},
  }),
}
