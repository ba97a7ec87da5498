/** How the firm closes its open position in coins: one administrator records what was sold, bought or covered, and another agrees. It is nobody's personal money. */
import { defineStaffCommand } from '../../desk/command.ts'
import { centsIfAny, centsOf, textOf, wordsIfAny } from '../../desk/recall.ts'
import { firm } from '../../ledger/core/chart.ts'
import type { Rate } from '../../lib/exchange-rate.ts'
import type { BorneKind, ExchangeKind } from '../../lib/coin-entry.ts'
import type { Cents } from '../../lib/money.ts'
import { doOrPropose, needsOf, replyOfProposed } from '../proposals/propose.ts'
import { coinEntry, factsOf, movedBy, type Exchanged } from './proposals.ts'
import { rateWords } from './rate.ts'

export type RecordCoinExchange = {
  kind: ExchangeKind
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

/** In dollars. */
export type RecordBorne = { amount: Cents; reference: string; reason: string | null }

/** What capital bears: no coins move, and nothing of it stands on a chain. `whyTwo` is said to whoever records it. */
function defineBorne(kind: BorneKind, whyTwo: string) {
  const borne = ({ amount, reference }: RecordBorne): Exchanged => ({
    ...{ kind, quantity: null, txid: null, rate: null },
    amount,
    reference,
  })
  return defineStaffCommand<RecordBorne>({
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
    needs: (c) => needsOf(coinEntry, factsOf(borne(c)), onChain(borne(c))),
    decide(world, c, context) {
      const [facts, words] = [factsOf(borne(c)), wordsOf(c.reason)]
      const given = { kind: coinEntry, facts, words, answer: onChain(borne(c)), whyTwo }
      return doOrPropose(world, given, context)
    },
    reply: (world, _, context) => replyOfProposed(world, coinEntry, context, whyTwo)!,
  })
}

export const recordPositionCover = defineBorne(
  'cover',
  'What coins have lost is never borne by one decision alone.',
)

export const recordNetworkFees = defineBorne(
  'usdt-fee',
  'What the firm’s own money pays is never booked by one decision alone.',
)
