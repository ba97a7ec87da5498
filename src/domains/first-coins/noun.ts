import type { Noun } from '../noun.ts'
import { firstCoins, proposeFirstCoins } from './rules.ts'

export const noun = {
  commands: { ProposeFirstCoins: proposeFirstCoins },
  proposals: [firstCoins],
} satisfies Noun
