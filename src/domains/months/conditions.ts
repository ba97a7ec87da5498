/** What has to be so before a month of the books can be closed. Pure. */
import type { MonthCondition } from '../../contract/months.ts'
import type { BankAccount } from '../../contract/receipt.ts'
import type { Instant } from '../../lib/instant.ts'
import { lastDayOf } from '../../lib/calendar.ts'
import { endOfMonth, monthInWords, monthAt, type Month } from '../../lib/month.ts'
import type { Reconciliation } from '../reconciliations/table.ts'

type Statement = Pick<Reconciliation, 'statementDay' | 'reconciledAt' | 'inTransit'> | null

export type Known = {
  at: Instant
  /** Until when the books are closed; null: nothing was ever closed. */
  openFrom: Instant | null
  /** The month of the first posting; null: nothing is booked. */
  first: Month | null
  /** How many investments matured in it or before and aren't settled yet. */
  due: number
  statements: Record<BankAccount, Statement>
}

/** The month that is closed next; null: nothing is booked. */
export const nextToClose = ({ openFrom, first }: Pick<Known, 'openFrom' | 'first'>): Month | null =>
  openFrom === null ? first : monthAt(openFrom)

const accounts: Record<BankAccount, string> = {
  'client-bank': 'The clients’ bank account',
  'firm-bank': 'The firm’s own bank account',
}

/**
 * A statement that was compared before the month was over says nothing of what was booked after it. The file of an account on which
 * nothing has moved since has no later line: it is enough where the books have nothing either.
 */
function reconciled(month: Month, account: BankAccount, statement: Statement): MonthCondition {
  const [day, name] = [lastDayOf(month), accounts[account]]
  const lacks = (why: string): MonthCondition => ({
    what: account,
    isMet: false,
    text: `${name} ${why}: reconcile a statement that reaches ${day}`,
  })
  if (statement === null) return lacks('was never reconciled')
  const { statementDay, reconciledAt, inTransit } = statement
  if (reconciledAt < endOfMonth(month)) return lacks('was not reconciled since the month was over')
  const reaches = statementDay >= day
  if (!reaches && inTransit !== '') return lacks(`is reconciled until ${statementDay} only`)
  const isQuiet = reaches ? '' : ', and nothing was booked on it after'
  return {
    what: account,
    isMet: true,
    text: `${name} is reconciled until ${statementDay}${isQuiet}`,
  }
}

const investments = (count: number) =>
  count === 1
    ? '1 investment that has matured isn’t settled yet'
    : `${count} investments that have matured aren’t settled yet`

/** In the order in which they are shown. */
export function conditionsOf(month: Month, known: Known): MonthCondition[] {
  const { at, due, statements } = known
  const next = nextToClose(known)
  const [hasEnded, isNext] = [at >= endOfMonth(month), next === month]
  return [
    {
      what: 'ended',
      isMet: hasEnded,
      text: hasEnded
        ? `${monthInWords(month)} has ended`
        : `${monthInWords(month)} ends on ${lastDayOf(month)} (UTC)`,
    },
    {
      what: 'before',
      isMet: isNext,
      text: isNext
        ? 'Every month before it is closed, or has no postings'
        : next === null
          ? 'Nothing is booked yet'
          : `${monthInWords(next)} is closed first`,
    },
    reconciled(month, 'client-bank', statements['client-bank']),
    reconciled(month, 'firm-bank', statements['firm-bank']),
    {
      what: 'settled',
      isMet: due === 0,
      text: due === 0 ? 'Everything that was due in it is settled' : investments(due),
    },
  ]
}
