/** The figures about the firm, from the books, in one snapshot; what would tell of single people is left out. */
import type { PoolClient } from 'pg'
import { fewestPeople, type Claim, type ClaimName } from '../../contract/claims.ts'
import { readBusinessNow } from '../../platform/business-time.ts'
import { readFirstBooking } from '../../ledger/store/first-booking.ts'
import { dayMs, isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import type { OlderReads } from '../../platform/older-reads.ts'
import { readInvestorSums } from '../people/investor-sums.ts'
import { readPayoutTimes } from '../withdrawals/payout-times.ts'

/** Down to whole dollars of three digits and zeros: between two readings nobody finds out what a single person placed. */
export function roundedDown(amount: Cents): Cents {
  const dollars = amount / 100n
  const unit = 10n ** BigInt(Math.max(String(dollars).length - 3, 0))
  return (dollars / unit) * unit * 100n
}

/** With the moment that they are of, by the business clock. */
export async function readClaims(older: OlderReads, sample: boolean): Promise<Claim[]> {
  const { value, asOf } = await older.read((db) => claimsIn(db, sample))
  const behind = asOf === null ? 0 : Math.max(0, Date.now() - asOf)
  const at = isoFromInstant(value.now - behind)
  return value.claims.map((claim) => ({ ...claim, asOf: at }))
}

async function claimsIn(client: PoolClient, sample: boolean) {
  const now = await readBusinessNow(client)
  const first = await readFirstBooking(client)
  const sums = await readInvestorSums(client)
  const times = await readPayoutTimes(client, now)
  const amountOf = (people: number, amount: Cents) =>
    people < fewestPeople ? null : dollarsFromCents(roundedDown(amount))
  const values: Record<ClaimName, number | null> = {
    investors: sums.investors < fewestPeople ? null : sums.investors,
    invested: amountOf(sums.investors, sums.invested),
    withdrawn: amountOf(sums.withdrawers, sums.withdrawn),
    daysRunning: first === null ? null : daysBetween(first, now),
    withdrawalMinutesMedian: times.median,
    withdrawalMinutesP95: times.p95,
  }
  const claims = (Object.entries(values) as [ClaimName, number | null][]).flatMap(([name, value]) =>
    value === null ? [] : [{ name, value, sample }],
  )
  return { now, claims }
}

const daysBetween = (from: Instant, to: Instant) =>
  to <= from ? 0 : Number(BigInt(to - from) / BigInt(dayMs))
