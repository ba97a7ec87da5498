/** D6: a Bitcoin node is believed where what it sends proves itself. bcoin is the real one; a liar answers as a test tells it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { NodeFault, bitcoinNodeAt } from '../../src/platform/bitcoin/node.ts'
import { noBitcoinNode, startBitcoinNode } from '../support/bitcoin-node/bitcoin-node.ts'

const toSomebody = { script: `0014${'ab'.repeat(20)}`, amount: 123_456n }
const genesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'

describe('a node that lies', async () => {
  type Write = (text: string) => void
  let answer: (method: string, write: Write, params: unknown[]) => void = () => {}
  const server = createServer((request, response) => {
    let asked = ''
    request
      .on('data', (part) => (asked += part))
      .on('end', () => {
        const { method, params } = JSON.parse(asked) as { method: string; params: unknown[] }
        answer(method, (text) => response.end(text), params)
      })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  const node = bitcoinNodeAt(`http://127.0.0.1:${port}/`, 1_000)
  const answers = (result: unknown, error: unknown = null) =>
    (answer = (_, write) => write(JSON.stringify({ result, error, id: 1 })))
  const state = { chain: 'main', blocks: 7, headers: 7, pruned: false }

  test.each<[what: string, result: unknown, says: RegExp]>([
    ['a chain that nobody knows', { ...state, chain: 'main2' }, /unknown chain, main2/],
    ['a height below zero', { ...state, blocks: -1 }, /wrongly/],
    ['a height that is no whole number', { ...state, blocks: 7.5 }, /wrongly/],
    ['a height beyond all blocks', { ...state, blocks: 1e15 }, /wrongly/],
    ['a height as text', { ...state, blocks: '7' }, /wrongly/],
    ['nothing', null, /wrongly/],
    ['a list', [], /wrongly/],
  ])('about itself, with %s, is not believed', async (_, result, says) => {
    answers(result)
    const asked = node.state()
    await expect(asked).rejects.toThrow(NodeFault)
    await expect(asked).rejects.toThrow(says)
  })

  test('that has thrown blocks away, or hasn’t all of them, says so', async () => {
    answers({ ...state, headers: 9, pruned: true, pruneheight: 5 })
    expect(await node.state()).toMatchObject({ prunedTo: 4, missing: 2 })
  })

  test.each<[what: string, result: unknown]>([
    ['another block', 'GENESIS'],
    ['half a block', 'HALF'],
    ['text', 'not hex'],
    ['a number', 12],
    ['an empty block', ''],
  ])('and sends %s is not believed', async (_, sent) => {
    const bytes =
      '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4adae5494dffff7f2002000000' +
      '0101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000'
    answers(sent === 'GENESIS' ? bytes : sent === 'HALF' ? bytes.slice(0, 300) : sent)
    await expect(node.block('ab'.repeat(32))).rejects.toThrow(NodeFault)
    if (sent === 'GENESIS') expect((await node.block(genesis)).hash).toBe(genesis)
  })

  describe('proposes fee rates', () => {
    type Said = { result?: unknown; error?: unknown }
    /** Of each method what it says; `blocks` says what it asks for. */
    const says = (mempool: Said, estimate: (blocks: number) => Said) => {
      const asked: number[] = []
      answer = (method, write, params) => {
        if (method === 'estimatesmartfee') asked.push(params[0] as number)
        const said = method === 'estimatesmartfee' ? estimate(params[0] as number) : mempool
        write(JSON.stringify({ result: null, error: null, ...said, id: 1 }))
      }
      return asked
    }
    const least = { result: { mempoolminfee: 0.00001, minrelaytxfee: 0.00001, usage: 1 } }

    test('in whole satoshi for a virtual byte, rounded up', async () => {
      const rates: Record<number, number> = { 2: 0.00029876, 6: 0.00003, 144: 0.00001001 }
      const asked = says(least, (blocks) => ({ result: { feerate: rates[blocks], blocks } }))
      expect(await node.feeRates()).toEqual({
        minimum: 1,
        proposals: [
          { blocks: 2, feeRate: 30 },
          { blocks: 6, feeRate: 3 },
          { blocks: 144, feeRate: 2 },
        ],
      })
      expect(asked.toSorted((a, b) => a - b)).toEqual([2, 6, 144])
    })

    test('never below what it keeps, of whichever of its two limits is higher', async () => {
      const full = { result: { mempoolminfee: 0.00004321, minrelaytxfee: 0.00001 } }
      says(full, (blocks) => ({ result: { feerate: 0.00002, blocks } }))
      const { minimum, proposals } = await node.feeRates()
      expect([minimum, ...proposals.map(({ feeRate }) => feeRate)]).toEqual([5, 5, 5, 5])
      // Bitcoin Core 30 passes on a tenth of a satoshi; less than one can’t be asked for here.
      says({ result: { mempoolminfee: 0.000001, minrelaytxfee: 0.000001 } }, (blocks) => ({
        result: { feerate: 0.0000011, blocks },
      }))
      expect((await node.feeRates()).minimum).toBe(1)
    })

    test('of fewer targets where it answers the same for two', async () => {
      says(least, (blocks) => ({ result: { feerate: 0.00002, blocks: Math.max(blocks, 6) } }))
      expect((await node.feeRates()).proposals.map(({ blocks }) => blocks)).toEqual([6, 144])
    })

    test.each<[what: string, said: Said]>([
      [
        'has seen too little',
        { result: { errors: ['Insufficient data or no feerate found'], blocks: 2 } },
      ],
      ['doesn’t know, as bcoin says it', { result: { fee: -1, blocks: 2 } }],
      ['doesn’t know, as old ones say it', { result: { feerate: -1, blocks: 2 } }],
      ['takes blocks alone', { error: { code: -32603, message: 'Fee estimation disabled' } }],
      ['has no such method', { error: { code: -32601, message: 'Method not found' } }],
    ])('not where it %s', async (_, said) => {
      says(least, () => said)
      expect(await node.feeRates()).toEqual({ minimum: 1, proposals: [] })
    })

    test('nor says a least where it has none', async () => {
      says({ error: { code: -32601, message: 'Method not found' } }, (blocks) => ({
        result: { feerate: 0.00002, blocks },
      }))
      const { minimum, proposals } = await node.feeRates()
      expect([minimum, proposals.length]).toEqual([null, 3])
      says({ result: { size: 0 } }, () => ({ result: { blocks: 2 } }))
      expect(await node.feeRates()).toEqual({ minimum: null, proposals: [] })
    })

    test.each<[what: string, result: unknown]>([
      ['a rate as text', { feerate: '0.00001', blocks: 2 }],
      ['a rate beyond all coins', { feerate: 21_000_000, blocks: 2 }],
      ['no blocks', { feerate: 0.00001 }],
      ['blocks that are none', { feerate: 0.00001, blocks: -2 }],
      ['a number alone', 0.00001],
    ])('and is not believed with %s', async (_, result) => {
      says(least, () => ({ result }))
      await expect(node.feeRates()).rejects.toThrow(/answers estimatesmartfee wrongly/)
    })
  })

  test('and has a coin that reads otherwise is not believed', async () => {
    const coin = { bestblock: genesis, confirmations: 6, scriptPubKey: { hex: '51' } }
    answers(coin)
    const asked = { txid: 'ab'.repeat(32), output: 0 }
    expect(await node.unspent(asked)).toEqual({ block: genesis, depth: 6, script: '51' })
    for (const lie of [
      { bestblock: '00' },
      { confirmations: -1 },
      { scriptPubKey: { hex: 'x' } },
    ]) {
      answers({ ...coin, ...lie })
      await expect(node.unspent(asked)).rejects.toThrow(NodeFault)
    }
  })

  test('and sends another transaction is not believed', async () => {
    answers('01000000000000000000')
    await expect(node.transaction('ab'.repeat(32))).rejects.toThrow(NodeFault)
  })

  test('and answers no JSON, an error or nothing at all is told apart', async () => {
    answer = (_, write) => write('<html>')
    await expect(node.state()).rejects.toThrow(/no JSON-RPC/)
    answers(null, { code: -28, message: 'Loading block index...' })
    await expect(node.state()).rejects.toThrow(/refuses getblockchaininfo: Loading block index/)
    answer = () => {}
    await expect(node.state()).rejects.toThrow(/did not answer getblockchaininfo within 1 s/)
  })

  test('and answers without an end is left', async () => {
    answer = (_, write) => write('x'.repeat(21_000_000))
    const patient = bitcoinNodeAt(`http://127.0.0.1:${port}/`)
    await expect(patient.state()).rejects.toThrow(/more than it can have to say/)
  })
})

