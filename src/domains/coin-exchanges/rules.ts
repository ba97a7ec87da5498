/** How the firm closes its open position in coins: one administrator records what was sold, bought or covered, and another agrees. It is nobody's personal money. */
import { defineStaffCommand } from '../../desk/command.ts'
import { centsIfAny, centsOf, textOf, wordsIfAny } from '../../desk/recall.ts'
import { firm } from '../../ledger/core/chart.ts'
import type { Rate } from '../../lib/exchange-rate.ts'
import type { CoinEntryKind } from '../../lib/coin-entry.ts'
import type { Cents } from '../../lib/money.ts'
import { doOrPropose, needsOf, replyOfProposed } from '../proposals/propose.ts'
import { coinEntry, factsOf, movedBy, type Exchanged } from './proposals.ts'
import { rateWords } from './rate.ts'

export type RecordCoinExchange = {
  kind: Exclude<CoinEntryKind, 'cover'>
  quantity: bigint
  amount: Cents
  txid: string
  reference: string
  rate: Rate | null
  /** What the chain has of its transaction; null: nothing yet. */
  moved: bigint | null
  reason: string | null
}

/** A number that may be missing, as the journal keeps it. */
const kept = (name: string, value: bigint | null) =>
  value === null ? {} : { [name]: String(value) }

/** What isn't in the chain yet is taken as it was typed: it is asked again before it is booked. */
const onChain = (exchanged: Exchanged, moved: bigint | null = null) => {
  const taken = moved ?? movedBy(exchanged)
  return { moved: taken === null ? null : String(taken) }
}

const wordsOf = (reason: string | null) => (reason === null ? {} : { reason })

export const recordCoinExchange = defineStaffCommand<RecordCoinExchange>({
  may: 'book-money',
  recall: (from) => ({
    command: {
      kind: textOf(from, 'kind') as RecordCoinExchange['kind'],
      quantity: centsOf(from, 'quantity'),
      amount: centsOf(from, 'amount'),
      txid: textOf(from, 'txid'),
      reference: textOf(from, 'reference'),
      rate: centsIfAny(from, 'rate') ?? null,
      moved: centsIfAny(from, 'moved') ?? null,
      reason: wordsIfAny(from, 'reason'),
    },
  }),
  journal: ({ kind, quantity, amount, txid, reference, rate, moved }) => ({
    kind,
    quantity: String(quantity),
    amount: String(amount),
    txid,
    reference,
    ...kept('rate', rate),
    ...kept('moved', moved),
  }),
  subject: () => firm,
  needs: ({ moved, reason: _, ...exchanged }) =>
    needsOf(coinEntry, factsOf(exchanged), onChain(exchanged, moved)),
  decide: (world, { moved, reason, ...exchanged }, context) =>
    doOrPropose(
      world,
      {
        kind: coinEntry,
        facts: factsOf(exchanged),
        words: wordsOf(reason),
        answer: onChain(exchanged, moved),
        whyTwo: rateWords(exchanged),
      },
      context,
    ),
  reply: (world, c, context) => replyOfProposed(world, coinEntry, context, rateWords(c))!,
})

export type RecordPositionCover = { amount: Cents; reference: string; reason: string | null }

const whyTwo = 'What coins have lost is never borne by one decision alone.'

const covered = ({ amount, reference }: RecordPositionCover): Exchanged => ({
  ...{ kind: 'cover', quantity: null, txid: null, rate: null },
  amount,
  reference,
})

export const recordPositionCover = defineStaffCommand<RecordPositionCover>({
  may: 'book-money',
  recall: (from) => ({
    command: {
      amount: centsOf(from, 'amount'),
      reference: textOf(from, 'reference'),
      reason: wordsIfAny(from, 'reason'),
    },
  }),
  journal: ({ amount, reference }) => ({ amount: String(amount), reference }),
  subject: () => firm,
  needs: (c) => needsOf(coinEntry, factsOf(covered(c)), onChain(covered(c))),
  decide(world, c, context) {
    const [facts, words] = [factsOf(covered(c)), wordsOf(c.reason)]
    const given = { kind: coinEntry, facts, words, answer: onChain(covered(c)), whyTwo }
    return doOrPropose(world, given, context)
  },
  reply: (world, _, context) => replyOfProposed(world, coinEntry, context, whyTwo)!,
})
