/** Where money may be sent, whether it is saved by a name or typed into a request. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse, type Journaled } from '../../desk/command.ts'
import type { Lookup } from '../../desk/lookup.ts'
import type { Read } from '../../desk/read.ts'
import { byAccountId } from '../../desk/owners.ts'
import { areErased, textIfAny, wordsOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { addressFault } from '../../lib/address-fault.ts'
import { bankAccountFault } from '../../lib/bank-account.ts'
import { accountAsWallet } from '../../lib/wallet-address.ts'
import { isDrawn, needsOfDrawn } from '../wallets/drawn.ts'

/** A wallet, an account at a bank (as `lib/bank-account.ts` keeps it), or the account of another user. */
export type Place =
  | { type: 'bank_transfer'; walletAddress: string }
  | { type: 'bank_account'; holder: string; account: string }
  | { type: 'tradehub_transfer'; recipientAccountId: string }

/** The wallet's address or the bank account's number: what anybody could send money to. Null where it stays in the firm. */
export const outsideAddress = (place: Place): string | null => {
  if (place.type === 'tradehub_transfer') return null
  return place.type === 'bank_transfer' ? place.walletAddress : place.account
}

/** Whom an account ID belongs to is looked up; what is outside the firm is nobody's. */
export const recipientOf = (place: Place): Lookup<OwnerId> | null =>
  place.type === 'tradehub_transfer' ? byAccountId(place.recipientAccountId) : null

/** Needs what tells whether money may be sent there. */
export const needsOfPlace = (place: Place): Read[] =>
  place.type === 'bank_transfer' ? needsOfDrawn(place.walletAddress) : []

type Wallet = Extract<Place, { type: 'bank_transfer' }>

/** The place that a command was about, as it was recorded; null where it was a wallet, whose words each command has its own of. */
export function recordedPlace(kept: Journaled, world: World): Exclude<Place, Wallet> | null {
  const recipient = textIfAny(kept, 'recipient')
  if (recipient !== undefined)
    return {
      type: 'tradehub_transfer',
      recipientAccountId: world.owners.get(recipient)?.accountId ?? '',
    }
  return kept.input.type === 'bank_account'
    ? {
        type: 'bank_account',
        holder: wordsOf(kept, 'holder'),
        account: wordsOf(kept, 'bankAccount'),
      }
    : null
}

type Asked = {
  owner: OwnerId
  place: Place
  /** Who has the account ID that was asked for, if anybody has. */
  recipient: OwnerId | null
  /** It is one of the deposit addresses of the content pack, or the firm's account at a bank. */
  isOfFirm: boolean
}

/** What is wrong with a wallet. */
const walletFault = ({ walletAddress }: { walletAddress: string }): string | null =>
  accountAsWallet(walletAddress) ?? addressFault(walletAddress)

/** Of words that were erased it was seen when they were written. */
const accountFault = ({ account }: { account: string }): string | null =>
  areErased(account) ? null : bankAccountFault(account)

/** Null where money may be sent there. */
export function refusalOfPlace(
  world: World,
  { owner, place, recipient, isOfFirm }: Asked,
): Refusal | null {
  if (place.type !== 'tradehub_transfer') {
    const fault = place.type === 'bank_transfer' ? walletFault(place) : accountFault(place)
    if (fault) return { code: 'address_mistyped', message: fault, fields: { bankNumber: fault } }
    const isOwn =
      isOfFirm || (place.type === 'bank_transfer' && isDrawn(world, place.walletAddress))
    return isOwn ? refuse('firms_own_address') : null
  }
  if (recipient === null || !world.owners.has(recipient)) return refuse('unknown_recipient')
  if (recipient === owner) return refuse('own_account')
  return world.owners.get(recipient)!.status === 'closed' ? refuse('recipient_closed') : null
}