describe.skipIf(noBitcoinNode)(
  `a real node${noBitcoinNode ? ` (${noBitcoinNode})` : ''}`,
  async () => {
    const real = noBitcoinNode ? null : await startBitcoinNode()
    const other = noBitcoinNode ? null : await startBitcoinNode()
    const node = bitcoinNodeAt(real?.url ?? 'http://localhost/')

    test('says which chain it is on and how far, and has the first block of all of them', async () => {
      const { height } = await node.state()
      await real!.mine(3)
      expect(await node.state()).toEqual({
        network: 'regtest',
        height: height + 3,
        prunedTo: null,
        missing: 0,
      })
      expect(await node.hashAt(0)).toBe(genesis)
      expect(await node.hashAt(height + 4)).toBeNull()
    })

    test('has what waits, then its block, both with what was sent', async () => {
      const txid = await real!.send(toSomebody, { ...toSomebody, amount: 1_000n })
      expect(await node.waiting()).toContain(txid)
      const waiting = await node.transaction(txid)
      expect(waiting!.outputs.slice(0, 2)).toEqual([toSomebody, { ...toSomebody, amount: 1_000n }])
      const [hash] = await real!.mine()
      const { height } = await node.state()
      expect(await node.hashAt(height)).toBe(hash)
      const block = await node.block(hash!)
      expect(block.previous).toBe(await node.hashAt(height - 1))
      expect(block.transactions.find((one) => one.txid === txid)).toEqual(waiting)
      expect(await node.waiting()).toEqual([])
    })

    test('has what is unspent, with its script and how deep it is', async () => {
      const txid = await real!.send(toSomebody)
      const coin = { txid, output: 0 }
      const { script } = toSomebody
      expect(await node.unspent(coin)).toMatchObject({ depth: 0, script })
      const [, last] = await real!.mine(2)
      expect(await node.unspent(coin)).toEqual({ block: last, depth: 2, script })
      expect(await node.unspent({ txid, output: 9 })).toBeNull()
      expect(await node.unspent({ txid: 'ab'.repeat(32), output: 0 })).toBeNull()
    })

    test('whose last blocks are taken away has others at their heights', async () => {
      const { height } = await node.state()
      await other!.follow(real!, 0)
      const [gone] = await real!.mine(2)
      await other!.mine(3)
      await real!.follow(other!, height)
      expect(await node.state()).toMatchObject({ height: height + 3 })
      expect(await node.hashAt(height + 1)).not.toBe(gone)
      // It still has the block: that it can be read says nothing about where it stands.
      expect((await node.block(gone!)).hash).toBe(gone)
    })

    test('answers the same after it was killed and started again', async () => {
      const before = await node.state()
      await real!.kill9()
      await expect(node.state()).rejects.toThrow(/can’t be reached/)
      await real!.restart()
      expect(await node.state()).toEqual(before)
    })

    test('is not asked with another password', async () => {
      const stranger = bitcoinNodeAt(real!.url.replace('regtest@', 'guessed@'))
      await expect(stranger.state()).rejects.toThrow(/refuses the name or the password/)
    })
  },
)
