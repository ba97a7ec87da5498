/** A file of the bank held against the books: for people to see, and for the command that records it. */
import type { BankAccount } from '../../contract/receipt.ts'
import type {
  StatementComparison,
  StatementEntry as WireEntry,
} from '../../contract/reconciliation.ts'
import { ProblemError } from '../../contract/problems.ts'
import type { Journal } from '../../desk/read-back.ts'
import { dollarsFromCents, formatUsd, type Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import type { Policy } from '../../platform/policy.ts'
import { referenceKey } from '../../lib/bank-reference.ts'
import { compareApart } from '../bank-statements/compare-apart.ts'
import { namesOf } from '../bank-statements/named-by.ts'
import type { Astray } from '../bank-statements/in-transit.ts'
import type { Said } from '../bank-statements/statement.ts'
import { StatementFault, type StatementEntry } from '../bank-statements/statement.ts'
import type { Booked, ComparedFile } from '../bank-statements/summary.ts'
import { readReferencesOfCoins } from '../coin-exchanges/queries.ts'
import { readHeld } from '../proposals/queries.ts'
import { readReferencesAtBank } from '../receipts/queries.ts'
import { heldReference } from '../receipts/references.ts'
import { identify } from './identify.ts'
import { findPayouts, findSentBack } from './payouts.ts'
import { findReversed } from './reversed.ts'
import { readBooks } from './queries.ts'
import type { ReconcileBank } from './rules.ts'

export type Given = { account: BankAccount; files: string[]; closing: Cents | null; said: Said }

/** With the books that it was compared with, and what the statement before left. */
export type Compared = ComparedFile & {
  balance: Cents
  upTo: number
  until: string | null
  inTransitDays: number
}

/** Throws `validation_failed` where the file can't be read or lacks something that a person has to say. */
export async function compareFile(
  db: Database,
  { account, files: texts, closing, said }: Given,
  { inTransitDays }: Pick<Policy, 'inTransitDays'>,
): Promise<Compared> {
  const { upTo, last, ...books } = await readBooks(db, account)
  const until = last?.statementDay ?? null
  const meant = { ...said, account: said.account ?? last?.statementAccount ?? null }
  const compared = await compareApart({
    ...{ texts, said: meant, closing, books, until, inTransitDays },
  }).catch((error: unknown) => {
    if (!(error instanceof StatementFault)) throw error
    const { message, field } = error
    throw new ProblemError({ code: 'validation_failed', message, fields: { [field]: message } })
  })
  return { ...compared, balance: books.balance, upTo, until, inTransitDays }
}

/** What a booking is astray by, for whoever has to find it. */
function astrayText({ line, why }: { line: Booked; why: Astray }, compared: Compared): string {
  const { amount, reference, day, valueOn } = line
  const what = `${formatUsd(amount < 0n ? -amount : amount)} ${amount < 0n ? 'out' : 'in'}${reference === null ? '' : ` under ${reference}`}, booked on ${day}`
  const said: Record<Astray, string> = {
    missing: `is on no statement, though its value day ${valueOn} is covered by one`,
    uncovered: `has the value day ${valueOn}, which no statement covers: read the statement of that day first`,
    late: `has been in transit for more than ${compared.inTransitDays} banking days`,
  }
  return `${what}, ${said[why]}.`
}

/** The command that records it; the desk judges whether it may. */
export function commandOf(account: BankAccount, compared: Compared): ReconcileBank {
  const { closing, digest, balance, upTo, inTransit, inTransitSum, unbooked, astray } = compared
  const [first] = compared.astrayFirst
  const isAfter = compared.until !== null && compared.from > compared.until
  return {
    account,
    statementAccount: compared.account,
    statementDay: compared.to,
    closing,
    digest,
    balance,
    upTo,
    inTransit,
    inTransitSum,
    unbooked,
    astray,
    firstAstray: first ? astrayText(first, compared) : null,
    openingAfter: isAfter ? compared.opening : null,
  }
}

type Found = Pick<WireEntry, 'user' | 'identified' | 'payout' | 'sentBack' | 'reversed'>
const nothingFound: Found = {
  user: null,
  identified: null,
  payout: null,
  sentBack: null,
  reversed: null,
}

async function presentOpen(
  journal: Journal,
  account: BankAccount,
  { bankAlone: fresh, differing }: Compared,
): Promise<WireEntry[]> {
  const db = journal.pool
  const keys = fresh.map(({ reference }) => referenceKey(reference))
  const taken = await Promise.all([readReferencesAtBank(db, keys), readReferencesOfCoins(db, keys)])
  const names = namesOf(fresh, new Set(taken.flat()))
  // No money of people moves on the firm's own account: no entry there is taken for somebody's.
  const peoples = account === 'client-bank' ? fresh : []
  const [waiting, whose, paid, back, reversed] = await Promise.all([
    readHeld(db, [...names.values()].map(heldReference)),
    identify(db, peoples),
    findPayouts(journal, new Map(peoples.map((entry) => [entry, names.get(entry)!]))),
    findSentBack(journal, peoples),
    findReversed(db, peoples),
  ])
  const present = (
    { amount, texts: _texts, file = null, ...entry }: StatementEntry,
    facts: Pick<WireEntry, 'reference' | 'state'> & Partial<Found>,
  ): WireEntry => ({
    ...{ ...entry, ...nothingFound, ...facts },
    ...{ file, amount: dollarsFromCents(amount) },
  })
  return [
    ...differing.map((entry) => present(entry, { reference: entry.reference, state: 'differs' })),
    ...fresh.map((entry) => {
      const reference = names.get(entry)!
      const state = waiting.has(heldReference(reference)) ? 'waiting' : 'new'
      const found = {
        ...whose.get(entry),
        ...reversed.get(entry),
        ...paid.get(entry),
        ...back.get(entry),
      }
      return present(entry, { reference, state, ...found })
    }),
  ]
}

const presentLine = (line: Booked) => ({
  commandId: line.command,
  amount: dollarsFromCents(line.amount),
  reference: line.reference,
  day: line.valueOn ?? line.day,
})

export async function presentComparison(
  journal: Journal,
  account: BankAccount,
  compared: Compared,
): Promise<StatementComparison> {
  const { from, to, entries, booked, foreign, pending, leftOver, unbooked, astray } = compared
  const { out, in: into } = compared.inTransitDirected
  return {
    account,
    statementAccount: compared.account,
    from,
    to,
    closing: dollarsFromCents(compared.closing),
    balance: dollarsFromCents(compared.balance),
    entries,
    booked,
    pending,
    open: await presentOpen(journal, account, compared),
    inTransit: compared.booksAlone.map(presentLine),
    inTransitOut: dollarsFromCents(out),
    inTransitIn: dollarsFromCents(into),
    astray: compared.astrayFirst.map(({ line, why }) => ({ ...presentLine(line), why })),
    foreign,
    leftOver: dollarsFromCents(leftOver),
    reconciles: leftOver === 0n && unbooked === 0 && astray === 0,
  }
}
