/** Reconciliations as they are kept. */
import type { BankAccount } from '../../contract/receipt.ts'
import { cents, count, instant, text, uuid, word } from '../../desk/column.ts'
import { reading } from '../../desk/read.ts'
import { Table } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'

export type Reconciliation = {
  id: string
  /** The firm. */
  owner: OwnerId
  account: BankAccount
  /** IBAN or number, as the statement names it; null: it doesn't. */
  statementAccount: string | null
  /** The last day of the statement, YYYY-MM-DD. */
  statementDay: string
  closing: Cents
  balance: Cents
  /** The version of the account in the books: all until then was compared. */
  upTo: number
  /** Versions of what the bank didn't have yet, with commas between. */
  inTransit: string
  /** SHA-256 of the file, in hex. */
  digest: string
  reconciledAt: Instant
  reconciledBy: OwnerId
}

export const reconciliations = new Table<Reconciliation>({
  name: 'reconciliations',
  as: 'reconciliation',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    account: word('account'),
    statementAccount: text('statement_account'),
    statementDay: word('statement_day'),
    closing: cents('closing'),
    balance: cents('balance'),
    upTo: count('up_to'),
    inTransit: text('in_transit'),
    digest: word('digest'),
    reconciledAt: instant('reconciled_at'),
    reconciledBy: uuid('reconciled_by'),
  },
})

const latest = reconciliations.source<OwnerId>({
  name: 'latest',
  form: 'uuid',
  text: `select distinct on (reconciliation.account) ${reconciliations.columns} from ${reconciliations.from}
    where reconciliation.owner_id = any ($1) order by reconciliation.account, reconciliation.reconciled_at desc, reconciliation.id desc`,
})

/** Needs the last one of each account. */
export const latestReconciliations = reading(latest, firm)

export const latestOf = (world: World, account: BankAccount): Reconciliation | null =>
  world
    .rowsOf(reconciliations, firm)
    .filter((one) => one.account === account)
    .toSorted((a, b) => a.reconciledAt - b.reconciledAt || (a.id < b.id ? -1 : 1))
    .at(-1) ?? null
