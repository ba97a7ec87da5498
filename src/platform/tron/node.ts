/**
 * A TRON node, or a service that answers as one, asked by the HTTP API of java-tron. It is asked for blocks that are solidified,
 * which no reorganisation takes away. Nothing that it says of a receipt proves itself: what it says twice is compared, and
 * whoever runs it is believed for the rest.
 * Sources: TRON's documentation of the HTTP API (getnowblock, getblockbynum, gettransactioninfobyblocknum, gettransactioninfobyid,
 * gettransactionbyid) and of TronGrid's key. No such node was ever asked: docs/tron.md says what of this was never seen.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Instant } from '../../lib/instant.ts'
import type { TronNetwork } from '../../lib/tron-address.ts'
import {
  TransferFault,
  transfersOf,
  usdtContractDigits,
  type Transfer,
  type TronReceipt,
} from '../../lib/tron-transfers.ts'
import { NodeFault } from '../bitcoin/node.ts'
import { askAt } from './ask.ts'

export type TronState = {
  /** Of the last block of all. It may still be taken away. */
  head: number
  /** Of the last one that stays. */
  solid: number
  /** When that one was made, as its maker says. */
  solidAt: Instant
}

/** A solidified one. */
export type TronBlock = {
  height: number
  id: string
  parent: string
  receipts: readonly TronReceipt[]
}

export type TronNode = {
  /** Throws where the node is of another network. */
  checkNetwork(): Promise<void>
  /** Throws where the node is of another network. */
  state(): Promise<TronState>
  /** The id of the solidified block at this height; null where there is none yet. */
  idAt(height: number): Promise<string | null>
  /** With what its transactions came to; null where there is none yet. */
  block(height: number): Promise<TronBlock | null>
  /** Of a transaction in a solidified block; null where it is in none. */
  receipt(txid: string): Promise<TronReceipt | null>
  /** In hex, what a function of the contract of USDT answers that changes nothing, like `name()`. */
  constant(called: string): Promise<string>
  /** Whether a contract is at this address, as nodes write it. */
  isContract(script: string): Promise<boolean>
  /** Whether the node has heard of a transaction, which may be in no block yet, or in one that goes. */
  knows(txid: string): Promise<boolean>
}

/** The first block of each network. Addresses look alike on all public ones, and so does everything else. */
export const firstBlocks: Record<TronNetwork, string> = {
  tron: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
  // Of the one that a demonstration makes for itself: the hash of "Glasshouse sample network", behind its height.
  'tron-sample': '0000000000000000579488d8a76a9509ff14ba0e6b3c9364786a02ecedb660ef',
}

const called: Record<TronNetwork, string> = {
  tron: 'the main network',
  'tron-sample': 'the network of this demonstration',
}

const hash = z.string().regex(/^[\da-f]{64}$/)
const hexText = z.string().regex(/^(?:[\da-f]{2})*$/)
/** The API leaves out what is zero, and lists without anything in them. */
const height = z.int().min(0).max(2_000_000_000).default(0)

const blockShape = z.object({
  blockID: hash,
  block_header: z.object({
    raw_data: z.object({
      number: height,
      parentHash: hash,
      timestamp: z.int().min(0).default(0),
    }),
  }),
  transactions: z
    .array(
      z.object({
        txID: hash,
        ret: z.array(z.object({ contractRet: z.string().optional() })).default([]),
      }),
    )
    .default([]),
})
type SentBlock = z.infer<typeof blockShape>

const receiptShape = z.object({
  id: hash,
  blockNumber: height,
  // As the API spells it. It is left out where all went well.
  result: z.enum(['SUCESS', 'FAILED']).optional(),
  receipt: z.object({ result: z.string().optional() }).default({}),
  log: z
    .array(
      z.object({
        address: z.string().regex(/^[\da-f]{40}$/),
        topics: z.array(hash).default([]),
        data: hexText.default(''),
      }),
    )
    .default([]),
})
type SentReceipt = z.infer<typeof receiptShape>

