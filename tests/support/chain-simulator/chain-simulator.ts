/** A Bitcoin node that isn't one: the chain of `chain.ts` behind the part of the RPC that is used, for what the tests' real node doesn't do. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import { minerOf, type Rpc } from '../bitcoin-node/miner.ts'
import { Chain, Refusal } from './chain.ts'

const notFound = -5

function answer(
  chain: Chain,
  network: string,
  method: string,
  params: readonly unknown[],
): unknown {
  const [first, second] = params as [string, unknown]
  const given = <T>(found: T | undefined, message: string): T => {
    if (found === undefined) throw new Refusal(notFound, message)
    return found
  }
  switch (method) {
    case 'getblockchaininfo':
      return { chain: network, blocks: chain.height, headers: chain.height, pruned: false }
    case 'getblockcount':
      return chain.height
    case 'getblockhash':
      return given(chain.at(Number(first)), 'Block height out of range').hash
    case 'getblock': {
      const { hash, hex, height, transactions } = given(chain.blockOf(first), 'Block not found')
      return second === 0 || second === false
        ? hex
        : { hash, height, tx: transactions.map(({ txid }) => txid) }
    }
    case 'getrawmempool':
      return chain.waiting.map(({ txid }) => txid)
    case 'getmempoolinfo':
      return { mempoolminfee: chain.leastOfThousand, minrelaytxfee: 0.00001 }
    // As Bitcoin Core does where it has seen too little.
    case 'estimatesmartfee':
      return { errors: ['Insufficient data or no feerate found'], blocks: first }
    case 'getrawtransaction':
      return given(chain.transactionOf(first), 'No such mempool or blockchain transaction')
    case 'gettxout':
      return chain.unspent(first, Number(second))
    case 'sendrawtransaction':
      return chain.send(first)
    default:
      throw new Refusal(-32601, 'Method not found')
  }
}

/** `first`: the first block of the chain that it follows, in hex; `network`: what it calls its chain. */
export async function startChainSimulator({
  first,
  network = 'regtest',
}: { first?: string; network?: 'regtest' | 'main' } = {}) {
  const chain = new Chain(first)
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { id, method, params } = JSON.parse(body) as { id: unknown; method: string; params: [] }
      let said: object
      try {
        said = { result: answer(chain, network, method, params), error: null, id }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        said = { result: null, error: { code: error.code, message: error.message }, id }
      }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(said))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => void server.close())

  const rpc: Rpc = async <T>(method: string, ...params: unknown[]) =>
    answer(chain, network, method, params) as T
  const mine = async (blocks = 1) => Array.from({ length: blocks }, () => chain.mine())
  return {
    chain,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    rpc,
    mine,
    ...minerOf(rpc, mine, 'all'),
  }
}
