/** The firm's own money: paid in, and put into its pools, sometimes by two. */
import { oneIsEnough } from '../../../src/domains/approvals/rules.ts'
import { limitsOf, spelled, within, type Makers, type Scene } from '../scene.ts'

/** Mostly none, so that the house has money. */
const limits = ({ nth, twist }: Scene) =>
  twist % 4 === 1 ? limitsOf([0n, 5_000n, 40_000n][nth % 3]!, nth) : oneIsEnough

export const treasury: Makers<'PayInCapital' | 'FundPool'> = {
  PayInCapital(scene) {
    const { amount, actor, number, nth, twist } = scene
    // Some have had theirs before; of every other one that may be proposed, several want the same.
    const shared =
      twist % 4 === 0 ? nth % 6 : twist % 4 === 1 && nth % 2 === 0 ? number >> 10 : null
    const reference = `receipt ${shared ?? number}`
    return { command: { amount, reference: spelled(reference, nth), ...limits(scene) }, actor }
  },
  FundPool(scene) {
    const { amount, actor, nth, twist } = scene
    // Mostly little, so that pools run short again and again.
    const little = twist % 8 === 0 ? amount : within(amount, 60_000n)
    const pool =
      nth % 32 === 7 ? 'loan' : (['returns', 'referral', 'corrections'] as const)[nth % 3]!
    return { command: { pool, amount: little, ...limits(scene) }, actor }
  },
}
