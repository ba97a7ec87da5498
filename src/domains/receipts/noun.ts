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
} satisfies Noun
