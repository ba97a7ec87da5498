/** Where somebody's money came from: the accounts at banks that were named with what arrived. */
import { defineFact } from '../../desk/fact.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { bankEntries } from './table.ts'

/** As they are compared: without spaces, in capitals. */
export const spelled = (account: string) => account.replaceAll(/\s+/g, '').toUpperCase()

/** Accounts that this owner's money came from: of what was booked to them and wasn't taken back. What waits in their name only goes back, and makes no place theirs. */
export const originsOf = defineFact<OwnerId, readonly string[]>({
  name: 'receipts.origins',
  text: `select distinct owner_id as owner, upper(regexp_replace(payer_account, '\\s', '', 'g')) as account from bank_entries
    where owner_id = any ($1) and kind = 'receipt' and payer_account is not null and status = 'booked'`,
  form: 'uuid',
  valueIn: (rows, owner) =>
    rows.filter((row) => row.owner === owner).map(({ account }) => account as string),
  inMemory: () => ({
    add() {},
    valueOf: (owner, { world }) => [
      ...new Set(
        world
          .rowsOf(bankEntries, owner)
          .filter(({ kind, status }) => kind === 'receipt' && status === 'booked')
          .flatMap(({ payerAccount }) => (payerAccount === null ? [] : [spelled(payerAccount)])),
      ),
    ],
  }),
})
