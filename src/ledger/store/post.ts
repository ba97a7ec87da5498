import type { QueryConfig } from 'pg'
import type { Instant } from '../../lib/instant.ts'
import type { Books } from '../core/books.ts'
import { firm, type Kind, type OwnerId } from '../core/chart.ts'
import type { Account, Booked } from '../core/posting.ts'
import { bigintArray, instantArray, plainArray, uuidArray } from '../../platform/sql-array.ts'

export type Booking = { command: string; at: Instant; postings: readonly Booked[] }

/**
 * The statement that books these bookings in order, with the versions that they have in books which were loaded
 * under the caller's locks. The firm's accounts are locked only then: their versions are the function's to find out.
 */
export function postStatement(bookings: readonly Booking[]): QueryConfig {
  const rows = bookings.flatMap(({ command, at, postings }) =>
    postings.map((posting, line) => ({ posting, command, line, at })),
  )
  const stated = ({ owner }: Account, version: bigint) => (owner === firm ? null : version)
  return {
    name: 'ledger.post',
    text: 'select ledger.post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    values: [
      uuidArray(rows.map(({ command }) => command)),
      plainArray(rows.map(({ line }) => line)),
      instantArray(rows.map(({ at }) => at)),
      plainArray(rows.map(({ posting }) => posting.event)),
      uuidArray(rows.map(({ posting }) => posting.debit.owner)),
      plainArray(rows.map(({ posting }) => posting.debit.kind)),
      bigintArray(rows.map(({ posting: { debit, debitVersion } }) => stated(debit, debitVersion))),
      uuidArray(rows.map(({ posting }) => posting.credit.owner)),
      plainArray(rows.map(({ posting }) => posting.credit.kind)),
      bigintArray(
        rows.map(({ posting: { credit, creditVersion } }) => stated(credit, creditVersion)),
      ),
      bigintArray(rows.map(({ posting }) => posting.amount)),
    ],
  }
}

type AccountRow = { owner: OwnerId; kind: Kind; debits: bigint; credits: bigint; version: bigint }

/** Takes the firm's accounts for this transaction: balances read afterwards are exact. */
export const lockFirmStatement: QueryConfig = {
  name: 'ledger.lock-firm',
  text: 'select ledger.lock_firm()',
}

/** The accounts of these owners and of the firm. */
export function accountsStatement(owners: readonly OwnerId[]): QueryConfig {
  return {
    name: 'ledger.accounts',
    text: 'select owner, kind, debits, credits, version from ledger.accounts where owner = any ($1)',
    values: [uuidArray([...owners, firm])],
  }
}

export function fillBooks(books: Books, rows: readonly AccountRow[]): void {
  for (const row of rows) books.set(row, row)
}
