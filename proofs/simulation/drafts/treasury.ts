/** The firm's own money: paid in, and put into its pools, sometimes by two. */
import { nobody } from '../cast.ts'
import { limitsOf, pickReady, spelled, within, type Makers, type Scene } from '../scene.ts'

type OfTreasury = 'PayInCapital' | 'FundPool' | 'ApproveFunding' | 'RefuseFunding'

/** Mostly none, so that the house has money. */
const limits = ({ nth, twist }: Scene) =>
  twist % 4 === 1 ? limitsOf([0n, 5_000n, 40_000n][nth % 3]!, nth) : {}

const chosen = ({ model, nth, twist }: Scene) =>
  twist % 32 === 7
    ? nobody
    : (pickReady(model.fundings, nth, ({ status }) => status === 'open')?.id ?? nobody)

export const treasury: Makers<OfTreasury> = {
  PayInCapital(scene) {
    const { amount, actor, number, nth, twist } = scene
    const reference = `receipt ${twist % 4 === 0 ? nth % 6 : number}`
    return { command: { amount, reference: spelled(reference, nth), ...limits(scene) }, actor }
  },
  FundPool(scene) {
    const { amount, actor, nth, twist } = scene
    // Mostly little, so that pools run short again and again.
    const little = twist % 8 === 0 ? amount : within(amount, 60_000n)
    const pool = (['returns', 'referral', 'corrections'] as const)[nth % 3]!
    return { command: { pool, amount: little, ...limits(scene) }, actor }
  },
  ApproveFunding: (scene) => ({ command: { funding: chosen(scene) }, actor: scene.actor }),
  RefuseFunding: (scene) => ({
    command: { funding: chosen(scene), reason: `Reason ${scene.nth}` },
    actor: scene.actor,
  }),
}
