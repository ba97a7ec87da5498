/** Restores that a server notices: what it says was paid, and what staff do until payouts go on. */
import { idFromName } from '../../../src/platform/ids.ts'
import type { Request } from '../model-state.ts'
import { nobody, pickReady, somebody, within, type Makers, type Scene } from '../scene.ts'

type OfBlocks =
  | 'BlockPayouts'
  | 'AddEarlierPayout'
  | 'ExplainEarlierPayout'
  | 'ProposeUnblockingPayouts'
type Lost = import('../../../src/domains/nouns.ts').CommandOf<'BlockPayouts'>['payouts'][number]

/** By which line the last list that has a request names it. */
function lineOf({ listPayments }: Scene['model'], request: string): string | null {
  const line = listPayments.findLast(({ withdrawal }) => withdrawal === request)
  return line ? `list ${line.list}:${line.line}` : null
}

/** Of a request that may still be in the books, or of a receipt; now and then of nothing that anybody knows. */
function lost({ model, nth, number, amount, twist }: Scene): Lost[] {
  const paidAt = model.now - nth
  const waits = ({ status, type }: Request) =>
    type !== 'tradehub_transfer' && (status === 'approved' || status === 'pending')
  const isListed = ({ id }: Request) => lineOf(model, id) !== null
  const request = pickReady(
    model.requests,
    nth,
    (one) => waits(one) && (twist % 32 === 0 || isListed(one)),
  )
  const receipt = pickReady(
    model.entries,
    nth,
    ({ kind, status }) => kind === 'receipt' && status === 'suspense',
  )
  const one = (name: string, of: Omit<Lost, 'id' | 'paidAt'>): Lost => ({
    id: idFromName(`lost ${number} ${name}`),
    paidAt,
    ...of,
  })
  const payouts = [
    ...(request && nth % 8 > 0
      ? [
          one('request', {
            kind: 'withdrawal',
            person: request.owner,
            request: request.id,
            reference: lineOf(model, request.id) ?? `payout ${nth % 6}`,
            amount: request.amount,
          }),
        ]
      : []),
    ...(receipt && nth % 4 === 1
      ? [
          one('receipt', {
            kind: 'return',
            person: null,
            request: receipt.id,
            reference: `Line ${nth % 5}`,
            amount: receipt.amount,
          }),
        ]
      : []),
    ...(nth % 8 === 5
      ? [
          one('nothing', {
            kind: 'withdrawal',
            person: nobody,
            request: null,
            reference: `gone ${number}`,
            amount: within(amount, 5_000n),
          }),
        ]
      : []),
  ]
  const again = nth % 16 === 3 ? model.earlierPayouts.slice(0, 1) : []
  return [
    ...payouts,
    ...again.map(({ id, kind, person, request, reference, amount: paid }) => ({
      id,
      kind,
      person,
      request,
      reference,
      amount: paid,
      paidAt,
    })),
  ]
}

export const payoutBlocks: Makers<OfBlocks> = {
  BlockPayouts: (scene) => ({
    command: {
      cause: scene.twist % 2 === 0 ? 'behind' : 'restored',
      noticedAt: scene.model.now,
      seenAt: scene.twist % 2 === 0 ? scene.model.now - 1 : null,
      unknownUntil: scene.twist % 32 === 0 ? scene.model.now - 2 : null,
      payouts: lost(scene),
    },
    // Rarely: nothing else is paid until two have agreed.
    actor: scene.twist % 16 === 0 ? null : scene.actor,
  }),
  AddEarlierPayout: (scene) => ({
    command: {
      person:
        scene.nth % 5 === 0
          ? null
          : scene.nth % 7 === 0
            ? nobody
            : somebody(scene.model, scene.on).id,
      amount: within(scene.amount, 5_000n),
      reference: scene.twist % 4 === 0 ? `payout ${scene.nth % 6}` : `found ${scene.number}`,
    },
    actor: scene.actor,
  }),
  ExplainEarlierPayout: (scene) => ({
    command: {
      payout:
        pickReady(scene.model.earlierPayouts, scene.nth, ({ status }) => status === 'open')?.id ??
        nobody,
      reason: `Reason ${scene.nth}`,
    },
    actor: scene.actor,
  }),
  ProposeUnblockingPayouts: ({ model, nth, twist, actor }) => {
    const block = pickReady(model.payoutBlocks, nth, ({ status }) => status === 'open')
    const total = model.earlierPayouts.filter((one) => one.block === block?.id).length
    return {
      command: { block: block?.id ?? nobody, total: total + (twist % 16 === 9 ? 1 : 0) },
      actor,
    }
  },
}
