/** A credit of coins is taken away again where the chain takes it away, and what arrived beyond a limit is released. The system does both. */
import type { Refusal } from '../../contract/problems.ts'
import {
  defineCommand,
  refuse,
  refuseUnlessOpen,
  said,
  type Decision,
  type Journaled,
  type Needs,
} from '../../desk/command.ts'
import type { Effect } from '../../desk/effect.ts'
import { fitted, subjectOf, textOf } from '../../desk/recall.ts'
import type { Put } from '../../desk/read.ts'
import type { Changes } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { formatBitcoin } from '../../lib/bitcoin-amount.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { canBeFrozen, keepFrozen } from '../checks/stops.ts'
import { checksOf } from '../checks/table.ts'
import { loansOf } from '../loans/table.ts'
import { endWork } from '../sign-in/effects.ts'
import { refusalOfLast } from '../people/rules.ts'
import { needsOfLimits, refusalOfLimits, type SetLimits } from '../verification/limits.ts'
import { arriving } from '../verification/received.ts'
import { listed, tellOfCredit } from './credit.ts'
import { mail } from './mails.ts'
import { releasePostings, reversalPostings } from './postings.ts'
import { coinDeposits, ownerOfDeposit, type CoinDeposit, type Place } from './table.ts'

type OnDeposit = { deposit: string }

const onDeposit = {
  lookup: ({ deposit }: OnDeposit) => ownerOfDeposit(deposit),
  subject: (_: unknown, found: Place | null) => found && (found.owner ?? firm),
  journal: ({ deposit }: OnDeposit) => ({ deposit }),
}

function recallDeposit(kept: Journaled, world: World) {
  const deposit = textOf(kept, 'deposit')
  return { deposit, found: world.get(coinDeposits, deposit) ?? null }
}

const needsOf = ({ deposit }: OnDeposit, found: Place | null): Needs =>
  found === null
    ? { owners: [] }
    : {
        owners: found.owner === null ? [firm] : [found.owner, firm],
        read: [coinDeposits.byId(deposit)],
      }

/** A live deposit, as it was credited; or why nothing can be done with it. */
function depositFor(world: World, { deposit: id }: OnDeposit): CoinDeposit | Refusal {
  const deposit = world.get(coinDeposits, id)
  if (!deposit) return refuse('unknown_entry', 'There is no such deposit.')
  return deposit.status === 'reversed'
    ? refuse('already_decided', 'This deposit was taken away already. Nothing was booked.')
    : deposit
}

type Frozen = {
  owners: NonNullable<Changes['owners']>
  put: Put[]
  texts: Record<string, unknown>
  effects: Effect[]
}

/** No money leaves by itself until staff have looked at it. The last administrator goes on: somebody has to look. */
function freezing(world: World, { owner: id, quantity }: CoinDeposit): Frozen | null {
  const owner = id === null ? undefined : world.owners.get(id)
  if (!owner || !canBeFrozen(world, owner) || refusalOfLast(world, owner) !== null) return null
  return {
    owners: [{ id: owner.id, status: 'frozen' as const }],
    put: keepFrozen(world, owner),
    texts: {
      reason: `The Bitcoin network took a deposit of ${formatBitcoin(quantity)} away again.`,
      ...(owner.status === 'frozen'
        ? {}
        : { changes: [{ field: 'status', from: owner.status, to: 'frozen' }] }),
    },
    effects: endWork(owner),
  }
}

/** `taken`: from its owner; null: nobody can bear it at present, and nothing was taken. */
type Reversed = { taken: Cents | null; isFrozen: boolean }

function tellOfReversal(
  world: World,
  deposit: CoinDeposit,
  { taken, isFrozen }: Reversed,
): Effect[] {
  const { owner, amount, restored, quantity, status } = deposit
  if (owner === null || world.owners.get(owner)?.status === 'closed') return []
  const theirs = amount - restored
  const values = {
    amount: formatUsd(theirs),
    coins: formatBitcoin(quantity),
    how: status === 'booked' ? 'credited' : 'aside',
    ...(taken === null ? {} : { taken: formatUsd(taken) }),
    ...(taken === null || taken < theirs ? { lacking: formatUsd(theirs - (taken ?? 0n)) } : {}),
    ...(isFrozen ? { state: 'frozen' } : {}),
  }
  return [mail({ owner, template: 'coins-reversed', values })]
}

