/**
 * `npm run reserves -- build [DAY] [--to DIR]`: a PSBT for each wallet over the coins that the node has unspent, which commits to the
 * day's manifest; to be signed where the keys are. `npm run reserves -- publish DAY FILE…`: publishes what came back, once it holds.
 */
import '../src/platform/node-version.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { readPack } from '../src/domains/content/pack.ts'
import { buildReserves, type BuiltReserves } from '../src/domains/proofs/build-reserves.ts'
import { publishReserves } from '../src/domains/proofs/publish-reserves.ts'
import type { ReserveParts } from '../src/domains/proofs/reserve-coins.ts'
import { formatBitcoin } from '../src/lib/bitcoin-amount.ts'
import { isDay } from '../src/lib/instant.ts'
import { bitcoinNodeAt } from '../src/platform/bitcoin/node.ts'
import { bitcoinOf } from '../src/platform/bitcoin/settings.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig } from '../src/platform/config.ts'
import { createPool } from '../src/platform/database.ts'
import { runScript, say } from './script.ts'
import { withOwnersDatabase } from './which-database.ts'

const usage =
  'Ask for `npm run reserves -- build 2026-01-31`, or `npm run reserves -- publish 2026-01-31 FILE…` with the signed files.'

type Asked =
  | { verb: 'build'; day: string | null; folder: string }
  | { verb: 'publish'; day: string; files: string[] }

function wordsOf(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { to: { type: 'string' } } })
  } catch {
    throw new CannotStart(usage)
  }
}

function asked(args: string[]): Asked {
  const { values, positionals } = wordsOf(args)
  const [verb, day, ...files] = positionals
  if (day === undefined || isDay(day)) {
    if (verb === 'build' && files.length === 0)
      return { verb, day: day ?? null, folder: values.to ?? '.' }
    if (verb === 'publish' && day !== undefined && files.length > 0 && values.to === undefined)
      return { verb, day, files }
  }
  throw new CannotStart(usage)
}

/** What is there already may be signed: it isn't written over. */
async function keep(file: string, content: string): Promise<void> {
  await writeFile(file, content, { flag: 'wx' }).catch((error: Error) => {
    throw new CannotStart(`${file} can’t be written: ${error.message}`)
  })
  say(file)
}

async function write(built: BuiltReserves, folder: string): Promise<void> {
  const { day, manifest, height, block, wallets, left } = built
  for (const [n, { wallet, psbt, coins }] of wallets.entries()) {
    const name = join(folder, `${day}.reserves-${n + 1}`)
    const written = coins.map((coin) => ({ ...coin, amount: String(coin.amount) }))
    const beside = { day, manifest, height, block, wallet, coins: written }
    await keep(`${name}.psbt`, psbt)
    await keep(`${name}.coins.json`, `${JSON.stringify(beside, null, 2)}\n`)
    const sum = coins.reduce((satoshi, { amount }) => satoshi + amount, 0n)
    say(`  ${coins.length} coins, ${formatBitcoin(sum)}, of the wallet ${wallet}`)
  }
  if (left > 0) say(`Left out, as they are spent by now or not deep enough: ${left}.`)
  say(`Over the manifest of ${day}, with the SHA-256 ${manifest}.`)
  say('Sign each PSBT where its keys are, and publish what comes back. It can’t be mined.')
}

async function readSigned(files: readonly string[]) {
  return Promise.all(
    files.map(async (file) => ({
      name: basename(file),
      content: await readFile(file).catch((error: Error) => {
        throw new CannotStart(`${file} can’t be read: ${error.message}`)
      }),
    })),
  )
}

async function run(order: Asked, parts: ReserveParts): Promise<void> {
  if (order.verb === 'build') return write(await buildReserves(parts, order.day), order.folder)
  const { day } = order
  const made = await publishReserves(parts, day, await readSigned(order.files))
  say(
    `Published: ${formatBitcoin(made.satoshi)} in ${made.coins} coins, in /proofs/${day}.reserves.json`,
  )
  if (made.number > 1)
    say(`It is the proof ${made.number} of that day: those before it stay where they are.`)
}

await runScript(async () => {
  const order = asked(process.argv.slice(2))
  const given = readConfig(process.env)
  const { bitcoinRpcUrl } = given
  if (given.bitcoinDescriptor === null || bitcoinRpcUrl === null)
    throw new CannotStart(
      'The firm takes no bitcoin: BITCOIN_DESCRIPTOR and BITCOIN_RPC_URL say where its coins are.',
    )
  await withOwnersDatabase(given, async ({ signIn, config }) => {
    // Which network its coins are of follows from the mode of the database.
    const { network } = bitcoinOf(config)!
    const { firm } = readPack(config.contentFolder, config.mode)
    const pool = createPool({ ...signIn, name: 'glasshouse reserves', max: 2 })
    try {
      await run(order, {
        pool,
        network,
        node: bitcoinNodeAt(bitcoinRpcUrl),
        steps: firm.bitcoin?.confirmations,
      })
    } finally {
      await pool.end()
    }
  })
})
