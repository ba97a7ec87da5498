/** Whether an address was drawn from one of the firm's wallets: what is sent there comes in again. Pure. */
import type { Read } from '../../desk/read.ts'
import type { World } from '../../desk/world.ts'
import { scriptOfAddress } from '../../lib/payout-batch.ts'
import { hexOnTron } from '../../lib/tron-address.ts'
import { canonicalAddress } from '../../lib/wallet-address.ts'
import { addressOf, walletAddresses } from './table.ts'

/** An address of TRON as nodes write it, which is also its script. */
const hexIn = (address: string): string | null =>
  /^(?:0x)?(41[\da-f]{40})$/i.exec(address)?.[1]?.toLowerCase() ?? null

/** What the chains know an address by, on each network that it may be of; of what is no such address nothing. */
function scriptsOf(address: string): string[] {
  const scripts = [
    ...(['main', 'test', 'regtest'] as const).map((network) => scriptOfAddress(address, network)),
    ...(['tron', 'tron-sample'] as const).map((network) => hexOnTron(address, network)),
    hexIn(address),
  ]
  return [...new Set(scripts.filter((script) => script !== null))]
}

/** Needs whether it is drawn. */
export const needsOfDrawn = (address: string): Read[] =>
  scriptsOf(canonicalAddress(address)).map(addressOf)

/** Found by its script and recognised by its one spelling: the same key has another address on another network. */
export function isDrawn(world: World, address: string): boolean {
  const [spelled, digits] = [canonicalAddress(address), hexIn(address)]
  return (
    scriptsOf(spelled).length > 0 &&
    world
      .rows(walletAddresses)
      .some((one) => one.address === spelled || (digits !== null && one.script === digits))
  )
}
