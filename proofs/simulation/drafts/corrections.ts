/** What staff correct of a user or credit for a friend, and who approves or rejects it. */
import type { CommandOf } from '../../../src/domains/nouns.ts'
import type { Model } from '../model.ts'
import {
  dayMs,
  limitsOf,
  never,
  nobody,
  pickReady,
  somebody,
  within,
  type Makers,
  type Scene,
} from '../scene.ts'
import { nameFor } from './people.ts'

/** An email waits no time here, so that it can be finished: the database would refuse it before. */
const emailWait = { waitMs: 0, earlierForMs: dayMs }

/** Mostly a free one, now and then one in use. */
const emailFor = (model: Model, by: number, nth: number) =>
  (nth % 8 === 0 && somebody(model, by).email) || `fresh-${nth % 12}@people.example`

function correction(scene: Scene): CommandOf<'CorrectUser'> {
  const { model, number, underStaff: user, amount, by, nth, twist } = scene
  const person = model.person(user)
  return {
    user,
    ...(nth % 16 === 5 ? { named: nth % 32 === 5 ? user : nobody } : {}),
    ...(twist & 1 ? { accountBalance: nth % 7 === 0 ? -1n : amount } : {}),
    ...(twist & 2 ? { totalProfit: (person?.totals.profit ?? 0n) + BigInt((nth % 40) - 5) } : {}),
    ...(twist & 4 ? { totalLoss: (person?.totals.loss ?? 0n) + BigInt((nth % 37) - 5) } : {}),
    ...(twist & 8 ? { fullName: nameFor(model, user, number, nth % 4 === 0) } : {}),
    ...(twist & 16 ? { email: emailFor(model, by, nth) } : {}),
    emailWait: twist & 16 && nth % 2 === 0 ? emailWait : null,
    ...(twist & 32 ? { reason: `Reason ${nth}` } : {}),
    // A proposal of a name or an email is left to the tests of the rules: in a crowd the moment it was made would be unknown.
    ...limitsOf(
      twist & 24 ? [null, never][nth % 2]! : [0n, 5_000n, 60_000n, never][nth % 4]!,
      nth >> 3,
    ),
    ...(twist & 64 ? { version: (person?.version ?? 0) - (nth % 4 === 0 ? 1 : 0) } : {}),
  }
}

export const corrections: Makers<'CorrectUser' | 'CreditReferrer'> = {
  CorrectUser: (scene) => ({ command: correction(scene), actor: scene.actor }),
  /** Mostly for a person with a referrer. */
  CreditReferrer({ model, user, amount, actor, by, nth, twist }) {
    const friend = pickReady(model.people, nth, ({ referrer }) => referrer !== null)?.id
    const limits = limitsOf([null, 0n, 3_000n, never, never][nth % 5]!, by)
    return {
      command: {
        user: twist % 4 === 0 || !friend ? user : friend,
        fundingAmount: twist % 8 === 1 ? amount : within(amount, 60_000n),
        ...limits,
      },
      actor,
    }
  },
}
