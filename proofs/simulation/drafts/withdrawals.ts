/** Requests of money, to a wallet or to another user, where they are saved to go, and their outcomes. */
import type { CommandOf } from '../../../src/domains/nouns.ts'
import type { RequestBounds } from '../../../src/domains/withdrawals/bounds.ts'
import { atLimit, boundsOf } from '../bounds.ts'
import { bankAccounts, wallets } from '../cast.ts'
import { lostOnTron, payees, payeesOnTron, takesCoins } from '../known-wallets.ts'
import type { Request } from '../model-state.ts'
import {
  limitsOf,
  never,
  nobody,
  pick,
  pickReady,
  somebody,
  spelled,
  within,
  type Drawn,
  type Makers,
  type Scene,
} from '../scene.ts'

const isPending = ({ status }: Request) => status === 'pending'
const isToBePaid = ({ status, type }: Request) =>
  status === 'approved' && type !== 'tradehub_transfer'

/** Of those that can't leave in coins; at times of any. */
const isForBank =
  ({ twist }: Scene) =>
  (request: Request) =>
    isToBePaid(request) && (twist % 8 === 1 || !takesCoins(request.walletAddress ?? ''))

/** A request, mostly one that is ready for this, and which one is named. */
function chosen({ model, nth }: Scene, isReady: (request: Request) => boolean) {
  const request = pickReady(model.requests, nth, isReady)
  return { request, withdrawal: nth % 64 === 42 ? nobody : (request?.id ?? nobody) }
}

/** On either network; now and then one of which nobody has the key. */
function coinAddress(by: number, nth: number): string {
  if (nth % 16 === 9) return lostOnTron[by % 2]!
  const some = (nth >> 2) % 2 === 0 ? payees : payeesOnTron
  return some[by % some.length]!.address
}

function target({ model, by, nth, twist }: Scene): CommandOf<'RequestWithdrawal'>['target'] {
  if (twist % 8 === 6)
    return {
      type: 'bank_account',
      holder: nth % 3 === 0 ? 'Somebody Else' : `Holder ${by}`,
      account: bankAccounts[nth % 8 < 5 ? (by % 2) * 2 : nth % bankAccounts.length]!,
    }
  if (twist % 2 === 0)
    return {
      type: 'bank_transfer',
      walletName: `Wallet ${nth}`,
      walletAddress: nth % 4 === 0 ? wallets[by % wallets.length]! : coinAddress(by, nth),
    }
  return {
    type: 'tradehub_transfer',
    recipientAccountId: twist % 32 === 1 ? 'GH-1000000009' : somebody(model, by).accountId,
  }
}

/** Often for one who collects them, where nothing was saved before; now and then the firm’s own address. */
function saved(scene: Scene): Drawn<'SaveDestination'> {
  const { model, user, nth, twist, number } = scene
  const collects = nth % 3 > 0
  const owner = collects ? model.people[4]!.id : user
  const place: CommandOf<'SaveDestination'>['place'] =
    collects || twist % 4 === 0
      ? { type: 'bank_transfer', walletAddress: `wallet ${number}` }
      : target(scene)
  const command = {
    owner,
    name: `Place ${twist % 8 === 0 ? nth % 4 : number}`,
    place,
    isOfFirm: nth % 32 === 7,
    usableFrom: nth % 4 === 1 ? '2026-01-03T04:05:06.789Z' : null,
    mustBeVerified: nth % 8 === 3,
  }
  return { command, actor: owner }
}

/** A request by somebody to what was saved, mostly by themselves, and mostly as it was saved. */
function toSaved({ model, user, nth, twist }: Scene): Partial<CommandOf<'RequestWithdrawal'>> {
  const one = pickReady(
    model.destinations,
    nth,
    ({ owner, status }) => owner === user && status === 'saved',
  )
  if (!one) return {}
  return { saved: one.id, target: targetAt(one, twist) }
}

/** Where it was saved to lead; now and then somewhere else. */
function targetAt(
  one: Scene['model']['destinations'][number],
  twist: number,
): CommandOf<'RequestWithdrawal'>['target'] {
  const isElsewhere = twist % 32 === 2
  switch (one.type) {
    case 'bank_transfer':
      return {
        type: one.type,
        walletName: isElsewhere ? 'Elsewhere' : (one.name ?? 'Gone'),
        walletAddress: twist % 16 === 0 ? wallets[1]! : (one.walletAddress ?? wallets[0]!),
      }
    case 'bank_account':
      return {
        type: one.type,
        holder: isElsewhere ? 'Elsewhere' : (one.holder ?? 'Gone'),
        account: twist % 16 === 0 ? bankAccounts[0]! : (one.walletAddress ?? bankAccounts[2]!),
      }
    case 'tradehub_transfer':
      return { type: one.type, recipientAccountId: one.recipientAccountId! }
  }
}

/** Where money of somebody came from. */
function originOf({ model, user, nth }: Scene): CommandOf<'RequestWithdrawal'>['target'] | null {
  const from = model.entries
    .filter(({ owner, kind }) => owner === user && kind === 'receipt')
    .map(({ payerAccount }) => payerAccount?.replaceAll(' ', ''))
  const account = bankAccounts.filter((one) => from.includes(one))[nth % 2]
  return account === undefined ? null : { type: 'bank_account', holder: 'Own', account }
}

/** What was set: a cent more or less than what is asked for, and as many requests as wait, or one more. */
function boundsAround({ model, user, nth, twist }: Scene, asked: bigint): RequestBounds {
  const pending = model.requests.filter((one) => one.owner === user && isPending(one)).length
  return {
    pendingAtMost: Math.max(1, pending + (twist % 4 === 0 ? 0 : 1)),
    smallest: [null, asked - 1n, asked, asked + 1n][(nth >> 2) % 4]!,
  }
}

