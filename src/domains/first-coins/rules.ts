/**
 * The first coins of a wallet: a deposit that was credited and a payout that was paid, of a few dollars, which one of staff looked up
 * on an explorer, and another one after them. Customers get addresses of the wallet from then on. The books say what each was, and
 * say it again to the second: nobody types an amount.
 */
import type { Refusal } from '../../contract/problems.ts'
import { defineStaffCommand, refuse } from '../../desk/command.ts'
import { textOf } from '../../desk/recall.ts'
import { firm } from '../../ledger/core/chart.ts'
import type { Coin } from '../../lib/exchange-rate.ts'
import { aWeekMs, answerIn, defineProposal, journalOfAnswer } from '../proposals/kind.ts'
import { doOrPropose, needsOf, replyOfProposed } from '../proposals/propose.ts'
import { firstCoinsOf } from '../wallets/table.ts'

/** Transactions, and how many coins each moved. */
export type FirstCoins = {
  coin: Coin
  /** An id in `wallets`. */
  wallet: string
  deposit: string
  received: string
  payout: string
  paid: string
}

/** What the books have of the two, asked again whenever it is decided on; null: nothing. */
export type Found = {
  wallet: string | null
  received: string | null
  paid: string | null
  /** It was done before, or needs not be: coins of a demonstration. */
  isTried: boolean
}

function refusalOf(facts: FirstCoins, found: Found): Refusal | null {
  if (found.isTried)
    return refuse('nothing_to_change', 'Customers can use this coin already. Nothing was changed.')
  if (found.wallet !== facts.wallet) return refuse('wallet_unconfirmed')
  if (found.received === null || found.paid === null)
    return refuse(
      'first_coins_unknown',
      found.received === null
        ? 'No deposit to this wallet was credited by that transaction. Nothing was changed: look at its number on the explorer again, and whether it is credited yet.'
        : 'No payout from this wallet was paid by that transaction. Nothing was changed: look at its number on the explorer again, and whether it is booked yet.',
    )
  return found.received === facts.received && found.paid === facts.paid
    ? null
    : refuse('not_as_shown')
}

export const firstCoins = defineProposal<FirstCoins, Found>({
  name: 'first-coins',
  called: 'confirmation of first coins',
  lastsForMs: aWeekMs,
  about: () => null,
  holds: ({ wallet }) => firstCoinsOf(wallet),
  needs: () => ({ owners: [] }),
  asks: true,
  refusal: (_, facts, __, found) => refusalOf(facts, found),
  apply: () => ({ postings: [], activity: [{ owner: firm, kind: 'first-coins-confirmed' }] }),
  show: ({ wallet: _, ...facts }) => facts,
  noted: ({ coin, deposit, payout }) => ({ coin, deposit, payout }),
})

/** `found`: as it was asked just before. */
export type ProposeFirstCoins = Pick<FirstCoins, 'coin' | 'deposit' | 'payout'> & { found: Found }

const factsOf = ({ found, ...typed }: ProposeFirstCoins): FirstCoins => ({
  ...typed,
  wallet: found.wallet ?? '',
  received: found.received ?? '',
  paid: found.paid ?? '',
})

const whyTwo = 'Two look up both transactions before customers can use a coin.'

export const proposeFirstCoins = defineStaffCommand<ProposeFirstCoins>({
  may: 'pay-out',
  recall: (kept) => ({
    command: {
      coin: textOf(kept, 'coin') as Coin,
      deposit: textOf(kept, 'deposit'),
      payout: textOf(kept, 'payout'),
      found: answerIn(kept) as Found,
    },
  }),
  journal: ({ coin, deposit, payout, found }) => ({
    coin,
    deposit,
    payout,
    ...journalOfAnswer(found),
  }),
  subject: () => firm,
  needs: (c) => needsOf(firstCoins, factsOf(c), c.found),
  decide: (world, c, context) =>
    doOrPropose(world, { kind: firstCoins, facts: factsOf(c), answer: c.found, whyTwo }, context),
  reply: (world, _, context) => replyOfProposed(world, firstCoins, context, whyTwo)!,
})
