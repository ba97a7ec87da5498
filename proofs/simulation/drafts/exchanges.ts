/** Coins that the firm sells and buys, and what capital covers of their losses: by two administrators. */
import { within, type Makers, type Scene } from '../scene.ts'

/** Millionths of a dollar for a coin; the last is of another year. */
const rates = {
  BTC: [100_000_000_000n, 63_999_250_001n, 1_234_567n],
  USDT: [1_000_000n, 998_765n, 1_234_567n],
}

const rateOf = ({ nth, twist }: Scene, coin: 'BTC' | 'USDT') =>
  twist % 16 === 9 ? null : rates[coin][twist % 16 === 10 ? 2 : nth % 2]!

const kinds = ['sale', 'purchase', 'usdt-sale', 'usdt-purchase'] as const

/** Mostly new; now and then of another spelling, or one that the bank has too. */
const referenceOf = ({ number, nth, twist }: Scene) =>
  twist % 8 === 5 ? `Líne ${nth % 5}` : twist % 8 === 6 ? `LÍNE-${nth % 5}` : `x/${number}`

const hex = (number: number) => number.toString(16).padStart(64, '0')

/** Mostly near the rate; at times a tenth off to the cent, or anything. */
function amountFor({ amount, nth, twist }: Scene, quantity: bigint, rate: bigint, scale: bigint) {
  const worth = (quantity * rate) / scale
  const tenth = worth / 10n + BigInt(nth % 3) - 1n
  const some = [worth, worth + tenth, worth - tenth, amount][twist % 8 < 5 ? 0 : twist % 4]!
  return some > 0n ? some : 1n
}

/** Of a sale they left. */
export const movedBy = (kind: string, quantity: bigint) =>
  kind.endsWith('sale') ? -quantity : quantity

/** Above or below what there is of the firm's own money, or anything. */
function borne(scene: Scene, near: bigint) {
  const { nth, twist, amount, actor } = scene
  const some = twist % 4 === 3 ? amount : near + BigInt(nth % 3) - 1n
  return {
    command: {
      amount: some > 0n ? within(some, twist % 2 === 0 ? 20_000n : some) : 1n,
      reference: referenceOf(scene),
      reason: nth % 2 === 0 ? null : `Reason ${nth}`,
    },
    actor,
  }
}

export const exchanges: Makers<'RecordCoinExchange' | 'RecordPositionCover' | 'RecordNetworkFees'> =
  {
    RecordCoinExchange(scene) {
      const { model, number, nth, twist, amount, actor } = scene
      const { clientWalletBtc, clientWalletUsdt, clientBank } = model.firm
      const kind = kinds[nth % 4]!
      const coin = kind.startsWith('usdt') ? ('USDT' as const) : ('BTC' as const)
      const [wallet, scale] =
        coin === 'BTC' ? [clientWalletBtc, 1_000_000_000_000n] : [clientWalletUsdt, 10_000_000_000n]
      const rate = rateOf(scene, coin)
      const whole = wallet.balance + BigInt(nth % 2)
      const part = 1n + (amount % (1n + clientBank.balance)) * (coin === 'BTC' ? 100n : 10_000n)
      const some = twist % 8 === 7 ? whole + 1n : within(part, kind.endsWith('sale') ? whole : part)
      // What the chain took away after it was sold is lacking.
      const quantity = some > 0n ? some : 1n
      return {
        command: {
          kind,
          quantity,
          amount: amountFor(scene, quantity, rate ?? rates[coin][0]!, scale),
          txid: hex(nth % 16 === 5 ? nth : 2_000_000 + number),
          reference: referenceOf(scene),
          rate,
          moved: nth % 3 > 0 ? null : movedBy(kind, quantity) + (nth % 9 === 0 ? 1n : 0n),
          reason: twist % 3 === 0 ? null : `Reason ${nth}`,
        },
        actor,
      }
    },
    RecordPositionCover(scene) {
      const { exchangeUsd, capital } = scene.model.firm
      return borne(scene, scene.twist % 4 === 1 ? exchangeUsd.balance : capital.balance)
    },
    RecordNetworkFees: (scene) => borne(scene, scene.model.firm.capital.balance),
  }
