import { waitingRows } from '../../desk/waiting-rows.ts'
import type { Noun } from '../noun.ts'
import { isHeld } from '../proposals/queries.ts'
import { letters } from './mails.ts'
import { originsOf } from './origins.ts'
import { bankEntry } from './proposals.ts'
import { releaseReceipt } from './release.ts'
import {
  assignReceipt,
  recordBankCharge,
  recordBankInterest,
  recordMigrationClearing,
  recordReceipt,
  returnReceipt,
  reverseReceipt,
} from './rules.ts'
import { bankEntries } from './table.ts'

export const noun = {
  commands: {
    RecordReceipt: recordReceipt,
    AssignReceipt: assignReceipt,
    ReturnReceipt: returnReceipt,
    ReverseReceipt: reverseReceipt,
    RecordBankCharge: recordBankCharge,
    RecordBankInterest: recordBankInterest,
    RecordMigrationClearing: recordMigrationClearing,
    ReleaseReceipt: releaseReceipt,
  },
  proposals: [bankEntry],
  writers: [bankEntries],
  facts: [originsOf],
  letters,
  finds: [
    {
      kind: 'bank-entry',
      text: `select entry.id, entry.owner_id as owner, coalesce(entry.reference, '') as said, entry.booked_at as at
        from sought join bank_entries entry on entry.id = sought.id or entry.reference_key = sought.reference`,
    },
  ],
  // What waits in somebody's name is released to them by itself, or sent back: here are those of which nobody knows whose they are.
  waits: {
    of: 'receipts',
    may: 'book-money',
    text: `select id, amount, booked_at as at, array[]::uuid[] as begun, array[]::uuid[] as about from bank_entries
      where kind = 'receipt' and status = 'suspense' and owner_id is null and not ${isHeld("'receipt ' || bank_entries.id")}`,
    has: ['amount'],
    rows: waitingRows(bankEntries, ({ kind, status, owner }) => ({
      waits: kind === 'receipt' && status === 'suspense' && owner === null,
      may: 'book-money',
      begun: [],
      about: [],
    })),
  },
} satisfies Noun
