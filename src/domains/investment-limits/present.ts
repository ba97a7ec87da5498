import type { InvestmentLimit } from '../../contract/investment-limit.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import { roomIn, type KeptLimit, type Limit } from './table.ts'

const dollarsOrNull = (limit: Limit) => (limit === null ? null : dollarsFromCents(limit))

export const presentLimit = (
  { amount, nextAmount, nextFrom }: KeptLimit,
  invested: Cents,
): InvestmentLimit => ({
  amount: dollarsOrNull(amount),
  room: dollarsOrNull(roomIn(amount, invested)),
  next:
    nextFrom === null
      ? null
      : { amount: dollarsOrNull(nextAmount), from: isoFromInstant(nextFrom) },
})
