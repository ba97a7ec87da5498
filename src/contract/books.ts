/** The firm's own accounts: what it has and owes on a day, what it gained and lost, what came and went, and what falls due. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dollars, success } from './fields.ts'

const unit = z.enum(['USD', 'BTC', 'USDT'])
const amount = z.number().meta({
  description: 'US dollars, at most two decimals; of coins, their smallest unit',
})
const isOver = z
  .boolean()
  .meta({ description: 'Whether the last day is over; else these are the figures so far' })

/** Of the years in which business time may be, and some before. */
const year = '(19[7-9]\\d|2[01]\\d\\d)'
const day = z
  .string()
  .regex(new RegExp(`^${year}-\\d{2}-\\d{2}$`), 'A day is written like 2026-01-31')
  .pipe(z.iso.date('A day is written like 2026-01-31'))
const month = z
  .string()
  .regex(new RegExp(`^${year}-(0[1-9]|1[0-2])$`), 'A month is written like 2026-01')

/** The parts of a balance sheet, in its order. */
export const section = z.enum(['assets', 'coins', 'people', 'suspense', 'pools', 'capital'])
export type Section = z.infer<typeof section>

const sums = { assets: amount, claims: amount, difference: amount }

const balanceSheet = z.strictObject({
  day: z.iso.date(),
  before: z.iso.date().meta({ description: 'What it is compared with' }),
  isOver,
  lines: z.array(
    z.strictObject({
      kind: z.string().meta({ description: 'The kind of account' }),
      section,
      unit,
      amount: amount.meta({
        description: 'What is there, or what is owed; below zero where it is the other way round',
      }),
      before: amount,
    }),
  ),
  sums: z
    .array(z.strictObject({ unit, ...sums, before: z.strictObject(sums) }))
    .meta({ description: 'By unit; the difference is zero, unless something is wrong' }),
})
export type BalanceSheet = z.infer<typeof balanceSheet>

export const comparedWith = z.enum(['day', 'month'])
export type ComparedWith = z.infer<typeof comparedWith>

/** The lines of a profit and loss, gains first. */
export const resultLine = z.enum([
  'interest',
  'corrections-against',
  'restored',
  'loan-charges',
  'returns',
  'referral',
  'corrections-for',
  'charges',
  'coins-covered',
  'taken-back',
  'loans-written-off',
])
export type ResultLineName = z.infer<typeof resultLine>

const result = z.strictObject({
  lines: z.array(
    z.strictObject({
      line: resultLine,
      amount: dollars.meta({ description: 'Above zero it adds to the profit' }),
    }),
  ),
  gains: dollars,
  costs: dollars.meta({ description: 'Above zero' }),
  profit: dollars.meta({ description: 'Gains less costs' }),
  fees: z
    .strictObject({ btc: z.int(), usdt: z.int() })
    .meta({ description: 'Fees of the network, in the smallest unit of each coin' }),
  returnsPaid: dollars.meta({ description: 'Paid at maturity; a cost since it was promised' }),
  capitalPaidIn: dollars.meta({ description: 'No profit' }),
})
export type Result = z.infer<typeof result>

const profitAndLoss = z.strictObject({
  from: z.string().meta({ description: 'The first month' }),
  to: z.string().meta({ description: 'The last month' }),
  isOver,
  whole: result,
  months: z.array(result.extend({ month: z.string() })),
})
export type ProfitAndLoss = z.infer<typeof profitAndLoss>

export const maxMonths = 36
export const usualMonths = 12

export const span = z.enum(['day', 'week', 'month'])
export type Span = z.infer<typeof span>
/** How many of each are shown. */
export const spansShown = { day: 31, week: 26, month: 12 } as const satisfies Record<Span, number>

/** The lines of the flows: dollars of customers first, then the firm's own, then coins in their smallest unit. */
export const flowLine = z.enum([
  'bank-in',
  'play-in',
  'imported',
  'coins-in',
  'payout-back',
  'bank-out',
  'coins-out',
  'sent-back',
  'taken-back',
  'transferred',
  'invested',
  'matured',
  'profit-paid',
  'undone',
  'lent',
  'loan-repaid',
  'capital-in',
  'btc-in',
  'btc-out',
  'usdt-in',
  'usdt-out',
])
export type FlowLineName = z.infer<typeof flowLine>

const flowAmounts = z.strictObject({
  in: dollars.meta({ description: 'All that came for people' }),
  out: dollars.meta({ description: 'All that went from people' }),
  net: dollars,
  lines: z.array(z.strictObject({ line: flowLine, unit, amount })),
})
export type FlowAmounts = z.infer<typeof flowAmounts>

const flows = z.strictObject({
  by: span,
  isOver,
  whole: flowAmounts,
  spans: z.array(flowAmounts.extend({ from: z.iso.date(), to: z.iso.date() })),
})
export type Flows = z.infer<typeof flows>

/** How far ahead maturities are shown, and over which time the usual rate is counted. */
export const daysAhead = 90
export const rateDays = 180
export const askedWithinDays = 7

const onItsWay = z.strictObject({
  what: z.enum([
    'bank-payouts',
    'btc-payouts',
    'usdt-payouts',
    'suspense',
    'btc-found',
    'usdt-found',
  ]),
  unit,
  count: z.int().nullable().meta({ description: 'Null where only the sum is known' }),
  amount,
})

