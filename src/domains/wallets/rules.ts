/**
 * A wallet is used once two administrators have held it against their signer: each reads the same address there, and the server
 * makes it of its settings. One of each coin is used at a time: the earlier one retires, is watched for good, and to be used again is compared
 * again by two. An owner gets one address of each wallet, for good.
 */
import type { Refusal } from '../../contract/problems.ts'
import { defineCommand, refuse, refuseUnlessOpen } from '../../desk/command.ts'
import { numberOf, subjectOf, textOf } from '../../desk/recall.ts'
import type { Journaled } from '../../desk/command.ts'
import type { Put } from '../../desk/read.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import { coinOf, placeIn, type WalletNetwork } from '../../lib/wallet-place.ts'
import { defineDecisionOfTwo, mayAct } from '../approvals/two.ts'
import {
  addressIn,
  addressOf,
  addressesOf,
  comparedIndex,
  walletAddresses,
  walletIn,
  wallets,
  walletsOfFirm,
  type FirmWallet,
  type OfSettings,
  type WalletAddress,
} from './table.ts'

const placeOf = (wallet: OfSettings, index: number) => placeIn(wallet, 'people', index)

const settingsIn = (kept: Journaled): OfSettings => ({
  network: textOf(kept, 'network') as WalletNetwork,
  descriptor: textOf(kept, 'descriptor'),
})

/** `address`: as the signer shows it. */
export type CompareWallet = OfSettings & { address: string }

type By = { id: string; at: Instant; actor: OwnerId }

/** The first of two: nothing is used yet. Of one that was there before, what is known of it stays. */
const compared = (c: OfSettings, before: FirmWallet | undefined, { id, at, actor }: By): Put[] => [
  wallets.row({
    id,
    owner: firm,
    network: c.network,
    descriptor: c.descriptor,
    nextIndex: comparedIndex + 1,
    ...before,
    status: 'compared',
    comparedAt: at,
    comparedBy: actor,
    confirmedAt: null,
    confirmedBy: null,
  }),
]

/** Retired and confirmed again it has it already. */
const hasOwnAddress = (world: World, wallet: string): boolean =>
  world
    .rowsOf(walletAddresses, firm)
    .some((one) => one.wallet === wallet && one.index === comparedIndex)

/** The second of two: it is used from now on, and no other of its coin. */
function confirmed(world: World, wallet: FirmWallet, { id, at, actor }: By): Put[] {
  const coin = coinOf(wallet.network)
  const retired = world
    .rows(wallets)
    .filter(({ status, network }) => status === 'confirmed' && coinOf(network) === coin)
  const own: WalletAddress = {
    id,
    owner: firm,
    wallet: wallet.id,
    branch: 'people',
    index: comparedIndex,
    ...placeOf(wallet, comparedIndex),
    drawnAt: at,
  }
  return [
    // Before the other one: two are never used at once.
    ...retired.map((one) => wallets.row({ ...one, status: 'retired' })),
    wallets.row({ ...wallet, status: 'confirmed', confirmedAt: at, confirmedBy: actor }),
    ...(hasOwnAddress(world, wallet.id) ? [] : [walletAddresses.row(own)]),
  ]
}

/** The keys may stand in another descriptor, with another origin: whose outputs would it be? */
function refusalOfKnown(
  world: World,
  script: string,
  wallet: FirmWallet | undefined,
): Refusal | null {
  const known = world.rows(walletAddresses).find((one) => one.script === script)
  return known && known.wallet !== wallet?.id ? refuse('wallet_known') : null
}

