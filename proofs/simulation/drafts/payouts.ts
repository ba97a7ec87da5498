/** Payouts in coins: batches of approved requests, mostly in the order in which they go on, of coins that are made up. */
import type { CommandOf } from '../../../src/domains/nouns.ts'
import type { BatchPayment, PayoutBatch } from '../../../src/domains/payouts/batches/table.ts'
import { idOf, outpointOf } from '../../../src/lib/payout-batch.ts'
import { knownWallets, scriptOf } from '../known-wallets.ts'
import type { Request } from '../model-state.ts'
import { limitsOf, never, nobody, pick, pickReady, type Makers, type Scene } from '../scene.ts'

type OfPayouts =
  | 'BuildPayoutBatch'
  | 'SignPayoutBatch'
  | 'SendPayoutBatch'
  | 'BookBatchPayment'
  | 'SettlePayoutBatch'
  | 'CancelPayoutBatch'
type Build = CommandOf<'BuildPayoutBatch'>

const rates = [100_000_000_000n, 63_999_250_001n, 97_531_000_000n]
const hex = (number: number) => number.toString(16).padStart(64, '0')
const isLive = ({ status }: PayoutBatch) => status === 'built' || status === 'sent'
const found = ({ nth, number }: Scene) => ({ height: 100 + number, block: hex(nth) })

/** A batch, mostly one that is ready for this. */
function chosen({ model, nth }: Scene, isReady: (batch: PayoutBatch) => boolean) {
  const batch = pickReady(model.batches, nth, isReady)
  return { batch: nth % 64 === 42 ? undefined : batch, id: nth % 64 === 42 ? nobody : batch?.id }
}

const paymentsOf = ({ model }: Scene, batch: string | undefined): BatchPayment[] =>
  model.batchPayments.filter((one) => one.batch === batch)

/** The last batch that may still pay a request. */
const batchWith = ({ model }: Scene, withdrawal: string) =>
  model.batches.findLast(
    ({ id, status }) =>
      !['paid', 'settled', 'void'].includes(status) &&
      model.batchPayments.some((one) => one.batch === id && one.withdrawal === withdrawal),
  )

/** Up to three requests that go together, mostly such as can be paid in coins. */
function requestsFor(scene: Scene): Request[] {
  const { model, nth, twist } = scene
  const isOwn = (script: string | null) => model.addresses.some((one) => one.script === script)
  const fits = ({ status, type, walletAddress }: Request) => {
    const script = type === 'bank_transfer' ? scriptOf(walletAddress ?? '') : null
    return status === 'approved' && script !== null && !isOwn(script)
  }
  const isFree = (one: Request) => fits(one) && batchWith(scene, one.id) === undefined
  const approved = ({ status }: Request) => status === 'approved'
  if (twist % 16 === 1)
    return [pick(model.requests.filter(approved), nth)].flatMap((one) => one ?? [])
  if (twist % 32 === 2) return [pick(model.requests, nth)].flatMap((one) => one ?? [])
  const free = model.requests.filter(isFree).slice(-(1 + (nth % 3)))
  const given = model.requests.filter((one) => fits(one) && !isFree(one))
  const again = pick(given, nth)
  // What was cancelled, or is in another batch.
  if (again && (twist % 4 === 3 || free.length === 0)) return [again]
  return free
}

/** The batch instead of which this is built, and what can still be paid of it. */
function replaced(scene: Scene): { before: PayoutBatch; requests: Request[] } | null {
  const { model, nth, twist } = scene
  if (twist % 8 !== 5) return null
  const before = pick(twist % 32 === 5 ? model.batches : model.batches.filter(isLive), nth)
  if (!before) return null
  const requests = paymentsOf(scene, before.id).map(({ withdrawal }) => model.request(withdrawal)!)
  return { before, requests: requests.filter(({ status }) => status === 'approved') }
}

function walletsFor({ model, nth, twist }: Scene) {
  const confirmed = model.wallets.find(
    ({ status, network }) => status === 'confirmed' && network === 'regtest',
  )
  const other = pick(model.wallets, nth)
  const changeTo = twist % 32 === 9 ? other : confirmed
  return { wallet: twist % 16 === 9 ? other : confirmed, changeTo }
}

/** The next place for change, while it is one that is known; now and then the one behind it. */
function changeFor(scene: Scene, wallet: ReturnType<typeof walletsFor>['changeTo']) {
  const { model, nth, twist } = scene
  if (!wallet || nth % 5 === 0) return null
  const used = model.batches
    .filter(
      ({ changeWallet, status }) =>
        changeWallet === wallet.id && !['cancelled', 'void'].includes(status),
    )
    .map(({ changeIndex }) => changeIndex ?? -1)
  const index = Math.max(-1, ...used) + (twist % 32 === 12 ? 2 : 1)
  const known = knownWallets.find(({ descriptor }) => descriptor === wallet.descriptor)
  const place = known?.change[index]
  return place ? { index, amount: 1_000n + BigInt(nth), script: place.script } : null
}

/** Its first coin is the one that all have in common that may pay the same; at times another one is taken with it. */
function coinsFor({ number, nth, twist }: Scene, anchor: string | undefined, sum: bigint) {
  const [txid = hex(1 + (number >> 3)), output = String(number % 8)] = anchor?.split(':') ?? []
  const first = { txid, output: Number(output), amount: sum }
  const other = { txid: hex(nth % 32 === 3 ? 2 : 1_000_000 + number), output: nth % 4 }
  if (twist % 2 === 0) return [first]
  return [
    { ...first, amount: sum - 300n },
    { ...other, amount: 300n },
  ]
}

