import type { Noun } from '../noun.ts'
import { coinEntries } from '../receipts/coin-entries.ts'
import { coinEntry } from './proposals.ts'
import { recordCoinExchange, recordNetworkFees, recordPositionCover } from './rules.ts'

export const noun = {
  commands: {
    RecordCoinExchange: recordCoinExchange,
    RecordPositionCover: recordPositionCover,
    RecordNetworkFees: recordNetworkFees,
  },
  proposals: [coinEntry],
  writers: [coinEntries],
} satisfies Noun
