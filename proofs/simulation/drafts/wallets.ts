/** Wallets held against a signer, by one administrator after the other, and people who get an address. */
import { knownAccount, knownWallets } from '../known-wallets.ts'
import { nobody, type Makers, type Scene } from '../scene.ts'

type OfWallets = 'CompareWallet' | 'DrawAddress' | 'ReserveAddress'

const settings = (twist: number) => {
  if (twist % 8 === 3) {
    const { places, ...wallet } = knownAccount
    return { places, wallet }
  }
  const { descriptor, places } = knownWallets[twist % 8 === 6 ? 2 : twist % 2]!
  return { places, wallet: { network: 'regtest' as const, descriptor } }
}

/** So many may be asked for at once, in a wave, before the model knows of the first. */
const atOnce = 6

/** One whose places aren't all taken. */
function withRoom({ model, twist }: Scene) {
  const { places, wallet } = settings(twist)
  const kept = model.wallets.find(({ descriptor }) => descriptor === wallet.descriptor)
  return (kept?.nextIndex ?? 0) < places.length - atOnce ? wallet : null
}

export const wallets: Makers<OfWallets> = {
  CompareWallet({ actor, twist, nth }) {
    const { places, wallet } = settings(twist)
    return { command: { ...wallet, address: places[nth % 8 === 0 ? 1 : 0]!.address }, actor }
  },
  /** Mostly the next place; now and then one before or behind it, or of a wallet that nobody knows. */
  ReserveAddress(scene) {
    const { model, nth, twist } = scene
    const wallet = withRoom(scene)
    const { descriptor, network } = wallet ?? settings(twist).wallet
    const next = model.wallets.find((one) => one.descriptor === descriptor)?.nextIndex ?? 1
    const index = wallet === null ? 0 : next + (nth % 8 === 3 ? 1 : nth % 8 === 4 ? -1 : 0)
    return { command: { network, descriptor, index }, actor: null }
  },
  DrawAddress(scene) {
    const { user, model, nth, twist } = scene
    const wallet = withRoom(scene)
    const one = wallet ?? settings(twist).wallet
    // Where all places are taken, somebody who has one of them.
    const full = model.wallets.find(({ descriptor }) => descriptor === one.descriptor)?.id
    const has = model.addresses.find(
      ({ owner, wallet: id }) => id === full && model.person(owner) !== undefined,
    )?.owner
    const owner = wallet === null ? (has ?? nobody) : user
    const command = { owner, ...one }
    return {
      command: nth % 16 === 5 ? { ...command, network: 'test' as const } : command,
      actor: owner,
    }
  },
}
