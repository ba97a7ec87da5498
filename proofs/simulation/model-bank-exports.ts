/** Payouts by bank, thought again: a file claims approved requests until each is paid, or until two administrators have cancelled it. */
import type { Refusal } from '../../src/contract/problems.ts'
import type { BankExport, ExportPayment } from '../../src/domains/payouts/exports/table.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import { payeeFrozen } from './model-bank.ts'
import { CoinPayouts } from './model-coin-payouts.ts'
import { no, said, type By, type Outcome } from './model-house.ts'
import type { Thing } from './model-proposals.ts'

type Build = CommandOf<'BuildBankExport'>

/** Neither paid nor free again. */
const isOpen = ({ paidAt, bankState }: ExportPayment) => paidAt === null && bankState !== 'reopened'

const isLive = (status: string) => status === 'built' || status === 'exported'

const saidSince = () =>
  no(
    'batch_changed',
    'The bank has reported on this file since that was proposed. Nothing was changed: withdraw the proposal, and look at what the bank says now.',
  )

const ended = () =>
  no(
    'batch_ended',
    'This file is not at a step at which this can be done. Nothing was changed: reload the page.',
  )

export class BankExports extends CoinPayouts<BankExport> {
  protected readonly unknown = 'unknown_export'
  protected readonly rows = this.house.exports
  protected ended = ended

  /** What leaves is dollars. */
  paymentsOf(id: string) {
    return this.#linesOf(id).map((line) => ({ ...line, quantity: line.amount }))
  }

