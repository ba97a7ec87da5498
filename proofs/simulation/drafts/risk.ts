/** Answers before investing, and limits that people set for themselves. */
import { pick, within, type Makers } from '../scene.ts'

export const risk: Makers<'AnswerAppropriateness' | 'SetInvestmentLimit'> = {
  AnswerAppropriateness: ({ user, nth, twist, number }) => ({
    command: {
      owner: user,
      version: twist % 16 === 0 ? 1 : 2,
      current: 2,
      answers: `{"about":"answer ${number}"}`,
      outcome: nth % 3 === 0 ? 'fits' : 'pause',
    },
    actor: user,
  }),
  /** Near what they have placed or set before, so that it binds; sometimes none. */
  SetInvestmentLimit({ model, user, amount, nth, twist }) {
    const invested = model.person(user)?.invested.balance ?? 0n
    const before = model.limits.find(({ owner }) => owner === user)?.amount ?? null
    const limit = [
      invested + within(amount, 20_000n),
      invested,
      (before ?? invested) + (BigInt(nth % 3) - 1n),
      null,
      pick(model.limits, nth)?.amount ?? null,
      amount,
    ][twist % 6]!
    return {
      command: { owner: user, amount: limit === null || limit >= 0n ? limit : 0n },
      actor: user,
    }
  },
}
