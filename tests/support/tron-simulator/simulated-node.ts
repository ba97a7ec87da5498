/**
 * A simulator of a TRON node: no node, and no chain. It answers the calls of java-tron’s HTTP API that the product makes, as the
 * API’s documentation describes them, from blocks that a test makes up. What it gets wrong about real nodes no test can find.
 * Sources: tronprotocol.github.io/documentation-en, api/http/block-and-tx-query: an unknown block or transaction is `{}`; a
 * block’s receipts are a list, which is empty for an empty block, and for one that the node doesn’t know; zeros and empty lists
 * are left out; a mistake is `{"Error": …}` with status 200.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { tronHexOf } from '../../../src/lib/tron-address.ts'
import type { SimulatedTransaction } from './transactions.ts'

type Block = {
  height: number
  id: string
  parent: string
  at: number
  transactions: SimulatedTransaction[]
}

const firstIds = {
  tron: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
  'tron-sample':
    '0000000000000000' +
    createHash('sha256').update('Glasshouse sample network').digest('hex').slice(16),
}
const firstOf = (network: keyof typeof firstIds): Block => ({
  height: 0,
  id: firstIds[network],
  parent: 'e58f33f9baf9305dc6f82b9f1934ea8f0ade2defb951258d50167028c780351f',
  at: 0,
  transactions: [],
})
/** The chain that is made up begins so high, as the real one is by now. */
const firstHeight = 80_000_000

export type Question = {
  num?: number
  value?: string
  function_selector?: string
  address?: string
}
/** Answers otherwise than the truth. A text is sent as it is, null not at all; `end` breaks off. */
export type Lie = (
  path: string,
  truth: unknown,
  question: Question,
  response: ServerResponse,
) => unknown

const idOf = (height: number, salt: string) =>
  height.toString(16).padStart(16, '0') +
  createHash('sha256').update(`${height} ${salt}`).digest('hex').slice(16)

const headerOf = ({ height, parent, at }: Block) => ({
  raw_data: {
    ...(height > 0 ? { number: height } : {}),
    txTrieRoot: '0'.repeat(64),
    witness_address: '41b2f713d57dbcec679d93a8849fa0cd0e4db594ba',
    parentHash: parent,
    ...(height > 0 ? { version: 34, timestamp: at } : {}),
  },
  witness_signature: '00'.repeat(65),
})

const blockAsSent = (block: Block) => ({
  blockID: block.id,
  block_header: headerOf(block),
  ...(block.transactions.length > 0
    ? { transactions: block.transactions.map(({ transaction }) => transaction) }
    : {}),
})
const infoAsSent = (height: number, { info }: SimulatedTransaction) => ({
  ...info,
  blockNumber: height,
})

const number = (value: bigint) => value.toString(16).padStart(64, '0')
const text = (value: string) =>
  number(32n) + number(BigInt(value.length)) + Buffer.from(value).toString('hex').padEnd(64, '0')
/** What the contract of USDT says of itself. */
const contract: Record<string, string> = {
  'name()': text('Tether USD'),
  'symbol()': text('USDT'),
  'decimals()': number(6n),
  'totalSupply()': number(80_000_000_000_000_000n),
  'deprecated()': number(0n),
}
const constantOf = (called: string | undefined) => ({
  result: { result: true },
  energy_used: 935,
  constant_result: [contract[called ?? ''] ?? ''],
  transaction: { ret: [{}], visible: false },
})

export type Options = {
  /** Another one makes another chain. */
  salt?: string
  /** As the main one, or as the one of a demonstration. */
  network?: keyof typeof firstIds
}

