/** Batches of payouts in coins as they are kept, and which requests are in them. */
import type { BatchStatus } from '../../../contract/payout-batch.ts'
import { cents, flag, instant, integer, text, uuid, word } from '../../../desk/column.ts'
import { reading } from '../../../desk/read.ts'
import { Table, type WithNames } from '../../../desk/table.ts'
import type { World } from '../../../desk/world.ts'
import { firm, type OwnerId } from '../../../ledger/core/chart.ts'
import type { Instant } from '../../../lib/instant.ts'
import type { Cents } from '../../../lib/money.ts'
import { defineCarrier } from '../carrier.ts'

export type PayoutBatch = {
  id: string
  /** The firm. */
  owner: OwnerId
  /** Of `wallets`: whose coins it spends, and where its change goes. */
  wallet: string
  changeWallet: string
  /** Null: nothing is left over. */
  changeIndex: number | null
  changeAmount: bigint | null
  txid: string
  /** The coins that it spends, with blanks between. */
  inputs: string
  /** The one of them that all batches spend that may pay the same request: one of these alone can ever confirm. */
  anchor: string
  /** Which batch it was built instead of. */
  replaces: string | null
  /** SHA-256 of what was built, as it is handed to signers; its text is kept apart while it is needed. */
  digest: string
  /** Satoshi per virtual byte. */
  feeRate: bigint
  /** Satoshi. */
  fee: bigint
  quantity: bigint
  /** What was approved. */
  amount: Cents
  status: BatchStatus
  builtAt: Instant
  builtBy: OwnerId
  /** Of what was built, with the signatures so far. */
  signedDigest: string | null
  isSigned: boolean
  sentAt: Instant | null
  sentBy: OwnerId | null
  endedAt: Instant | null
  /** The transaction in a block that spends one of its coins, so that it can never be in one itself. */
  spentBy: string | null
}

export const payoutBatches = new Table<PayoutBatch>({
  name: 'payout_batches',
  as: 'payout_batch',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    wallet: uuid('wallet_id'),
    changeWallet: uuid('change_wallet_id'),
    changeIndex: integer('change_index'),
    changeAmount: cents('change_amount'),
    txid: word('txid'),
    inputs: text('inputs'),
    anchor: text('anchor'),
    replaces: uuid('replaces'),
    digest: word('digest'),
    feeRate: cents('fee_rate'),
    fee: cents('fee'),
    quantity: cents('quantity'),
    amount: cents('amount'),
    status: word('status', { changes: true }),
    builtAt: instant('built_at'),
    builtBy: uuid('built_by', { named: true }),
    signedDigest: word('signed_digest', { changes: true }),
    isSigned: flag('is_signed', { changes: true }),
    sentAt: instant('sent_at', { later: true }),
    sentBy: uuid('sent_by', { later: true, named: true }),
    endedAt: instant('ended_at', { later: true }),
    spentBy: word('spent_by', { later: true }),
  },
})
export type PayoutBatchRow = WithNames<PayoutBatch, 'builtBy' | 'sentBy'>

/** A request in a batch. */
export type BatchPayment = {
  batch: string
  withdrawal: string
  /** Which output of the transaction pays it. */
  output: number
  /** Satoshi. */
  quantity: bigint
  amount: Cents
  paidAt: Instant | null
}

export const batchPayments = new Table<BatchPayment>({
  name: 'payout_batch_payments',
  as: 'batch_payment',
  key: ['batch', 'withdrawal'],
  columns: {
    batch: uuid('batch_id'),
    withdrawal: uuid('withdrawal_id'),
    output: integer('output'),
    quantity: cents('quantity'),
    amount: cents('amount'),
    paidAt: instant('paid_at', { later: true }),
  },
})

export const inputsOf = ({ inputs }: Pick<PayoutBatch, 'inputs'>): string[] => inputs.split(' ')

export const outputReference = (txid: string, output: number): string => `${txid}:${output}`

/** The chain may have it by what is done with it here. */
export const isLive = ({ status }: Pick<PayoutBatch, 'status'>): boolean =>
  status === 'built' || status === 'sent'

/** The chain may have it, whatever was done here: a signer may have sent what was cancelled. */
export const mayConfirm = (batch: Pick<PayoutBatch, 'status'>): boolean =>
  isLive(batch) || batch.status === 'cancelled'

/** Those of a coin that were sent, which exclude each other. Nodes replace one by another that pays more, and by no other. */
export const sentOn = <B extends Pick<PayoutBatch, 'anchor' | 'status'>>(
  anchor: string,
  batches: readonly B[],
): B[] => batches.filter((one) => one.status === 'sent' && one.anchor === anchor)

const unended = payoutBatches.source<OwnerId>({
  name: 'unended',
  form: 'uuid',
  text: `select ${payoutBatches.columns} from ${payoutBatches.from} where payout_batch.owner_id = any ($1) and payout_batch.status in ('built', 'sent', 'cancelled')`,
})

/** Needs the batches that the chain may still have: few. */
export const unendedBatches = reading(unended, firm)

export const batchCarrier = defineCarrier({
  rows: payoutBatches,
  lines: batchPayments,
  ofLine: 'batch',
  placeOf: ({ output }) => output,
})

const lastChange = payoutBatches.source({
  name: 'last-change',
  form: 'uuid',
  text: `select distinct on (payout_batch.change_wallet_id) ${payoutBatches.columns} from ${payoutBatches.from}
    where payout_batch.change_wallet_id = any ($1) and payout_batch.status not in ('cancelled', 'void') and payout_batch.change_index is not null
    order by payout_batch.change_wallet_id, payout_batch.change_index desc`,
})

/** Needs which place for change was used last. */
export const lastChangeOf = (wallet: string) => reading(lastChange, wallet)

/** The next place for change. That of a batch which never came to anything is used again: signers look for a few unused ones only. */
export const nextChangeIn = (world: World, wallet: string): number =>
  world
    .rows(payoutBatches)
    .filter(
      ({ changeWallet, status }) =>
        changeWallet === wallet && status !== 'cancelled' && status !== 'void',
    )
    .reduce(
      (next, { changeIndex }) =>
        changeIndex !== null && changeIndex >= next ? changeIndex + 1 : next,
      0,
    )
