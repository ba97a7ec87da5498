/** What stands on the bank's statements: recorded by one administrator, booked once another agrees. */
import { atLimit } from '../bounds.ts'
import { bankAccounts } from '../cast.ts'
import type { AtBank } from '../model-state.ts'
import { dayMs, nobody, pickReady, within, type Makers, type Scene } from '../scene.ts'

type OfBank =
  | 'RecordReceipt'
  | 'AssignReceipt'
  | 'ReturnReceipt'
  | 'ReverseReceipt'
  | 'RecordBankCharge'
  | 'RecordBankInterest'
  | 'RecordPayoutReturn'

/** Mostly of today; now and then of another spelling of an earlier reference, tomorrow, or years ago. */
function lineOf({ model, number, nth, twist }: Scene) {
  const days = nth % 19 === 3 ? 2 : nth % 17 === 4 ? -800 : -(nth % 30)
  return {
    reference:
      twist % 8 === 5 ? `Líne ${nth % 5}` : twist % 8 === 6 ? `LÍNE-${nth % 5}` : `b/${number}`,
    valueDate: new Date(model.now + days * dayMs).toISOString().slice(0, 10),
  }
}

const chosen = ({ model, nth }: Scene, isReady: (entry: AtBank) => boolean): string =>
  (nth % 64 === 47 ? undefined : pickReady(model.entries, nth, isReady)?.id) ?? nobody

/** What waits in somebody's name is more often released. */
const inSuspense = (scene: Scene) =>
  chosen(
    scene,
    ({ status, owner }) => status === 'suspense' && (owner === null || scene.twist % 16 === 1),
  )
const unowned = (scene: Scene) =>
  chosen(scene, ({ status, owner }) => status === 'suspense' && owner === null)

/** Where it came from, as banks spell it. */
const payers = [
  `${bankAccounts[0]!.slice(0, 4)} ${bankAccounts[0]!.slice(4)}`,
  'DE 1',
  bankAccounts[2]!,
]
/** Mostly the account that it came from, spelled otherwise. */
function backTo({ model, twist }: Scene, receipt: string): string {
  const from = model.entry(receipt)?.payerAccount
  return from && twist % 4 > 0 ? from.replaceAll(' ', '').toLowerCase() : 'DE 2'
}

/** Mostly one to a bank account that was paid, whole or less a charge; now and then a cent more than was paid. */
function returned(scene: Scene) {
  const { model, nth, twist } = scene
  const paid = pickReady(
    model.requests,
    nth,
    ({ status, type }) => status === 'paid' && (type === 'bank_account' || twist % 16 === 9),
  )
  const amount = paid?.amount ?? 5_000n
  const less = twist % 8 === 3 && amount > 1_500n ? 1_500n : twist % 16 === 4 ? -1n : 0n
  return { withdrawal: nth % 64 === 21 ? nobody : (paid?.id ?? nobody), amount: amount - less }
}

const atBank = (scene: Scene) => ({
  command: {
    ...lineOf(scene),
    account: scene.nth % 2 === 0 ? ('client-bank' as const) : ('firm-bank' as const),
    amount: within(scene.amount, 5_000n),
  },
  actor: scene.actor,
})

export const receipts: Makers<OfBank> = {
  RecordReceipt(scene) {
    const { user, amount, nth, twist, actor } = scene
    const owner = nth % 3 === 0 ? null : user
    const near = owner !== null && twist % 2 === 1
    return {
      command: {
        ...lineOf(scene),
        owner,
        amount: within(near ? atLimit(scene, owner, 'in') + BigInt(twist % 4) : amount, 90_000n),
        payerText: nth % 2 === 0 ? `Text ${nth}` : null,
        payerAccount: nth % 2 === 0 ? payers[(nth >> 1) % payers.length]! : null,
      },
      actor,
    }
  },
  AssignReceipt: (scene) => ({
    command: { receipt: unowned(scene), owner: scene.user, reason: `Reason ${scene.nth}` },
    actor: scene.actor,
  }),
  ReturnReceipt(scene) {
    const receipt = inSuspense(scene)
    return {
      command: {
        ...lineOf(scene),
        receipt,
        account: backTo(scene, receipt),
        reason: `Reason ${scene.nth}`,
      },
      actor: scene.actor,
    }
  },
  ReverseReceipt: (scene) => ({
    command: {
      ...lineOf(scene),
      receipt: chosen(scene, ({ status }) => status === 'booked' || status === 'suspense'),
      reason: `Reason ${scene.nth}`,
    },
    actor: scene.actor,
  }),
  RecordBankCharge: atBank,
  RecordBankInterest: atBank,
  RecordPayoutReturn: (scene) => ({
    command: { ...lineOf(scene), ...returned(scene), reason: `Reason ${scene.nth}` },
    actor: scene.actor,
  }),
}
