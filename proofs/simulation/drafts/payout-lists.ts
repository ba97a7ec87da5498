/** Payouts in USDT: lists of approved requests, mostly in the order in which they go on, paid by transfers that are made up. */
import type { CommandOf } from '../../../src/domains/nouns.ts'
import type { ListPayment, PayoutList } from '../../../src/domains/payouts/lists/table.ts'
import { scriptOnTron } from '../known-wallets.ts'
import { firmsId } from '../model-house.ts'
import type { Request } from '../model-state.ts'
import {
  limitsOf,
  never,
  nobody,
  pick,
  pickReady,
  somebody,
  type Drawn,
  type Makers,
  type Scene,
} from '../scene.ts'

type OfLists = 'BuildPayoutList' | 'ReleasePayoutList' | 'BookListPayment' | 'CancelPayoutList'

/** Millionths of a dollar for a USDT. */
const rates = [1_000_000n, 999_871n, 1_000_300n]
/** At this one little money buys nothing. */
const dearest = 999_999_999_999_999n
/** TRON has so many blocks in a day. */
const dayOfBlocks = 28_800

const hex = (number: number) => number.toString(16).padStart(64, '0')

/** A list, mostly one that is ready for this. */
function chosen({ model, nth }: Scene, isReady: (list: PayoutList) => boolean) {
  const list = nth % 64 === 42 ? undefined : pickReady(model.lists, nth, isReady)
  return { list, id: list?.id ?? nobody }
}

const paymentsOf = ({ model }: Scene, list: string | undefined): ListPayment[] =>
  model.listPayments
    .filter((one) => one.list === list)
    .toSorted((one, other) => one.line - other.line)

/** Up to three requests that go together, mostly such as can be paid in USDT and aren't on a list. */
function requestsFor(scene: Scene): Request[] {
  const { model, nth, twist } = scene
  const isOwn = (script: string | null) => model.addresses.some((one) => one.script === script)
  const live = new Set(
    model.lists
      .filter(({ status }) => !['paid', 'cancelled', 'void'].includes(status))
      .map(({ id }) => id),
  )
  const listed = new Set(
    model.listPayments.filter(({ list }) => live.has(list)).map(({ withdrawal }) => withdrawal),
  )
  const approved = model.requests.filter(({ status }) => status === 'approved')
  const fitting = approved.filter(({ type, walletAddress }) => {
    const script = type === 'bank_transfer' ? scriptOnTron(walletAddress ?? '') : null
    return script !== null && !isOwn(script)
  })
  const some = twist % 32 === 2 ? model.requests : approved
  if (twist % 16 === 1 || twist % 32 === 2) return [pick(some, nth)].flatMap((one) => one ?? [])
  const free = fitting.filter(({ id }) => !listed.has(id)).slice(-(1 + (nth % 3)))
  const twice = twist % 32 === 4 ? free.slice(0, 1) : []
  // What is on another list.
  const again = pick(
    fitting.filter(({ id }) => listed.has(id)),
    nth,
  )
  if (again && (twist % 16 === 3 || free.length === 0)) return [again]
  return [...free, ...twice]
}

function build(scene: Scene): CommandOf<'BuildPayoutList'> {
  const { model, number, nth, twist } = scene
  const requests = requestsFor(scene)
  const confirmed = model.wallets.find(
    ({ status, network }) => status === 'confirmed' && network === 'tron-sample',
  )
  const wallet = twist % 16 === 9 ? pick(model.wallets, nth) : confirmed
  const own = model.addresses.find(
    ({ owner, wallet: id, index }) => owner === firmsId && id === wallet?.id && index === 0,
  )
  const from = twist % 32 === 10 ? pick(model.addresses, nth) : own
  const rate = twist % 32 === 6 ? dearest : rates[nth % 3]!
  return {
    wallet: wallet?.id ?? nobody,
    height: 1_000 + number,
    from: from?.script ?? hex(nth),
    payments: requests.map(({ id: withdrawal, amount }) => ({
      withdrawal,
      quantity: (amount * 10_000_000_000n) / rate,
      amount: twist % 64 === 14 ? amount + 1n : amount,
    })),
    rate,
    sources: 'a,b',
    owners: [...new Set(requests.map(({ owner }) => owner))].filter((one) => model.person(one)),
    scripts: [
      ...new Set(requests.flatMap(({ walletAddress }) => scriptOnTron(walletAddress ?? '') ?? [])),
    ],
  }
}

function released(scene: Scene): CommandOf<'ReleasePayoutList'> {
  const { model, by, nth, twist } = scene
  const { list, id } = chosen(scene, ({ status }) => status === 'built')
  const amount = list?.amount ?? 0n
  const payments = paymentsOf(scene, id).map(({ withdrawal, quantity, amount: cents }) => ({
    withdrawal,
    quantity,
    amount: cents,
    owner: twist % 32 === 5 ? somebody(model, by).id : model.request(withdrawal)!.owner,
  }))
  return {
    list: id,
    payments: twist % 16 === 6 ? payments.slice(1) : payments,
    ...limitsOf([null, 0n, amount, amount, 2n * amount, never, never][nth % 7]!, nth >> 3),
  }
}

/** What the chain has: mostly of a released list, at times of one that was cancelled, or what has paid another line. */
function paid(scene: Scene): CommandOf<'BookListPayment'> {
  const { model, number, nth, twist } = scene
  const wanted = twist % 8 === 1 ? 'recalled' : 'released'
  const { list, id } = chosen(scene, ({ status }) => status === wanted)
  const payments = paymentsOf(scene, id)
  const open = payments.filter(({ paidAt }) => paidAt === null)
  const payment = pick(open.length > 0 ? open : payments, nth)
  const withdrawal = twist % 32 === 3 ? pick(model.requests, nth)?.id : payment?.withdrawal
  const used = model.listPayments.flatMap(({ reference }) => reference ?? [])
  const before = twist % 16 === 7 ? pick(used, nth) : undefined
  const reference = before ?? `${hex(3_000_000 + number)}:${nth % 3}`
  const height = (list?.height ?? 0) + (twist % 16 === 9 ? 0 : 1 + (nth % 50))
  return { list: id, withdrawal: withdrawal ?? nobody, reference, height }
}

/** Before its release, or after it; and by the system a day of blocks later, now and then too early. */
function given(scene: Scene): Drawn<'CancelPayoutList'> {
  const { actor, nth, twist } = scene
  if (twist % 3 === 0) {
    const { list, id } = chosen(scene, ({ status }) => status === 'recalled')
    const later = nth % 5 === 1 ? dayOfBlocks - 1 : dayOfBlocks + (nth % 2)
    return { command: { list: id, height: (list?.recalledHeight ?? 0) + later }, actor: null }
  }
  const wanted = twist % 4 === 1 ? 'built' : 'released'
  const { list, id } = chosen(scene, ({ status }) => status === wanted)
  const height = (list?.height ?? 1) + (twist % 16 === 5 ? -1 : nth % 50)
  return { command: { list: id, height }, actor }
}

export const payoutLists: Makers<OfLists> = {
  BuildPayoutList: (scene) => ({ command: build(scene), actor: scene.actor }),
  ReleasePayoutList: (scene) => ({ command: released(scene), actor: scene.actor }),
  BookListPayment: (scene) => ({
    command: paid(scene),
    actor: scene.nth % 64 === 33 ? scene.actor : null,
  }),
  CancelPayoutList: given,
}
