/**
 * Coins that arrived at a person's address and are deep enough in the chain are credited by the system, at a rate that is fixed then.
 * Whether they are there, how deep, and what they are worth was asked before (`due.ts`): the journal keeps what was answered.
 */
import type { Refusal } from '../../contract/problems.ts'
import { defineCommand, refuse, said, type Decision, type Journaled } from '../../desk/command.ts'
import type { Effect } from '../../desk/effect.ts'
import { centsOf, fitted, numberOf, subjectOf, textOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { formatCoins } from '../../lib/coin-amount.ts'
import { centsOf as centsAt, type Coin, type Rate } from '../../lib/exchange-rate.ts'
import type { Instant } from '../../lib/instant.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { mail as tellOfDeposit } from '../deposits/mails.ts'
import { needsOfLimits, roomBelow, verificationIn, type SetLimits } from '../verification/limits.ts'
import { arriving } from '../verification/received.ts'
import { coinOf, placeIn } from '../../lib/wallet-place.ts'
import { walletAddresses, wallets, walletsOfFirm } from '../wallets/table.ts'
import { mail } from './mails.ts'
import { creditPostings } from './postings.ts'
import { coinDeposits, coinRates, creditedOf, creditsIn, type CoinDeposit } from './table.ts'

/** In the list of whose it is, and in the firm's. */
export const listed = (owner: OwnerId | null, kind: string) =>
  [...new Set([owner ?? firm, firm])].map((one) => ({ owner: one, kind }))

/** The output as the chain has it, whose address it was sent to, and what it is worth. */
export type CreditDeposit = {
  owner: OwnerId
  /** An id in `wallet_addresses`. */
  address: string
  txid: string
  /** Of TRON the place of the log in its transaction. */
  output: number
  times: number
  /** Satoshi, or millionths of a USDT, as the address's wallet says. */
  quantity: bigint
  height: number
  block: string
  rate: Rate
  sources: string
  limits: SetLimits
  /** What came of the limits, where it is decided again. */
  overLimit?: boolean
}

/** It was drawn for this user, and is made again of its wallet. */
function refusalOfAddress(world: World, { owner, address: id }: CreditDeposit): Refusal | null {
  const address = world.get(walletAddresses, id)
  const wallet = address && world.get(wallets, address.wallet)
  if (!wallet || address.owner !== owner || address.branch !== 'people')
    return refuse('not_as_recorded', 'This address is not one of this user’s. Nothing was booked.')
  return placeIn(wallet, address.branch, address.index).script === address.script
    ? null
    : refuse(
        'not_as_recorded',
        'This address is not the one that was drawn: its wallet has another at its place. Nothing was booked, and nothing may be until that is explained.',
      )
}

/** What comes again is what came before. */
function refusalOfCredits(c: CreditDeposit, before: readonly CoinDeposit[]): Refusal | null {
  if (before.length !== c.times || before.some(({ status }) => status !== 'reversed'))
    return refuse('nothing_to_change', 'This output was credited already. Nothing was booked.')
  return before.every(({ quantity, address }) => quantity === c.quantity && address === c.address)
    ? null
    : refuse(
        'not_as_recorded',
        'This output was credited with another quantity or address before. Nothing was booked, and nothing may be until that is explained.',
      )
}

function isBeyond(world: World, c: CreditDeposit, amount: Cents, at: Instant): boolean {
  if (c.limits === fitted) return c.overLimit === true
  if (amount === 0n) return false
  return roomBelow(world, { owner: c.owner, moving: arriving, amount }, c.limits, at) !== null
}

/** What it is in the lists of activity. */
function kindOf({ owner, status }: CoinDeposit) {
  if (owner === null) return 'coins-unassigned'
  return status === 'booked' ? 'coin-deposit' : 'coin-deposit-over-limit'
}

const sentences: Record<ReturnType<typeof kindOf>, string> = {
  'coin-deposit': 'Credited',
  'coin-deposit-over-limit': 'Beyond a limit: it waits in the name of its user.',
  'coins-unassigned': 'Its user has left: it waits in suspense.',
}

/** As mails name it. */
const hows: Record<Coin, string> = { BTC: 'bitcoin', USDT: 'usdt' }

/** What is to be told of it: nothing to whoever has left, and nothing where others get all of it. */
export function tellOfCredit(world: World, deposit: CoinDeposit): Effect[] {
  const { owner, coin, amount, restored, quantity, creditedAt } = deposit
  if (owner === null || amount === restored) return []
  const values = {
    amount: formatUsd(amount - restored),
    coins: formatCoins(quantity, coin),
    ...(restored > 0n ? { restored: formatUsd(restored) } : {}),
  }
  if (deposit.status === 'booked') {
    const how = { ...values, how: hows[coin] }
    return [tellOfDeposit({ owner, template: 'deposit-received', values: how })]
  }
  const state = verificationIn(world, owner, creditedAt).isFinal ? { state: 'final' } : {}
  const how = coin === 'BTC' ? {} : { how: hows[coin] }
  return [
    mail({ owner, template: 'coin-deposit-over-limit', values: { ...values, ...how, ...state } }),
  ]
}

/** What others bore when it was taken away before goes back to them first. */
function restoredOf(before: CoinDeposit[], amount: Cents): Cents {
  const owed = before.reduce((sum, { borne, restored }) => sum + (borne ?? 0n) - restored, 0n)
  return owed < amount ? owed : amount
}

function made(world: World, c: CreditDeposit, id: string, at: Instant): CoinDeposit | Refusal {
  const { owner, limits: _, overLimit: __, rate, sources: ___, ...output } = c
  const coin = coinOf(world.get(wallets, world.get(walletAddresses, c.address)!.wallet)!.network)
  const amount = centsAt(c.quantity, rate, coin)
  if (amount === 0n)
    return refuse('nothing_to_change', 'This is worth less than a cent. Nothing was booked.')
  const restored = restoredOf(creditsIn(world, c), amount)
  const isClosed = world.owners.get(owner)!.status === 'closed'
  const isAside = isClosed || isBeyond(world, c, amount - restored, at)
  return {
    id,
    coin,
    ...output,
    owner: isClosed ? null : owner,
    amount,
    restored,
    status: isAside ? 'suspense' : 'booked',
    creditedAt: at,
    reversedAt: null,
    borne: null,
  }
}

function recallCredit(kept: Journaled): CreditDeposit {
  return {
    owner: subjectOf(kept),
    address: textOf(kept, 'address'),
    txid: textOf(kept, 'txid'),
    output: numberOf(kept, 'output'),
    times: numberOf(kept, 'times'),
    quantity: centsOf(kept, 'quantity'),
    height: numberOf(kept, 'height'),
    block: textOf(kept, 'block'),
    rate: centsOf(kept, 'rate'),
    sources: textOf(kept, 'sources'),
    limits: fitted,
    overLimit: kept.input.overLimit === 'yes',
  }
}

export const creditDeposit = defineCommand<CreditDeposit>({
  recall: (kept) => ({ command: recallCredit(kept) }),
  journal: ({ owner: _, limits: __, overLimit: ___, quantity, rate, ...output }) => ({
    ...output,
    quantity: String(quantity),
    rate: String(rate),
  }),
  subject: ({ owner }) => owner,
  needs: ({ owner, address, txid, limits }) => ({
    owners: [owner, firm],
    read: [
      walletAddresses.byId(address),
      walletsOfFirm,
      creditedOf(txid),
      ...needsOfLimits(owner, arriving, limits),
    ],
  }),
  decide(world, c, { id, at }): Decision {
    if (!world.owners.has(c.owner) || c.owner === firm) return refuse('unknown_user')
    const wrong = refusalOfAddress(world, c)
    if (wrong) return wrong
    const again = refusalOfCredits(c, creditsIn(world, c))
    if (again) return again
    const deposit = made(world, c, id, at)
    if ('code' in deposit) return deposit
    const { rate, sources } = c
    const kind = kindOf(deposit)
    return {
      postings: creditPostings(deposit),
      activity: listed(c.owner, kind),
      put: [
        coinDeposits.row(deposit),
        coinRates.row({ id, coin: deposit.coin, rate, sources, at }),
      ],
      effects: tellOfCredit(world, deposit),
      facts: {
        amount: String(deposit.amount),
        ...(deposit.restored > 0n ? { restored: String(deposit.restored) } : {}),
        ...(kind === 'coin-deposit-over-limit' ? { overLimit: 'yes' } : {}),
        ...(kind === 'coins-unassigned' ? { unassigned: 'yes' } : {}),
      },
    }
  },
  reply: (world, _, { id }) => said(200, sentences[kindOf(world.get(coinDeposits, id)!)]),
})
