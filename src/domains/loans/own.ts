/** What one person has asked for and borrowed, as they read it. */
import type { Loan, LoanApplication } from '../../contract/borrowing.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { readBusinessNow } from '../../platform/business-time.ts'
import type { Database } from '../../platform/database.ts'
import { presentApplication, presentLoan } from './present.ts'
import { readApplicationsOf, readDues, readFigures, readLoansOf } from './queries.ts'
import { dayOf } from './running.ts'

/** In UTC, as days of loans are. */
export const readToday = async (db: Database): Promise<string> => dayOf(await readBusinessNow(db))

type OwnLoans = { applications: LoanApplication[]; loans: Loan[]; isPoolShort: boolean }

/** Newest first. */
export async function readOwnLoans(db: Database, owner: OwnerId): Promise<OwnLoans> {
  const [applications, found, today] = await Promise.all([
    readApplicationsOf(db, owner),
    readLoansOf(db, owner),
    readToday(db),
  ])
  const [dues, { pool }] = await Promise.all([
    readDues(
      db,
      found.map(({ id }) => id),
    ),
    readFigures(db, owner),
  ])
  return {
    applications: applications.map(presentApplication),
    loans: found.map((loan) => presentLoan(loan, dues.get(loan.id) ?? [], today)),
    isPoolShort: pool <= 0n,
  }
}
