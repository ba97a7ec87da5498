/** Months of the books, thought again: closed one after the other on what was reconciled, and the newest reopened with a reason. */
import type { Refusal } from '../../src/contract/problems.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { AskedOfMonth } from '../../src/domains/months/proposals.ts'
import type { Apart } from './model-apart.ts'
import { firmsId, no, type By, type House } from './model-house.ts'
import type { Thing } from './model-proposals.ts'

const nothing = 'Nothing was changed.'

/** The beginning of a month that lies so many months after this one. */
const beginning = (month: string, later = 0) =>
  Date.UTC(Number(month.split('-')[0]), Number(month.split('-')[1]) - 1 + later)
const textOf = (at: number, length: number) => new Date(at).toISOString().slice(0, length)
const named = (month: string) =>
  new Date(beginning(month)).toLocaleDateString('en-US', {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  })

/** The closed months, oldest first. */
export function closedMonths({ monthChanges }: House): string[] {
  const closed: string[] = []
  for (const { closes, month } of monthChanges)
    if (closes) closed.push(month)
    else closed.pop()
  return closed
}

/** Which is closed next: the one that is open longest. */
export function nextMonth(house: House, first: string | null): string | null {
  const last = house.monthChanges.at(-1)
  return last ? textOf(beginning(last.month, last.closes ? 1 : 0), 7) : first
}

const lastOf = ({ reconciliations }: House, account: string) =>
  reconciliations
    .filter((one) => one.account === account)
    .toSorted((a, b) => a.reconciledAt - b.reconciledAt || (a.id < b.id ? -1 : 1))
    .at(-1)

function unreconciled(house: House, month: string): string[] {
  const end = beginning(month, 1)
  const day = textOf(end - 1, 10)
  const accounts = { 'client-bank': 'The clients’', 'firm-bank': 'The firm’s own' }
  return Object.entries(accounts).flatMap(([account, whose]) => {
    const last = lastOf(house, account)
    const why =
      last === undefined
        ? 'was never reconciled'
        : last.reconciledAt < end
          ? 'was not reconciled since the month was over'
          : last.statementDay < day && last.inTransit.length > 0
            ? `is reconciled until ${last.statementDay} only`
            : null
    return why === null
      ? []
      : [`${whose} bank account ${why}: reconcile a statement that reaches ${day}.`]
  })
}

function lacking(house: House, month: string, at: number, { due, first }: AskedOfMonth): string[] {
  const next = nextMonth(house, first)
  const end = beginning(month, 1)
  return [
    ...(at < end ? [`${named(month)} ends on ${textOf(end - 1, 10)} (UTC).`] : []),
    ...(next === month
      ? []
      : [next === null ? 'Nothing is booked yet.' : `${named(next)} is closed first.`]),
    ...unreconciled(house, month),
    ...(due === '0'
      ? []
      : [
          due === '1'
            ? '1 investment that has matured isn’t settled yet.'
            : `${due} investments that have matured aren’t settled yet.`,
        ]),
  ]
}

/** By whom and with what a month changes hands. */
function change(house: House, month: string, by: By, first: string, reason: string | null): void {
  const of = (account: string) => (reason === null ? lastOf(house, account)!.id : null)
  house.monthChanges.push({
    id: by.id,
    owner: firmsId,
    number: house.monthChanges.length + 1,
    month,
    closes: reason === null,
    reason,
    clientReconciliation: of('client-bank'),
    firmReconciliation: of('firm-bank'),
    at: by.at,
    firstBy: first,
    secondBy: by.actor!,
  })
  house.enterFirm(reason === null ? 'month-closed' : 'month-reopened', by.at)
}

const one = (month: string) => ({
  holds: 'months',
  stays: `Closing or reopening a month is proposed already. ${nothing.slice(0, -1)}: decide on that first.`,
  lastsMs: null,
  facts: { month },
  shown: { month },
})

const closing = (house: House, { month }: CommandOf<'ProposeMonthClosing'>): Thing => ({
  ...one(month),
  kind: 'month-closing',
  called: 'closing of a month',
  unfit({ at }, answer): Refusal | null {
    const last = house.monthChanges.at(-1)
    const until = last ? beginning(last.month, last.closes ? 1 : 0) : 0
    if (beginning(month) < until)
      return no('month_closed', `${named(month)} is closed already. ${nothing}`)
    const lacks = lacking(house, month, at, answer as AskedOfMonth)
    return lacks.length === 0
      ? null
      : no('month_not_ready', `${named(month)} can’t be closed yet. ${lacks.join(' ')} ${nothing}`)
  },
  make: (by, _, first) => change(house, month, by, first!.by, null),
})

const reopening = (house: House, { month, reason }: CommandOf<'ProposeMonthReopening'>): Thing => ({
  ...one(month),
  kind: 'month-reopening',
  called: 'reopening of a month',
  words: { reason },
  unfit(): Refusal | null {
    const closed = closedMonths(house)
    const newest = closed.at(-1)
    if (!closed.includes(month))
      return no('month_not_closed', `${named(month)} isn’t closed. ${nothing}`)
    return newest === month
      ? null
      : no(
          'month_not_closed',
          `${named(newest!)} was closed after it: reopen that first. ${nothing}`,
        )
  },
  make: (by, _, first) => change(house, month, by, first!.by, reason),
})

export const months: Apart<'ProposeMonthClosing' | 'ProposeMonthReopening'> = {
  byStaff: ['ProposeMonthClosing', 'ProposeMonthReopening'],
  begin: (house, waits) => ({
    decide: {
      ProposeMonthClosing: (c, by) =>
        waits.give(closing(house, c), 'Two close a month.', by, c.asked)!,
      ProposeMonthReopening: (c, by) => waits.give(reopening(house, c), 'Two reopen a month.', by)!,
    },
    subjectOf: () => firmsId,
    rows: { month_changes: { rows: house.monthChanges, words: [] } },
  }),
}
