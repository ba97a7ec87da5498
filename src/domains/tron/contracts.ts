/** Which addresses on TRON are contracts, as the node says. A contract is nobody's wallet: what it does with money is its program's. */
import type { Pool } from 'pg'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { hexOnTron, tronAddressOf, type TronNetwork } from '../../lib/tron-address.ts'
import { NodeFault } from '../../platform/bitcoin/node.ts'
import type { Database } from '../../platform/database.ts'
import type { Tron } from '../../platform/tron/settings.ts'

/** SQL of whether an address, as withdrawals keep it, is known to be a contract's. */
export const isContract = (address: string): string =>
  `exists (select from chain.tron_accounts known where known.address = ${address} and known.is_contract)`

/** SQL of whose USDT came from an address, as withdrawals keep it. */
export const paidFrom = (address: string): string =>
  `select own.owner_id from chain.tron_accounts known join chain.tron_transfers transfer on transfer.from_address = known.script
    join wallet_addresses own on own.script = transfer.to_address and own.branch = 'people' where known.address = ${address}`

/** Of somebody’s USDT: whether some came from a contract, and how many other people got some from the same addresses. */
export type Senders = { isContract: boolean; others: number }

/** An exchange pays thousands from one address: so many of its payments are looked at. */
const paymentsLookedAt = 1_000

/** Nobody of whom none was read. */
export async function readSenders(
  db: Database,
  owners: readonly OwnerId[],
): Promise<ReadonlyMap<OwnerId, Senders>> {
  const { rows } = await db.query<Senders & { owner: OwnerId }>({
    name: 'chain.tron-senders',
    text: `with sent as (select distinct own.owner_id, transfer.from_address from wallet_addresses own
        join chain.tron_transfers transfer on transfer.to_address = own.script where own.owner_id = any ($1) and own.branch = 'people')
      select sent.owner_id as owner, count(distinct other.owner_id)::int as others, coalesce(bool_or(known.is_contract), false) as "isContract"
      from sent left join chain.tron_accounts known on known.script = sent.from_address
        left join lateral (select to_address from chain.tron_transfers where from_address = sent.from_address limit ${paymentsLookedAt}) paid on true
        left join wallet_addresses other on other.script = paid.to_address and other.branch = 'people' and other.owner_id <> sent.owner_id
      group by sent.owner_id`,
    values: [owners],
  })
  return new Map(rows.map(({ owner, ...senders }) => [owner, senders]))
}

/** Asked at one look: what waits longer is asked at the next. */
const askedAtOnce = 20

/** As addresses of each look: what only begins so is never asked about, and would stand before what is. */
const forms: Record<TronNetwork, string> = {
  tron: '^T[1-9A-Za-z]{33}$',
  'tron-sample': '^27[1-9A-Za-z]{33}$',
}

/** Those of them that weren't asked about yet, or a day ago and were no contract then. */
async function readUnasked(
  db: Database,
  addresses: readonly string[],
  network: TronNetwork,
): Promise<string[]> {
  const { rows } = await db.query<{ address: string }>({
    name: 'chain.tron-unasked',
    text: `select distinct address from (
        select unnest($1::text[]) as address
        union all select wallet_address from withdrawals where status in ('pending', 'approved') and type = 'bank_transfer' and wallet_address ~ $2) asked
      where not exists (select from chain.tron_accounts known where known.address = asked.address
        and (known.is_contract or known.asked_at > clock_timestamp() - interval '1 day'))
      order by address limit ${askedAtOnce}`,
    values: [addresses, forms[network]],
  })
  return rows.map(({ address }) => address)
}

async function keep(db: Database, address: string, script: string, found: boolean): Promise<void> {
  await db.query({
    name: 'chain.tron-keep-account',
    text: `insert into chain.tron_accounts (address, script, is_contract) values ($1, $2, $3)
      on conflict (address) do update set is_contract = excluded.is_contract, asked_at = clock_timestamp()`,
    values: [address, script, found],
  })
}

type Asked = Pick<Tron, 'node' | 'network'> & { pool: Pool }

/**
 * Asks about the addresses of requests that wait, and of these senders, as nodes write them. A node that doesn't answer is asked at
 * the next look: it tells nobody less than was known before.
 */
export async function askAboutContracts(
  { pool, node, network }: Asked,
  senders: readonly string[],
): Promise<void> {
  const spelled = [...new Set(senders)].map((script) => tronAddressOf(script, network))
  const unasked = (await readUnasked(pool, spelled, network)).flatMap((address) => {
    const script = hexOnTron(address, network)
    return script === null ? [] : [{ address, script }]
  })
  try {
    for (const { address, script } of unasked)
      await keep(pool, address, script, await node.isContract(script))
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error
  }
}
