import type { Noun } from '../noun.ts'
import { approveBankEntry, refuseBankEntry } from './decide.ts'
import { recordedEntry } from './follow.ts'
import { letters } from './mails.ts'
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
  },
  writers: [bankEntries],
  facts: [recordedEntry],
  letters,
} satisfies Noun
