/**
 * Payouts by bank. An administrator exports approved requests for the bank: the file claims them, so that no other file has them and
 * nobody returns them, until their payouts are recorded. It is released, above the limit by another one, and then handed to whoever
 * exported it, the same each time. Two cancel it where the bank doesn't carry it out. All of it holds the firm's lock.
 */
import { maxExported, type ExportFormat } from '../../contract/bank-export.ts'
import { isPaidOut } from '../../contract/withdrawal-types.ts'
import { defineStaffCommand, refuse, said, type Journaled } from '../../desk/command.ts'
import { centsOf, textOf } from '../../desk/recall.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Cents } from '../../lib/money.ts'
import { endToEndId, type Debtor, type TransferTerms } from '../../lib/transfers.ts'
import { withFirm } from '../approvals/two.ts'
import { openBlockIn, payoutsBlocked } from '../payouts/blocks/table.ts'
import { defineBuild } from '../payout-rails/build.ts'
import { ownersOf } from '../payout-rails/leave.ts'
import { listed, type On } from '../payout-rails/rail.ts'
import { defineRelease } from '../payout-rails/release.ts'
import { partsIn } from '../payouts/recall.ts'
import { doOrPropose, needsOf, replyOfProposed } from '../proposals/propose.ts'
import { needsToPay, refusalToPay } from '../withdrawals/payable.ts'
import { bankExportCancellation, cancellationFacts, rail } from './proposals.ts'
import {
  bankExports,
  exportCarrier,
  exportPayments,
  paymentsIn,
  type BankExport,
} from '../payouts/exports/table.ts'

type Claimed = { withdrawal: string; amount: Cents; owner: OwnerId }

export type BuildBankExport = {
  format: ExportFormat
  payments: readonly Claimed[]
  /** As the file says them: it is written again from what is recorded here. */
  firm: string
  debtor: Debtor | null
  /** How the bank wants it; null: it isn't for a bank. */
  terms: TransferTerms | null
  /** The requests that were asked for and can't be written for the bank. */
  left: readonly string[]
  /** Wall time, ISO 8601. */
  writtenAt: string
  digest: string
}

const claimedIn = (kept: Journaled): Claimed[] =>
  partsIn(kept, 'payments').map((one) => ({
    withdrawal: textOf(one, 'withdrawal'),
    amount: centsOf(one, 'amount'),
    owner: textOf(one, 'person'),
  }))

/** What a file says besides its payments, as it was recorded. */
export const factsIn = (kept: Journaled) => ({
  format: textOf(kept, 'format') as ExportFormat,
  firm: textOf(kept, 'firm'),
  debtor: (kept.input.debtor as Debtor | null) ?? null,
  terms: (kept.input.terms as TransferTerms | null) ?? null,
  writtenAt: textOf(kept, 'writtenAt'),
})

export const buildBankExport = defineBuild<BuildBankExport, object, object>({
  most: maxExported,
  recall: (kept) => ({
    ...factsIn(kept),
    payments: claimedIn(kept),
    left: (kept.input.left as readonly string[] | undefined) ?? [],
    digest: textOf(kept, 'digest'),
  }),
  journal: ({ payments, ...c }) => ({
    ...c,
    payments: payments.map(({ withdrawal, amount, owner }) => ({
      withdrawal,
      amount: String(amount),
      person: owner,
    })),
  }),
  owners: ({ payments }) => payments.map(({ owner }) => owner),
  read: () => [],
  terms: () => ({}),
  isFitting: ({ type }, { format }) =>
    isPaidOut(type) && (format === 'csv' || type === 'bank_account'),
  paid: (_, { amount, owner }, { request }) =>
    request.owner === owner && request.amount === amount ? {} : refuse('batch_changed'),
  rows(_, { format, payments, digest }, __, { id, at, actor }) {
    const row: BankExport = {
      id,
      owner: firm,
      format,
      digest,
      amount: payments.reduce((sum, { amount }) => sum + amount, 0n),
      status: 'built',
      exportedAt: at,
      builtBy: actor,
      releasedAt: null,
      releasedBy: null,
      agreedBy: null,
      endedAt: null,
      cancelledBy: null,
    }
    return {
      put: [
        bankExports.row(row),
        ...payments.map(({ withdrawal, amount }, line) =>
          exportPayments.row({
            ...{ export: id, withdrawal, line, amount },
            ...{ paidAt: null, bankState: null, bankReason: null },
          }),
        ),
      ],
    }
  },
  activity: 'bank-export-built',
  said: 'The payouts are in this file: nobody else exports or returns them. Once it is released it can be downloaded.',
  shown: ({ left }) => ({ left }),
})

export const releaseBankExport = defineRelease(rail, {
  shown: { journal: () => ({}), recall: () => ({}) },
  refusal: () => null,
  referenceOf: (_, __, withdrawal) => endToEndId({ _id: withdrawal }),
  byYou: 'You have exported this file. A second, different person must release it.',
  byGone:
    'Whoever exported this file no longer has the right to it, or cannot act, and it takes two. Nothing was released: cancel the file, and export its payouts again.',
  activity: 'bank-export-released',
  released: (row, { at, actor }) =>
    bankExports.row({ ...row, status: 'exported', releasedAt: at, releasedBy: actor }),
  said: 'The file is released. Whoever exported it can download it.',
})

type OnExport = On<'export'>

/** `owners` of its requests: what is locked, and then looked up for itself. */
export type DownloadBankExport = OnExport & { owners: readonly OwnerId[] }

export const downloadBankExport = defineStaffCommand<DownloadBankExport>({
  may: 'pay-out',
  ...rail.about,
  recall(kept, world) {
    const on = rail.recall(kept)
    return { command: { ...on, owners: ownersOf(world, paymentsIn(world, on.export)) } }
  },
  needs: (c) => ({
    owners: withFirm(c.owners),
    staff: true,
    read: [...exportCarrier.whole(c.export), ...payoutsBlocked, ...needsToPay(c.owners)],
  }),
  decide(world, c, context) {
    const row = rail.findFor(world, c, context, 'exported')
    if ('code' in row) return row
    if (row.builtBy !== context.actor)
      return refuse(
        'forbidden',
        'Only the administrator who exported this file can download it. Nothing was handed out.',
      )
    if (openBlockIn(world)) return refuse('payouts_blocked')
    if (paymentsIn(world, row.id).some(({ bankState }) => bankState === 'reopened'))
      return refuse(
        'batch_ended',
        'The bank has rejected payments of this file, and they were reopened: handed in again, it could pay them twice. Nothing was handed out.',
      )
    // The same file again would pay them, too.
    const refusal = c.owners.map((owner) => refusalToPay(world, owner)).find((one) => one !== null)
    if (refusal) return refusal
    return { postings: [], activity: listed('bank-export-downloaded') }
  },
  reply: () => said(200, 'The file is handed out.'),
})

const whyTwo = 'Two cancel a file for the bank.'

export const proposeCancellingBankExport = defineStaffCommand<OnExport>({
  may: 'pay-out',
  ...rail.about,
  recall: (kept) => ({ command: rail.recall(kept) }),
  needs: (c) => needsOf(bankExportCancellation, { ...c, amount: '', taken: 0 }, null),
  decide(world, c, context) {
    const given = {
      kind: bankExportCancellation,
      facts: cancellationFacts(world, c.export),
      answer: null,
      whyTwo,
    }
    return doOrPropose(world, given, context)
  },
  reply: (world, _, context) => replyOfProposed(world, bankExportCancellation, context, whyTwo)!,
})
