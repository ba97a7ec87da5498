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
import { TransferFault, transfersOf, type TronReceipt } from '../../lib/tron-transfers.ts'
import { NodeFault } from '../bitcoin/node.ts'
import { shortText } from '../short-text.ts'

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
  state(): Promise<TronState>
  /** The id of the solidified block at this height; null where there is none yet. */
  idAt(height: number): Promise<string | null>
  /** With what its transactions came to; null where there is none yet. */
  block(height: number): Promise<TronBlock | null>
  /** Of a transaction in a solidified block; null where it is in none. */
  receipt(txid: string): Promise<TronReceipt | null>
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

const transactionShape = z.object({ txID: hash, raw_data_hex: hexText })
const refusal = z.object({ Error: z.string() })

/** A block has up to two million bytes, which are sent twice, once in hex; what its contracts wrote is longer still. */
const maxAnswerBytes = 50_000_000
const maxAnswerMs = 30_000

const tooLong = () => new NodeFault('The TRON node answers more than it can have to say.')

/** Asks one path; null where the node has nothing for it. */
type Ask = <T>(path: string, question: object, shape: z.ZodType<T>) => Promise<T | null>

function jsonOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new NodeFault(`The TRON node answers ${path} with something that is no JSON.`)
  }
}

function checkStatus({ status }: Response, path: string): void {
  if (status === 200) return
  if (status === 401)
    throw new NodeFault('The TRON node refuses the key of TRON_API_URL. Check the key.')
  if (status === 403)
    throw new NodeFault(
      'The TRON node refuses the key of TRON_API_URL, or was asked too often. It is asked again.',
    )
  if (status === 429 || status === 503)
    throw new NodeFault(`The TRON node is busy: it did not take ${path}. It is asked again.`)
  throw new NodeFault(`The TRON node answers ${path} with status ${status}.`)
}

/** The API says nothing by an object without anything in it. */
const isNothing = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  !Array.isArray(answer) &&
  Object.keys(answer).length === 0

function read<T>(answer: unknown, path: string, shape: z.ZodType<T>): T | null {
  if (isNothing(answer)) return null
  const refused = refusal.safeParse(answer)
  if (refused.success)
    throw new NodeFault(`The TRON node refuses ${path}: ${refused.data.Error.slice(0, 200)}`)
  const found = shape.safeParse(answer)
  if (!found.success) throw new NodeFault(`The TRON node answers ${path} wrongly.`)
  return found.data
}

function askAt(url: string, withinMs: number): Ask {
  const { username, href } = new URL(url)
  const base = href.replace(/\/\/[^@/]*@/, '//').replace(/\/{1,20}$/, '')
  const key = decodeURIComponent(username)

  async function call<T>(path: string, question: object, shape: z.ZodType<T>): Promise<T | null> {
    const response = await fetch(base + path, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
      headers: {
        'Content-Type': 'application/json',
        ...(key ? { 'TRON-PRO-API-KEY': key } : {}),
      },
      body: JSON.stringify(question),
    })
    checkStatus(response, path)
    return read(jsonOf(await shortText(response, maxAnswerBytes, tooLong), path), path, shape)
  }

  return async (path, question, shape) => {
    try {
      return await call(path, question, shape)
    } catch (error) {
      if (error instanceof NodeFault) throw error
      throw new NodeFault(
        (error as Error).name === 'TimeoutError'
          ? `The TRON node did not answer ${path} within ${withinMs / 1000} s.`
          : `The TRON node can’t be reached: ${path} failed.`,
        { cause: error },
      )
    }
  }
}

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

function receiptOf({ id: txid, blockNumber, result, receipt, log }: SentReceipt): TronReceipt {
  // A failure is said twice. Both have to say that there was none.
  const isSuccess = receipt.result === 'SUCCESS' && result !== 'FAILED'
  try {
    return { txid, height: blockNumber, isSuccess, transfers: isSuccess ? transfersOf(log) : [] }
  } catch (error) {
    if (!(error instanceof TransferFault)) throw error
    throw new NodeFault(
      `The TRON node sent a transfer in ${txid} that the contract of USDT can’t have written: ${error.message}.`,
    )
  }
}

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
    if (found.transfers.length > 0 && ret[0]?.contractRet !== 'SUCCESS')
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

/** `url`: of its HTTP API, with the key before an @ if it takes one. Both `/wallet` and `/walletsolidity` are below it. */
export function tronNodeAt(url: string, network: TronNetwork, withinMs = maxAnswerMs): TronNode {
  const ask = askAt(url, withinMs)

  async function sentAt(at: number): Promise<SentBlock | null> {
    const sent = await ask(blockByNumber, { num: at }, blockShape)
    return sent && checkBlock(sent, at)
  }
  const lastOf = async (path: string) =>
    checkBlock(given(await ask(path, {}, blockShape), path), null).block_header.raw_data

  return {
    async state() {
      const first = await sentAt(0)
      if (first?.blockID !== firstBlocks[network])
        throw new NodeFault(
          `The TRON node is not on ${called[network]}. Nothing is read from it: addresses look alike on all of them.`,
        )
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
    async knows(txid) {
      const sent = await ask(transactionById, { value: txid }, transactionShape)
      if (sent === null) return false
      if (sent.txID !== txid || sha256Of(sent.raw_data_hex) !== txid)
        throw new NodeFault(`The TRON node sent something else than ${txid}.`)
      return true
    },
  }
}
