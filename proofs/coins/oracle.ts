/** What must be credited, read from the node's final chain alone, and what is. */
import { firm } from './desk.ts'
import type { Run } from './history.ts'
import type { World } from './world.ts'

/** The sample rate, in dollars. */
const dollarsForOne = 64_000n
const firmsId = '00000000-0000-0000-0000-000000000000'

type Output = { txid: string; output: number; owner: string; quantity: bigint }
type SentBlock = {
  tx: { txid: string; vout: { n: number; value: number; scriptPubKey: { hex: string } }[] }[]
}

const nameOf = ({ txid, output, owner, quantity }: Output) =>
  `${txid}:${output} ${quantity} to ${owner}`

async function onChain({ real }: World, { from, people }: Run): Promise<Output[]> {
  const ownerOf = new Map(people.map(({ id, script }) => [script, id]))
  const tip = await real.rpc<number>('getblockcount')
  const found: Output[] = []
  for (let height = from + 1; height <= tip; height += 1) {
    const hash = await real.rpc<string>('getblockhash', height)
    const { tx } = await real.rpc<SentBlock>('getblock', hash, true, true)
    for (const { txid, vout } of tx)
      for (const { n: output, value, scriptPubKey } of vout) {
        const owner = ownerOf.get(scriptPubKey.hex)
        if (owner) found.push({ txid, output, owner, quantity: BigInt(Math.round(value * 1e8)) })
      }
  }
  return found
}

const isWorthACent = ({ quantity }: Output) => quantity * dollarsForOne >= 1_000_000n
const isSmall = ({ quantity }: Output) => quantity < firm.bitcoin.minimum

type Kept = Output & {
  status: string
  amount: bigint
  restored: bigint
  borne: bigint | null
}

async function credited({ query }: World, { people }: Run): Promise<Kept[]> {
  const { rows } = await query<Kept>(
    `select deposit.txid, deposit.output, address.owner_id as owner, quantity, status, amount, restored, borne
      from coin_deposits deposit join wallet_addresses address on address.id = address_id where address.owner_id = any ($1)`,
    [people.map(({ id }) => id)],
  )
  return rows
}

/** Of a person: what was credited and not taken away, as their accounts must have it. */
function owed(rows: readonly Kept[], person: string): bigint {
  return rows
    .filter(({ owner }) => owner === person)
    .reduce(
      (sum, { amount, restored, borne, status }) =>
        sum + amount - restored - (status === 'reversed' ? amount - borne! : 0n),
      0n,
    )
}

/** All that is large enough is credited, nothing that isn't on the chain, and of what is small less is left than is credited together. */
function faultsOfCredits(chain: readonly Output[], live: readonly Kept[]): string[] {
  const [there, found] = [new Set(chain.map(nameOf)), new Set(live.map(nameOf))]
  const left = chain.filter((one) => !found.has(nameOf(one)))
  const owners = new Set(left.map(({ owner }) => owner))
  const smallOf = (owner: string) =>
    left
      .filter((one) => one.owner === owner && isSmall(one))
      .reduce((sum, { quantity }) => sum + quantity, 0n)
  return [
    ...live.filter((one) => !there.has(nameOf(one))).map((one) => `credited: ${nameOf(one)}`),
    ...live.filter((one) => !isWorthACent(one)).map((one) => `worth nothing: ${nameOf(one)}`),
    ...left.filter((one) => !isSmall(one)).map((one) => `missing: ${nameOf(one)}`),
    ...[...owners]
      .filter((owner) => smallOf(owner) >= firm.bitcoin.minimum)
      .map((owner) => `${owner} has small amounts that together are enough`),
    ...(found.size < live.length ? ['an output was credited twice'] : []),
  ]
}

async function booksOf({ query }: World, owner: string): Promise<Record<string, bigint>> {
  const { rows } = await query<{ kind: string; balance: bigint }>(
    'select kind::text as kind, credits - debits as balance from ledger.accounts where owner = $1',
    [owner],
  )
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]))
}

/** The wallet of the books is what is credited, of all runs together. */
async function faultsOfWallet(world: World): Promise<string[]> {
  const { rows } = await world.query<{ sum: string }>(
    `select coalesce(sum(quantity), 0)::text as sum from coin_deposits where status <> 'reversed'`,
  )
  const { 'client-wallet-btc': wallet = 0n, 'exchange-btc': exchange = 0n } = await booksOf(
    world,
    firmsId,
  )
  const sum = BigInt(rows[0]!.sum)
  return wallet === -sum && exchange === sum
    ? []
    : [`the books have ${-wallet} and ${exchange} satoshi, and ${sum} are credited`]
}

/** What is wrong, in sentences; none where all is right. */
export async function faultsOf(world: World, run: Run): Promise<string[]> {
  const rows = await credited(world, run)
  const live = rows.filter(({ status }) => status !== 'reversed')
  const faults = faultsOfCredits(await onChain(world, run), live)
  for (const { id } of run.people) {
    const { cash = 0n, held = 0n } = await booksOf(world, id)
    if (cash + held !== owed(rows, id))
      faults.push(`${id} has ${cash + held} cents, and ${owed(rows, id)} are theirs`)
  }
  return [...faults, ...(await faultsOfWallet(world))]
}