/** Whoever opens it stops it. */
export async function openTronSimulator({ salt = 'a chain', network = 'tron' }: Options = {}) {
  const genesis = firstOf(network)
  const first: Block = {
    height: firstHeight,
    id: idOf(firstHeight, salt),
    parent: idOf(firstHeight - 1, salt),
    at: Date.now(),
    transactions: [],
  }
  let blocks = [first]
  let waiting: SimulatedTransaction[] = []
  /** As many blocks as are not solidified: 19 with 27 makers of blocks, of whom 19 have to agree. */
  let unsolid = 19
  let lie: Lie | null = null
  let forks = 0
  let keys: (string | undefined)[] = []
  const contracts = new Set<string>()

  const head = () => blocks.at(-1)!
  const solidHeight = () => Math.max(firstHeight, head().height - unsolid)
  const at = (height: number | undefined) =>
    height === 0 ? genesis : blocks.find((block) => block.height === height)
  const solidAt = (height: number | undefined) =>
    height !== undefined && height <= solidHeight() ? at(height) : undefined
  const holding = (txid: string | undefined, among: readonly Block[]) =>
    among.find(({ transactions }) => transactions.some((one) => one.txid === txid))

  function answerTo(path: string, question: Question): unknown {
    const { num, value, function_selector: called, address } = question
    // A number that is left out is zero.
    const asked = num ?? 0
    switch (path) {
      case '/wallet/getnowblock':
        return blockAsSent(head())
      case '/walletsolidity/getnowblock':
        return blockAsSent(at(solidHeight())!)
      case '/walletsolidity/getblockbynum': {
        const block = solidAt(asked)
        return block ? blockAsSent(block) : {}
      }
      case '/walletsolidity/gettransactioninfobyblocknum':
        return asked <= 0
          ? {}
          : (solidAt(asked)?.transactions ?? []).map((one) => infoAsSent(asked, one))
      case '/walletsolidity/gettransactioninfobyid': {
        const block = holding(value, blocks)
        if (!block || block.height > solidHeight()) return {}
        return infoAsSent(
          block.height,
          block.transactions.find(({ txid }) => txid === value)!,
        )
      }
      case '/wallet/gettransactionbyid':
        return (
          [...waiting, ...blocks.flatMap(({ transactions }) => transactions)].find(
            ({ txid }) => txid === value,
          )?.transaction ?? {}
        )
      case '/walletsolidity/triggerconstantcontract':
        return constantOf(called)
      case '/walletsolidity/getaccount':
        // Of an address at which nothing was ever it says nothing, and of a person’s it leaves the kind out.
        if (contracts.has(address!)) return { address, type: 'Contract' }
        return blocks.some(({ transactions }) =>
          transactions.some(({ moves }) => moves.some(({ from }) => tronHexOf(from) === address)),
        )
          ? { address, balance: 1, create_time: 1_600_000_000_000 }
          : {}
      default:
        return undefined
    }
  }

  function send(response: ServerResponse, answer: unknown): void {
    if (answer === undefined) response.writeHead(404).end()
    else if (answer !== null)
      response
        .setHeader('Content-Type', 'application/json')
        .end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  }

  const server = createServer((request, response) => {
    let asked = ''
    request
      .on('data', (part) => (asked += part))
      .on('end', () => {
        const path = request.url!
        const question = JSON.parse(asked || '{}') as Question
        keys.push(request.headers['tron-pro-api-key'] as string | undefined)
        const truth = answerTo(path, question)
        send(response, lie ? lie(path, truth, question, response) : truth)
      })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }

  /** One block more, with these in it. */
  function produce(...transactions: SimulatedTransaction[]): Block {
    const { height, id } = head()
    const of = forks === 0 ? salt : `${salt}, fork ${forks}`
    const block = {
      height: height + 1,
      id: idOf(height + 1, of),
      parent: id,
      at: Date.now(),
      transactions,
    }
    blocks.push(block)
    const taken = new Set(transactions.map(({ txid }) => txid))
    waiting = waiting.filter(({ txid }) => !taken.has(txid))
    return block
  }

  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    produce,
    /** Without anything in them. */
    produceEmpty: (count: number) => {
      for (let n = 0; n < count; n += 1) produce()
    },
    /** It is heard of, and in no block. */
    announce: (one: SimulatedTransaction) => void waiting.push(one),
    /** How far the last solidified block is behind the last one. */
    setUnsolid: (count: number) => void (unsolid = count),
    heights: () => ({ first: firstHeight, head: head().height, solid: solidHeight() }),
    idAt: (height: number) => at(height)!.id,
    /** A contract is deployed at this address. */
    deployAt: (address: string) => void contracts.add(tronHexOf(address)),
    setLie: (next: Lie | null) => void (lie = next),
    /** What it was sent as keys, since it was last asked for. */
    takeKeys: () => {
      const taken = keys
      keys = []
      return taken
    },
    /** As a chain does above its solidified blocks: those from this height on are gone, and what comes next is another one. */
    forkFrom(height: number): void {
      blocks = blocks.filter((block) => block.height < height)
      forks += 1
    },
    /** What no solidified chain does: the blocks from this height on are others. */
    replaceFrom(height: number): void {
      const kept = blocks.filter((block) => block.height < height)
      let parent = kept.at(-1)!.id
      const replaced = blocks
        .filter((block) => block.height >= height)
        .map((block) => {
          const other = { ...block, id: idOf(block.height, `${salt}, another`), parent }
          parent = other.id
          return other
        })
      blocks = [...kept, ...replaced]
    },
    stop,
    /** All that moved in blocks from one height to another: the oracle of the tests. */
    moved: (from: number, to: number) =>
      blocks
        .filter(({ height }) => height >= from && height <= to)
        .flatMap(({ height, transactions }) =>
          transactions.flatMap(({ txid, moves }) =>
            moves.map((move) => ({ txid, height, ...move })),
          ),
        ),
  }
}

export type TronSimulator = Awaited<ReturnType<typeof openTronSimulator>>
