import type { Noun } from '../noun.ts'
import { approveBankEntry, refuseBankEntry } from './decide.ts'
import { letters } from './mails.ts'
import { originsOf } from './origins.ts'
import { releaseReceipt } from './release.ts'
import {
  assignReceipt,
  recordBankCharge,
  recordBankInterest,
  recordReceipt,
  returnReceipt,
  undoReceipt,
} from './rules.ts'
import { bankEntries } from './table.ts'

export const noun = {
  commands: {
    RecordReceipt: recordReceipt,
    AssignReceipt: assignReceipt,
    ReturnReceipt: returnReceipt,
    UndoReceipt: undoReceipt,
    RecordBankCharge: recordBankCharge,
    RecordBankInterest: recordBankInterest,
    ApproveBankEntry: approveBankEntry,
    RefuseBankEntry: refuseBankEntry,
    ReleaseReceipt: releaseReceipt,
  },
  writers: [bankEntries],
  facts: [originsOf],
  letters,
  waits: {
    of: 'receipts',
    text: "select proposed_at as at, array[proposed_by] as begun, array[owner_id] as about from bank_entries where status = 'proposed'",
  },
} satisfies Noun
