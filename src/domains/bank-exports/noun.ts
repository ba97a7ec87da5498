import { waitingRows } from '../../desk/waiting-rows.ts'
import type { Noun } from '../noun.ts'
import { bankExportCancellation, bankPayoutsReopening } from './proposals.ts'
import { proposeReopeningPayouts, recordBankReport } from './reports.ts'
import {
  buildBankExport,
  downloadBankExport,
  proposeCancellingBankExport,
  releaseBankExport,
} from './rules.ts'
import { bankExports, exportPayments } from '../payouts/exports/table.ts'

export const noun = {
  commands: {
    BuildBankExport: buildBankExport,
    ReleaseBankExport: releaseBankExport,
    DownloadBankExport: downloadBankExport,
    ProposeCancellingBankExport: proposeCancellingBankExport,
    RecordBankReport: recordBankReport,
    ProposeReopeningPayouts: proposeReopeningPayouts,
  },
  writers: [bankExports, exportPayments],
  proposals: [bankExportCancellation, bankPayoutsReopening],
  finds: [
    {
      kind: 'bank-export',
      text: 'select bank_exports.id, owner_id as owner, format as said, exported_at as at from bank_exports, sought where bank_exports.id = sought.id',
    },
  ],
  waits: {
    of: 'bank-exports',
    may: 'agree-to-money',
    text: "select id, amount, exported_at as at, array[exported_by] as begun, array[]::uuid[] as about from bank_exports where status = 'built'",
    has: ['amount'],
    rows: waitingRows(bankExports, ({ status, builtBy }) => ({
      waits: status === 'built',
      may: 'agree-to-money',
      begun: [builtBy],
      about: [],
    })),
  },
} satisfies Noun
