import type { Noun } from '../noun.ts'
import {
  approveCoinEntry,
  recordCoinExchange,
  recordPositionCover,
  refuseCoinEntry,
} from './rules.ts'
import { coinEntries } from '../receipts/coin-entries.ts'

export const noun = {
  commands: {
    RecordCoinExchange: recordCoinExchange,
    RecordPositionCover: recordPositionCover,
    ApproveCoinEntry: approveCoinEntry,
    RefuseCoinEntry: refuseCoinEntry,
  },
  writers: [coinEntries],
  waits: {
    of: 'coin-exchanges',
    text: "select proposed_at as at, array[proposed_by] as begun, array[]::uuid[] as about from coin_entries where status = 'proposed'",
  },
} satisfies Noun
