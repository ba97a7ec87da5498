/** Coins that the firm sells and buys, and what capital covers of their losses: by two administrators. */
import { within, type Makers, type Scene } from '../scene.ts'

/** Millionths of a dollar for a coin; the last is of another year. */
const rates = [100_000_000_000n, 63_999_250_001n, 1_234_567n]

const rateOf = ({ nth, twist }: Scene) =>
  twist % 16 === 9 ? null : rates[twist % 16 === 10 ? 2 : nth % 2]!

/** Mostly new; now and then of another spelling, or one that the bank has too. */
const referenceOf = ({ number, nth, twist }: Scene) =>
  twist % 8 === 5 ? `Líne ${nth % 5}` : twist % 8 === 6 ? `LÍNE-${nth % 5}` : `x/${number}`

const hex = (number: number) => number.toString(16).padStart(64, '0')

/** Mostly near the rate; at times a tenth off to the cent, or anything. */
function amountFor({ amount, nth, twist }: Scene, quantity: bigint, rate: bigint | null): bigint {
  const worth = (quantity * (rate ?? rates[0]!)) / 1_000_000_000_000n
  const tenth = worth / 10n + BigInt(nth % 3) - 1n
  const some = [worth, worth + tenth, worth - tenth, amount][twist % 8 < 5 ? 0 : twist % 4]!
  return some > 0n ? some : 1n
}

/** Of a sale they left. */
export const movedBy = (kind: string, quantity: bigint) => (kind === 'sale' ? -quantity : quantity)

export const exchanges: Makers<'RecordCoinExchange' | 'RecordPositionCover'> = {
  RecordCoinExchange(scene) {
    const { model, number, nth, twist, amount, actor } = scene
    const { clientWalletBtc, clientBank } = model.firm
    const kind = nth % 2 === 0 ? ('sale' as const) : ('purchase' as const)
    const rate = rateOf(scene)
    const whole = clientWalletBtc.balance + BigInt(nth % 2)
    const part = 1n + (amount % (1n + clientBank.balance)) * 100n
    const some = twist % 8 === 7 ? whole + 1n : within(part, kind === 'sale' ? whole : part)
    // What the chain took away after it was sold is lacking.
    const quantity = some > 0n ? some : 1n
    return {
      command: {
        kind,
        quantity,
        amount: amountFor(scene, quantity, rate),
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
    const { model, nth, twist, amount, actor } = scene
    const { exchangeUsd, capital } = model.firm
    const near = twist % 4 === 1 ? exchangeUsd.balance : capital.balance
    const some = twist % 4 === 3 ? amount : near + BigInt(nth % 3) - 1n
    return {
      command: {
        amount: some > 0n ? within(some, twist % 2 === 0 ? 20_000n : some) : 1n,
        reference: referenceOf(scene),
        reason: nth % 2 === 0 ? null : `Reason ${nth}`,
      },
      actor,
    }
  },
}
