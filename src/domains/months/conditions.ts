/** What has to be so before a month of the books can be closed. Pure. */
import type { MonthCondition } from '../../contract/months.ts'
import type { BankAccount } from '../../contract/receipt.ts'
import type { Instant } from '../../lib/instant.ts'
import { endOfMonth, lastDayOf, monthInWords, monthOf, type Month } from '../../lib/month.ts'
import type { Reconciliation } from '../reconciliations/table.ts'

type Statement = Pick<Reconciliation, 'statementDay' | 'reconciledAt'> | null

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
  openFrom === null ? first : monthOf(openFrom)

const accounts: Record<BankAccount, string> = {
  'client-bank': 'The clients’ bank account',
  'firm-bank': 'The firm’s own bank account',
}

/** A statement that was compared before the month was over says nothing of what was booked after it. */
function reconciled(month: Month, account: BankAccount, statement: Statement): MonthCondition {
  const day = lastDayOf(month)
  const reaches = statement !== null && statement.statementDay >= day
  const isMet = reaches && statement.reconciledAt >= endOfMonth(month)
  const until =
    statement === null
      ? 'was never reconciled'
      : reaches
        ? 'was reconciled before the month was over'
        : `is reconciled until ${statement.statementDay} only`
  return {
    what: account,
    isMet,
    text: isMet
      ? `${accounts[account]} is reconciled until ${statement.statementDay}`
      : `${accounts[account]} ${until}: reconcile a statement that reaches ${day}`,
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
