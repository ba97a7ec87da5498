/** A real Bitcoin node with a chain of its own, whose blocks a test mines, and a miner who has coins to send. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, createBase58check } from '@scure/base'
import { Transaction, p2pkh } from '@scure/btc-signer'
import { readTransaction } from '../../../src/lib/bitcoin-block.ts'

const here = import.meta.dirname

/** Installed when it is first asked for: it is no part of the product. Two who ask at once each make it, and one of them is kept. */
async function install(): Promise<void> {
  if (await isThere(join(here, 'node_modules/bcoin'))) return
  const folder = await mkdtemp(join(here, '.installing-'))
  try {
    for (const file of ['package.json', 'package-lock.json'])
      await cp(join(here, file), join(folder, file))
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
    })
    await rename(join(folder, 'node_modules'), join(here, 'node_modules'))
  } catch (error) {
    if (!(await isThere(join(here, 'node_modules/bcoin')))) throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Why there is no node here, or null where there is one. */
export const noBitcoinNode: string | null = await install().then(
  () => null,
  () => 'the npm registry, from which bcoin is installed, is not reached here',
)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

export type Paid = { script: string; amount: bigint }

/** The miner of this chain. Its coins have no witness: those that have one can't be spent in the first 440 blocks. */
const miner = {
  key: new Uint8Array(32).fill(1),
  publicKey: Uint8Array.fromHex(
    '031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f',
  ),
}
const minersScript = p2pkh(miner.publicKey).script

/** Addresses of this chain begin otherwise with bcoin than with Bitcoin Core; scripts are the same. */
function addressOf(script: Uint8Array): string {
  if (script[0] === 0x76)
    return createBase58check(sha256).encode(Uint8Array.of(0x3c, ...script.subarray(3, 23)))
  return bech32.encode('rb', [0, ...bech32.toWords(script.subarray(2))])
}

/** Blocks over the one in which a coin was mined, until it may be spent. */
const maturity = 100
const fee = 10_000n

export type MinersCoins = 'all' | 'odd' | 'even'

/** Its chain is kept in the folder. `coins`: the miners of two nodes that follow each other spend the coins of every other block, so that they never spend the same. */
export async function startNode(folder: string, coins: MinersCoins = 'all') {
  const port = await freePort()

  async function run() {
    const started = spawn(process.execPath, [join(here, 'node.mjs'), folder, String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_BACKEND: 'js', NODE_OPTIONS: '--no-warnings' },
    })
    await once(started.stdout, 'data')
    return started
  }
  let child = await run()

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'close')
    child.kill(signal)
    await ended
  }

  /** Throws what the node refuses. */
  async function rpc<T>(method: string, ...params: unknown[]): Promise<T> {
    const reply = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa('test:regtest')}` },
      body: JSON.stringify({ id: 1, method, params }),
    })
    const { result, error } = (await reply.json()) as { result: T; error: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

  /** Answers the hashes of the new blocks, whose coins go to the miner. */
  const mine = (blocks = 1) => rpc<string[]>('generatetoaddress', blocks, addressOf(minersScript))

  let spent = coins === 'odd' ? -1 : 0
  /** What was mined in the next block that nothing was taken of yet. */
  async function nextCoin(): Promise<Uint8Array> {
    spent += coins === 'all' ? 1 : 2
    const lacking = spent + maturity - (await rpc<number>('getblockcount'))
    if (lacking > 0) await mine(lacking)
    const block = await rpc<{ tx: string[] }>('getblock', await rpc('getblockhash', spent))
    return Uint8Array.fromHex(await rpc<string>('getrawtransaction', block.tx[0]))
  }

  /** The miner sends, and it waits to be mined; answers the id of the transaction. */
  async function send(...outputs: Paid[]): Promise<string> {
    const coin = await nextCoin()
    const { txid, outputs: mined } = readTransaction(coin)
    const made = new Transaction()
    made.addInput({ txid, index: 0, nonWitnessUtxo: coin })
    for (const { script, amount } of outputs)
      made.addOutput({ script: Uint8Array.fromHex(script), amount })
    const left = outputs.reduce((rest, { amount }) => rest - amount, mined[0]!.amount - fee)
    made.addOutput({ script: minersScript, amount: left })
    made.sign(miner.key)
    made.finalize()
    await handIn(made.id, made.hex)
    return made.id
  }

  async function handIn(txid: string, hex: string): Promise<void> {
    await rpc('sendrawtransaction', hex)
    // It answers before it has looked, and an id even of what it then refuses.
    while (!(await rpc<string[]>('getrawmempool')).includes(txid)) await setTimeout(10)
  }

  /** Takes the blocks of another node above a height, as its peers would. */
  async function follow(other: { rpc: typeof rpc }, above: number): Promise<void> {
    const height = await other.rpc<number>('getblockcount')
    for (let at = above + 1; at <= height; at += 1) {
      const block = await other.rpc('getblock', await other.rpc('getblockhash', at), false)
      await rpc('submitblock', block)
    }
  }

  return {
    url: `http://test:regtest@127.0.0.1:${port}/`,
    rpc,
    mine,
    send,
    handIn,
    follow,
    kill9: () => end('SIGKILL'),
    restart: async () => void (child = await run()),
  }
}
