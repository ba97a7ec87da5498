/** D1, D2, D3, D7: what arrives on the chain is credited once, taken away where the chain takes it away, and credited again where it comes back. */
import { beforeAll, describe, expect, test } from 'vitest'
import { firm as firmsId } from '../../src/ledger/core/chart.ts'
import { bitcoinTerms } from '../../src/domains/content/bitcoin-terms.ts'
import { createChainWatch } from '../../src/domains/coin-deposits/watch.ts'
import { releaseCoins } from '../../src/domains/coin-deposits/due.ts'
import { readWatch } from '../../src/domains/wallets/queries.ts'
import { bitcoinNodeAt, type PayingNode } from '../../src/platform/bitcoin/node.ts'
import { ratesOf } from '../../src/platform/bitcoin/rates.ts'
import type { RateSource } from '../../src/platform/rate-source.ts'
import { noBitcoinNode, startBitcoinNode } from '../support/bitcoin-node/bitcoin-node.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { runAudit } from '../support/run-audit.ts'
import { confirmWallet, regtestWallet } from '../support/wallets.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const wallet = await confirmWallet(house)
const { network, descriptor } = regtestWallet().wallet

/** At the sample rate of $64,000. */
const coinsFor = (dollars: bigint) => (dollars * 100_000_000n) / 64_000n
const firm = {
  name: 'A Sample Firm',
  sample: true,
  wallets: [],
  bitcoin: bitcoinTerms.parse({
    minimum: '0.0001',
    explorer: 'https://explorer.example/tx/{txid}',
  }),
}
const log = { warn() {}, error() {} } as never

/** Where payments of somebody new arrive. */
async function investor(cash = 0n) {
  const id = await house.person({ cash })
  return { id, ...(await wallet.draw(id)) }
}
const cashOf = async (id: string) => (await house.balances(id)).cash ?? 0n

