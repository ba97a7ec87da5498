import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { amount, dollars, instant, success, text } from './fields.ts'
import { proposalReply } from './proposal.ts'

export const poolName = z.enum(['returns', 'referral', 'corrections', 'loan'])
export type PoolName = z.infer<typeof poolName>

export const treasury = z.strictObject({
  capital: dollars,
  pools: z.strictObject({
    returns: dollars,
    referral: dollars,
    corrections: dollars,
    loan: dollars,
  }),
  owedToInvestors: dollars,
  suspense: dollars.meta({ description: 'Arrived for people, not yet known for whom' }),
  assets: z.strictObject({ clientBank: dollars, firmBank: dollars }),
})
export type Treasury = z.infer<typeof treasury>

const treasuryReply = z.union([
  z.strictObject({ status: success, data: z.strictObject({ treasury }) }),
  proposalReply,
])

/** What falls due: how many investments, and what they pay. */
const maturing = { investments: z.int(), principal: dollars, profit: dollars }

/** How far the calendar of maturities reaches: the current day (UTC) of business time and those after it. */
export const calendarDays = 60

/** All accounts of a kind. Amounts in dollars; of coins, in their smallest unit. A claim has credits, an asset debits: its balance is below zero. */
const balanceOfKind = z.strictObject({
  kind: z.string(),
  of: z.enum(['investor', 'firm']),
  unit: z.enum(['USD', 'BTC', 'USDT']),
  accounts: z.int(),
  debits: dollars,
  credits: dollars,
  balance: dollars,
})
export type BalanceOfKind = z.infer<typeof balanceOfKind>

const planCover = z.strictObject({
  planId: z.string(),
  title: z.string(),
  onSale: z.boolean(),
  minimum: dollars,
  profitPercent: z.int(),
  /** Whether the pool covers the profit of its minimum, on sale or not. */
  covered: z.boolean(),
  largestCoverable: dollars,
  /** What is placed in it now, under whichever terms. */
  running: z.strictObject(maturing),
})
export type PlanCover = z.infer<typeof planCover>

/** Everything that the books say at one moment: the figures agree with one another to the cent. */
export const treasuryBooks = treasury.extend({
  /** When they were read, by the clock on the wall. With many thousands of accounts they are read again once a minute. */
  asOf: instant,
  /** What is owed to investors, and of which kind; `held` is what is pending and what is approved but not paid. */
  owed: z.strictObject({
    cash: dollars,
    held: dollars,
    pending: dollars,
    approved: dollars,
    invested: dollars,
    promised: dollars,
  }),
  /** By the chart of accounts, in its order; kinds that were never used are left out. */
  balances: z.array(balanceOfKind),
  /** Of the balances of each unit: zero, unless something is wrong. */
  sums: z.array(
    z.strictObject({
      unit: balanceOfKind.shape.unit,
      debits: dollars,
      credits: dollars,
      balance: dollars,
    }),
  ),
  cover: z.array(planCover),
  /** The days on which something falls due, from today (UTC) of business time on; what is overdue counts as today's. */
  maturities: z.strictObject({
    from: z.iso.date(),
    days: z.array(z.strictObject({ date: z.iso.date(), ...maturing })),
    later: z.strictObject(maturing),
  }),
})
export type TreasuryBooks = z.infer<typeof treasuryBooks>

/** The journal decided again, and all state compared with it. */
const replay = z.strictObject({
  startedAt: instant,
  endedAt: instant,
  commands: z.int().meta({ description: 'How many were decided again' }),
  rows: z.int().meta({ description: 'How many rows of state were compared' }),
  differences: z
    .array(z.string())
    .meta({ description: 'The first row of each table that does not follow from the journal' }),
})
export type Replay = z.infer<typeof replay>

/** Of all commands, of those that were new since a replay, and the last one that found a difference; null: there was none. */
export const replays = z.strictObject({
  whole: replay.nullable(),
  new: replay.nullable(),
  different: replay.nullable(),
})
export type Replays = z.infer<typeof replays>

/** A backup that was restored elsewhere and checked. */
const rehearsal = z.strictObject({
  startedAt: instant,
  endedAt: instant,
  backup: z.string().meta({ description: 'The name of the backup' }),
  backupAt: instant.meta({ description: 'When the backup was complete' }),
  commands: z.int().meta({ description: 'How many the restored journal had' }),
  root: z
    .strictObject({ day: z.iso.date(), root: z.string() })
    .nullable()
    .meta({ description: 'The last daily root in it; null: there was none yet' }),
})
export type Rehearsal = z.infer<typeof rehearsal>

export const getTreasury = defineEndpoint({
  method: 'GET',
  path: '/treasury',
  access: 'read-money',
  summary:
    'Capital, pools, what is owed and of which kind, what is there, cover of the plans, what falls due, and the trial balance, all of one moment; what the last replays of the journal found, and when a backup was last restored and checked',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      treasury: treasuryBooks,
      replays,
      /** The last one; null: no backup was ever restored and checked. */
      rehearsal: rehearsal.nullable(),
    }),
  }),
})

export const payInCapital = defineEndpoint({
  method: 'POST',
  path: '/treasury/capital',
  access: 'move-capital',
  keyed: true,
  reauthentication: 'decision',
  summary:
    'Books capital paid in, under its unique external reference. 202: a second person must agree, and nothing is booked until then',
  body: z.strictObject({ amount, reference: text(200, 'Reference') }),
  reply: treasuryReply,
})

export const fundPool = defineEndpoint({
  method: 'POST',
  path: '/treasury/funding',
  access: 'move-capital',
  keyed: true,
  reauthentication: 'decision',
  summary:
    'Puts capital aside for a pool; its asset moves with it. 202: a second person must agree, and nothing is booked until then',
  body: z.strictObject({ pool: poolName, amount }),
  reply: treasuryReply,
})