  #linesOf(id: string): ExportPayment[] {
    return this.house.exportPayments.filter((one) => one.export === id)
  }

  /** The file that may still pay a request. */
  #claimOf(withdrawal: string): BankExport | undefined {
    return this.house.exports.find(
      ({ id, status }) =>
        isLive(status) &&
        this.#linesOf(id).some((one) => one.withdrawal === withdrawal && isOpen(one)),
    )
  }

  refusalOf(withdrawal: string): Refusal | null {
    return this.#claimOf(withdrawal) ? no('exported') : null
  }

  /** Whether the file that may still pay it was released. */
  hasReleased(withdrawal: string): boolean {
    return this.#claimOf(withdrawal)?.status === 'exported'
  }

  /** A payout of a request ends its line, and the last one its file. */
  pay(withdrawal: string, at: number): void {
    const claim = this.#claimOf(withdrawal)
    if (!claim) return
    const lines = this.#linesOf(claim.id)
    lines.find((one) => one.withdrawal === withdrawal)!.paidAt = at
    if (!lines.some(isOpen)) Object.assign(claim, { status: 'paid', endedAt: at })
  }

  #unclaimable(
    { withdrawal, amount, owner }: Build['payments'][number],
    { format }: Build,
    by: By,
  ): Refusal | null {
    const request = this.house.request(withdrawal)
    if (!request) return no('unknown_withdrawal')
    if (request.owner === by.actor) return no('not_on_yourself')
    const isByHand =
      request.type === 'bank_account' || (format === 'csv' && request.type === 'bank_transfer')
    if (request.status !== 'approved' || !isByHand) return no('not_approved')
    if (this.house.person(request.owner)!.status === 'frozen') return payeeFrozen()
    const claimed = this.claimed(withdrawal)
    if (claimed) return claimed
    return request.owner === owner && request.amount === amount ? null : no('batch_changed')
  }

  build(c: Build, by: By): Outcome {
    const { exports, exportPayments, firmsId } = this.house
    if (!this.house.works(by.actor)) return no('forbidden')
    if (this.house.areBlocked()) return no('payouts_blocked')
    for (const one of c.payments) {
      const refusal = this.#unclaimable(one, c, by)
      if (refusal) return refusal
    }
    const wanted = new Set(c.payments.map(({ withdrawal }) => withdrawal))
    if (wanted.size === 0 || wanted.size !== c.payments.length) return no('batch_wrong')
    exports.push({
      id: by.id,
      owner: firmsId,
      format: c.format,
      digest: c.digest,
      amount: c.payments.reduce((sum, { amount }) => sum + amount, 0n),
      status: 'built',
      exportedAt: by.at,
      builtBy: by.actor!,
      releasedAt: null,
      releasedBy: null,
      endedAt: null,
      agreedBy: null,
      cancelledBy: null,
    })
    for (const [line, { withdrawal, amount }] of c.payments.entries())
      exportPayments.push({
        ...{ export: by.id, withdrawal, line, amount },
        ...{ paidAt: null, bankState: null, bankReason: null },
      })
    this.house.enterFirm('bank-export-built', by.at)
    const message =
      'The payouts are in this file: nobody else exports or returns them. Once it is released it can be downloaded.'
    return { status: 201, body: { status: 'success', message, data: { id: by.id, left: c.left } } }
  }

  release(c: CommandOf<'ReleaseBankExport'>, by: By): Outcome {
    const row = this.forStaff(c.export, by)
    if ('code' in row) return row
    return this.letGo(row, c, by, {
      kind: 'ReleaseBankExport',
      entry: 'bank-export-released',
      referenceOf: ({ id }, line) => this.#linesOf(id)[line]!.withdrawal.replaceAll('-', ''),
      byYou: 'You have exported this file. A second, different person must release it.',
      byGone:
        'Whoever exported this file no longer has the right to it, or cannot act, and it takes two. Nothing was released: cancel the file, and export its payouts again.',
      changed: { status: 'exported', releasedAt: by.at, releasedBy: by.actor },
      says: 'The file is released. Whoever exported it can download it.',
    })
  }

  #open(id: string, by: By, ...steps: string[]): BankExport | Refusal {
    if (!this.house.works(by.actor)) return no('forbidden')
    const one = this.house.exports.find((row) => row.id === id)
    if (!one) return no('unknown_export')
    return one.status === 'exported' || steps.includes(one.status) ? one : ended()
  }

  download(c: CommandOf<'DownloadBankExport'>, by: By): Outcome {
    const one = this.#open(c.export, by)
    if ('code' in one) return one
    if (one.builtBy !== by.actor)
      return no(
        'forbidden',
        'Only the administrator who exported this file can download it. Nothing was handed out.',
      )
    if (this.house.areBlocked()) return no('payouts_blocked')
    if (this.#linesOf(c.export).some(({ bankState }) => bankState === 'reopened'))
      return no(
        'batch_ended',
        'The bank has rejected payments of this file, and they were reopened: handed in again, it could pay them twice. Nothing was handed out.',
      )
    if (c.owners.some((owner) => this.house.person(owner)?.status === 'frozen'))
      return payeeFrozen()
    this.house.enterFirm('bank-export-downloaded', by.at)
    return said(200, 'The file is handed out.')
  }

  /** Cancelling a file, as it is proposed. */
  cancelling({ export: file }: CommandOf<'ProposeCancellingBankExport'>): Thing {
    const amount = this.house.exports.find(({ id }) => id === file)?.amount ?? 0n
    const taken = this.#taken(file)
    return {
      kind: 'bank-export-cancellation',
      called: 'end of this file',
      holds: `bank file ${file}`,
      lastsMs: null,
      facts: { export: file, amount: String(amount), taken },
      shown: { export: file, amount: Number(amount) / 100, taken },
      unfit: (by) => {
        const one = this.#open(file, by, 'built')
        if ('code' in one) return one
        return this.#taken(file) === taken ? null : saidSince()
      },
      make: ({ at, actor }, _, first) => {
        const one = this.house.exports.find(({ id }) => id === file)!
        const ended = { status: 'cancelled', endedAt: at } as const
        Object.assign(one, { ...ended, agreedBy: first!.by, cancelledBy: actor })
        this.house.enterFirm('bank-export-cancelled', at)
      },
    }
  }

  /** What the bank has accepted, or may, and nobody has recorded. */
  #taken(id: string): number {
    const isTaken = ({ bankState }: ExportPayment) =>
      bankState === 'accepted' || bankState === 'pending'
    return this.#linesOf(id).filter((one) => isOpen(one) && isTaken(one)).length
  }

  #rejected(id: string): ExportPayment[] {
    return this.#linesOf(id).filter((one) => one.bankState === 'rejected' && isOpen(one))
  }

  /** One that was reopened, and that the bank takes after all, can be claimed again. */
  #mayComeBack(withdrawal: string): boolean {
    return this.house.request(withdrawal)!.status === 'approved' && !this.claimed(withdrawal)
  }

  report(c: CommandOf<'RecordBankReport'>, by: By): Outcome {
    const one = this.#open(c.export, by)
    if ('code' in one) return one
    const name = `bank-report ${c.digest.toUpperCase()}`
    if (this.house.references.has(name))
      return no('nothing_to_change', 'This report is recorded already. Nothing was changed.')
    const lines = this.#linesOf(c.export)
    const next = new Map<ExportPayment, Pick<ExportPayment, 'bankState' | 'bankReason'>>()
    for (const { withdrawal, state, reason } of c.lines) {
      const line = lines.find((row) => row.withdrawal === withdrawal)
      if (!line) return no('batch_changed')
      const wasReopened = line.bankState === 'reopened'
      if (wasReopened && state === 'rejected') continue
      if (wasReopened && !this.#mayComeBack(withdrawal))
        return no(
          'bank_contradicts',
          `The bank takes the payment ${withdrawal.replaceAll('-', '')}, which it had rejected, and which was reopened: it may be paid twice. Nothing was recorded. Call the bank before anything else of it leaves.`,
        )
      next.set(line, { bankState: state, bankReason: state === 'rejected' ? reason : null })
    }
    for (const [line, said] of next) Object.assign(line, said)
    this.house.references.add(name)
    this.house.enterFirm('bank-report-recorded', by.at)
    const data = { exportId: c.export, rejected: this.#rejected(c.export).length }
    const message = 'What the bank says of each payment is recorded.'
    return { status: 201, body: { status: 'success', message, data } }
  }

  /** Reopening what the bank has rejected, as it is proposed. */
  reopening({ export: file }: CommandOf<'ProposeReopeningPayouts'>): Thing {
    const rejected = this.#rejected(file)
    const lines = rejected.map(({ line }) => line + 1).join(' ')
    const amount = rejected.reduce((sum, one) => sum + one.amount, 0n)
    return {
      kind: 'bank-payouts-reopening',
      called: 'reopening of what the bank rejected',
      holds: `bank file ${file}`,
      lastsMs: null,
      facts: { export: file, lines, amount: String(amount) },
      shown: { export: file, lines, amount: Number(amount) / 100 },
      unfit: (by) => {
        const one = this.#open(file, by)
        if ('code' in one) return one
        const now = this.#rejected(file).map(({ line }) => line + 1)
        if (now.length === 0)
          return no(
            'nothing_to_change',
            'The bank has rejected none of the payments that this file still has. Nothing was changed.',
          )
        return now.join(' ') === lines ? null : saidSince()
      },
      make: ({ at, actor }, _, first) => {
        for (const line of this.#rejected(file)) line.bankState = 'reopened'
        const all = this.#linesOf(file)
        const one = this.house.exports.find(({ id }) => id === file)!
        if (!all.some(isOpen))
          Object.assign(
            one,
            all.some(({ paidAt }) => paidAt !== null)
              ? { status: 'paid', endedAt: at }
              : { status: 'cancelled', endedAt: at, agreedBy: first!.by, cancelledBy: actor },
          )
        this.house.enterFirm('bank-payouts-reopened', at)
      },
    }
  }
}