function build(scene: Scene): Build {
  const { model, number, nth, twist } = scene
  const instead = replaced(scene)
  const requests = instead?.requests ?? requestsFor(scene)
  const { wallet, changeTo } = walletsFor(scene)
  const rate = rates[nth % 3]!
  const payments = requests.map(({ id: withdrawal, amount }) => ({
    withdrawal,
    quantity: (amount * 1_000_000_000_000n) / rate,
    amount: twist % 64 === 14 ? amount + 1n : amount,
  }))
  const place = changeFor(scene, changeTo)
  const change = place && { index: place.index, amount: place.amount }
  const dearer = instead && nth % 4 > 0 ? instead.before : null
  const fee = (dearer?.fee ?? 400n) + BigInt(1 + (nth % 50))
  const outputs = [
    ...requests.map(({ walletAddress }, n) => ({
      script: scriptOf(walletAddress ?? ''),
      amount: payments[n]!.quantity,
    })),
    ...(place ? [{ script: place.script, amount: place.amount }] : []),
  ].flatMap(({ script, amount }) => (script === null ? [] : [{ script, amount }]))
  const sum = payments.reduce((all, { quantity }) => all + quantity, fee + (change?.amount ?? 0n))
  const before = instead?.before ?? (requests[0] && batchWith(scene, requests[0].id))
  const coins = coinsFor(scene, twist % 16 === 7 ? undefined : before?.anchor, sum)
  const unknown = nth % 64 === 42 ? nobody : null
  return {
    wallet: wallet?.id ?? nobody,
    changeWallet: changeTo?.id ?? nobody,
    replaces: instead?.before.id ?? unknown,
    txid: twist % 32 === 15 ? hex(number) : idOf(coins, outputs),
    digest: hex(number),
    coins,
    anchor: outpointOf(coins[0]!),
    payments,
    change,
    feeRate: (dearer?.feeRate ?? 1n) + 1n,
    fee,
    rate,
    sources: 'a,b',
    owners: [...new Set(requests.map(({ owner }) => owner))].filter((one) => model.person(one)),
    scripts: [...new Set(outputs.map(({ script }) => script))],
  }
}

function sending(scene: Scene): CommandOf<'SendPayoutBatch'> {
  const { model, nth, twist } = scene
  const { batch, id } = chosen(scene, ({ status, isSigned }) => status === 'built' && isSigned)
  const amount = batch?.amount ?? 0n
  const payments = paymentsOf(scene, batch?.id)
    .toSorted((one, other) => one.output - other.output)
    .map(({ withdrawal, quantity, amount: cents }) => ({
      withdrawal,
      quantity,
      amount: cents,
      owner: model.request(withdrawal)!.owner,
    }))
  return {
    batch: id ?? nobody,
    txid: twist % 16 === 5 ? hex(nth) : (batch?.txid ?? hex(nth)),
    payments: twist % 16 === 6 ? payments.slice(1) : payments,
    ...limitsOf([null, 0n, amount, amount, 2n * amount, never, never][nth % 7]!, nth >> 3),
  }
}

/** What the chain has: mostly what was sent here, at times what its signer has sent. */
function paid(scene: Scene): CommandOf<'BookBatchPayment'> {
  const { model, nth, twist } = scene
  const isMissing = ({ id }: PayoutBatch) =>
    paymentsOf(scene, id).some(({ paidAt }) => paidAt === null)
  const given = chosen(
    scene,
    (one) => isMissing(one) && one.status === (twist % 8 === 1 ? 'cancelled' : 'sent'),
  )
  // What isn't sent yet is rarely in the chain.
  const { batch, id } =
    given.batch?.status === 'built' && twist % 8 > 0 ? { batch: undefined, id: nobody } : given
  const payments = paymentsOf(scene, batch?.id)
  const open = payments.filter(({ paidAt }) => paidAt === null)
  const payment = pick(open.length > 0 ? open : payments, nth)
  const output = (payment?.output ?? 0) + (twist % 16 === 9 ? 1 : 0)
  const withdrawal = twist % 32 === 3 ? pick(model.requests, nth)?.id : payment?.withdrawal
  return {
    batch: id ?? nobody,
    withdrawal: withdrawal ?? nobody,
    reference: `${batch?.txid ?? hex(nth)}:${output}`,
    ...found(scene),
  }
}

export const payouts: Makers<OfPayouts> = {
  BuildPayoutBatch: (scene) => ({ command: build(scene), actor: scene.actor }),
  SignPayoutBatch(scene) {
    const { actor, number, nth, twist } = scene
    const { batch, id } = chosen(scene, ({ status, isSigned }) => status === 'built' && !isSigned)
    const before = twist % 16 === 1 ? hex(nth) : (batch?.signedDigest ?? null)
    const digest = twist % 8 === 2 ? (before ?? hex(number)) : hex(number)
    return {
      command: { batch: id ?? nobody, before, digest, isWhole: twist % 4 > 0 },
      actor,
    }
  },
  SendPayoutBatch: (scene) => ({ command: sending(scene), actor: scene.actor }),
  BookBatchPayment: (scene) => ({ command: paid(scene), actor: null }),
  SettlePayoutBatch(scene) {
    const { id } = chosen(scene, ({ status }) => status === 'paid')
    return { command: { batch: id ?? nobody }, actor: null }
  },
  CancelPayoutBatch(scene) {
    const { actor, number, nth, twist } = scene
    const isSpent = twist % 3 === 0
    const { batch, id } = chosen(scene, ({ status }) =>
      isSpent
        ? status === 'cancelled' || (status === 'sent' && twist % 2 === 0)
        : status === 'built',
    )
    const by = nth % 16 === 5 ? (batch?.txid ?? hex(number)) : hex(number)
    const spent = isSpent ? { by, ...found(scene) } : null
    return { command: { batch: id ?? nobody, spent }, actor: isSpent ? null : actor }
  },
}
