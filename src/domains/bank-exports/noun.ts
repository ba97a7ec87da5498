import type { Noun } from '../noun.ts'
import {
  buildBankExport,
  downloadBankExport,
  dropBankExport,
  proposeDropBankExport,
} from './rules.ts'
import { bankExports, exportPayments } from '../payouts/exports/table.ts'

export const noun = {
  commands: {
    BuildBankExport: buildBankExport,
    DownloadBankExport: downloadBankExport,
    ProposeDropBankExport: proposeDropBankExport,
    DropBankExport: dropBankExport,
  },
  writers: [bankExports, exportPayments],
  waits: {
    of: 'bank-exports',
    text: "select proposed_at as at, array[proposed_by] as begun, array[]::uuid[] as about from bank_exports where status = 'exported' and proposed_at is not null",
  },
} satisfies Noun
