/**
 * A Bitcoin node of the operator's own, asked by JSON-RPC as Bitcoin Core answers it. What it says is believed where it proves
 * itself: a block and a transaction are read from their bytes, and have the hash that was asked for.
 * Source: Bitcoin Core's RPC reference (getblockchaininfo, getblockhash, getblock 0, getrawmempool, getrawtransaction, gettxout, sendrawtransaction,
 * estimatesmartfee, getmempoolinfo).
 */
import { z } from 'zod'
import {
  ChainFault,
  readBlock,
  readTransaction,
  transactionIn,
  type Block,
  type Outpoint,
  type Transaction,
} from '../../lib/bitcoin-block.ts'
import type { BitcoinNetwork } from '../../lib/output-descriptor.ts'
import { shortText } from '../short-text.ts'

export type NodeState = {
  network: BitcoinNetwork
  /** Of the last block of its best chain. */
  height: number
  /** It has thrown away old blocks, the last of them at this height. */
  prunedTo: number | null
  /** How many blocks it knows of and hasn't got yet. */
  missing: number
}

export type BitcoinNode = {
  state(): Promise<NodeState>
  /** Of its best chain; null where that is shorter. */
  hashAt(height: number): Promise<string | null>
  block(hash: string): Promise<Block>
  /** The ids of what waits to be mined. */
  waiting(): Promise<string[]>
  /** Of what waits to be mined; null where it no longer does. */
  transaction(txid: string): Promise<Transaction | null>
}

/** In satoshi per virtual byte, rounded up. */
export type NodeFeeRates = {
  /** The least that it keeps among what waits to be mined; null where it doesn't say. */
  minimum: number | null
  /** For a place within so many blocks, never below the least; none where it has seen too little to know. */
  proposals: { blocks: number; feeRate: number }[]
}

/** What is read of it to pay out, and handed in. */
export type PayingNode = BitcoinNode & {
  /** Believed as it says them: they are shown, and whoever builds a batch says one. */
  feeRates(): Promise<NodeFeeRates>
  /** The bytes of a transaction in a block; null where it isn't in it. The block is what is asked for: not every node finds a transaction by its id. */
  bytesOf(txid: string, block: string): Promise<Uint8Array | null>
  /** Hands in a transaction. What a node answers to that is no proof: whether it has it, `waiting` or a block says. Answers why it refuses it, or null. */
  send(transaction: string): Promise<string | null>
}

/** An output that nothing spends. */
export type UnspentOutput = {
  /** The last block that the node had when it looked. */
  block: string
  /** The blocks from its own to that one, its own among them; none while it waits to be mined. */
  depth: number
  script: string
}

/** What is read of it to prove coins. */
export type ProvingNode = PayingNode & {
  /** Null where it isn't there, or is spent, also by what waits to be mined. Believed as it is said: only the node's own list of coins has it. */
  unspent(coin: Outpoint): Promise<UnspentOutput | null>
}

/** What went wrong with the node, in a sentence for its operator. */
export class NodeFault extends Error {}

/** It knows what was asked of it, and doesn't do it. */
class Refused extends NodeFault {
  readonly said: string

  constructor(method: string, said: string) {
    super(`The Bitcoin node refuses ${method}: ${said}`)
    this.said = said
  }
}

const networks: Record<string, BitcoinNetwork> = {
  main: 'main',
  test: 'test',
  testnet4: 'test',
  signet: 'test',
  regtest: 'regtest',
}

const hash = z.string().regex(/^[\da-f]{64}$/)
const height = z.int().min(0).max(100_000_000)
const state = z.object({
  chain: z.string(),
  blocks: height,
  headers: height,
  pruned: z.boolean().optional(),
  pruneheight: height.nullish(),
})
const output = z
  .object({
    bestblock: hash,
    confirmations: z.int().min(0),
    scriptPubKey: z.object({ hex: z.string().regex(/^[\da-f]*$/) }),
  })
  .nullable()
/** Bitcoin for a thousand virtual bytes. Older nodes say −1 where they don't know. */
const rateOfThousand = z.number().min(-1).max(10)
const estimate = z.object({ feerate: rateOfThousand.nullish(), blocks: z.int().min(0).max(10_000) })
const mempool = z.object({
  mempoolminfee: rateOfThousand.nullish(),
  minrelaytxfee: rateOfThousand.nullish(),
})
const answer = z.object({
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string() }).nullish(),
})

/** As Bitcoin Core numbers them. */
const notFound = [-5, -8]

/** A block of four million units in hex, and what stands around it. */
const longestAnswer = 20_000_000
/** A million and more ids of what waits. */
const longestList = 100_000_000
const longestMs = 30_000

const tooLong = () => new NodeFault('The Bitcoin node answers more than it can have to say.')

function jsonOf(text: string): z.infer<typeof answer> {
  try {
    return answer.parse(JSON.parse(text))
  } catch {
    throw new NodeFault('The Bitcoin node answers something that is no JSON-RPC.')
  }
}

/** Asks one method; null where the node doesn’t know what was asked for. */
type Ask = <T>(
  method: string,
  params: unknown[],
  shape: z.ZodType<T>,
  longest?: number,
) => Promise<T | null>

