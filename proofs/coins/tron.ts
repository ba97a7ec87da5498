/**
 * USDT arrives on a simulated TRON and leaves by lists. It is reorganised below nothing that is solidified, its node lies at times, and
 * watchers and PostgreSQL are killed. What is credited and paid after each run is what the simulator itself knows of the final chain.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { HDKey } from '@scure/bip32'
import { tronAddressOf, tronHexOf } from '../../src/lib/tron-address.ts'
import { placeIn } from '../../src/lib/wallet-place.ts'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { lies } from '../../tests/support/tron-simulator/lies.ts'
import {
  openTronSimulator,
  type TronSimulator,
} from '../../tests/support/tron-simulator/simulated-node.ts'
import {
  impostors,
  payments,
  someAddress,
  type Payment,
  type SimulatedTransaction,
} from '../../tests/support/tron-simulator/transactions.ts'
import { Random } from '../simulation/random.ts'
import { Cluster } from '../torture/cluster.ts'
import { firm } from './desk.ts'
import { killPostgres, makeDatabase, openHouse } from './house.ts'
import { openPayouts, type Line } from './tron-payouts.ts'

const account = {
  network: 'tron-sample' as const,
  descriptor: HDKey.fromMasterSeed(new Uint8Array(32).fill(5)).derive("m/44'/195'/0'")
    .publicExtendedKey,
}
const firmsId = '00000000-0000-0000-0000-000000000000'

/** Not solidified, and read no further than so many below what is. */
const unsolid = 19
const below = 20

/** Those that cost no waiting. */
const quickLies = lies.filter(([what]) => what !== 'nothing for a long time')

type Person = { id: string; address: string }

