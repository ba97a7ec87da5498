import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { originsOf } from './origins.ts'
import { bankEntry } from './proposals.ts'
import { releaseReceipt } from './release.ts'
import {
  assignReceipt,
  recordBankCharge,
  recordBankInterest,
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
} satisfies Noun
