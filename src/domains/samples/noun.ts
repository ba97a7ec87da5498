import type { Noun } from '../noun.ts'
import { drawSample, markLookedAt, takeMarkBack } from './rules.ts'
import { marks, sampledPeople, samples } from './table.ts'

export const noun = {
  commands: { DrawSample: drawSample, MarkLookedAt: markLookedAt, TakeMarkBack: takeMarkBack },
  writers: [samples, sampledPeople, marks],
} satisfies Noun
