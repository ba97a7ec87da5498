/** A file of the bank held against the books: for people to see, and for the command that records it. */
import type { BankAccount } from '../../contract/receipt.ts'
import type {
  StatementComparison,
  StatementEntry as WireEntry,
} from '../../contract/reconciliation.ts'
import { ProblemError } from '../../contract/problems.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { compareApart } from '../bank-statements/compare-apart.ts'
import { accountIdMeant } from '../bank-statements/match.ts'
import { StatementFault, type StatementEntry } from '../bank-statements/statement.ts'
import type { ComparedFile } from '../bank-statements/summary.ts'
import { readHeld } from '../proposals/queries.ts'
import { heldReference } from '../receipts/references.ts'
import { readBooks, readNamed } from './queries.ts'
import type { ReconcileBank } from './rules.ts'

export type Given = { account: BankAccount; file: string; closing: Cents | null }

/** With the books that it was compared with. */
export type Compared = ComparedFile & { balance: Cents; upTo: number }

/** Throws `validation_failed` where the file can't be read or lacks its closing balance. */
export async function compareFile(
  db: Database,
  { account, file, closing }: Given,
): Promise<Compared> {
  const { upTo, ...books } = await readBooks(db, account)
  const compared = await compareApart({ text: file, closing, books }).catch((error: unknown) => {
    if (!(error instanceof StatementFault)) throw error
    const { message, field } = error
    throw new ProblemError({ code: 'validation_failed', message, fields: { [field]: message } })
  })
  return { ...compared, balance: books.balance, upTo }
}

/** The command that records it; the desk judges whether it may. */
export function commandOf(account: BankAccount, compared: Compared): ReconcileBank {
  const { closing, digest, balance, upTo, onItsWay, onItsWaySum, unbooked } = compared
  return {
    account,
    statementAccount: compared.account,
    statementDay: compared.to,
    closing,
    digest,
    balance,
    upTo,
    onItsWay,
    onItsWaySum,
    unbooked,
  }
}

async function presentOpen(
  db: Database,
  { bankAlone: fresh, differing }: Compared,
): Promise<WireEntry[]> {
  const [waiting, named] = await Promise.all([
    readHeld(
      db,
      fresh.flatMap(({ reference }) => (reference === null ? [] : [heldReference(reference)])),
    ),
    readNamed(
      db,
      fresh.flatMap(({ text }) => accountIdMeant(text) ?? []),
    ),
  ])
  const isWaiting = ({ reference }: StatementEntry) =>
    reference !== null && waiting.has(heldReference(reference))
  const present = (entry: StatementEntry, state: WireEntry['state']): WireEntry => ({
    ...entry,
    amount: dollarsFromCents(entry.amount),
    state,
    user: (entry.amount > 0n && named.get(accountIdMeant(entry.text) ?? '')) || null,
  })
  return [
    ...differing.map((entry) => present(entry, 'differs')),
    ...fresh.map((entry) => present(entry, isWaiting(entry) ? 'waiting' : 'new')),
  ]
}

export async function presentComparison(
  db: Database,
  account: BankAccount,
  compared: Compared,
): Promise<StatementComparison> {
  const { from, to, entries, booked, foreign, leftOver, unbooked } = compared
  return {
    account,
    statementAccount: compared.account,
    from,
    to,
    closing: dollarsFromCents(compared.closing),
    balance: dollarsFromCents(compared.balance),
    entries,
    booked,
    open: await presentOpen(db, compared),
    onItsWay: compared.booksAlone.map((line) => ({
      commandId: line.command,
      amount: dollarsFromCents(line.amount),
      reference: line.reference,
      day: line.day,
    })),
    foreign,
    leftOver: dollarsFromCents(leftOver),
    reconciles: leftOver === 0n && unbooked === 0,
  }
}
