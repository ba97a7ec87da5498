/** Payouts in coins of batches that aren't there: who may not, and what is unknown. */
import { idFromName } from '../../../src/platform/ids.ts'
import { nobody } from '../cast.ts'
import { pick, type Makers } from '../scene.ts'

type OfPayouts =
  | 'BuildPayoutBatch'
  | 'SignPayoutBatch'
  | 'SendPayoutBatch'
  | 'PayPayout'
  | 'SettlePayoutBatch'
  | 'DropPayoutBatch'

const digest = 'd'.repeat(64)
const batchOf = (nth: number) => idFromName(`batch ${nth % 3}`)
const found = { height: 100, block: digest }

export const payouts: Makers<OfPayouts> = {
  BuildPayoutBatch({ actor, model, nth }) {
    const request = pick(model.requests, nth)
    const payments = [
      { withdrawal: request?.id ?? nobody, quantity: 1_000n, amount: request?.amount ?? 1n },
    ]
    return {
      command: {
        wallet: nobody,
        changeWallet: nobody,
        replaces: null,
        txid: digest,
        digest,
        coins: [{ txid: digest, output: nth % 4, amount: 2_000n }],
        anchor: `${digest}:${nth % 4}`,
        payments,
        change: nth % 2 === 0 ? null : { index: nth % 5, amount: 500n },
        feeRate: 2n,
        fee: 500n,
        rate: 64_000_000_000n,
        sources: 'a,b',
        owners: request ? [request.owner] : [],
        scripts: [],
      },
      actor,
    }
  },
  SignPayoutBatch: ({ actor, nth }) => ({
    command: { batch: batchOf(nth), before: null, digest, isWhole: nth % 2 === 0 },
    actor,
  }),
  SendPayoutBatch({ actor, model, nth }) {
    const request = pick(model.requests, nth)
    const payments = request
      ? [
          {
            withdrawal: request.id,
            owner: request.owner,
            amount: request.amount,
            quantity: 1_000n,
          },
        ]
      : []
    return { command: { batch: batchOf(nth), txid: digest, payments }, actor }
  },
  PayPayout: ({ model, nth }) => ({
    command: {
      batch: batchOf(nth),
      withdrawal: pick(model.requests, nth)?.id ?? nobody,
      reference: `${digest}:0`,
      ...found,
    },
    actor: null,
  }),
  SettlePayoutBatch: ({ nth }) => ({ command: { batch: batchOf(nth) }, actor: null }),
  DropPayoutBatch: ({ actor, nth }) =>
    nth % 3 === 0
      ? { command: { batch: batchOf(nth), spent: { by: digest, ...found } }, actor: null }
      : { command: { batch: batchOf(nth), spent: null }, actor },
}
