/** Play money that comes in, what is invested of it, and the clock that pays it back. */
import type { CommandOf } from '../../../src/domains/nouns.ts'
import { idFromName } from '../../../src/platform/ids.ts'
import { atLimit, boundsOf } from '../bounds.ts'
import { dayMs, nobody, pickReady, within, type Makers, type Scene } from '../scene.ts'
import { loanDays } from './loans.ts'

function investment(scene: Scene): CommandOf<'OpenInvestment'> {
  const { model, user, amount, nth, twist } = scene
  const onSale = model.plans.filter((plan) => plan.onSale)
  const offered =
    (nth % 8 < 7 ? (onSale[(nth >> 3) % 5] ?? onSale[0]) : undefined) ??
    model.plans[nth % model.plans.length]!
  const cash = model.person(user)?.cash.balance ?? 0n
  const fitting =
    offered.minimum + within(amount, within(offered.below ?? cash, cash) - offered.minimum)
  return {
    owner: user,
    planId: nth % 64 === 39 ? nobody : offered.id,
    amount: twist % 4 < 2 ? fitting : twist % 4 === 2 ? atLimit(scene, user, 'invested') : amount,
    limits: boundsOf(user),
    ...(twist % 32 === 2
      ? {}
      : { acceptedRiskVersion: offered.riskVersion + (twist % 32 === 0 ? 1 : 0) }),
    ...(twist % 32 === 17
      ? {}
      : {
          acceptedTermsVersion:
            offered.termsVersion + (twist % 32 === 1 ? 1 : twist % 32 === 3 ? -1 : 0),
        }),
    coolingOffMs: coolingOff(nth),
    needsAnswers: twist % 8 === 4,
  }
}

/** Mostly a day or two, sometimes longer than a plan lasts, sometimes none. */
function coolingOff(nth: number): number {
  const days = [1, 2, 1, 400, 0, 1, 2][nth % 7]!
  return nth % 16 === 5 ? 0 : days * dayMs
}

export const investments: Makers<
  | 'CreditPlayMoney'
  | 'OpenInvestment'
  | 'UndoInvestment'
  | 'ChooseAtMaturity'
  | 'SettleInvestment'
  | 'MoveClock'
> = {
  CreditPlayMoney(scene) {
    const { user, amount, nth, twist } = scene
    return {
      command: {
        owner: user,
        amount: twist % 4 === 2 ? atLimit(scene, user, 'in') : amount,
        asset: nth % 2 === 0 ? 'BTC' : 'USDT',
        limits: boundsOf(user),
      },
      actor: user,
    }
  },
  OpenInvestment: (scene) => ({ command: investment(scene), actor: scene.user }),
  UndoInvestment({ model, user, nth, twist }) {
    const found = pickReady(
      model.investments,
      nth,
      ({ status, undoableUntil }) => status === 'running' && undoableUntil !== null,
    )
    const owner = found && twist % 8 > 0 ? found.owner : user
    return { command: { investment: found?.id ?? nobody, owner }, actor: owner }
  },
  ChooseAtMaturity({ model, user, nth, twist }) {
    const found = pickReady(model.investments, nth, ({ status }) => status === 'running')
    const owner = found && twist % 16 > 0 ? found.owner : user
    const plan = model.plans.find(({ id }) => id === found?.planId)
    const isOld = twist % 16 === 1
    const command = {
      investment: found?.id ?? nobody,
      owner,
      choice: twist % 4 === 2 ? ('balance' as const) : ('reinvest' as const),
      ...(twist % 32 === 3 ? {} : { acceptedRiskVersion: plan?.riskVersion ?? 1 }),
      ...(twist % 32 === 4
        ? {}
        : { acceptedTermsVersion: (plan?.termsVersion ?? 1) + (isOld ? 1 : 0) }),
    }
    return { command, actor: owner }
  },
  SettleInvestment({ model, user, nth, twist }) {
    const found = pickReady(
      model.investments,
      nth,
      ({ status, maturesAt }) => status === 'running' && maturesAt <= model.now + 1,
    )
    const owner = found && twist % 8 > 0 ? found.owner : user
    const id = twist % 2 === 0 && found ? { id: idFromName(`settle ${found.id}`) } : {}
    const reinvesting =
      twist % 16 === 9 ? null : { limits: boundsOf(owner), isPaused: twist % 16 === 11 }
    return {
      command: { investment: found?.id ?? nobody, owner, reinvesting },
      actor: null,
      ...id,
    }
  },
  MoveClock({ model, actor, nth }) {
    const next = nth % 2 === 1 ? loanDays(model).filter((at) => at > model.now) : []
    const days =
      next.length > 0 ? Math.ceil((Math.min(...next) - model.now) / dayMs) : 1 + (nth % 10)
    return { command: { days: nth % 32 === 12 ? 100_000 : days }, actor }
  },
}
