/** Play money that comes in, what is invested of it, and the clock that pays it back. */
import type { CommandOf } from '../../../src/domains/nouns.ts'
import { idFromName } from '../../../src/platform/ids.ts'
import { nobody } from '../cast.ts'
import { pickReady, within, type Makers, type Scene } from '../scene.ts'

function investment({ model, user, amount, nth, twist }: Scene): CommandOf<'OpenInvestment'> {
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
    amount: twist % 4 < 2 ? fitting : amount,
    ...(twist % 32 === 2
      ? {}
      : { acceptedRiskVersion: offered.riskVersion + (twist % 32 === 0 ? 1 : 0) }),
    ...(twist % 32 === 17
      ? {}
      : {
          acceptedTermsVersion:
            offered.termsVersion + (twist % 32 === 1 ? 1 : twist % 32 === 3 ? -1 : 0),
        }),
  }
}

export const investments: Makers<
  'CreditPlayMoney' | 'OpenInvestment' | 'SettleInvestment' | 'MoveClock'
> = {
  CreditPlayMoney: ({ user, amount, nth }) => ({
    command: { owner: user, amount, asset: nth % 2 === 0 ? 'BTC' : 'USDT' },
    actor: user,
  }),
  OpenInvestment: (scene) => ({ command: investment(scene), actor: scene.user }),
  SettleInvestment({ model, user, nth, twist }) {
    const found = pickReady(
      model.investments,
      nth,
      ({ status, maturesAt }) => status === 'running' && maturesAt <= model.now + 1,
    )
    const owner = found && twist % 8 > 0 ? found.owner : user
    const id = twist % 2 === 0 && found ? { id: idFromName(`settle ${found.id}`) } : {}
    return { command: { investment: found?.id ?? nobody, owner }, actor: null, ...id }
  },
  MoveClock: ({ actor, nth }) => ({
    command: { days: nth % 32 === 12 ? 100_000 : 1 + (nth % 10) },
    actor,
  }),
}
