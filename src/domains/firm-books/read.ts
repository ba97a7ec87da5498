/** The firm's own accounts, each of one snapshot. */
import {
  askedWithinDays,
  daysAhead,
  rateDays,
  spansShown,
  usualMonths,
  type BalanceSheet,
  type ComparedWith,
  type Flows,
  type Outlook,
  type ProfitAndLoss,
  type Span,
} from '../../contract/books.ts'
import { readAskedAfter } from '../../ledger/store/asked-after.ts'
import { readCellSums } from '../../ledger/store/day-sums.ts'
import { balancesOf, type AskedAfter } from '../../ledger/core/meaning.ts'
import { addDays, firstDayOf, lastDayOf, monthBefore, monthOf } from '../../lib/calendar.ts'
import type { Database } from '../../platform/database.ts'
import { readOnItsWay as readAtBank } from '../bank-exports/queries.ts'
import { readFound } from '../coin-deposits/arrivals.ts'
import { readFoundTransfers } from '../coin-deposits/usdt.ts'
import { readRunning } from '../investments/queries.ts'
import { readOnItsWay as readBatches } from '../payout-batches/queries.ts'
import { readOnItsWay as readLists } from '../payout-lists/queries.ts'
import {
  monthsUntil,
  presentBalanceSheet,
  presentFlows,
  presentOutlook,
  presentProfitAndLoss,
  spansUntil,
  type OnItsWay,
} from './present.ts'

/** The day (UTC) of business time. */
async function readToday(db: Database): Promise<string> {
  const { rows } = await db.query<{ today: string }>({
    name: 'books.today',
    text: `select to_char(business_now() at time zone 'UTC', 'YYYY-MM-DD') as today`,
  })
  return rows[0]!.today
}

export type OfDay = { day?: string | undefined; compare?: ComparedWith | undefined }

export async function readBalanceSheet(
  db: Database,
  { day: asked, compare = 'month' }: OfDay,
): Promise<BalanceSheet> {
  const today = await readToday(db)
  const day = asked ?? today
  const before = compare === 'day' ? addDays(day, -1) : monthBefore(day)
  const until = (to: string) => readCellSums(db, { from: null, to, by: null })
  return presentBalanceSheet({
    day,
    before,
    today,
    now: await until(day),
    earlier: await until(before),
  })
}

export type OfMonths = { to?: string | undefined; months?: number | undefined }

export async function readProfitAndLoss(
  db: Database,
  { to, months: count = usualMonths }: OfMonths,
): Promise<ProfitAndLoss> {
  const today = await readToday(db)
  const months = monthsUntil(to ?? monthOf(today), count)
  const sums = await readCellSums(db, {
    from: firstDayOf(months[0]!),
    to: lastDayOf(months.at(-1)!),
    by: 'month',
  })
  return presentProfitAndLoss({ months, today, sums })
}

export type OfSpans = { by?: Span | undefined; to?: string | undefined }

export async function readFlows(db: Database, { by = 'day', to }: OfSpans): Promise<Flows> {
  const today = await readToday(db)
  const spans = spansUntil(by, to ?? today, spansShown[by])
  const sums = await readCellSums(db, { from: spans[0]!.from, to: spans.at(-1)!.to, by })
  return presentFlows({ by, spans, today, sums })
}

type Rate = AskedAfter & { from: string; to: string }

async function readOnTheirWay(db: Database, suspense: bigint): Promise<OnItsWay[]> {
  return [
    { what: 'bank-payouts', unit: 'USD', ...(await readAtBank(db)) },
    { what: 'btc-payouts', unit: 'USD', ...(await readBatches(db)) },
    { what: 'usdt-payouts', unit: 'USD', ...(await readLists(db)) },
    { what: 'suspense', unit: 'USD', count: null, amount: suspense },
    { what: 'btc-found', unit: 'BTC', ...(await readFound(db)) },
    { what: 'usdt-found', unit: 'USDT', ...(await readFoundTransfers(db)) },
  ]
}

/** The usual rate reads the postings of half a year, and changes with the day: each process counts it once a day. */
export function createOutlookReader(): (db: Database) => Promise<Outlook> {
  let kept: Rate | null = null
  const readRate = async (db: Database, today: string): Promise<Rate> => {
    // Whatever matured then has had its days to be asked for.
    const to = addDays(today, -askedWithinDays - 1)
    if (kept?.to === to) return kept
    const from = addDays(to, 1 - rateDays)
    kept = { from, to, ...(await readAskedAfter(db, { from, to, within: askedWithinDays })) }
    return kept
  }
  return async (db) => {
    const today = await readToday(db)
    const sums = await readCellSums(db, { from: null, to: today, by: null })
    return presentOutlook({
      today,
      daysAhead,
      sums,
      due: await readRunning(db, today, daysAhead),
      rate: await readRate(db, today),
      onTheirWay: await readOnTheirWay(db, balancesOf(sums).get('suspense') ?? 0n),
    })
  }
}
