/** Sample quotes of a share that doesn't exist, in cents: a chart without a market still shows what a chart is. */
import type { Cents } from '../../../lib/money.ts'

export type Quote = { day: number; open: Cents; high: Cents; low: Cents; close: Cents }

/** Open, high, low and close of a day each. */
const days = [
  [100_00, 101_20, 99_40, 100_80],
  [100_80, 102_60, 100_10, 102_10],
  [102_10, 102_40, 100_90, 101_30],
  [101_30, 103_00, 101_00, 102_70],
  [102_70, 104_10, 102_20, 103_90],
  [103_90, 104_30, 102_50, 102_80],
  [102_80, 103_10, 101_10, 101_50],
  [101_50, 102_20, 100_40, 101_90],
  [101_90, 103_60, 101_60, 103_20],
  [103_20, 105_00, 103_00, 104_60],
  [104_60, 105_20, 103_80, 104_10],
  [104_10, 104_40, 102_00, 102_40],
  [102_40, 102_90, 100_80, 101_00],
  [101_00, 101_70, 99_60, 100_20],
  [100_20, 101_90, 99_90, 101_60],
  [101_60, 103_30, 101_40, 103_10],
  [103_10, 104_80, 102_70, 104_50],
  [104_50, 106_10, 104_20, 105_80],
  [105_80, 106_40, 104_90, 105_20],
  [105_20, 106_90, 105_00, 106_50],
] as const

export const quotes: Quote[] = days.map(([open, high, low, close], index) => ({
  day: index + 1,
  open: BigInt(open),
  high: BigInt(high),
  low: BigInt(low),
  close: BigInt(close),
}))
