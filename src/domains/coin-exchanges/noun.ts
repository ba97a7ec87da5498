import type { Noun } from '../noun.ts'
import {
  approveCoinEntry,
  recordCoinExchange,
  recordPositionCover,
  refuseCoinEntry,
} from './rules.ts'
import { coinEntries } from './table.ts'

export const noun = {
  commands: {
    RecordCoinExchange: recordCoinExchange,
    RecordPositionCover: recordPositionCover,
    ApproveCoinEntry: approveCoinEntry,
    RefuseCoinEntry: refuseCoinEntry,
  },
  writers: [coinEntries],
} satisfies Noun