async function openTronWorld() {
  const cluster = await Cluster.create({})
  const url = await makeDatabase(cluster)
  const simulator = await openTronSimulator({ network: 'tron-sample' })
  simulator.produceEmpty(60)
  const house = openHouse(url)
  const { address } = placeIn(account, 'people', 0)
  for (let n = 0; n < 2; n += 1)
    await house.run('CompareWallet', { ...account, address }, await house.open('admin'))
  const own = tronAddressOf(tronHexOf(address, account.network))
  const { descriptor } = account
  const payouts = await openPayouts({ house, simulator, descriptor, own })
  const watchers: ChildProcess[] = []
  async function start(place: number): Promise<void> {
    const child = fork(join(import.meta.dirname, 'tron-watcher.ts'), [
      url,
      simulator.url,
      account.descriptor,
    ])
    watchers[place] = child
    await once(child, 'message')
  }
  async function kill(place: number): Promise<void> {
    const child = watchers[place]!
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await Promise.all([start(0), start(1)])
  /** Without a fault, and read as far as may be. */
  const lookedAt = async (): Promise<string | null> =>
    (
      await house.pool.query<{ at: string }>(
        `select extract(epoch from looked_at)::text as at from chain.tron_watch
          where fault is null and (select height from chain.tron_reached) = $1`,
        [simulator.heights().solid - below],
      )
    ).rows[0]?.at ?? null
  return {
    simulator,
    payouts,
    query: house.pool.query.bind(house.pool),
    audit: () => auditBooks(house.pool),
    async person(): Promise<Person> {
      const id = await house.open('user')
      await house.run('DrawAddress', { ...account, owner: id }, id)
      const { rows } = await house.pool.query<{ script: string }>(
        'select script from wallet_addresses where owner_id = $1',
        [id],
      )
      return { id, address: tronAddressOf(rows[0]!.script) }
    },
    async replaceWatcher(place: number): Promise<void> {
      await kill(place)
      await start(place)
    },
    killPostgres: () => killPostgres(cluster),
    /** Until three looks at the end of the chain have ended since. */
    async settle(): Promise<void> {
      const looks = new Set<string>([(await lookedAt().catch(() => null)) ?? ''])
      for (let tries = 0; looks.size < 4; tries += 1) {
        if (tries > 3000) throw new Error('The watchers have not come to the end of TRON')
        await setTimeout(20)
        const at = await lookedAt().catch(() => null)
        if (at !== null) looks.add(at)
      }
    },
    async close(): Promise<void> {
      await Promise.all(watchers.map((_, place) => kill(place)))
      await house.close().catch(() => {})
      simulator.stop()
      await cluster.remove()
    },
  }
}
type TronWorld = Awaited<ReturnType<typeof openTronWorld>>

type History = { people: Person[]; lines: Line[]; from: number; strikes: string[] }

const amounts = [1n, 400_000n, 4_000_000n, 9_999_999n, 10_000_000n, 75_500_000n]

/** Real ones, to several at once, and at times one that only looks like it. */
function transaction(random: Random, people: readonly Person[]): SimulatedTransaction {
  const one = (): Payment => ({
    from: someAddress(random),
    to: people[random.below(people.length)]!.address,
    amount: amounts[random.below(amounts.length)]! + BigInt(random.below(500)),
  })
  if (random.below(4) === 0) {
    const all = Object.values(impostors)
    return all[random.below(all.length)]!(one())
  }
  return payments(...Array.from({ length: 1 + random.below(3) }, one))
}

/** Blocks that aren't solidified go, and others come, with some of the same in them. */
function reorganise(simulator: TronSimulator, random: Random, sent: SimulatedTransaction[]): void {
  const { head } = simulator.heights()
  const depth = 1 + random.below(unsolid - 1)
  const stays = sent.filter(({ txid }) => !isIn(simulator, txid, head - depth))
  simulator.forkFrom(head - depth + 1)
  for (let n = 0; n < depth + 1; n += 1) simulator.produce(...stays.splice(0, random.below(2)))
}
/** Whether a block up to this height has it already: no chain has a transaction twice. */
const isIn = (simulator: TronSimulator, txid: string, height: number): boolean =>
  simulator.moved(0, height).some((one) => one.txid === txid)

async function strike(world: TronWorld, random: Random): Promise<string[]> {
  const { simulator } = world
  const what = random.below(10)
  if (what === 0) {
    await world.killPostgres()
    return ['PostgreSQL killed']
  }
  if (what < 3) {
    await world.replaceWatcher(what - 1)
    return ['watcher killed']
  }
  if (what < 7) {
    simulator.setLie(quickLies[random.below(quickLies.length)]![1])
    await setTimeout(60 + random.below(100))
    simulator.setLie(null)
    return ['lied']
  }
  return []
}

/** What was credited so far goes out by a list, each line by what the signer makes of it, in blocks one after the other. */
async function payOut(
  { simulator, payouts, settle }: TronWorld,
  random: Random,
  people: readonly Person[],
): Promise<{ lines: Line[]; sent: SimulatedTransaction[] }> {
  simulator.produceEmpty(unsolid + below)
  await settle()
  const lines = await payouts.listed(random, people)
  const sent = lines.flatMap((line) => payouts.signed(random, line))
  for (const one of sent) simulator.produce(one)
  return { lines, sent }
}

async function runHistory(world: TronWorld, seed: number): Promise<History> {
  const { simulator } = world
  const random = new Random(seed)
  // What comes in place of the last blocks may stand as low.
  const from = simulator.heights().solid
  const people = await Promise.all(Array.from({ length: 3 }, () => world.person()))
  const strikes: string[] = []
  const lines: Line[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    const sent: SimulatedTransaction[] = []
    if (turn > 0 && random.below(2) > 0) {
      const some = await payOut(world, random, people)
      lines.push(...some.lines)
      sent.push(...some.sent)
    }
    for (let n = 0; n < 3 + random.below(6); n += 1) {
      const some = Array.from({ length: random.below(3) }, () => transaction(random, people))
      sent.push(...some)
      simulator.produce(...some)
    }
    if (random.below(2) > 0) {
      reorganise(simulator, random, sent)
      strikes.push('reorganised')
    }
    if (random.below(2) > 0) simulator.produceEmpty(random.below(unsolid + below))
    strikes.push(...(await strike(world, random)))
    if (random.below(3) === 0) await world.settle()
  }
  simulator.produceEmpty(unsolid + below)
  await world.settle()
  return { people, lines, from, strikes }
}

type Kept = { txid: string; output: number; owner: string; quantity: bigint; amount: bigint }
const nameOf = ({ txid, output, owner, quantity }: Omit<Kept, 'amount'>) =>
  `${txid}:${output} ${quantity} to ${owner}`

/** What is wrong, in sentences; none where all is right. */
async function faultsOf(world: TronWorld, { people, lines, from }: History): Promise<string[]> {
  const { simulator, query, payouts } = world
  const ownerOf = new Map(people.map(({ id, address }) => [address, id]))
  const moved = simulator.moved(from + 1, simulator.heights().solid - below)
  const chain = moved.flatMap(({ txid, logIndex: output, to, amount: quantity }) => {
    const owner = ownerOf.get(to)
    return owner && quantity > 0n ? [{ txid, output, owner, quantity }] : []
  })
  const { rows } = await query<Kept>(
    `select deposit.txid, deposit.output, deposit.owner_id as owner, deposit.quantity, deposit.amount from coin_deposits deposit
      where deposit.coin = 'USDT' and deposit.owner_id = any ($1)`,
    [people.map(({ id }) => id)],
  )
  const [there, found] = [new Set(chain.map(nameOf)), new Set(rows.map(nameOf))]
  const left = chain.filter((one) => !found.has(nameOf(one)))
  const isWorthACent = ({ quantity }: { quantity: bigint }) => quantity >= 10_000n
  const { minimum } = firm.usdt
  const faults = [
    ...rows.filter((one) => !there.has(nameOf(one))).map((one) => `credited: ${nameOf(one)}`),
    ...(found.size < rows.length ? ['a transfer was credited twice'] : []),
    ...left.filter(({ quantity }) => quantity >= minimum).map((one) => `missing: ${nameOf(one)}`),
    ...people.flatMap(({ id }) => {
      const small = left.filter((one) => one.owner === id && isWorthACent(one))
      const sum = small.reduce((all, { quantity }) => all + quantity, 0n)
      return sum >= minimum ? [`${id} has small amounts that together are enough`] : []
    }),
  ]
  for (const { id } of people) {
    const { rows: cash } = await query<{ cash: bigint }>(
      `select coalesce(sum(credits - debits), 0)::bigint as cash from ledger.accounts where owner = $1 and kind = 'cash'`,
      [id],
    )
    const owed = rows
      .filter(({ owner }) => owner === id)
      .reduce((all, { amount }) => all + amount, 0n)
    const asked = lines
      .filter(({ owner }) => owner === id)
      .reduce((all, { amount }) => all + amount, 0n)
    if (cash[0]!.cash !== owed - asked)
      faults.push(`${id} has ${cash[0]!.cash} cents, and ${owed - asked} are theirs`)
  }
  const { rows: wallet } = await query<{ books: bigint; kept: bigint }>(
    `select (select coalesce(sum(debits - credits), 0)::bigint from ledger.accounts where owner = $1 and kind = 'client-wallet-usdt') as books,
      (select coalesce(sum(quantity), 0)::bigint from coin_deposits where coin = 'USDT')
        - (select coalesce(sum(quantity), 0)::bigint from payout_list_payments where paid_at is not null) as kept`,
    [firmsId],
  )
  if (wallet[0]!.books !== wallet[0]!.kept)
    faults.push(
      `the books have ${wallet[0]!.books} millionths, and ${wallet[0]!.kept} are credited and not paid`,
    )
  return [...faults, ...(await payouts.faultsOf(lines, moved))]
}

/** A watcher that is slow may book its last while the other has ended its looks: what is wrong stays wrong. */
async function faultsAtRest(world: TronWorld, run: History): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    const faults = await faultsOf(world, run)
    if (faults.length === 0 || tries === 5) return faults
    await world.settle()
  }
}

