/** The firm's own money: paid in, and put into its pools. */
import { within, type Makers } from '../scene.ts'

export const treasury: Makers<'PayInCapital' | 'FundPool'> = {
  PayInCapital: ({ amount, actor, number, nth, twist }) => ({
    command: { amount, reference: `receipt ${twist % 4 === 0 ? nth % 6 : number}` },
    actor,
  }),
  FundPool({ amount, actor, nth, twist }) {
    // Mostly little, so that pools run short again and again.
    const little = twist % 8 === 0 ? amount : within(amount, 60_000n)
    const pool = (['returns', 'referral', 'corrections'] as const)[nth % 3]!
    return { command: { pool, amount: little }, actor }
  },
}
