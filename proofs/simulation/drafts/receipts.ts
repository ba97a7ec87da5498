/** What stands on the bank's statements: recorded by one administrator, booked or refused by another. */
import { nobody } from '../cast.ts'
import type { AtBank } from '../model-state.ts'
import { dayMs, pickReady, within, type Makers, type Scene } from '../scene.ts'

type OfBank =
  | 'RecordReceipt'
  | 'AssignReceipt'
  | 'ReturnReceipt'
  | 'UndoReceipt'
  | 'RecordBankCharge'
  | 'RecordBankInterest'
  | 'ApproveBankEntry'
  | 'RefuseBankEntry'

/** Mostly of today; now and then of another spelling of an earlier reference, tomorrow, or years ago. */
function lineOf({ model, number, nth, twist }: Scene) {
  const days = nth % 19 === 3 ? 2 : nth % 17 === 4 ? -800 : -(nth % 30)
  return {
    reference:
      twist % 8 === 5 ? `Line ${nth % 5}` : twist % 8 === 6 ? `LINE-${nth % 5}` : `b/${number}`,
    valueDate: new Date(model.now + days * dayMs).toISOString().slice(0, 10),
  }
}

const chosen = ({ model, nth }: Scene, isReady: (entry: AtBank) => boolean): string =>
  (nth % 64 === 47 ? undefined : pickReady(model.entries, nth, isReady)?.id) ?? nobody

const proposed = (scene: Scene) => chosen(scene, ({ status }) => status === 'proposed')
const inSuspense = (scene: Scene) => chosen(scene, ({ status }) => status === 'suspense')

const atBank = (scene: Scene) => ({
  command: {
    ...lineOf(scene),
    account: scene.nth % 2 === 0 ? ('client-bank' as const) : ('firm-bank' as const),
    amount: within(scene.amount, 5_000n),
  },
  actor: scene.actor,
})

export const receipts: Makers<OfBank> = {
  RecordReceipt: (scene) => ({
    command: {
      ...lineOf(scene),
      owner: scene.nth % 3 === 0 ? null : scene.user,
      amount: within(scene.amount, 90_000n),
      payerText: scene.nth % 2 === 0 ? `Text ${scene.nth}` : null,
      payerAccount: scene.nth % 2 === 0 ? 'DE 1' : null,
    },
    actor: scene.actor,
  }),
  AssignReceipt: (scene) => ({
    command: { receipt: inSuspense(scene), owner: scene.user, reason: `Reason ${scene.nth}` },
    actor: scene.actor,
  }),
  ReturnReceipt: (scene) => ({
    command: {
      ...lineOf(scene),
      receipt: inSuspense(scene),
      account: scene.twist % 2 === 0 ? 'DE 2' : 'de1',
      reason: `Reason ${scene.nth}`,
    },
    actor: scene.actor,
  }),
  UndoReceipt: (scene) => ({
    command: {
      ...lineOf(scene),
      receipt: chosen(scene, ({ status }) => status === 'booked' || status === 'suspense'),
      reason: `Reason ${scene.nth}`,
    },
    actor: scene.actor,
  }),
  RecordBankCharge: atBank,
  RecordBankInterest: atBank,
  ApproveBankEntry: (scene) => ({ command: { entry: proposed(scene) }, actor: scene.actor }),
  RefuseBankEntry: (scene) => ({
    command: { entry: proposed(scene), reason: `Reason ${scene.nth}` },
    actor: scene.actor,
  }),
}