/** A call that fails is answered with `result` and a code; one that the contract gives up has `FAILED` in its transaction. */
const constantShape = z.object({
  result: z.object({ result: z.boolean().default(false), code: z.string().optional() }),
  constant_result: z.array(hexText).default([]),
  transaction: z
    .object({ ret: z.array(z.object({ ret: z.string().optional() })).default([]) })
    .default({ ret: [] }),
})

/** An account’s kind is left out for a person’s. An address at which nothing was ever is answered with nothing. */
const accountShape = z.object({ address: hexText, type: z.string().optional() })

const transactionShape = z.object({ txID: hash, raw_data_hex: hexText })
/** A block’s id begins with its number, in eight bytes. */
const beginsWith = (id: string, number: number): boolean =>
  id.startsWith(number.toString(16).padStart(16, '0'))

/** `asked`: its height, or null for the last one. */
function checkBlock(sent: SentBlock, asked: number | null): SentBlock {
  const { number, parentHash } = sent.block_header.raw_data
  if (asked !== null && number !== asked)
    throw new NodeFault(`The TRON node sent block ${number} for ${asked}.`)
  if (!beginsWith(sent.blockID, number) || (number > 0 && !beginsWith(parentHash, number - 1)))
    throw new NodeFault(
      `The TRON node sent block ${number} with an id that is of another: ${sent.blockID} after ${parentHash}.`,
    )
  return sent
}

/** Throws where the contract would have written what it can't write. */
function transfersIn({ id, log }: SentReceipt): Transfer[] {
  try {
    return transfersOf(log)
  } catch (error) {
    if (!(error instanceof TransferFault)) throw error
    throw new NodeFault(
      `The TRON node sent a transfer in ${id} that the contract of USDT can’t have written: ${error.message}.`,
    )
  }
}

/** `DEFAULT` is what stands in the protocol for no result, as transactions have that call no contract. */
const unsaid = (result: string | undefined) => result === undefined || result === 'DEFAULT'

/** Null where nobody says, or one says so and the other not. */
function successOf({ result, receipt }: SentReceipt): boolean | null {
  const hasFailed = result === 'FAILED'
  if (unsaid(receipt.result)) return hasFailed ? false : null
  if (receipt.result !== 'SUCCESS') return false
  return hasFailed ? null : true
}

/**
 * A transaction that failed may have logs all the same: java-tron clears them where a contract gave up, and not where it ran out of
 * time. So nothing moved in it, whatever they say. Where its result isn't known, nobody can tell whether something moved.
 */
function receiptOf(sent: SentReceipt): TronReceipt {
  const isSuccess = successOf(sent)
  const transfers = isSuccess === false ? [] : transfersIn(sent)
  if (isSuccess === null && transfers.length > 0)
    throw new NodeFault(
      `The TRON node sent transfers in ${sent.id}, and doesn’t say clearly whether it succeeded.`,
    )
  return { txid: sent.id, height: sent.blockNumber, isSuccess: isSuccess === true, transfers }
}

/** A transaction has one contract and one result, as a list. */
const hasSucceeded = (ret: SentBlock['transactions'][number]['ret']): boolean =>
  ret.length > 0 && ret.every(({ contractRet }) => contractRet === 'SUCCESS')

/** A node that has forgotten receipts answers with fewer, or with none at all: every transaction must have its own. */
function receiptsOf(sent: SentBlock, receipts: readonly SentReceipt[]): TronReceipt[] {
  const { number } = sent.block_header.raw_data
  const byId = new Map(receipts.map((one) => [one.id, one]))
  if (byId.size !== sent.transactions.length || receipts.length !== byId.size)
    throw new NodeFault(
      `The TRON node sent ${receipts.length} receipts for the ${sent.transactions.length} transactions of block ${number}.`,
    )
  return sent.transactions.map(({ txID, ret }) => {
    const one = byId.get(txID)
    if (!one || one.blockNumber !== number)
      throw new NodeFault(`The TRON node sent no receipt for ${txID} of block ${number}.`)
    const found = receiptOf(one)
    if (found.transfers.length > 0 && !hasSucceeded(ret))
      throw new NodeFault(`The TRON node says that ${txID} succeeded, and that it didn’t.`)
    return found
  })
}

