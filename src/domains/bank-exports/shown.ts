/** Files for the bank as they are sent. Pure but for the names of people. */
import type { BankExport as Wire } from '../../contract/bank-export.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { party } from '../payout-batches/shown.ts'
import type { ExportRow } from './queries.ts'

const iso = (at: Instant | null) => (at === null ? null : isoFromInstant(at))
const partyIfAny = (id: OwnerId | null, name: string | null) =>
  id === null ? null : party(id, name)

export const presentExport = (row: ExportRow): Wire => ({
  id: row.id,
  format: row.format,
  status: row.status,
  amount: dollarsFromCents(row.amount),
  payments: row.payments,
  paid: row.paid,
  exportedAt: isoFromInstant(row.exportedAt),
  exportedBy: party(row.exportedBy, row.exportedByName),
  proposedAt: iso(row.proposedAt),
  proposedBy: partyIfAny(row.proposedBy, row.proposedByName),
  endedAt: iso(row.endedAt),
  droppedBy: partyIfAny(row.droppedBy, row.droppedByName),
})
