/**
 * A wallet is used once two administrators have held it against their signer: each reads the same address there, and the server
 * makes it of its settings. Addresses are drawn of a confirmed one: an owner has one of each wallet, for good.
 */
import { defineCommand, defineStaffCommand, refuse, refuseUnlessOpen } from '../../desk/command.ts'
import { subjectOf, textOf } from '../../desk/recall.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { placeAt, readDescriptor, type BitcoinNetwork } from '../../lib/output-descriptor.ts'
import {
  addressIn,
  addressesOf,
  idOfWallet,
  lastAddressOf,
  nextIndexIn,
  walletAddresses,
  walletIn,
  walletOf,
  wallets,
  type FirmWallet,
} from './table.ts'

/** The wallet of the settings, spelled as `readDescriptor` spells it. */
export type OfSettings = { network: BitcoinNetwork; descriptor: string }

/** People's address that staff compare: the firm's own. */
export const comparedIndex = 0

const placeOf = ({ network, descriptor }: OfSettings, index: number) =>
  placeAt(readDescriptor(descriptor, network), 'people', index)

/** `address`: as the signer shows it. */
export type CompareWallet = OfSettings & { address: string }

export const compareWallet = defineStaffCommand<CompareWallet>({
  recall(kept) {
    const wallet = {
      network: textOf(kept, 'network') as BitcoinNetwork,
      descriptor: textOf(kept, 'descriptor'),
    }
    return { command: { ...wallet, address: placeOf(wallet, comparedIndex).address } }
  },
  journal: ({ network, descriptor }) => ({ network, descriptor }),
  subject: () => firm,
  needs: ({ descriptor }) => ({
    owners: [firm],
    administrators: true,
    read: [walletOf(descriptor)],
  }),
  decide(world, { network, descriptor, address: shown }, { id, at, actor }) {
    if (actor === null || !world.administrators.has(actor)) return refuse('forbidden')
    const { script, address } = placeOf({ network, descriptor }, comparedIndex)
    if (shown !== address) return refuse('signer_differs')
    const wallet = walletIn(world, descriptor)
    const activity = [{ owner: firm, kind: 'wallet-compared' }]
    if (!wallet) {
      const compared: FirmWallet = {
        id,
        owner: firm,
        network,
        descriptor,
        status: 'compared',
        comparedAt: at,
        comparedBy: actor,
        confirmedAt: null,
        confirmedBy: null,
      }
      const own = {
        id,
        owner: firm,
        wallet: id,
        branch: 'people' as const,
        index: comparedIndex,
        script,
        address,
        drawnAt: at,
      }
      return { postings: [], activity, put: [wallets.row(compared), walletAddresses.row(own)] }
    }
    if (wallet.status === 'confirmed')
      return refuse('nothing_to_change', 'This wallet is confirmed already. Nothing was changed.')
    if (wallet.comparedBy === actor) return refuse('same_approver')
    // Whoever compared first and has lost the role since counts no more.
    const left: Partial<FirmWallet> = world.administrators.has(wallet.comparedBy)
      ? { status: 'confirmed', confirmedAt: at, confirmedBy: actor }
      : { comparedAt: at, comparedBy: actor }
    return { postings: [], activity, put: [wallets.row({ ...wallet, ...left })] }
  },
  reply(world, { descriptor }) {
    const isConfirmed = walletIn(world, descriptor)!.status === 'confirmed'
    const message = isConfirmed
      ? 'The wallet is confirmed: people get addresses of it.'
      : 'Recorded. A second, different administrator must compare it with their own signer before it is used.'
    return { status: isConfirmed ? 200 : 202, body: { status: 'success', message } }
  },
})

export type DrawAddress = OfSettings & { owner: OwnerId }

export const drawAddress = defineCommand<DrawAddress, string>({
  recall(kept, world) {
    const command = {
      owner: subjectOf(kept),
      network: textOf(kept, 'network') as BitcoinNetwork,
      descriptor: textOf(kept, 'descriptor'),
    }
    return { command, found: walletIn(world, command.descriptor)?.id ?? null }
  },
  journal: ({ network, descriptor }) => ({ network, descriptor }),
  lookup: ({ descriptor }) => idOfWallet(descriptor),
  subject: ({ owner }) => owner,
  // With the firm's lock: no index is drawn twice.
  needs: ({ owner, descriptor }, wallet) => ({
    owners: [owner, firm],
    read: [
      walletOf(descriptor),
      addressesOf(owner),
      ...(wallet === null ? [] : [lastAddressOf(wallet)]),
    ],
  }),
  decide(world, { owner, network, descriptor }, { id, at }) {
    const refusal = refuseUnlessOpen(world.owners.get(owner))
    if (refusal) return refusal
    const wallet = walletIn(world, descriptor)
    if (wallet?.status !== 'confirmed' || wallet.network !== network)
      return refuse('wallet_unconfirmed')
    if (addressIn(world, owner, wallet.id))
      return refuse('nothing_to_change', 'There is an address already. Nothing was changed.')
    const index = nextIndexIn(world, wallet.id)
    const { script, address } = placeOf({ network, descriptor }, index)
    return {
      postings: [],
      activity: [{ owner, kind: 'address-drawn' }],
      put: [
        walletAddresses.row({
          id,
          owner,
          wallet: wallet.id,
          branch: 'people',
          index,
          script,
          address,
          drawnAt: at,
        }),
      ],
      facts: { index: String(index) },
    }
  },
  reply(world, { owner, descriptor }) {
    const { address } = addressIn(world, owner, walletIn(world, descriptor)!.id)!
    return { status: 201, body: { status: 'success', data: { address } } }
  },
})
