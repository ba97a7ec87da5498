/** Writes a file for the bank: from requests that are what was recorded of them, and always the same from the same facts. */
import { hash } from 'node:crypto'
import type { ExportFormat } from '../../contract/bank-export.ts'
import { ProblemError } from '../../contract/problems.ts'
import { readCommands } from '../../desk/read-back.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { bankPayoutsOf } from '../../lib/bank-payout-terms.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { payoutsFile } from '../../lib/payouts-file.ts'
import { dayIn } from '../../lib/zone.ts'
import { nameForBank, transfersFile, type Debtor, type TransferTerms } from '../../lib/transfers.ts'
import type { House } from '../house-desk.ts'
import { approvalLimitsOf } from '../../platform/policy.ts'
import { withOwners } from '../payout-rails/leave.ts'
import type { Release } from '../payout-rails/release.ts'
import { mustBeAsRecorded, readCarried } from '../payout-rails/pages/compare.ts'
import { readToBank, type ToBank } from '../withdrawals/to-bank.ts'
import { exportCarrier } from '../payouts/exports/table.ts'
import { reading } from './queries.ts'
import { factsIn, type BuildBankExport } from './rules.ts'

/** The file's own number: by it the bank refuses the same file twice. */
const messageId = (id: string): string => id.replaceAll('-', '')

type Facts = ReturnType<typeof factsIn>

function written(id: string, requests: readonly ToBank[], facts: Facts): string {
  const rows = requests.map(({ id: _id, type, amount, walletName, walletAddress, note }) => ({
    _id,
    type,
    amount: dollarsFromCents(amount),
    bankName: walletName,
    bankNumber: walletAddress,
    note,
  }))
  const { firm, debtor, terms, writtenAt: at } = facts
  return terms === null
    ? payoutsFile(rows)
    : transfersFile(rows, { firm, debtor, id: messageId(id), at, terms })
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

function termsOf({ firm }: House, at: Date): TransferTerms {
  const { zone, addresses, address, ...terms } = bankPayoutsOf(firm)
  const executedOn = dayIn(at.getTime(), zone)
  return { ...terms, executedOn, address: addresses === 'structured' ? address : null }
}

function mustBeWritable({ firm, debtor, terms }: Facts): void {
  for (const name of terms ? [firm, debtor?.holder ?? firm] : [])
    if (nameForBank(name, terms!.letters) === null)
      throw new ProblemError({
        code: 'not_in_latin_letters',
        message: `“${name}” can’t be written in the letters that banks take, and the file would name the firm so. Nothing was exported: change it in firm.yaml, or set letters: any under payouts.bank where your bank takes such names.`,
      })
}

/** Those that can be written for the bank, and the others. */
function parted(requests: readonly ToBank[], terms: TransferTerms | null) {
  const isWritable = ({ walletName }: ToBank) =>
    terms === null || nameForBank(walletName ?? '', terms.letters) !== null
  const payable = requests.filter(isWritable)
  const left = requests.filter((one) => !isWritable(one)).map(({ id }) => id)
  if (payable.length === 0)
    throw new ProblemError({
      code: 'not_in_latin_letters',
      message:
        'No account holder among these can be written in the letters that banks take. Nothing was exported: return these requests with that reason, so that the account is saved again in Latin letters.',
    })
  return { payable, left }
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
  const at = new Date()
  const isForBank = format === 'pain001'
  const facts: Facts = {
    format,
    firm: house.firm.name,
    debtor: isForBank ? debtorOf(house) : null,
    terms: isForBank ? termsOf(house, at) : null,
    writtenAt: at.toISOString(),
  }
  mustBeWritable(facts)
  const { payable, left } = parted(requests, facts.terms)
  return {
    ...facts,
    payments: payable.map(({ id: withdrawal, amount, owner }) => ({ withdrawal, amount, owner })),
    left,
    digest: digestOf(written(id, payable, facts)),
  }
}

/** The command that lets a file be handed out, as it was shown. */
export async function prepareReleaseOf(
  house: House,
  id: string,
  shown: { amount: number; payments: number },
): Promise<Release<'export'>> {
  const file = await reading.one(house.pool, id)
  if (!file) throw new ProblemError('unknown_export')
  if (dollarsFromCents(file.amount) !== shown.amount || file.payments !== shown.payments)
    throw new ProblemError('not_as_shown')
  const lines = await reading.lines(house.pool, id)
  // What leaves is what is owed: dollars.
  const payments = lines.map((line) => ({ ...line, quantity: line.amount }))
  const owned = withOwners(payments, await reading.owners(house.pool, id))
  return { export: id, payments: owned, ...approvalLimitsOf(house.policy) }
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
  const facts = factsIn(built!)
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
        'This file can’t be written as it was exported. Nothing was handed out: have two administrators cancel it, and export its payouts again.',
    })
  const unpaid = new Set(lines.flatMap((line) => (line.paidAt === null ? [line.withdrawal] : [])))
  const name = `payouts-${id.slice(0, 8)}.${row.format === 'csv' ? 'csv' : 'xml'}`
  const type = row.format === 'csv' ? 'text/csv' : 'application/xml'
  const owners = requests.flatMap((one) => (unpaid.has(one.id) ? [one.owner] : []))
  return { owners: [...new Set(owners)], name, type, text }
}