/** Of somebody, at times of who was refused for good, or all that a borrower has. */
function requested(anybody: Scene): Drawn<'RequestWithdrawal'> {
  const { model, amount, by, nth, twist } = anybody
  const refused =
    nth % 16 === 13
      ? model.people.filter(({ id, status }) => status !== 'closed' && model.isRefusedForGood(id))
      : []
  const borrower =
    nth % 4 === 1 && refused.length === 0
      ? pick(
          model.people.filter((one) => one.owed.balance > 0n && one.cash.balance > 0n),
          nth >> 2,
        )
      : undefined
  const scene = { ...anybody, user: pick(refused, nth >> 4)?.id ?? borrower?.id ?? anybody.user }
  const { user } = scene
  const named = nth % 16 === 0 ? somebody(model, by).id : nth % 2 === 0 ? user : undefined
  const cash = model.person(user)?.cash.balance ?? 0n
  const asked = borrower
    ? cash
    : twist % 16 === 6 || twist % 16 === 3
      ? atLimit(scene, user, 'out')
      : twist % 4 < 2
        ? within(amount, cash)
        : amount
  const origin = model.isRefusedForGood(user) && twist % 4 > 0 ? originOf(scene) : null
  return {
    command: {
      owner: user,
      named,
      amount: asked,
      limits: boundsOf(user),
      target: origin ?? target(scene),
      note: nth % 8 === 5 ? `For ${by}` : undefined,
      isOfFirm: nth % 32 === 11,
      // Nobody's sign-in changes here: nothing is found.
      holds: { afterSecurityChangeMs: nth % 2, newDestinationMs: 0 },
      bounds: nth % 4 === 2 ? boundsAround(scene, asked) : { pendingAtMost: 1_000, smallest: null },
      mustBeVerified: nth % 8 === 3,
      ...(nth % 3 === 0 && origin === null ? toSaved(scene) : {}),
    },
    actor: user,
  }
}

/** Often two must approve; now and then the screen showed something else. */
function approval(scene: Scene): CommandOf<'ApproveWithdrawal'> {
  const { nth, twist } = scene
  const { model } = scene
  const { request, withdrawal } = chosen(
    scene,
    (one) =>
      isPending(one) &&
      (nth % 8 !== 5 || model.isRefusedForGood(one.owner)) &&
      (nth % 2 === 0 || takesCoins(one.walletAddress ?? '')),
  )
  const amount = request?.amount ?? 0n
  const bounded = request?.recipient ?? request?.owner ?? null
  const limits = {
    ...limitsOf([null, 0n, amount, amount, 2n * amount, never, never][nth % 7]!, nth >> 3),
    limits: bounded === null ? null : boundsOf(bounded),
  }
  if (!request || twist % 4 > 0) return { withdrawal, ...limits }
  const destination =
    twist % 32 === 4
      ? 'elsewhere'
      : (request.walletAddress ?? request.recipientAccountId ?? undefined)
  return {
    withdrawal,
    ...limits,
    shown: { amount: request.amount + (twist % 32 === 8 ? 1n : 0n), destination },
  }
}

export const withdrawals: Makers<
  | 'SaveDestination'
  | 'RemoveDestination'
  | 'RequestWithdrawal'
  | 'CancelWithdrawal'
  | 'ApproveWithdrawal'
  | 'RejectWithdrawal'
  | 'PayWithdrawal'
  | 'ReturnWithdrawal'
> = {
  SaveDestination: saved,
  RemoveDestination({ model, user, nth, twist }) {
    const one = pickReady(model.destinations, nth, ({ status }) => status === 'saved')
    const owner = one && twist % 8 > 0 ? one.owner : user
    return { command: { destination: one?.id ?? nobody, owner }, actor: owner }
  },
  RequestWithdrawal: requested,
  CancelWithdrawal(scene) {
    const { user, twist } = scene
    const { request, withdrawal } = chosen(scene, isPending)
    const owner = request && twist % 8 > 0 ? request.owner : user
    return { command: { withdrawal, owner }, actor: user }
  },
  ApproveWithdrawal: (scene) => ({ command: approval(scene), actor: scene.actor }),
  RejectWithdrawal(scene) {
    const { withdrawal } = chosen(scene, isPending)
    return { command: { withdrawal, reason: `Reason ${scene.nth}` }, actor: scene.actor }
  },
  PayWithdrawal(scene) {
    const { model, nth, twist, number, actor } = scene
    const lost = pickReady(model.earlierPayouts, nth, ({ status, request }) => {
      const asked = status === 'open' && request !== null ? model.request(request) : undefined
      return asked !== undefined && isToBePaid(asked)
    })
    // After a restore mostly what was paid before, under its reference.
    if (lost?.status === 'open' && lost.request !== null && twist % 4 > 0)
      return {
        command: {
          withdrawal: lost.request,
          reference: lost.reference,
          ...limitsOf([null, 0n, never][nth % 3]!, nth),
        },
        actor,
      }
    const { withdrawal } = chosen(scene, isForBank(scene))
    const reference = `payout ${twist % 4 === 0 ? nth % 6 : number}`
    return {
      command: {
        withdrawal,
        reference: spelled(reference, nth),
        ...limitsOf([null, 0n, never][nth % 3]!, nth),
      },
      actor,
    }
  },
  ReturnWithdrawal(scene) {
    const { withdrawal } = chosen(scene, isForBank(scene))
    return { command: { withdrawal, reason: `Reason ${scene.nth}` }, actor: scene.actor }
  },
}