describe.skipIf(noBitcoinNode)(
  `bitcoin that arrives${noBitcoinNode ? ` (${noBitcoinNode})` : ''}`,
  { timeout: 120_000 },
  async () => {
    const [real, other] = noBitcoinNode
      ? []
      : await Promise.all([startBitcoinNode({ coins: 'odd' }), startBitcoinNode({ coins: 'even' })])
    const node = bitcoinNodeAt(real?.url ?? 'http://localhost/')

    type Given = { node?: PayingNode; sources?: RateSource[] | null; terms?: typeof firm.bitcoin }
    const watchOf = ({ node: asked = node, sources = null, terms = firm.bitcoin }: Given = {}) =>
      createChainWatch({
        pool: database.pool,
        desk: house.desk,
        firm: { ...firm, bitcoin: terms },
        log,
        bitcoin: { network, descriptor, node: asked, rates: ratesOf(sources) },
      })
    const watch = watchOf()
    const height = () => real!.rpc<number>('getblockcount')

    /** The other miner's blocks above a height take the place of ours. */
    async function reorganise(fork: number, blocks: number): Promise<void> {
      await other!.mine(blocks)
      await real!.follow(other!, fork)
      await watch.look()
    }
    /** Both nodes have the same chain. */
    const agree = async (above: number) => other!.follow(real!, above)

    beforeAll(async () => {
      await real!.mine(260)
      await agree(0)
      await watch.look()
      await house.fund({ corrections: 1_000_000n })
    })

    const statesOf = async (owner: string) =>
      (
        await database.owner.query(
          'select status, times, amount::int, restored::int, borne::int from coin_deposits deposit join wallet_addresses address on address.id = address_id where address.owner_id = $1 order by credited_at, times',
          [owner],
        )
      ).rows

    test('is credited in dollars once it is deep enough, and never again', async () => {
      const fork = await height()
      const ada = await investor()
      await real!.send({ script: ada.script, amount: coinsFor(640n) })
      await watch.look()
      expect(await cashOf(ada.id)).toBe(0n)
      await real!.mine()
      await watch.look()
      expect(await cashOf(ada.id)).toBe(64_000n)
      await Promise.all([watch.look(), watchOf().look()])
      await real!.mine()
      await Promise.all([watch.look(), watchOf().look()])
      expect(await cashOf(ada.id)).toBe(64_000n)
      expect(await statesOf(ada.id)).toMatchObject([{ status: 'booked', amount: 64_000 }])
      await agree(fork)
    })

    test('needs more blocks the more it is worth, however it is split', async () => {
      const fork = await height()
      const [whole, split, many] = await Promise.all([investor(), investor(), investor()])
      await real!.send({ script: whole.script, amount: coinsFor(5_000n) })
      await real!.send({ script: split.script, amount: coinsFor(900n) })
      await real!.send({ script: split.script, amount: coinsFor(900n) })
      // To several people at once it is as much as to one.
      await real!.send(
        { script: many.script, amount: coinsFor(900n) },
        { script: whole.script, amount: coinsFor(900n) },
      )
      await real!.mine(2)
      await watch.look()
      expect(await Promise.all([whole, split, many].map(({ id }) => cashOf(id)))).toEqual([
        0n,
        0n,
        0n,
      ])
      await real!.mine()
      await watch.look()
      expect(await Promise.all([whole, split, many].map(({ id }) => cashOf(id)))).toEqual([
        590_000n,
        180_000n,
        90_000n,
      ])
      await agree(fork)
    })

    test('below the smallest amount is kept until it is enough together', async () => {
      const fork = await height()
      const ada = await investor()
      await real!.send({ script: ada.script, amount: 6_000n }, { script: ada.script, amount: 1n })
      await real!.mine()
      await watch.look()
      expect(await cashOf(ada.id)).toBe(0n)
      await real!.send({ script: ada.script, amount: 5_000n })
      await real!.mine()
      await watch.look()
      // $3.84 and $3.20; what is less than a cent is still kept.
      expect(await cashOf(ada.id)).toBe(704n)
      await agree(fork)
    })

    test('and is taken away by a reorganisation is taken from the balance, and the account is frozen', async () => {
      const fork = await height()
      const ada = await investor(100_000n)
      const txid = await real!.send({ script: ada.script, amount: coinsFor(640n) })
      const payment = await real!.rpc<string>('getrawtransaction', txid)
      await real!.mine()
      await watch.look()
      expect(await cashOf(ada.id)).toBe(164_000n)
      await house.run(
        'RequestWithdrawal',
        {
          owner: ada.id,
          amount: 120_000n,
          target: { type: 'bank_transfer', walletName: 'Mine', walletAddress: 'elsewhere' },
        },
        ada.id,
      )
      await reorganise(fork, 2)
      expect(await statesOf(ada.id)).toMatchObject([{ status: 'reversed', borne: 20_000 }])
      expect(await cashOf(ada.id)).toBe(0n)
      const { rows } = await database.owner.query(
        `select owners.status, item.kind, words.texts ->> 'reason' as reason from owners join desk.activity item on item.owner_id = owners.id
           join desk.particulars words on words.command_id = item.command_id where owners.id = $1 order by item.version desc limit 1`,
        [ada.id],
      )
      expect(rows).toEqual([
        {
          status: 'frozen',
          kind: 'coin-deposit-reversed',
          reason: 'The Bitcoin network took a deposit of 0.01 BTC away again.',
        },
      ])
      // The same payment is mined after all: what the firm bore comes back to it first.
      await real!.rpc('sendrawtransaction', payment)
      await real!.mine()
      await watch.look()
      expect(await statesOf(ada.id)).toMatchObject([
        { status: 'reversed', borne: 20_000 },
        { status: 'booked', times: 1, amount: 64_000, restored: 20_000 },
      ])
      expect(await cashOf(ada.id)).toBe(44_000n)
      await agree(fork)
    })

    test('of which the node can’t be read is neither credited nor lost', async () => {
      const fork = await height()
      const ada = await investor()
      await real!.send({ script: ada.script, amount: coinsFor(640n) })
      await real!.mine()
      const gone = watchOf({ node: bitcoinNodeAt('http://test:regtest@127.0.0.1:9/', 500) })
      await gone.look()
      expect(await readWatch(database.pool, 'BTC')).toMatchObject({
        fault: expect.stringContaining('can’t be reached'),
      })
      expect(await cashOf(ada.id)).toBe(0n)
      await watch.look()
      expect(await readWatch(database.pool, 'BTC')).toMatchObject({ fault: null, refused: 0 })
      expect(await cashOf(ada.id)).toBe(64_000n)
      await agree(fork)
    })

    test('that somebody wrote into the rows of the chain is not credited', async () => {
      const fork = await height()
      const ada = await investor()
      await real!.mine(7)
      await watch.look()
      await database.pool.query(
        `insert into chain.outputs (txid, output, script, amount, is_mined_coin, height, is_waiting) values ($1, 0, $2, 100000000, false, $3, false)`,
        ['ab'.repeat(32), ada.script, (await height()) - 6],
      )
      await watch.look()
      expect(await cashOf(ada.id)).toBe(0n)
      expect(await readWatch(database.pool, 'BTC')).toMatchObject({ refused: 1 })
      await database.owner.query('delete from chain.outputs where txid = $1', ['ab'.repeat(32)])
      await agree(fork)
    })

    test('beyond what the firm holds at once waits, and so does what it is worth nobody knows how much', async () => {
      const fork = await height()
      const ada = await investor()
      await real!.send({ script: ada.script, amount: coinsFor(640n) })
      await real!.mine(7)
      await watchOf({ terms: { ...firm.bitcoin, positionLimit: 100n } }).look()
      expect(await cashOf(ada.id)).toBe(0n)
      const silent = { name: 'x', url: 'http://127.0.0.1:9/', path: 'rate', timePath: null }
      await watchOf({ sources: [silent, { ...silent, name: 'y' }] }).look()
      expect(await cashOf(ada.id)).toBe(0n)
      expect(await readWatch(database.pool, 'BTC')).toMatchObject({
        rate: null,
        rateFault: expect.stringContaining('At least two sources'),
      })
      await watch.look()
      expect(await cashOf(ada.id)).toBe(64_000n)
      await agree(fork)
    })

    test('beyond a limit waits in its owner’s name until it fits', async () => {
      const fork = await height()
      const ada = await investor()
      const none = { day: null, whole: null }
      const of = (whole: bigint) => ({ in: { day: null, whole }, invested: none, out: none })
      const limitsOf = (whole: bigint) =>
        ({ limits: { unverified: of(whole), submitted: of(whole), verified: of(whole) } }) as never
      const limited = createChainWatch({
        pool: database.pool,
        desk: house.desk,
        firm: { ...firm, verification: limitsOf(50_000n) },
        log,
        bitcoin: { network, descriptor, node, rates: ratesOf(null) },
      })
      await real!.send({ script: ada.script, amount: coinsFor(640n) })
      await real!.mine()
      await limited.look()
      expect(await statesOf(ada.id)).toMatchObject([{ status: 'suspense', amount: 64_000 }])
      expect(await cashOf(ada.id)).toBe(0n)
      const parts = { pool: database.pool, desk: house.desk }
      await releaseCoins({ ...parts, firm: { ...firm, verification: limitsOf(50_000n) } })
      expect(await cashOf(ada.id)).toBe(0n)
      await releaseCoins({ ...parts, firm: { ...firm, verification: limitsOf(64_000n) } })
      expect(await cashOf(ada.id)).toBe(64_000n)
      await agree(fork)
    })

    test('leaves books and chain the same to the satoshi, and an audit that finds nothing', async () => {
      await watch.look()
      const { rows } = await database.owner.query<{ chain: string }>(
        `select coalesce(sum(output.amount), 0)::text as chain from chain.outputs output join coin_deposits deposit
           on deposit.txid = output.txid and deposit.output = output.output and deposit.status <> 'reversed' where output.height is not null`,
      )
      const books = await house.balances(firmsId)
      expect(-books['client-wallet-btc']!).toBe(BigInt(rows[0]!.chain))
      expect(books['exchange-btc']).toBe(BigInt(rows[0]!.chain))
      expect(house.errors).toEqual([])
      expect(await runAudit(database)).toMatchObject({ code: 0 })
    })
  },
)