/** What nobody can bear stays booked; whose it is sends nothing away meanwhile. */
const frozenAlone = (world: World, deposit: CoinDeposit, frozen: Frozen): Changes => ({
  postings: [],
  activity: listed(deposit.owner, 'coin-deposit-gone'),
  owners: frozen.owners,
  put: frozen.put,
  texts: frozen.texts,
  effects: [...frozen.effects, ...tellOfReversal(world, deposit, { taken: null, isFrozen: true })],
  facts: { amount: String(deposit.amount) },
})

export type ReverseDeposit = OnDeposit

export const reverseDeposit = defineCommand<ReverseDeposit, Place>({
  ...onDeposit,
  recall(kept, world) {
    const { deposit, found } = recallDeposit(kept, world)
    return { command: { deposit }, found }
  },
  // What a balance lacks is borne by the pool as far as it goes: it must be known.
  needs(c, found) {
    const needs = needsOf(c, found)
    const ofOwner =
      found === null || found.owner === null ? [] : [checksOf(found.owner), ...loansOf(found.owner)]
    return { ...needs, read: [...(needs.read ?? []), ...ofOwner], staff: true, exact: true }
  },
  decide(world, c, { at }): Decision {
    const deposit = depositFor(world, c)
    if ('code' in deposit) return deposit
    if (deposit.coin !== 'BTC')
      return refuse(
        'nothing_to_change',
        'What TRON has solidified is never taken away. Nothing was booked.',
      )
    const reversal = reversalPostings(world, deposit, at)
    const frozen = freezing(world, deposit)
    if ('code' in reversal) return frozen === null ? reversal : frozenAlone(world, deposit, frozen)
    const { postings, borne } = reversal
    const others = borne.pool + borne.capital
    return {
      postings,
      activity: listed(deposit.owner, 'coin-deposit-reversed'),
      ...(frozen ? { owners: frozen.owners, texts: frozen.texts } : {}),
      put: [
        coinDeposits.row({ ...deposit, status: 'reversed', reversedAt: at, borne: others }),
        ...borne.undone.put,
        ...(frozen?.put ?? []),
      ],
      effects: [
        ...(frozen?.effects ?? []),
        ...tellOfReversal(world, deposit, {
          taken: borne.taken - borne.undone.amount,
          isFrozen: frozen !== null,
        }),
        ...borne.undone.effects,
      ],
      facts: { amount: String(deposit.amount), borne: String(others) },
    }
  },
  reply: (world, { deposit }) =>
    world.get(coinDeposits, deposit)!.status === 'reversed'
      ? said(200, 'Taken away')
      : said(200, 'Nobody can bear it at present. The account is frozen, and it stays booked.'),
})

export type ReleaseDeposit = OnDeposit & {
  owner: OwnerId
  limits: SetLimits
}

export const releaseDeposit = defineCommand<ReleaseDeposit, Place>({
  ...onDeposit,
  recall(kept, world) {
    const { deposit, found } = recallDeposit(kept, world)
    return { command: { deposit, owner: subjectOf(kept), limits: fitted }, found }
  },
  needs: (c, found) => {
    const needs = needsOf(c, found)
    return found === null
      ? needs
      : { ...needs, read: [...(needs.read ?? []), ...needsOfLimits(c.owner, arriving, c.limits)] }
  },
  decide(world, c, { at }): Decision {
    const deposit = depositFor(world, c)
    if ('code' in deposit) return deposit
    const { owner } = c
    if (deposit.owner !== owner || deposit.status !== 'suspense') return refuse('not_in_suspense')
    const amount = deposit.amount - deposit.restored
    const refusal =
      refuseUnlessOpen(world.owners.get(owner)) ??
      refusalOfLimits(world, { owner, moving: arriving, amount }, c.limits, at)
    if (refusal) return refusal
    const booked: CoinDeposit = { ...deposit, status: 'booked' }
    return {
      postings: releasePostings(deposit),
      put: [coinDeposits.row(booked)],
      activity: listed(owner, 'coin-deposit'),
      effects: tellOfCredit(world, booked),
      facts: { amount: String(amount) },
    }
  },
  reply: () => said(200, 'Released to its owner'),
})