const given = <T>(value: T | null, path: string): T => {
  if (value === null) throw new NodeFault(`The TRON node has nothing for ${path}.`)
  return value
}

const sha256Of = (digits: string): string =>
  createHash('sha256').update(digits, 'hex').digest('hex')

const last = { head: '/wallet/getnowblock', solid: '/walletsolidity/getnowblock' }
const blockByNumber = '/walletsolidity/getblockbynum'
const receiptsByNumber = '/walletsolidity/gettransactioninfobyblocknum'
const receiptById = '/walletsolidity/gettransactioninfobyid'
const transactionById = '/wallet/gettransactionbyid'
const accountByAddress = '/walletsolidity/getaccount'
const constantCall = '/walletsolidity/triggerconstantcontract'

/** The contract asks itself: whoever asks has to be somebody. */
const calling = (called: string) => ({
  owner_address: `41${usdtContractDigits}`,
  contract_address: `41${usdtContractDigits}`,
  function_selector: called,
})

function constantOf(
  { result, constant_result: words, transaction }: z.infer<typeof constantShape>,
  called: string,
): string {
  const hasFailed = !result.result || transaction.ret.some(({ ret }) => ret === 'FAILED')
  const [digits] = words
  if (hasFailed || digits === undefined || words.length > 1)
    throw new NodeFault(
      `The TRON node can’t call ${called} of the contract of USDT: ${result.code ?? 'it fails'}.`,
    )
  return digits
}

/** `url`: of its HTTP API, with the key before an @ if it takes one. Both `/wallet` and `/walletsolidity` are below it. */
export function tronNodeAt(url: string, network: TronNetwork, withinMs?: number): TronNode {
  const ask = askAt(url, withinMs)

  async function sentAt(at: number): Promise<SentBlock | null> {
    const sent = await ask(blockByNumber, { num: at }, blockShape)
    return sent && checkBlock(sent, at)
  }
  const lastOf = async (path: string) =>
    checkBlock(given(await ask(path, {}, blockShape), path), null).block_header.raw_data

  async function checkNetwork(): Promise<void> {
    const first = await sentAt(0)
    if (first?.blockID !== firstBlocks[network])
      throw new NodeFault(
        `The TRON node is not on ${called[network]}. Nothing is read from it: addresses look alike on all of them.`,
      )
  }

  return {
    checkNetwork,
    async state() {
      await checkNetwork()
      const solid = await lastOf(last.solid)
      const head = await lastOf(last.head)
      if (head.number < solid.number)
        throw new NodeFault(
          `The TRON node has solidified ${solid.number} of ${head.number} blocks, which can’t be.`,
        )
      return { head: head.number, solid: solid.number, solidAt: solid.timestamp }
    },
    idAt: async (at) => (await sentAt(at))?.blockID ?? null,
    async block(at) {
      const sent = await sentAt(at)
      if (sent === null) return null
      const receipts = await ask(receiptsByNumber, { num: at }, z.array(receiptShape))
      return {
        height: at,
        id: sent.blockID,
        parent: sent.block_header.raw_data.parentHash,
        receipts: receiptsOf(sent, receipts ?? []),
      }
    },
    async receipt(txid) {
      const sent = await ask(receiptById, { value: txid }, receiptShape)
      if (sent && sent.id !== txid)
        throw new NodeFault(`The TRON node sent the receipt of ${sent.id} for ${txid}.`)
      return sent && receiptOf(sent)
    },
    constant: async (called) =>
      constantOf(
        given(await ask(constantCall, calling(called), constantShape), constantCall),
        called,
      ),
    async isContract(script) {
      const sent = await ask(accountByAddress, { address: script }, accountShape)
      if (sent && sent.address !== script)
        throw new NodeFault(`The TRON node sent the account ${sent.address} for ${script}.`)
      return sent?.type === 'Contract'
    },
    async knows(txid) {
      const sent = await ask(transactionById, { value: txid }, transactionShape)
      if (sent === null) return false
      if (sent.txID !== txid || sha256Of(sent.raw_data_hex) !== txid)
        throw new NodeFault(`The TRON node sent something else than ${txid}.`)
      return true
    },
  }
}