export const compareWallet = defineDecisionOfTwo<CompareWallet>({
  may: 'pay-out',
  recall(kept) {
    const settings = settingsIn(kept)
    return { command: { ...settings, address: placeOf(settings, comparedIndex).address } }
  },
  journal: ({ network, descriptor }) => ({ network, descriptor }),
  subject: () => firm,
  needs: (c) => ({
    owners: [firm],
    staff: true,
    read: [walletsOfFirm, addressesOf(firm), addressOf(placeOf(c, comparedIndex).script)],
  }),
  decide(world, { address: shown, ...settings }, { id, at, actor }, two) {
    if (!mayAct(world, actor, 'pay-out')) return refuse('forbidden')
    const { script, address } = placeOf(settings, comparedIndex)
    if (shown !== address) return refuse('signer_differs')
    const wallet = walletIn(world, settings)
    const known = refusalOfKnown(world, script, wallet)
    if (known) return known
    if (wallet?.status === 'confirmed')
      return refuse('nothing_to_change', 'This wallet is confirmed already. Nothing was changed.')
    const place = two.place({ first: wallet?.status === 'compared' ? wallet.comparedBy : null })
    if (typeof place !== 'string') return place
    const by = { id, at, actor }
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'wallet-compared' }],
      put: place === 'second' ? confirmed(world, wallet!, by) : compared(settings, wallet, by),
    }
  },
  reply(world, c) {
    const isConfirmed = walletIn(world, c)!.status === 'confirmed'
    const message = isConfirmed
      ? 'The wallet is confirmed: people get addresses of it.'
      : 'Recorded. A second, different person must compare it with their own signer before it is used.'
    return { status: isConfirmed ? 200 : 202, body: { status: 'success', message } }
  },
})

export type ReserveAddress = OfSettings & { index: number }

/**
 * Behind a restore the books may have forgotten whose the next places of a wallet are. They are the firm's then, and drawn for
 * nobody else: what is paid to one is seen, and whose it is is found out by hand.
 */
export const reserveAddress = defineCommand<ReserveAddress>({
  recall: (kept) => ({ command: { ...settingsIn(kept), index: numberOf(kept, 'index') } }),
  journal: ({ network, descriptor, index }) => ({ network, descriptor, index }),
  subject: () => firm,
  needs: () => ({ owners: [firm], read: [walletsOfFirm] }),
  decide(world, { index, ...settings }, { id, at }) {
    const wallet = walletIn(world, settings)
    if (wallet?.nextIndex !== index || wallet.status === 'compared')
      return refuse('nothing_to_change', 'This place is not the next one. Nothing was changed.')
    const address: WalletAddress = {
      id,
      owner: firm,
      wallet: wallet.id,
      branch: 'people',
      index,
      ...placeOf(settings, index),
      drawnAt: at,
    }
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'address-reserved' }],
      put: [wallets.row({ ...wallet, nextIndex: index + 1 }), walletAddresses.row(address)],
    }
  },
  reply: () => ({ status: 200, body: { status: 'success', message: 'Reserved' } }),
})

export type DrawAddress = OfSettings & { owner: OwnerId }

export const drawAddress = defineCommand<DrawAddress>({
  recall: (kept) => ({ command: { owner: subjectOf(kept), ...settingsIn(kept) } }),
  journal: ({ network, descriptor }) => ({ network, descriptor }),
  subject: ({ owner }) => owner,
  // With the firm's lock: no index is drawn twice.
  needs: ({ owner }) => ({ owners: [owner, firm], read: [walletsOfFirm, addressesOf(owner)] }),
  decide(world, { owner, ...settings }, { id, at }) {
    const refusal = refuseUnlessOpen(world.owners.get(owner))
    if (refusal) return refusal
    const wallet = walletIn(world, settings)
    if (wallet?.status !== 'confirmed') return refuse('wallet_unconfirmed')
    if (addressIn(world, owner, wallet.id))
      return refuse('nothing_to_change', 'There is an address already. Nothing was changed.')
    const index = wallet.nextIndex
    const address: WalletAddress = {
      id,
      owner,
      wallet: wallet.id,
      branch: 'people',
      index,
      ...placeOf(settings, index),
      drawnAt: at,
    }
    return {
      postings: [],
      activity: [{ owner, kind: 'address-drawn' }],
      put: [wallets.row({ ...wallet, nextIndex: index + 1 }), walletAddresses.row(address)],
      facts: { index: String(index) },
    }
  },
  reply(world, { owner, ...settings }) {
    const { address } = addressIn(world, owner, walletIn(world, settings)!.id)!
    return { status: 201, body: { status: 'success', data: { address } } }
  },
})
