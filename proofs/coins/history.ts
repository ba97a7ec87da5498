/** One run: people are paid on two branches that take each other's place, while watchers and the database are killed. */
import type { Paid } from '../../tests/support/bitcoin-node/miner.ts'
import { Random } from '../simulation/random.ts'
import type { Person, World } from './world.ts'

/** Blocks that a branch is longer than the other at most. */
const maxDepth = 8
/** Deeper than any amount needs. */
const deepEnough = 7

type Miner = World['real']

function someone(random: Random, people: readonly Person[]): Person {
  return people[random.below(people.length)]!
}

/** Often dust, at times what needs three or six blocks; many outputs to one, and one transaction to several. */
function payment(random: Random, people: readonly Person[]): Paid[] {
  const amounts = [1n, 600n, 9_000n, 40_000n, 900_000n, 4_000_000n]
  return Array.from({ length: 1 + random.below(4) }, () => ({
    script: someone(random, people).script,
    amount: amounts[random.below(amounts.length)]! + BigInt(random.below(500)),
  }))
}

/** By their ids, as they were sent. */
type Sent = Map<string, string>

async function someBlocks(
  miner: Miner,
  blocks: number,
  random: Random,
  people: readonly Person[],
): Promise<Sent> {
  const sent: Sent = new Map()
  for (let n = 0; n < blocks; n += 1) {
    if (random.below(3) === 0) {
      const txid = await miner.send(...payment(random, people))
      sent.set(txid, await miner.rpc<string>('getrawtransaction', txid))
    }
    await miner.mine()
  }
  return sent
}

/** Whoever paid sends the same transaction again, once the block that had it is none any more. */
async function sendAgain(miner: Miner, random: Random, sent: Sent): Promise<boolean> {
  const [once] = [...sent].filter(() => random.below(2) === 0)
  if (!once) return false
  await miner.handIn(...once)
  return true
}

/** What nobody should mind. */
async function strike(world: World, random: Random, above: number): Promise<string | null> {
  const what = random.below(12)
  if (what === 0) {
    await world.killPostgres()
    return 'PostgreSQL killed'
  }
  if (what < 4) {
    await world.replaceWatcher(what % 2)
    return 'watcher killed'
  }
  if (what < 6) {
    // Blocks that it has already, and from the last one on.
    await world.real.follow(world.real, above).catch(() => {})
    return 'blocks repeated'
  }
  return null
}

/** A person has sent on what they got: taken away, it has to come from the firm. */
async function spend(world: World, { id }: Person): Promise<void> {
  const { rows } = await world.query<{ cash: bigint; status: string }>(
    `select credits - debits as cash, status from ledger.accounts join owners on owners.id = owner where owner = $1 and kind = 'cash'`,
    [id],
  )
  const [found] = rows
  if (!found || found.cash <= 0n || found.status !== 'active') return
  const target = { type: 'bank_transfer', walletName: 'Mine', walletAddress: 'elsewhere' } as const
  // A block may be taken away at this very moment.
  await world
    .run('RequestWithdrawal', { owner: id, amount: found.cash, target }, id)
    .catch(() => {})
}

export type Run = { from: number; people: Person[]; strikes: string[] }

export async function runHistory(world: World, seed: number): Promise<Run> {
  const { real, other } = world
  const random = new Random(seed)
  const height = () => real.rpc<number>('getblockcount')
  const from = await height()
  // Coins for both miners, older than any branch.
  await real.mine(12)
  await other.follow(real, from)
  const people = await Promise.all(Array.from({ length: 3 }, () => world.person()))
  const strikes: string[] = []
  for (let turn = 0; turn < 2; turn += 1) {
    const fork = await height()
    const depth = random.below(maxDepth + 1)
    const sent = await someBlocks(real, depth, random, people)
    const struck = await strike(world, random, fork)
    if (struck) strikes.push(struck)
    if (random.below(3) > 0) await world.settle()
    if (random.below(3) === 0) await spend(world, someone(random, people))
    if (random.below(2) > 0) {
      await other.follow(real, fork)
      continue
    }
    const isOnBoth = random.below(2) === 0
    if (isOnBoth && (await sendAgain(other, random, sent))) strikes.push('sent on both')
    await someBlocks(other, depth + 1, random, people)
    await real.follow(other, fork)
    if (isOnBoth) continue
    await world.settle()
    if (await sendAgain(real, random, sent)) strikes.push('sent again')
  }
  const last = await height()
  await real.mine(deepEnough)
  await other.follow(real, last)
  await world.settle()
  return { from, people, strikes }
}
