import type { Noun } from '../noun.ts'
import { correctionProposals } from './proposals.ts'
import { correctUser } from './rules.ts'

export const noun = {
  commands: { CorrectUser: correctUser },
  proposals: correctionProposals,
} satisfies Noun
