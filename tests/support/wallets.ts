/** A wallet of the firm on the test chain, whose keys a test has. */
import { HDKey } from '@scure/bip32'
import {
  descriptorChecksum,
  placeAt,
  readDescriptor,
  type Wallet,
} from '../../src/lib/output-descriptor.ts'
import type { TestHouse } from './house.ts'

const versions = { public: 0x043587cf, private: 0x04358394 }
/** As signers find the keys of each kind. */
const paths = { wpkh: '84h/1h/0h', tr: '86h/1h/0h' } as const

/** Of a seed of one repeated byte. */
export const masterOf = (byte: number): HDKey =>
  HDKey.fromMasterSeed(new Uint8Array(32).fill(byte), versions)

/** As a descriptor names a signer. */
export const fingerprintOf = (master: HDKey): string =>
  master.fingerprint.toString(16).padStart(8, '0')

const withChecksum = (body: string) => `${body}#${descriptorChecksum(body)}`

export function regtestWallet(byte = 1, kind: keyof typeof paths = 'wpkh') {
  const path = paths[kind]
  const master = masterOf(byte)
  const fingerprint = fingerprintOf(master)
  const account = master.derive(`m/${path.replaceAll('h', "'")}`)
  const body = `${kind}([${fingerprint}/${path}]${account.publicExtendedKey}/<0;1>/*)`
  return {
    master,
    wallet: readDescriptor(withChecksum(body), 'regtest'),
  }
}

/** Of the main network, whose keys a test has. */
export function mainWallet(byte = 1) {
  const master = HDKey.fromMasterSeed(new Uint8Array(32).fill(byte))
  const account = master.derive("m/84'/0'/0'").publicExtendedKey
  const body = `wpkh([${fingerprintOf(master)}/84h/0h/0h]${account}/<0;1>/*)`
  return { master, wallet: readDescriptor(withChecksum(body), 'main') }
}

/** Of the main network, by the account in the test vectors of BIP 84. */
export const mainDescriptor = withChecksum(
  'wpkh([73c5da0a/84h/0h/0h]xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V/<0;1>/*)',
)

/** Compared by two administrators of the house's own. */
export async function confirmWallet(
  house: TestHouse,
  { wallet }: { wallet: Wallet } = regtestWallet(),
) {
  const { network, descriptor } = wallet
  const { address } = placeAt(wallet, 'people', 0)
  for (let n = 0; n < 2; n += 1) {
    const admin = await house.person({ role: 'admin' })
    const reply = await house.run('CompareWallet', { network, descriptor, address }, admin)
    if (reply.outcome !== 'done') throw new Error(reply.text)
  }
  return {
    /** Answers where this person's payments arrive. */
    async draw(owner: string) {
      const reply = await house.run('DrawAddress', { network, descriptor, owner }, owner)
      if (reply.outcome !== 'done') throw new Error(reply.text)
      const { rows } = await house.database.pool.query<{
        index: number
        script: string
        address: string
      }>('select index, script, address from wallet_addresses where owner_id = $1', [owner])
      return rows[0]!
    },
  }
}
