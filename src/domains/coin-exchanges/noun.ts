import type { Noun } from '../noun.ts'
import { coinEntries } from '../receipts/coin-entries.ts'
import { coinEntry } from './proposals.ts'
import { recordCoinExchange, recordPositionCover } from './rules.ts'

export const noun = {
  commands: { RecordCoinExchange: recordCoinExchange, RecordPositionCover: recordPositionCover },
  proposals: [coinEntry],
  writers: [coinEntries],
} satisfies Noun
