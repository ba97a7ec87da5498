import type { Noun } from '../noun.ts'
import { recordedClaims, recordedExport } from './follow.ts'
import {
  buildBankExport,
  downloadBankExport,
  dropBankExport,
  proposeDropBankExport,
} from './rules.ts'
import { bankExports, exportPayments } from './table.ts'

export const noun = {
  commands: {
    BuildBankExport: buildBankExport,
    DownloadBankExport: downloadBankExport,
    ProposeDropBankExport: proposeDropBankExport,
    DropBankExport: dropBankExport,
  },
  writers: [bankExports, exportPayments],
  facts: [recordedExport, recordedClaims],
} satisfies Noun
