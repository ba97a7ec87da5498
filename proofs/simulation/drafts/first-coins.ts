/** First coins of a wallet: mostly as the books have them, now and then unknown, changed meanwhile, or of a wallet that was tried. */
import type { Found } from '../../../src/domains/first-coins/rules.ts'
import type { Drafts, Scene } from '../scene.ts'

/** As the books would answer. */
export const foundOfCoins = ({ model, nth, twist }: Scene): Found => ({
  wallet: nth % 16 === 5 ? null : (model.wallets[twist % 2]?.id ?? null),
  received: nth % 16 === 3 ? null : nth % 16 === 9 ? '7' : '5',
  paid: nth % 16 === 6 ? null : '4.9',
  isTried: nth % 16 === 12,
})

export const firstCoins: Drafts<'ProposeFirstCoins'> = {
  weights: { ProposeFirstCoins: 2 },
  makers: {
    ProposeFirstCoins(scene) {
      const { nth, actor } = scene
      const [deposit, payout] = [`${nth % 8}a`, `${nth % 8}b`].map((one) => one.repeat(32))
      const found = foundOfCoins(scene)
      return { command: { coin: 'BTC', deposit: deposit!, payout: payout!, found }, actor }
    },
  },
}