/** So many runs in one world: its chain grows by some hundred blocks with each. */
const runsOfWorld = 50

export type TronCounts = Record<string, number>

/** Answers what is wrong. */
async function someRuns(first: number, count: number, counts: TronCounts): Promise<string[]> {
  const world = await openTronWorld()
  try {
    for (let seed = first; seed < first + count; seed += 1) {
      const run = await runHistory(world, seed)
      for (const what of run.strikes) counts[what] = (counts[what] ?? 0) + 1
      const faults = await faultsAtRest(world, run)
      if (faults.length > 0) return [`TRON, seed ${seed}:`, ...faults]
    }
    const { rows } = await world.query<{ credited: number; listed: number; paid: number }>(
      `select (select count(*)::int from coin_deposits where coin = 'USDT') as credited,
        count(*)::int as listed, count(paid_at)::int as paid from payout_list_payments`,
    )
    for (const [what, count_] of Object.entries(rows[0]!))
      counts[what] = (counts[what] ?? 0) + count_
    return (await world.audit()).faults
  } finally {
    await world.close()
  }
}

/** Answers what is wrong; counts what happened. */
export async function proveTron(
  runs: number,
  seed: number,
  say: (line: string) => void,
): Promise<string[]> {
  const counts: TronCounts = {}
  const since = performance.now()
  for (let done = 0; done < runs; done += runsOfWorld) {
    const count = Math.min(runsOfWorld, runs - done)
    const faults = await someRuns(seed + done, count, counts)
    if (faults.length > 0) return faults
    say(
      `TRON: ${done + count} of ${runs} runs, ${Math.round((performance.now() - since) / 1000)} s`,
    )
  }
  say(
    `TRON: nothing twice, nothing missing: ${counts.credited} credited, ${counts.paid} of ${counts.listed} payouts paid; reorganised ${counts.reorganised ?? 0} times, lied to ${counts.lied ?? 0} times, PostgreSQL killed ${counts['PostgreSQL killed'] ?? 0} times, watchers ${counts['watcher killed'] ?? 0} times.`,
  )
  return []
}
