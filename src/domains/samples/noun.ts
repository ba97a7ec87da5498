import type { Noun } from '../noun.ts'
import { drawSample, markReviewed, withdrawReviewMark } from './rules.ts'
import { marks, sampledPeople, samples } from './table.ts'

export const noun = {
  commands: {
    DrawSample: drawSample,
    MarkReviewed: markReviewed,
    WithdrawReviewMark: withdrawReviewMark,
  },
  writers: [samples, sampledPeople, marks],
} satisfies Noun