const outlook = z.strictObject({
  today: z.iso.date(),
  cash: z.strictObject({ clientBank: dollars, firmBank: dollars }),
  owed: z.strictObject({ cash: dollars, held: dollars }),
  rate: z.strictObject({
    from: z.iso.date(),
    to: z.iso.date(),
    matured: dollars,
    asked: dollars.meta({
      description: `What was asked for within ${askedWithinDays} days after a maturity, at most what had matured`,
    }),
    basisPoints: z.int().nullable().meta({
      description: 'The share, rounded up to a hundredth of a percent; null where nothing matured',
    }),
  }),
  weeks: z.array(
    z.strictObject({
      from: z.iso.date(),
      to: z.iso.date(),
      investments: z.int(),
      principal: dollars,
      profit: dollars,
      maturing: dollars,
      expected: dollars.meta({ description: 'By the usual rate: an estimate' }),
      left: dollars.meta({
        description:
          'The clients’ bank account less what is held and all that is expected until then',
      }),
    }),
  ),
  later: z.strictObject({ investments: z.int(), principal: dollars, profit: dollars }),
  onTheirWay: z.array(onItsWay),
})
export type Outlook = z.infer<typeof outlook>

const reading = { method: 'GET', access: 'read-money' } as const
const csv = { media: 'text/csv; charset=utf-8' } as const
const pdf = { media: 'application/pdf' } as const
const asFile = (what: string) => `The same as ${what}; recorded in the audit`

const ofDay = z.strictObject({
  day: day.optional().meta({ description: 'Of business time, in UTC; today, where none is named' }),
  compare: comparedWith.optional(),
})
const ofMonths = z.strictObject({
  to: month.optional().meta({ description: 'The last month; this one, where none is named' }),
  months: z
    .string()
    .regex(/^[1-9]\d?$/, `months is a whole number from 1 to ${maxMonths}`)
    .transform(Number)
    .refine((value) => value <= maxMonths, `months is a whole number from 1 to ${maxMonths}`)
    .optional()
    .meta({ description: `How many; ${usualMonths} unless said` }),
})
const ofSpans = z.strictObject({
  by: span.optional(),
  to: day.optional().meta({ description: 'The last day; today, where none is named' }),
})

export const getBalanceSheet = defineEndpoint({
  ...reading,
  path: '/books/balance-sheet',
  summary:
    'What the firm has and what it owes at the end of a day, beside the day or the month before; the balances of each unit sum to zero',
  query: ofDay,
  reply: z.strictObject({ status: success, data: z.strictObject({ balanceSheet }) }),
})
export const getBalanceSheetCsv = defineEndpoint({
  ...reading,
  path: '/books/balance-sheet.csv',
  summary: asFile('comma-separated values'),
  query: ofDay,
  reply: csv,
})
export const getBalanceSheetPdf = defineEndpoint({
  ...reading,
  path: '/books/balance-sheet.pdf',
  summary: asFile('a PDF'),
  query: ofDay,
  reply: pdf,
})

export const getProfitAndLoss = defineEndpoint({
  ...reading,
  path: '/books/profit-and-loss',
  summary:
    'What the firm gained and lost by month. A return is a cost when it is promised, and capital paid in is no profit',
  query: ofMonths,
  reply: z.strictObject({ status: success, data: z.strictObject({ profitAndLoss }) }),
})
export const getProfitAndLossCsv = defineEndpoint({
  ...reading,
  path: '/books/profit-and-loss.csv',
  summary: asFile('comma-separated values'),
  query: ofMonths,
  reply: csv,
})
export const getProfitAndLossPdf = defineEndpoint({
  ...reading,
  path: '/books/profit-and-loss.pdf',
  summary: asFile('a PDF'),
  query: ofMonths,
  reply: pdf,
})

export const getFlows = defineEndpoint({
  ...reading,
  path: '/books/flows',
  summary: 'What came in and went out by day, week or month, by rail, and what moved inside',
  query: ofSpans,
  reply: z.strictObject({ status: success, data: z.strictObject({ flows }) }),
})
export const getFlowsCsv = defineEndpoint({
  ...reading,
  path: '/books/flows.csv',
  summary: asFile('comma-separated values'),
  query: ofSpans,
  reply: csv,
})
export const getFlowsPdf = defineEndpoint({
  ...reading,
  path: '/books/flows.pdf',
  summary: asFile('a PDF'),
  query: ofSpans,
  reply: pdf,
})

export const getOutlook = defineEndpoint({
  ...reading,
  path: '/books/maturities',
  summary: `What falls due in the next ${daysAhead} days against the cash that is there, what is on its way, and which requests the usual rate lets expect`,
  reply: z.strictObject({ status: success, data: z.strictObject({ outlook }) }),
})
export const getOutlookCsv = defineEndpoint({
  ...reading,
  path: '/books/maturities.csv',
  summary: asFile('comma-separated values'),
  reply: csv,
})
export const getOutlookPdf = defineEndpoint({
  ...reading,
  path: '/books/maturities.pdf',
  summary: asFile('a PDF'),
  reply: pdf,
})
