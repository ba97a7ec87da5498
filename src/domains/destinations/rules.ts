import { isSameAddress } from '../../lib/wallet-address.ts'
import { isPaidOut } from '../../contract/withdrawal-types.ts'
import {
  defineCommand,
  refuse,
  refuseUnlessActive,
  refuseUnlessOpen,
  refuseUnlessVerified,
  type Journaled,
} from '../../desk/command.ts'
import { reading } from '../../desk/read.ts'
import { subjectOf, textIfAny, textOf, wordsOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { mail } from './mails.ts'
import {
  needsOfPlace,
  outsideAddress,
  recipientOf,
  recordedPlace,
  refusalOfPlace,
  type Place,
} from './place.ts'
import { presentDestination } from './present.ts'
import { destinations, savedOf, type SavedDestination } from './table.ts'

/** More than anybody can tell apart in a list. */
const savedAtMost = 30

/**
 * `usableFrom` (wall time, ISO 8601): no request can be made to it before; null: it can be used at once. `mustBeVerified`:
 * none is saved before the email address is verified.
 */
export type SaveDestination = {
  owner: OwnerId
  name: string
  place: Place
  isOfFirm: boolean
  usableFrom: string | null
  mustBeVerified: boolean
}

const placeIn = (kept: Journaled, world: World): Place =>
  recordedPlace(kept, world) ?? {
    type: 'bank_transfer',
    walletAddress: wordsOf(kept, 'walletAddress'),
  }

/** What is recorded of where it leads, beside its name. */
function wordsOfPlace({ type, holder, walletAddress, recipientAccountId }: SavedDestination) {
  if (type === 'bank_account') return { holder, bankAccount: walletAddress }
  return type === 'bank_transfer' ? { walletAddress } : { recipientAccountId }
}

const savedIn = (world: World, owner: OwnerId): SavedDestination[] =>
  world.rowsOf(destinations, owner).filter(({ status }) => status === 'saved')

function isThere(place: Place, { walletAddress, recipientAccountId }: SavedDestination): boolean {
  const address = outsideAddress(place)
  return place.type === 'tradehub_transfer'
    ? recipientAccountId === place.recipientAccountId
    : walletAddress !== null && address !== null && isSameAddress(walletAddress, address)
}

function refusalOfAnother(saved: readonly SavedDestination[], { name, place }: SaveDestination) {
  if (saved.length >= savedAtMost) return refuse('too_many_destinations')
  const there = saved.find((one) => isThere(place, one))
  if (there)
    return refuse(
      'already_saved',
      `You have already saved this destination as “${there.name ?? ''}”. Nothing was changed.`,
    )
  if (saved.some((one) => one.name === name)) {
    const message = 'You have already saved another destination by this name. Nothing was changed.'
    return { code: 'already_saved' as const, message, fields: { name: message } }
  }
  return null
}

export const saveDestination = defineCommand<SaveDestination, OwnerId>({
  recall: (kept, world) => ({
    command: {
      owner: subjectOf(kept),
      name: wordsOf(kept, 'destinationName'),
      place: placeIn(kept, world),
      isOfFirm: false,
      usableFrom: null,
      mustBeVerified: kept.input.mustBeVerified === true,
    },
    found: textIfAny(kept, 'recipient') ?? null,
  }),
  journal: (c) => ({ type: c.place.type, ...(c.mustBeVerified ? { mustBeVerified: true } : {}) }),
  lookup: (c) => recipientOf(c.place),
  subject: (c) => c.owner,
  needs: (c, found) => ({
    owners: [c.owner],
    people: found === null ? [] : [found],
    read: [reading(savedOf, c.owner), ...needsOfPlace(c.place)],
  }),
  decide(world, c, { id, at, found: recipient }) {
    const refusal =
      refuseUnlessActive(world.owners.get(c.owner)) ??
      refuseUnlessVerified(world.owners.get(c.owner), c.mustBeVerified) ??
      refusalOfPlace(world, { ...c, recipient }) ??
      refusalOfAnother(savedIn(world, c.owner), c)
    if (refusal) return refusal
    const destination: SavedDestination = {
      id,
      owner: c.owner,
      type: c.place.type,
      name: c.name,
      holder: c.place.type === 'bank_account' ? c.place.holder : null,
      walletAddress: outsideAddress(c.place),
      recipient: isPaidOut(c.place.type) ? null : recipient,
      recipientAccountId: c.place.type === 'tradehub_transfer' ? c.place.recipientAccountId : null,
      status: 'saved',
      savedAt: at,
    }
    const { walletAddress, recipientAccountId } = destination
    return {
      postings: [],
      activity: [{ owner: c.owner, kind: 'destination-saved' }],
      put: [destinations.row(destination)],
      ...(destination.recipient ? { facts: { recipient: destination.recipient } } : {}),
      texts: {
        destinationName: c.name,
        ...wordsOfPlace(destination),
      },
      effects: [
        mail({
          owner: c.owner,
          template: 'destination-saved',
          values: {
            name: c.name,
            where: walletAddress ?? recipientAccountId ?? '',
            ...(c.usableFrom ? { usableFrom: c.usableFrom } : {}),
            // Staff’s accounts are frozen by other staff.
            ...(world.owners.get(c.owner)!.role === 'user' ? { link: id } : {}),
          },
        }),
      ],
    }
  },
  reply: (world, c, { id }) => ({
    status: 201,
    body: {
      status: 'success',
      message: 'Destination saved',
      data: {
        destination: presentDestination(world.get(destinations, id)!, c.usableFrom),
      },
    },
  }),
})

export type RemoveDestination = { destination: string; owner: OwnerId }

/** Also of a frozen account: what can't be used needn't stay. */
export const removeDestination = defineCommand<RemoveDestination>({
  recall: (kept) => ({
    command: { destination: textOf(kept, 'destination'), owner: subjectOf(kept) },
  }),
  journal: (c) => ({ destination: c.destination }),
  subject: (c) => c.owner,
  needs: (c) => ({ owners: [c.owner], read: [destinations.byId(c.destination)] }),
  decide(world, c) {
    const refusal = refuseUnlessOpen(world.owners.get(c.owner))
    if (refusal) return refusal
    const destination = world.get(destinations, c.destination)
    if (!destination || destination.owner !== c.owner || destination.status === 'removed')
      return refuse('unknown_destination')
    return {
      postings: [],
      activity: [{ owner: c.owner, kind: 'destination-removed' }],
      put: [destinations.row({ ...destination, status: 'removed' })],
      texts: {
        destinationName: destination.name,
        ...wordsOfPlace(destination),
      },
    }
  },
  reply: () => ({ status: 200, body: { status: 'success', message: 'Destination removed' } }),
})
