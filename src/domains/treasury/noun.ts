import type { Noun } from '../noun.ts'
import { fundPool, payInCapital } from './rules.ts'

export const noun = { commands: { PayInCapital: payInCapital, FundPool: fundPool } } satisfies Noun