function askAt(url: string, withinMs: number): Ask {
  const { username, password, href } = new URL(url)
  const address = href.replace(/\/\/[^@/]*@/, '//')
  const credentials = [username, password].map(decodeURIComponent).join(':')

  async function call<T>(
    method: string,
    params: unknown[],
    shape: z.ZodType<T>,
    longest = longestAnswer,
  ): Promise<T | null> {
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
      headers: {
        'Content-Type': 'application/json',
        ...(username ? { Authorization: `Basic ${btoa(credentials)}` } : {}),
      },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
    })
    if (response.status === 401 || response.status === 403)
      throw new NodeFault('The Bitcoin node refuses the name or the password of BITCOIN_RPC_URL.')
    if (response.status === 503)
      throw new NodeFault(`The Bitcoin node is busy: it did not take ${method}. It is asked again.`)
    const { result, error } = jsonOf(await shortText(response, longest, tooLong))
    if (error) {
      if (notFound.includes(error.code)) return null
      throw new Refused(method, error.message.slice(0, 200))
    }
    const read = shape.safeParse(result)
    if (!read.success) throw new NodeFault(`The Bitcoin node answers ${method} wrongly.`)
    return read.data
  }

  return async (method, params, shape, longest) => {
    try {
      return await call(method, params, shape, longest)
    } catch (error) {
      if (error instanceof NodeFault) throw error
      throw new NodeFault(
        (error as Error).name === 'TimeoutError'
          ? `The Bitcoin node did not answer ${method} within ${withinMs / 1000} s.`
          : `The Bitcoin node can’t be reached: ${method} failed.`,
        { cause: error },
      )
    }
  }
}

const given = <T>(value: T | null, method: string): T => {
  if (value === null) throw new NodeFault(`The Bitcoin node has nothing for ${method}.`)
  return value
}

const bytes = z
  .string()
  .regex(/^(?:[\da-f]{2})+$/)
  .transform((text) => Uint8Array.fromHex(text))

/** Reads what came, and refuses what isn't what was asked for. */
function proven<T extends { hash: string } | { txid: string }>(
  id: string,
  sent: Uint8Array,
  read: (sent: Uint8Array) => T,
): T {
  try {
    const found = read(sent)
    if (('hash' in found ? found.hash : found.txid) === id) return found
  } catch (error) {
    if (!(error instanceof ChainFault)) throw error
    throw new NodeFault(`The Bitcoin node sent ${id} wrongly: ${error.message}`)
  }
  throw new NodeFault(`The Bitcoin node sent something else than ${id}.`)
}

/** About twenty minutes, an hour and a day. */
const targets = [2, 6, 144]

/** Null where nothing is said. A float has the eight decimals of an amount exactly enough for one rounding. */
function perVirtualByte(ofThousand: number | null | undefined): number | null {
  const satoshi = Math.round((ofThousand ?? 0) * 100_000_000)
  return satoshi > 0 ? Math.ceil(satoshi / 1_000) : null
}

/** Not every node estimates, such as one that takes no transactions but in blocks: it says nothing then. */
async function orNothing<T>(asked: Promise<T | null>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

async function feeRatesOf(ask: Ask): Promise<NodeFeeRates> {
  const [said, ...estimates] = await Promise.all([
    orNothing(ask('getmempoolinfo', [], mempool)),
    ...targets.map((blocks) => orNothing(ask('estimatesmartfee', [blocks], estimate))),
  ])
  const minimum = perVirtualByte(Math.max(said?.mempoolminfee ?? 0, said?.minrelaytxfee ?? 0))
  const found = estimates.flatMap((one) => {
    const feeRate = perVirtualByte(one?.feerate)
    return one && feeRate !== null
      ? [{ blocks: one.blocks, feeRate: Math.max(feeRate, minimum ?? 0) }]
      : []
  })
  // It answers for more blocks than were asked for where it knows no better: two may be alike.
  return { minimum, proposals: [...new Map(found.map((one) => [one.blocks, one])).values()] }
}

/** `url`: of its RPC, with the name and the password in it, if it has any. */
export function bitcoinNodeAt(url: string, withinMs = longestMs): ProvingNode {
  const ask = askAt(url, withinMs)
  return {
    async state() {
      const method = 'getblockchaininfo'
      const { chain, blocks, headers, pruned, pruneheight } = given(
        await ask(method, [], state),
        method,
      )
      const network = networks[chain]
      if (!network) throw new NodeFault(`The Bitcoin node is on an unknown chain, ${chain}.`)
      return {
        network,
        height: blocks,
        // It says the first one that it still has.
        prunedTo: pruned ? (pruneheight ?? 0) - 1 : null,
        missing: Math.max(0, headers - blocks),
      }
    },
    hashAt: (at) => ask('getblockhash', [at], hash),
    async block(id) {
      const sent = given(await ask('getblock', [id, 0], bytes), 'getblock')
      return proven(id, sent, readBlock)
    },
    async waiting() {
      return given(await ask('getrawmempool', [], z.array(hash), longestList), 'getrawmempool')
    },
    async bytesOf(txid, id) {
      const sent = given(await ask('getblock', [id, 0], bytes), 'getblock')
      proven(id, sent, readBlock)
      return transactionIn(sent, txid)
    },
    async unspent({ txid, output: n }) {
      const found = await ask('gettxout', [txid, n, true], output)
      return (
        found && {
          block: found.bestblock,
          depth: found.confirmations,
          script: found.scriptPubKey.hex,
        }
      )
    },
    feeRates: () => feeRatesOf(ask),
    async send(transaction) {
      try {
        await ask('sendrawtransaction', [transaction], z.unknown())
        return null
      } catch (error) {
        if (error instanceof Refused) return error.said
        throw error
      }
    },
    async transaction(txid) {
      const sent = await ask('getrawtransaction', [txid], bytes)
      return sent && proven(txid, sent, readTransaction)
    },
  }
}
