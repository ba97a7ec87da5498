import type { ClientBase, QueryConfig } from 'pg'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { Books } from '../core/books.ts'
import { firm, type Kind, type OwnerId } from '../core/chart.ts'
import type { Account, Posting } from '../core/posting.ts'

export type Booking = { command: string; at: Instant; postings: readonly Posting[] }

/**
 * The statement that books these bookings in order. `before` tells the versions of the investors'
 * accounts under the caller's locks; the firm's are the function's to find out.
 */
export function postStatement(bookings: readonly Booking[], before: Books): QueryConfig {
  const versions = new Map<string, bigint>()
  const nextVersion = ({ owner, kind }: Account): string | null => {
    if (owner === firm) return null
    const version = (versions.get(`${owner} ${kind}`) ?? before.state(owner, kind).version) + 1n
    versions.set(`${owner} ${kind}`, version)
    return String(version)
  }
  const rows = bookings.flatMap(({ command, at, postings }) =>
    postings.map((posting, line) => [
      command, line, isoFromInstant(at), posting.event,
      posting.debit.owner, posting.debit.kind, nextVersion(posting.debit),
      posting.credit.owner, posting.credit.kind, nextVersion(posting.credit), String(posting.amount),
    ]),
  )
  const columns = Array.from({ length: 11 }, (_, column) => rows.map((row) => row[column]))
  return { name: 'ledger.post', text: 'select ledger.post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)', values: columns }
}

type AccountRow = { owner: OwnerId; kind: Kind; debits: bigint; credits: bigint; version: bigint }

/** Takes the firm's accounts for this transaction: whoever asks for balances afterwards has exact ones. */
export const lockFirmStatement: QueryConfig = { name: 'ledger.lock-firm', text: 'select ledger.lock_firm()' }

/** The accounts of these owners and of the firm. */
export function accountsStatement(owners: readonly OwnerId[]): QueryConfig {
  return {
    name: 'ledger.accounts',
    text: 'select owner, kind, debits, credits, version from ledger.accounts where owner = any ($1) or owner = $2',
    values: [owners, firm],
  }
}

export function fillBooks(books: Books, rows: readonly AccountRow[]): void {
  for (const { owner, kind, debits, credits, version } of rows) books.set({ owner, kind }, { debits, credits, version })
}

/** Balances of the firm's own accounts as they stand now. */
export async function readFirmsBooks(db: Pick<ClientBase, 'query'>): Promise<Books> {
  const { rows } = await db.query<AccountRow>(accountsStatement([]))
  const books = new Books()
  fillBooks(books, rows)
  return books
}
