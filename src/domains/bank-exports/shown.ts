/** Files for the bank as they are sent. Pure but for the names of people. */
import { party, partyIfAny } from '../../desk/spoken.ts'
import type { BankExport as Wire } from '../../contract/bank-export.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { iso } from '../payout-rails/pages/shown.ts'
import type { ExportRow } from './queries.ts'

export const presentExport = (
  row: ExportRow,
  said: Wire['said'],
  proposal: Wire['proposal'],
): Wire => ({
  id: row.id,
  format: row.format,
  status: row.status,
  amount: dollarsFromCents(row.amount),
  payments: row.payments,
  paid: row.paid,
  said,
  exportedAt: isoFromInstant(row.exportedAt),
  exportedBy: party(row.builtBy, row.builtByName),
  releasedBy: partyIfAny(row.releasedBy, row.releasedByName),
  proposal,
  endedAt: iso(row.endedAt),
  cancelledBy: [
    partyIfAny(row.agreedBy, row.agreedByName),
    partyIfAny(row.cancelledBy, row.cancelledByName),
  ].flatMap((one) => one ?? []),
})
