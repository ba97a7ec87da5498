/**
 * An account at the bank is reconciled: its statement was held against the books, and nothing is left over. The file and the
 * postings are compared before; here it is judged under the firm's lock whether the books are still those that were compared.
 */
import type { Refusal } from '../../contract/problems.ts'
import type { BankAccount } from '../../contract/receipt.ts'
import { defineStaffCommand, refuse } from '../../desk/command.ts'
import { centsOf, textOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm } from '../../ledger/core/chart.ts'
import { latestDay, type Instant } from '../../lib/instant.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { clearedBy } from '../import-records/clearing.ts'
import { allImports } from '../import-records/table.ts'
import { mayAct } from '../approvals/two.ts'
import { latestOf, latestReconciliations, reconciliations, type Reconciliation } from './table.ts'

export type ReconcileBank = {
  account: BankAccount
  statementAccount: string | null
  statementDay: string
  closing: Cents
  digest: string
  /** The books as they were compared. */
  balance: Cents
  upTo: number
  /** What the books have and the bank doesn't yet: versions of the account, and their sum. */
  inTransit: string
  inTransitSum: Cents
  /** How many entries of the statement the books don't have, or have with another amount. */
  unbooked: number
  /** How many bookings are neither on a statement nor on their way, and the first of them in words. */
  astray: number
  firstAstray: string | null
  /** What the statement says that the account had before its first day; null: it doesn't, or it begins before the last one ended. */
  openingAfter: Cents | null
}

const entries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)

/** Of another account than before, or of a time that was read already. */
function refusalOfStatement(
  world: World,
  c: ReconcileBank,
  before: Reconciliation | null,
  at: Instant,
): Refusal | null {
  if (c.statementDay > latestDay(at))
    return refuse('not_reconciled', 'The statement ends in the future. Nothing was recorded.')
  const other = latestOf(world, c.account === 'client-bank' ? 'firm-bank' : 'client-bank')
  const isOthers = c.statementAccount !== null && other?.statementAccount === c.statementAccount
  const differs =
    c.statementAccount !== null &&
    before !== null &&
    before.statementAccount !== null &&
    before.statementAccount !== c.statementAccount
  if (isOthers || differs)
    return refuse(
      'not_reconciled',
      'This statement is of another account at the bank than the one before. Nothing was recorded.',
    )
  if (before === null) return null
  if (before.digest === c.digest)
    return refuse(
      'not_reconciled',
      'This very file was reconciled already. Nothing was recorded again.',
    )
  if (c.openingAfter !== null && c.openingAfter !== before.closing)
    return refuse(
      'not_reconciled',
      `The statement begins with ${formatUsd(c.openingAfter)}, and the one before ended with ${formatUsd(before.closing)}: one between them is missing. Nothing was recorded.`,
    )
  return c.statementDay < before.statementDay
    ? refuse(
        'not_reconciled',
        `The account is reconciled until ${before.statementDay} already. Nothing was recorded.`,
      )
    : null
}

/** The closing balance is the books' less what is in transit, to the cent. */
function refusalOfSums(world: World, c: ReconcileBank): Refusal | null {
  const { debits, credits, version } = world.books.state(firm, c.account)
  if (debits - credits !== c.balance || Number(version) !== c.upTo)
    return refuse(
      'not_as_shown',
      'Something was booked on this account meanwhile. Nothing was recorded: compare the statement again.',
    )
  if (c.unbooked > 0)
    return refuse(
      'not_reconciled',
      `${entries(c.unbooked)} of the statement ${c.unbooked === 1 ? 'is' : 'are'} not in the books as the bank has ${c.unbooked === 1 ? 'it' : 'them'}. Nothing was recorded.`,
    )
  if (c.astray > 0)
    return refuse(
      'not_reconciled',
      `${c.firstAstray}${c.astray === 1 ? '' : ` ${c.astray - 1} more bookings are like it.`} Nothing was recorded.`,
    )
  return c.closing === c.balance - c.inTransitSum
    ? null
    : refuse(
        'not_reconciled',
        'The closing balance differs from the books by more than these lines explain. Nothing was recorded.',
      )
}

export const reconcileBank = defineStaffCommand<ReconcileBank>({
  may: 'book-money',
  recall: (kept) => ({
    command: {
      account: textOf(kept, 'account') as BankAccount,
      statementAccount:
        kept.input.statementAccount === null ? null : textOf(kept, 'statementAccount'),
      statementDay: textOf(kept, 'statementDay'),
      closing: centsOf(kept, 'closing'),
      digest: textOf(kept, 'digest'),
      balance: centsOf(kept, 'balance'),
      upTo: Number(kept.input.upTo),
      inTransit: textOf(kept, 'inTransit'),
      inTransitSum: centsOf(kept, 'inTransitSum'),
      // With any of these nothing is recorded.
      unbooked: 0,
      astray: 0,
      firstAstray: null,
      openingAfter: kept.input.openingAfter === null ? null : centsOf(kept, 'openingAfter'),
    },
  }),
  journal: ({ account, statementAccount, statementDay, digest, upTo, inTransit, ...c }) => ({
    ...{ account, statementAccount, statementDay, digest, upTo, inTransit },
    closing: String(c.closing),
    balance: String(c.balance),
    inTransitSum: String(c.inTransitSum),
    openingAfter: c.openingAfter === null ? null : String(c.openingAfter),
  }),
  subject: () => firm,
  needs: () => ({
    owners: [firm],
    staff: true,
    exact: true,
    read: [latestReconciliations, allImports],
  }),
  decide(world, c, { id, at, actor }) {
    if (!mayAct(world, actor, 'book-money')) return refuse('forbidden')
    const refusal =
      refusalOfStatement(world, c, latestOf(world, c.account), at) ?? refusalOfSums(world, c)
    if (refusal) return refusal
    const { account, statementAccount, statementDay, closing, balance, upTo, inTransit, digest } = c
    const cleared = account === 'client-bank' ? clearedBy(world, { inTransit, at }) : null
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'bank-reconciled' }],
      ...(cleared ? { facts: { cleared: cleared.import } } : {}),
      put: [
        ...(cleared ? [cleared.put] : []),
        reconciliations.row({
          id,
          owner: firm,
          account,
          statementAccount,
          statementDay,
          closing,
          balance,
          upTo,
          inTransit,
          digest,
          reconciledAt: at,
          reconciledBy: actor,
        }),
      ],
    }
  },
  reply: (_, { statementDay }) => ({
    status: 200,
    body: {
      status: 'success',
      message: `The account is reconciled until ${statementDay}: nothing is left over.`,
    },
  }),
})
