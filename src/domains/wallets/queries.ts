/** What pages and processes read of wallets, and how the last look at the chain went. */
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Coin } from '../../lib/exchange-rate.ts'
import type { Branch } from '../../lib/output-descriptor.ts'
import type { Database } from '../../platform/database.ts'
import { isSameWallet, type KeptWallet, type OfSettings, type Watch } from './table.ts'

/** All that were ever compared, the latest first; few. Names of those who compared. */
export async function readWallets(db: Database): Promise<KeptWallet[]> {
  const { rows } = await db.query<KeptWallet>({
    name: 'wallets.all',
    text: `select wallet.id, network, descriptor, status, next_index as "nextIndex", compared_at as "comparedAt", confirmed_at as "confirmedAt",
        coalesce(one.full_name, 'a closed account') as "comparedBy",
        case when confirmed_by is not null then coalesce(other.full_name, 'a closed account') end as "confirmedBy"
      from wallets wallet left join auth.persons one on one.id = compared_by left join auth.persons other on other.id = confirmed_by
      order by compared_at desc`,
  })
  return rows
}

/** The wallet of the settings, where two have compared it. */
export const walletInUse = <W extends KeptWallet>(
  all: readonly W[],
  settings: OfSettings,
): W | undefined => all.find((one) => one.status === 'confirmed' && isSameWallet(one, settings))

export type NextIndex = OfSettings & { nextIndex: number }

/** Of every wallet that was ever confirmed the index of the next address for people. */
export async function readNextIndices(db: Database): Promise<NextIndex[]> {
  const { rows } = await db.query<NextIndex>({
    name: 'wallets.next-indices',
    text: `select network, descriptor, next_index as "nextIndex" from wallets where status <> 'compared'`,
  })
  return rows
}

export type OwnAddress = {
  address: string
  script: string
  branch: Branch
  index: number
}

/** The address of an owner in a wallet that is used; null where there is none. */
export async function readAddress(
  db: Database,
  owner: OwnerId,
  { network, descriptor }: OfSettings,
): Promise<OwnAddress | null> {
  const { rows } = await db.query<OwnAddress>({
    name: 'wallets.address-of',
    text: `select address, script, branch, index from wallet_addresses where owner_id = $1 and branch = 'people'
      and wallet_id = (select id from wallets where network = $2 and descriptor = $3 and status = 'confirmed')`,
    values: [owner, network, descriptor],
  })
  return rows[0] ?? null
}

/** As `ownAddressIn` says. */
export async function readOwnAddress(
  db: Database,
  { network, descriptor }: OfSettings,
): Promise<OwnAddress | null> {
  const { rows } = await db.query<OwnAddress>({
    name: 'wallets.own-address',
    text: `select address, script, branch, index from wallet_addresses where owner_id = '${firm}' and branch = 'people' and index = 0
      and wallet_id = (select id from wallets where network = $1 and descriptor = $2 and status = 'confirmed')`,
    values: [network, descriptor],
  })
  return rows[0] ?? null
}

/** SQL of whether an output came to an address of the firm's own: its first, change, or what a restore has forgotten. */
export const isFirms = (output: string): string =>
  `exists (select from wallet_addresses address where address.script = ${output}.script and address.owner_id = '${firm}')`

const beginnings: Record<Coin, string> = { BTC: 'chain.beginning', USDT: 'chain.tron_reached' }

/** Whether the scanner has begun: an address before that might be paid to unseen. */
export async function hasBegun(db: Database, coin: Coin): Promise<boolean> {
  const { rows } = await db.query<{ begun: boolean }>({
    name: `chain.has-begun-${coin}`,
    text: `select exists (select from ${beginnings[coin]}) as begun`,
  })
  return rows[0]!.begun
}

const columns: Record<keyof Watch, string> = {
  lookedAt: 'looked_at',
  fault: 'fault',
  unknown: 'unknown',
  rate: 'rate',
  rateSources: 'rate_sources',
  rateAt: 'rate_at',
  rateFault: 'rate_fault',
  refused: 'refused',
}

const watches: Record<Coin, string> = { BTC: 'chain.watch', USDT: 'chain.tron_watch' }

/** Null before the first look. */
export async function readWatch(db: Database, coin: Coin): Promise<Watch | null> {
  const { rows } = await db.query<Watch>({
    name: `chain.watch-${coin}`,
    text: `select ${Object.entries(columns)
      .map(([property, name]) => `${name} as "${property}"`)
      .join(', ')} from ${watches[coin]}`,
  })
  return rows[0] ?? null
}

const changeable = Object.values(columns).filter((name) => name !== 'looked_at')

/** How this look went. */
export async function keepWatch(
  db: Database,
  coin: Coin,
  watch: Omit<Watch, 'lookedAt'>,
): Promise<void> {
  await db.query({
    name: `chain.keep-watch-${coin}`,
    text: `insert into ${watches[coin]} (looked_at, ${changeable.join(', ')})
      values (clock_timestamp(), $1, $2, $3, $4, to_timestamp($5::float8 / 1000), $6, $7)
      on conflict (id) do update set looked_at = excluded.looked_at, ${changeable
        .map((name) => `${name} = excluded.${name}`)
        .join(', ')}`,
    values: [
      watch.fault,
      watch.unknown,
      watch.rate,
      watch.rateSources,
      watch.rateAt,
      watch.rateFault,
      watch.refused,
    ],
  })
}

export type AddressPlace = OfSettings & { id: string; branch: Branch; index: number }

/** Where addresses are in their wallets. */
export async function readPlaces(
  db: Database,
  addresses: readonly string[],
): Promise<AddressPlace[]> {
  const { rows } = await db.query<AddressPlace>({
    name: 'wallets.places',
    text: `select address.id, wallet.network, wallet.descriptor, address.branch, address.index
      from wallet_addresses address join wallets wallet on wallet.id = address.wallet_id where address.id = any ($1::uuid[])`,
    values: [addresses],
  })
  return rows
}
