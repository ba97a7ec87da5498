/** What the journal says of an address: for whom it was drawn, and of which wallet (docs/decisions/051). Pure. */
import { numberIfAny, textIfAny } from '../../desk/recall.ts'
import { defineRecorded, type Recorded, type Said } from '../../desk/recorded.ts'
import { placeIn } from '../../lib/wallet-place.ts'
import type { FirmWallet, WalletAddress } from './table.ts'

export const recordedAddress = defineRecorded('wallets.recorded-address')

/** The place was drawn as a fact, and reserved as it was asked. */
const indexOf = (said: Said) => Number(textIfAny(said, 'index') ?? numberIfAny(said, 'index'))

function differenceOfWallet(address: WalletAddress, wallet: FirmWallet, said: Said) {
  if (said.subject !== address.owner) return 'its user differs'
  if (textIfAny(said, 'descriptor') !== wallet.descriptor) return 'its wallet differs'
  if (textIfAny(said, 'network') !== wallet.network) return 'its network differs'
  return indexOf(said) === address.index ? null : 'its place differs'
}

/** What of an address isn't what was drawn, in words that follow a colon, or null. */
export function differenceOfDrawn(
  address: WalletAddress,
  wallet: FirmWallet,
  recorded: Recorded,
): string | null {
  const { script } = placeIn(wallet, address.branch, address.index)
  if (script !== address.script) return 'its wallet has another at its place'
  if (recorded === 'in memory') return null
  const { said } = recorded
  if (said?.kind !== 'DrawAddress') return 'nobody drew it'
  return said.fault === null
    ? differenceOfWallet(address, wallet, said)
    : `of its drawing, ${said.fault}`
}
