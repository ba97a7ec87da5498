/** Payouts by bank: files that claim approved requests, mostly such as go to bank accounts and are free, and are cancelled by two. */
import type { BankExport } from '../../../src/domains/payouts/exports/table.ts'
import type { CommandOf } from '../../../src/domains/nouns.ts'
import type { Request } from '../model-state.ts'
import {
  limitsOf,
  never,
  nobody,
  pick,
  pickReady,
  somebody,
  type Makers,
  type Scene,
} from '../scene.ts'

type OfExports =
  | 'BuildBankExport'
  | 'ReleaseBankExport'
  | 'DownloadBankExport'
  | 'ProposeCancellingBankExport'
  | 'RecordBankReport'
  | 'ProposeReopeningPayouts'

function requestsFor({ model, nth, twist }: Scene, format: string): Request[] {
  if (twist % 32 === 2) return [pick(model.requests, nth)].flatMap((one) => one ?? [])
  const approved = model.requests.filter(
    ({ status, type }) =>
      status === 'approved' &&
      (format === 'csv' ? type !== 'tradehub_transfer' : type === 'bank_account'),
  )
  const open = new Set(
    model.exports.flatMap(({ id, status }) =>
      status === 'exported' || status === 'built' ? [id] : [],
    ),
  )
  const claimed = new Set(
    model.exportPayments
      .filter((one) => open.has(one.export) && one.bankState !== 'reopened')
      .map((one) => one.withdrawal),
  )
  const again = pick(
    approved.filter(({ id }) => claimed.has(id)),
    nth,
  )
  if (again && twist % 8 === 3) return [again]
  const free = approved.filter(({ id }) => !claimed.has(id)).slice(-(1 + (nth % 3)))
  return twist % 32 === 4 ? [...free, ...free.slice(0, 1)] : free
}

function build(scene: Scene): CommandOf<'BuildBankExport'> {
  const { model, by, number, nth, twist } = scene
  const format = nth % 3 === 0 ? 'csv' : 'pain001'
  return {
    format,
    payments: requestsFor(scene, format).map(({ id: withdrawal, amount, owner }) => ({
      withdrawal,
      amount: twist % 64 === 14 ? amount + 1n : amount,
      owner: twist % 64 === 5 ? somebody(model, by).id : owner,
    })),
    firm: 'A Sample Firm',
    debtor: null,
    terms: null,
    left: nth % 8 === 1 ? [nobody] : [],
    writtenAt: '2026-01-02T03:04:05.006Z',
    digest: number.toString(16).padStart(64, '0'),
  }
}

/** A file, mostly one that is ready for this. */
const chosen = ({ model, nth }: Scene, isReady: (one: BankExport) => boolean) =>
  nth % 64 === 42 ? undefined : pickReady(model.exports, nth, isReady)

const isOpen = ({ status }: BankExport) => status === 'exported'

const words = ['rejected', 'accepted', 'rejected', 'pending'] as const

function reported(scene: Scene): CommandOf<'RecordBankReport'> {
  const { model, number, nth, twist } = scene
  const one = chosen(scene, isOpen)
  const lines = model.exportPayments
    .filter((line) => line.export === one?.id)
    .map(({ withdrawal }, place) => {
      const state = words[(nth + place) % words.length]!
      return { withdrawal, state, reason: state === 'rejected' ? 'AC04' : null }
    })
  return {
    export: one?.id ?? nobody,
    digest: (twist % 16 === 3 ? 1 : number).toString(16).padStart(64, '0'),
    lines: twist % 32 === 9 ? lines.map((line) => ({ ...line, withdrawal: nobody })) : lines,
  }
}

function released(scene: Scene): CommandOf<'ReleaseBankExport'> {
  const { model, by, nth, twist } = scene
  const one = chosen(scene, ({ status }) => status === 'built')
  const amount = one?.amount ?? 0n
  const payments = model.exportPayments
    .filter((line) => line.export === one?.id)
    .map((line) => ({
      withdrawal: line.withdrawal,
      quantity: line.amount,
      amount: twist % 32 === 11 ? line.amount + 1n : line.amount,
      owner: twist % 32 === 5 ? somebody(model, by).id : model.request(line.withdrawal)!.owner,
    }))
  return {
    export: one?.id ?? nobody,
    payments: twist % 16 === 6 ? payments.slice(1) : payments,
    ...limitsOf([null, 0n, amount, amount, 2n * amount, never, never][nth % 7]!, nth >> 3),
  }
}

export const bankExports: Makers<OfExports> = {
  BuildBankExport: (scene) => ({ command: build(scene), actor: scene.actor }),
  ReleaseBankExport: (scene) => ({ command: released(scene), actor: scene.actor }),
  DownloadBankExport(scene) {
    const { model, nth, actor } = scene
    const one = chosen(scene, isOpen)
    const owners = model.exportPayments
      .filter((line) => line.export === one?.id)
      .map(({ withdrawal }) => model.request(withdrawal)!.owner)
    return {
      command: { export: one?.id ?? nobody, owners: [...new Set(owners)] },
      actor: nth % 4 === 0 ? actor : (one?.builtBy ?? actor),
    }
  },
  ProposeCancellingBankExport: (scene) => ({
    command: { export: chosen(scene, isOpen)?.id ?? nobody },
    actor: scene.actor,
  }),
  RecordBankReport: (scene) => ({ command: reported(scene), actor: scene.actor }),
  ProposeReopeningPayouts(scene) {
    const { model, actor } = scene
    const hasRejected = ({ id }: BankExport) =>
      model.exportPayments.some((one) => one.export === id && one.bankState === 'rejected')
    const one = chosen(scene, (row) => isOpen(row) && hasRejected(row))
    return { command: { export: one?.id ?? nobody }, actor }
  },
}
