/** Coins that arrive, that the chain takes away again, and that are released once they fit. All of it is the system's work. */
import type { CommandOf } from '../../../src/domains/nouns.ts'
import type { CoinDeposit } from '../../../src/domains/coin-deposits/table.ts'
import { idFromName } from '../../../src/platform/ids.ts'
import { atLimit, boundsOf } from '../bounds.ts'
import { firmsId } from '../model-house.ts'
import { nobody, pick, pickReady, within, type Makers, type Scene } from '../scene.ts'

type OfCoins = 'CreditDeposit' | 'ReverseDeposit' | 'ReleaseDeposit'
type Output = Pick<CommandOf<'CreditDeposit'>, 'txid' | 'output' | 'times'>

/** Millionths of a dollar for a coin: from a cent to a hundred million. The last makes ten dollars of the smallest part. */
const rates = [100_000_000_000n, 63_999_250_001n, 97_531_000_000n, 10_000n, 999_999_999_999_999n]

/** Mostly of the first three; of low and high ones now and then. */
const rateOf = ({ nth, twist }: Scene) => rates[twist % 16 === 7 ? 3 + (nth % 2) : nth % 3]!

/** Millionths of a dollar for a USDT. */
const usdtRates = [1_000_000n, 999_871n, 1_000_300n, 10_000n, 2_000_000n]

/** The fewest that are worth as much, and at times some that come to less than a cent more. */
const coinsFor = (cents: bigint, rate: bigint, rest: bigint, scale = 1_000_000_000_000n) =>
  (cents * scale + rate - 1n) / rate + rest

const hex = (number: number) => number.toString(16).padStart(64, '0')

/** A few outputs have one transaction. */
function outputOf({ model, number, nth, twist }: Scene): Output {
  const before = twist % 8 === 5 ? pick(model.deposits, nth) : undefined
  if (before) return { txid: before.txid, output: before.output, times: nth % 3 }
  const times = twist % 32 === 6 ? 1 : 0
  return { txid: hex(1 + (number >> 4)), output: number % 16, times }
}

const isUsdtAt = ({ model }: Scene, address: string): boolean => {
  const wallet = model.addresses.find(({ id }) => id === address)?.wallet
  return model.wallets.find(({ id }) => id === wallet)?.network === 'tron-sample'
}

/** Often near what fits, mostly little; now and then anything, or less than a cent. */
function valueOf(scene: Scene, owner: string, address: string): { quantity: bigint; rate: bigint } {
  const { model, amount, nth, twist } = scene
  const isUsdt = isUsdtAt(scene, address)
  const rate = isUsdt ? usdtRates[rates.indexOf(rateOf(scene))]! : rateOf(scene)
  if (nth % 32 === 9) return { quantity: 1n, rate: rates[0]! }
  const some = nth % 16 === 3 ? amount : within(amount, 90_000n)
  const isNear = twist % 2 === 1 && model.person(owner)
  const near = atLimit(scene, owner, 'in') + BigInt(twist % 4)
  const cents = isNear ? within(near, 900_000n) : some
  const scale = isUsdt ? 10_000_000_000n : undefined
  return { quantity: coinsFor(cents, rate, BigInt(nth % 4), scale), rate }
}

/** Mostly of the person whose address it is; now and then the firm's, somebody else's, or none. */
function arrivalOf({ model, user, nth, twist }: Scene): { owner: string; address: string } {
  const all = model.addresses.filter(({ owner }) => owner !== firmsId)
  const limited = all.filter(({ owner }) => boundsOf(owner) !== null)
  const theirs = twist % 2 === 1 && limited.length > 0 ? limited : all
  const one = pick(theirs, nth)
  const own = model.addresses.find(({ owner }) => owner === firmsId)
  if (twist % 32 === 8) return { owner: nth % 2 === 0 ? firmsId : user, address: own?.id ?? nobody }
  if (!one || twist % 32 === 9) return { owner: user, address: one?.id ?? nobody }
  return { owner: one.owner, address: one.id }
}

/** What was taken away last of its output, and isn't there again. */
const isGone = ({ model }: Scene) => {
  const live = new Set(
    model.deposits
      .filter(({ status }) => status !== 'reversed')
      .map(({ txid, output }) => `${txid} ${output}`),
  )
  return ({ txid, output }: CoinDeposit) => !live.has(`${txid} ${output}`)
}

/** The chain brings it again, at the rate of then. */
function broughtAgain(scene: Scene): CommandOf<'CreditDeposit'> | null {
  const { model, nth, twist } = scene
  const gone = twist % 3 === 0 ? pick(model.deposits.filter(isGone(scene)), nth) : undefined
  if (!gone) return null
  const { address, txid, output, quantity, height } = gone
  const { owner } = model.addresses.find(({ id }) => id === address)!
  const times = model.deposits.filter((one) => one.txid === txid && one.output === output).length
  const found = { height: height + 1, block: hex(nth), rate: rateOf(scene), sources: 'a,b' }
  const limits = boundsOf(owner)
  return { owner, address, txid, output, times, quantity, ...found, limits }
}

function arriving(scene: Scene): CommandOf<'CreditDeposit'> {
  const { number, nth } = scene
  const { owner, address } = arrivalOf(scene)
  const found = { height: 100 + number, block: hex(nth), sources: 'a,b,c' }
  return {
    owner,
    address,
    ...outputOf(scene),
    ...valueOf(scene, owner, address),
    ...found,
    limits: boundsOf(owner),
  }
}

const chosen = ({ model, nth }: Scene, isReady: (one: CoinDeposit) => boolean) =>
  nth % 64 === 51 ? undefined : pickReady(model.deposits, nth, isReady)

export const coins: Makers<OfCoins> = {
  CreditDeposit(scene) {
    const command = broughtAgain(scene) ?? arriving(scene)
    const { txid, output, times } = command
    return {
      command,
      actor: null,
      ...(scene.nth % 3 > 0 ? { id: idFromName(`credit ${txid} ${output} ${times}`) } : {}),
    }
  },
  ReverseDeposit(scene) {
    const { model, nth } = scene
    const spent = ({ owner, status, amount }: CoinDeposit) =>
      status === 'booked' && (model.person(owner)?.cash.balance ?? 0n) < amount
    const isLive = ({ status }: CoinDeposit) => status !== 'reversed'
    const deposit = chosen(scene, nth % 5 === 0 ? spent : isLive)?.id ?? nobody
    return {
      command: { deposit },
      actor: null,
      ...(nth % 3 > 0 ? { id: idFromName(`undo ${deposit}`) } : {}),
    }
  },
  ReleaseDeposit(scene) {
    const { model, user, nth, twist } = scene
    const aside = model.deposits.filter(
      ({ owner, status }) => owner !== null && status === 'suspense',
    )
    const fitting = aside.filter(
      ({ owner, amount, restored }) =>
        (model.roomFor(owner!, 'in', boundsOf(owner!)) ?? amount) >= amount - restored,
    )
    const some = twist % 4 > 0 && fitting.length > 0 ? fitting : aside
    const waits = pick(some.length > 0 && twist % 8 !== 4 ? some : model.deposits, nth)
    const owner = waits?.owner && twist % 8 > 0 ? waits.owner : user
    const deposit = waits?.id ?? nobody
    return {
      command: { deposit, owner, limits: boundsOf(owner) },
      actor: null,
      ...(nth % 3 > 0 ? { id: idFromName(`release ${deposit}`) } : {}),
    }
  },
}
