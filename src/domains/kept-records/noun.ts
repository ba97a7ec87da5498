import { writesEffect } from '../../desk/write.ts'
import type { Noun } from '../noun.ts'
import { keepForLaw } from './effects.ts'
import { keepStatements } from './keep.ts'

export const noun = {
  // All of it is written before the rows lose what is copied: nothing is left to do afterwards.
  writers: [
    writesEffect(
      keepForLaw,
      () => [],
      (_, effects) => keepStatements(effects.map(({ value }) => value)),
    ),
  ],
} satisfies Noun
