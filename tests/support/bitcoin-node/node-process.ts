/** A real Bitcoin node with a chain of its own, whose blocks a test mines, and a miner who has coins to send. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../free-ports.ts'
import { minerOf, minersAddress, type MinersCoins } from './miner.ts'

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

/** Its chain is kept in the folder. */
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
  const mine = (blocks = 1) => rpc<string[]>('generatetoaddress', blocks, minersAddress)

  const miner = minerOf(rpc, mine, coins)

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
    ...miner,
    follow,
    kill9: () => end('SIGKILL'),
    restart: async () => void (child = await run()),
  }
}
