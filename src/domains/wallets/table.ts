/** Wallets of the firm and the addresses that came of them, as they are kept. What the chain says of these stands in `outputs.ts`. */
import { instant, integer, text, uuid, word } from '../../desk/column.ts'
import { reading } from '../../desk/read.ts'
import { Table } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Rate } from '../../lib/exchange-rate.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Branch } from '../../lib/output-descriptor.ts'
import type { WalletKeys, WalletNetwork } from '../../lib/wallet-place.ts'

/** `compared`: one administrator held it against their signer; `confirmed`: another one did, too; `retired`: another wallet was confirmed since. */
export type WalletStatus = 'compared' | 'confirmed' | 'retired'

export type FirmWallet = {
  id: string
  /** The firm. */
  owner: OwnerId
  network: WalletNetwork
  /** As `WalletKeys` has it. */
  descriptor: string
  status: WalletStatus
  /** Of the next address for people. */
  nextIndex: number
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
    nextIndex: integer('next_index', { changes: true }),
    comparedAt: instant('compared_at', { changes: true }),
    comparedBy: uuid('compared_by', { changes: true }),
    confirmedAt: instant('confirmed_at', { later: true }),
    confirmedBy: uuid('confirmed_by', { later: true }),
  },
})

const ofFirm = wallets.source<OwnerId>({
  name: 'of-firm',
  form: 'uuid',
  text: `select ${wallets.columns} from ${wallets.from} where wallet.owner_id = any ($1)`,
})

/** Needs all wallets that the firm has ever compared: few. */
export const walletsOfFirm = reading(ofFirm, firm)

/** The wallet of the settings. */
export type OfSettings = WalletKeys

/** Whether two are the same wallet. */
export const isSameWallet = (one: OfSettings, other: OfSettings): boolean =>
  one.network === other.network && one.descriptor === other.descriptor

export const walletIn = (world: World, settings: OfSettings) =>
  world.rows(wallets).find((one) => isSameWallet(one, settings))

export type WalletAddress = {
  id: string
  /** Whose payments arrive there; of the firm: the first, which staff compare, and change. */
  owner: OwnerId
  wallet: string
  branch: Branch
  index: number
  /** In hex: of its outputs, or of TRON the address as nodes write it. */
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

/** Needs the addresses of an owner. */
export const addressesOf = (owner: OwnerId) => reading(ofOwner, owner)

const ofScript = walletAddresses.source<string>({
  name: 'of-script',
  form: 'word',
  text: `select ${walletAddresses.columns} from ${walletAddresses.from} where wallet_address.script = any ($1)`,
})

/** Needs whose output a script is. */
export const addressOf = (script: string) => reading(ofScript, script)

export const addressIn = (world: World, owner: OwnerId, wallet: string) =>
  world
    .rowsOf(walletAddresses, owner)
    .find((one) => one.wallet === wallet && one.branch === 'people')

/** People's address that staff compare: the firm's own. */
export const comparedIndex = 0

/** The firm's own that its administrators compared, and from which it pays where a wallet has no change. */
export const ownAddressIn = (world: World, wallet: string) =>
  world
    .rowsOf(walletAddresses, firm)
    .find((one) => one.wallet === wallet && one.branch === 'people' && one.index === comparedIndex)

/** As pages show it: with the names of those who compared. */
export type KeptWallet = OfSettings & {
  id: string
  status: WalletStatus
  nextIndex: number
  comparedAt: Instant
  comparedBy: string
  confirmedAt: Instant | null
  confirmedBy: string | null
}

/** How the last look at the chain went. */
export type Watch = {
  lookedAt: Instant
  /** Why the node couldn't be read, in a sentence; null: it could. */
  fault: string | null
  /** Why it isn't known what waits to be mined. */
  unknown: string | null
  rate: Rate | null
  rateSources: string | null
  rateAt: Instant | null
  /** Why there is no rate. */
  rateFault: string | null
  /** How many that arrived aren't what was recorded of them: nothing is booked of these. */
  refused: number
}

/** What a proposal holds that says that the first coins of a wallet went in and out. */
export const firstCoinsOf = (wallet: string): string => `first-coins ${wallet}`
