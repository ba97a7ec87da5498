/** Writes a file for the bank: from requests that are what was recorded of them, and always the same from the same facts. */
import { hash } from 'node:crypto'
import type { ExportFormat } from '../../contract/bank-export.ts'
import { ProblemError } from '../../contract/problems.ts'
import { readCommands } from '../../desk/read-back.ts'
import { textOf } from '../../desk/recall.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { payoutsFile } from '../../lib/payouts-file.ts'
import { transfersFile, type Debtor } from '../../lib/transfers.ts'
import type { House } from '../house-desk.ts'
import { mustBeAsRecorded, readCarried } from '../payout-rails/pages/compare.ts'
import { readToBank, type ToBank } from '../withdrawals/to-bank.ts'
import { exportCarrier } from '../payouts/exports/table.ts'
import type { BuildBankExport } from './rules.ts'

/** The file's own number: by it the bank refuses the same file twice. */
const messageId = (id: string): string => id.replaceAll('-', '')

type Facts = Pick<BuildBankExport, 'format' | 'firm' | 'debtor' | 'writtenAt'>

function written(id: string, requests: readonly ToBank[], facts: Facts): string {
  const rows = requests.map(({ id: _id, type, amount, walletName, walletAddress }) => ({
    _id,
    type,
    amount: dollarsFromCents(amount),
    bankName: walletName,
    bankNumber: walletAddress,
  }))
  const { format, firm, debtor, writtenAt: at } = facts
  return format === 'csv'
    ? payoutsFile(rows)
    : transfersFile(rows, { firm, debtor, id: messageId(id), at })
}

const digestOf = (text: string) => hash('sha256', text, 'hex')

/** Of the firm's own account what a file says. */
function debtorOf({ firm: { moneyIn }, policy }: House): Debtor | null {
  // No address of a demonstration may be paid from, whatever its pack says.
  const bank = policy.playMoney ? null : moneyIn?.bank
  if (!bank) return null
  const { holder, iban, bic, account, routing } = bank
  return { holder, iban, bic, account, routing }
}

/** In the order in which they are asked for, each as it was recorded. */
async function requestsOf(house: House, ids: readonly string[], requestId: string) {
  const requests = await readToBank(house, ids, requestId)
  if (requests.length < ids.length) throw new ProblemError('not_approved')
  return requests
}

/** The command that claims these requests for a file, with the digest of that file. */
export async function prepareExport(
  house: House,
  id: string,
  { format, withdrawals }: { format: ExportFormat; withdrawals: readonly string[] },
  requestId: string,
): Promise<BuildBankExport> {
  const requests = await requestsOf(house, withdrawals, requestId)
  const facts: Facts = {
    format,
    firm: house.firm.name,
    debtor: format === 'csv' ? null : debtorOf(house),
    writtenAt: new Date().toISOString(),
  }
  return {
    ...facts,
    payments: requests.map(({ id: withdrawal, amount, owner }) => ({ withdrawal, amount, owner })),
    digest: digestOf(written(id, requests, facts)),
  }
}

export type ExportFile = { owners: OwnerId[]; name: string; type: string; text: string }

/** The file again, byte for byte; with whose requests it still pays. */
export async function writeAgain(house: House, id: string, requestId: string): Promise<ExportFile> {
  const carried = await readCarried(house, exportCarrier, id, requestId)
  if (!carried) throw new ProblemError('unknown_export')
  const { row, lines } = mustBeAsRecorded(carried, 'file for the bank')
  const [built] = await readCommands(house, house.pool, {
    name: 'bank-exports.built',
    chosen: 'select asked.id::text as about, asked.id from unnest($1::uuid[]) asked (id)',
    ids: [id],
  })
  const { format } = row
  const facts: Facts = {
    format,
    firm: textOf(built!, 'firm'),
    debtor: (built!.input.debtor as Debtor | null) ?? null,
    writtenAt: textOf(built!, 'writtenAt'),
  }
  const requests = await requestsOf(
    house,
    lines.map(({ withdrawal }) => withdrawal),
    requestId,
  )
  const text = written(id, requests, facts)
  if (digestOf(text) !== row.digest)
    throw new ProblemError({
      code: 'not_as_recorded',
      message:
        'This file can’t be written as it was exported. Nothing was handed out: have two administrators give it up, and export its payouts again.',
    })
  const unpaid = new Set(lines.flatMap((line) => (line.paidAt === null ? [line.withdrawal] : [])))
  const name = `payouts-${id.slice(0, 8)}.${format === 'csv' ? 'csv' : 'xml'}`
  const type = format === 'csv' ? 'text/csv' : 'application/xml'
  const owners = requests.flatMap((one) => (unpaid.has(one.id) ? [one.owner] : []))
  return { owners: [...new Set(owners)], name, type, text }
}
