/** Wallets of the firm and the addresses that came of them, as they are kept. What the chain says of these stands in `outputs.ts`. */
import { instant, integer, text, uuid, word } from '../../desk/column.ts'
import type { Lookup } from '../../desk/lookup.ts'
import { reading } from '../../desk/read.ts'
import { Table } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import type { BitcoinNetwork, Branch } from '../../lib/output-descriptor.ts'

/** `compared`: one administrator held it against their signer; `confirmed`: another one did, too. */
export type WalletStatus = 'compared' | 'confirmed'

export type FirmWallet = {
  id: string
  /** The firm. */
  owner: OwnerId
  network: BitcoinNetwork
  /** As `readDescriptor` spells it. */
  descriptor: string
  status: WalletStatus
  comparedAt: Instant
  comparedBy: OwnerId
  confirmedAt: Instant | null
  confirmedBy: OwnerId | null
}

export const wallets = new Table<FirmWallet>({
  name: 'wallets',
  as: 'wallet',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    network: word('network'),
    descriptor: text('descriptor'),
    status: word('status', { changes: true }),
    comparedAt: instant('compared_at', { changes: true }),
    comparedBy: uuid('compared_by', { changes: true }),
    confirmedAt: instant('confirmed_at', { later: true }),
    confirmedBy: uuid('confirmed_by', { later: true }),
  },
})

const byDescriptor = wallets.source<string>({
  name: 'by-descriptor',
  form: 'text',
  text: `select ${wallets.columns} from ${wallets.from} where wallet.descriptor = any ($1)`,
})

export const walletOf = (descriptor: string) => reading(byDescriptor, descriptor)

export const walletIn = (world: World, descriptor: string): FirmWallet | undefined =>
  world.rows(wallets).find((one) => one.descriptor === descriptor)

export const idOfWallet = (descriptor: string): Lookup<string> => ({
  name: 'wallet',
  text: 'select id from wallets where descriptor = $1',
  value: descriptor,
  from: ({ id }) => id,
  inMemory: (world) => walletIn(world, descriptor)?.id ?? null,
})

export type WalletAddress = {
  id: string
  /** Whose payments arrive there; of the firm: the first, which staff compare, and change. */
  owner: OwnerId
  wallet: string
  branch: Branch
  index: number
  /** In hex. */
  script: string
  address: string
  drawnAt: Instant
}

export const walletAddresses = new Table<WalletAddress>({
  name: 'wallet_addresses',
  as: 'wallet_address',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    wallet: uuid('wallet_id'),
    branch: word('branch'),
    index: integer('index'),
    script: word('script'),
    address: word('address'),
    drawnAt: instant('drawn_at'),
  },
})

const ofOwner = walletAddresses.source<OwnerId>({
  name: 'of-owner',
  form: 'uuid',
  text: `select ${walletAddresses.columns} from ${walletAddresses.from} where wallet_address.owner_id = any ($1) and wallet_address.branch = 'people'`,
})

const lastOfWallet = walletAddresses.source<string>({
  name: 'last',
  form: 'uuid',
  text: `select ${walletAddresses.columns} from unnest($1::uuid[]) as asked(wallet)
    cross join lateral (select * from ${walletAddresses.from} where wallet_address.wallet_id = asked.wallet
      and wallet_address.branch = 'people' order by wallet_address.index desc limit 1) wallet_address`,
})

/** Needs the addresses of an owner, and the last one that anybody drew of a wallet. */
export const addressesOf = (owner: OwnerId) => reading(ofOwner, owner)
export const lastAddressOf = (wallet: string) => reading(lastOfWallet, wallet)

export const addressIn = (world: World, owner: OwnerId, wallet: string) =>
  world
    .rowsOf(walletAddresses, owner)
    .find((one) => one.wallet === wallet && one.branch === 'people')

/** The index after the last of people's addresses of a wallet. */
export const nextIndexIn = (world: World, wallet: string): number =>
  world
    .rows(walletAddresses)
    .filter((one) => one.wallet === wallet && one.branch === 'people')
    .reduce((next, { index }) => (index < next ? next : index + 1), 0)
