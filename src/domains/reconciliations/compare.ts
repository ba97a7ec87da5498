/** A file of the bank held against the books: for people to see, and for the command that records it. */
import { createHash } from 'node:crypto'
import type { BankAccount } from '../../contract/receipt.ts'
import type {
  StatementComparison,
  StatementEntry as WireEntry,
} from '../../contract/reconciliation.ts'
import { ProblemError } from '../../contract/problems.ts'
import { referenceKey } from '../../lib/bank-reference.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { compareStatement, type Comparison } from '../bank-statements/compare.ts'
import { accountIdMeant } from '../bank-statements/match.ts'
import { readStatementApart } from '../bank-statements/read-apart.ts'
import {
  StatementFault,
  type Statement,
  type StatementEntry,
} from '../bank-statements/statement.ts'
import { readWaitingReferences } from '../receipts/queries.ts'
import { readBooks, readNamed, type Booked, type Books } from './queries.ts'
import type { ReconcileBank } from './rules.ts'

export type Given = { account: BankAccount; file: string; closing: Cents | null }

export type Compared = {
  statement: Statement & { closing: Cents }
  books: Books
  found: Comparison<Booked>
}

const wrong = (field: 'file' | 'closing', message: string) =>
  new ProblemError({ code: 'validation_failed', message, fields: { [field]: message } })

async function readStatement({ file, closing: typed }: Given): Promise<Compared['statement']> {
  const statement = await readStatementApart(file).catch((error: unknown) => {
    throw error instanceof StatementFault ? wrong('file', error.message) : error
  })
  const { closing: said } = statement
  if (said !== null && typed !== null && said !== typed)
    throw wrong('closing', 'The file says another closing balance. Leave this empty.')
  const closing = said ?? typed
  if (closing === null)
    throw wrong('closing', 'The file doesn’t say the closing balance: please enter it.')
  return { ...statement, closing }
}

/** Throws `validation_failed` where the file can't be read or lacks its closing balance. */
export async function compareFile(db: Database, given: Given): Promise<Compared> {
  const statement = await readStatement(given)
  const books = await readBooks(db, given.account)
  const found = compareStatement({
    entries: statement.entries,
    lines: books.lines,
    closing: statement.closing,
    balance: books.balance,
  })
  return { statement, books, found }
}

const sum = (lines: readonly { amount: Cents }[]): Cents =>
  lines.reduce((total, { amount }) => total + amount, 0n)

/** The command that records it; the desk judges whether it may. */
export function commandOf({ account, file }: Given, compared: Compared): ReconcileBank {
  const { statement, books, found } = compared
  return {
    account,
    statementAccount: statement.account,
    statementDay: statement.to,
    closing: statement.closing,
    digest: createHash('sha256').update(file).digest('hex'),
    balance: books.balance,
    upTo: books.upTo,
    onItsWay: found.booksAlone.map(({ version }) => version).join(','),
    onItsWaySum: sum(found.booksAlone),
    unbooked: found.bankAlone.length + found.differing.length,
  }
}

/** So many of a kind are shown: whoever has more begins with these. */
const shownAtMost = 1000

async function presentOpen(db: Database, found: Comparison<Booked>): Promise<WireEntry[]> {
  const fresh = found.bankAlone.slice(0, shownAtMost)
  const [waiting, named] = await Promise.all([
    readWaitingReferences(
      db,
      fresh.flatMap(({ reference }) => (reference === null ? [] : [referenceKey(reference)])),
    ),
    readNamed(
      db,
      fresh.flatMap(({ text }) => accountIdMeant(text) ?? []),
    ),
  ])
  const isWaiting = ({ reference }: StatementEntry) =>
    reference !== null && waiting.has(referenceKey(reference))
  const present = (entry: StatementEntry, state: WireEntry['state']): WireEntry => ({
    ...entry,
    amount: dollarsFromCents(entry.amount),
    state,
    user: (entry.amount > 0n && named.get(accountIdMeant(entry.text) ?? '')) || null,
  })
  return [
    ...found.differing.map(({ entry }) => present(entry, 'differs')),
    ...fresh.map((entry) => present(entry, isWaiting(entry) ? 'waiting' : 'new')),
  ]
}

export async function presentComparison(
  db: Database,
  account: BankAccount,
  { statement, books, found }: Compared,
): Promise<StatementComparison> {
  return {
    account,
    statementAccount: statement.account,
    from: statement.from,
    to: statement.to,
    closing: dollarsFromCents(statement.closing),
    balance: dollarsFromCents(books.balance),
    entries: statement.entries.length,
    booked: found.both.length,
    open: await presentOpen(db, found),
    onItsWay: found.booksAlone.slice(0, shownAtMost).map((line) => ({
      commandId: line.command,
      amount: dollarsFromCents(line.amount),
      reference: line.reference,
      day: line.day,
    })),
    foreign: statement.foreign.slice(0, shownAtMost),
    leftOver: dollarsFromCents(found.leftOver),
    reconciles:
      found.leftOver === 0n && found.bankAlone.length === 0 && found.differing.length === 0,
  }
}
