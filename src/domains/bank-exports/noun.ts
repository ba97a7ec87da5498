import type { Noun } from '../noun.ts'
import { bankFileDropped } from './proposals.ts'
import { buildBankExport, downloadBankExport, proposeDropBankExport } from './rules.ts'
import { bankExports, exportPayments } from '../payouts/exports/table.ts'

export const noun = {
  commands: {
    BuildBankExport: buildBankExport,
    DownloadBankExport: downloadBankExport,
    ProposeDropBankExport: proposeDropBankExport,
  },
  writers: [bankExports, exportPayments],
  proposals: [bankFileDropped],
} satisfies Noun
