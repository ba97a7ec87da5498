import type { Noun } from '../noun.ts'
import { bankFileDropped, bankRowsFreed } from './proposals.ts'
import { proposeFreeing, recordBankReport } from './reports.ts'
import {
  buildBankExport,
  downloadBankExport,
  proposeDropBankExport,
  releaseBankExport,
} from './rules.ts'
import { bankExports, exportPayments } from '../payouts/exports/table.ts'

export const noun = {
  commands: {
    BuildBankExport: buildBankExport,
    ReleaseBankExport: releaseBankExport,
    DownloadBankExport: downloadBankExport,
    ProposeDropBankExport: proposeDropBankExport,
    RecordBankReport: recordBankReport,
    ProposeFreeing: proposeFreeing,
  },
  writers: [bankExports, exportPayments],
  proposals: [bankFileDropped, bankRowsFreed],
  waits: {
    of: 'bank-exports',
    text: "select exported_at as at, array[exported_by] as begun, array[]::uuid[] as about from bank_exports where status = 'built'",
  },
} satisfies Noun
