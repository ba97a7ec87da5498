/** Electrum as a signer of somebody else's: Debian's, offline, with wallets in a folder of the test's own. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import type { HDKey } from '@scure/bip32'
import { descriptorChecksum, readDescriptor, type Wallet } from '../../src/lib/output-descriptor.ts'
import { newFolder } from './folder.ts'
import { missingParts } from './outside.ts'
import { fingerprintOf, masterOf } from './wallets.ts'

/** Why nothing is signed with Electrum here, or null where it is. */
export const noElectrum: string | null = missingParts('electrum')

const base58check = createBase58check(sha256)

/** As SLIP 132 marks keys of a test network, by what they are for: Electrum takes the kind of a wallet from it. */
const marks = {
  wpkh: { public: 0x045f1cf6, private: 0x045f18bc },
  wsh: { public: 0x02575483, private: 0x02575048 },
}
function marked(extendedKey: string, mark: number): string {
  const bytes = base58check.decode(extendedKey)
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(0, mark)
  return base58check.encode(bytes)
}

/** What two or more sign together with, each with a seed of one repeated byte. */
export function walletOfSeveral(threshold: number, bytes: readonly number[]) {
  const path = '48h/1h/0h/2h'
  const signers = bytes.map((byte) => {
    const master = masterOf(byte)
    return {
      fingerprint: fingerprintOf(master),
      path: `m/${path.replaceAll('h', "'")}`,
      account: master.derive(`m/${path.replaceAll('h', "'")}`),
    }
  })
  const keys = signers.map(
    ({ fingerprint, account }) => `[${fingerprint}/${path}]${account.publicExtendedKey}/<0;1>/*`,
  )
  const body = `wsh(sortedmulti(${threshold},${keys.join(',')}))`
  const wallet: Wallet = readDescriptor(`${body}#${descriptorChecksum(body)}`, 'regtest')
  return { wallet, signers, threshold }
}

/** A folder for each wallet: their names would be taken for one another's. */
async function electrum(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'electrum',
    ['--regtest', '--offline', '-D', folder, '-w', join(folder, 'wallet'), ...args],
    { maxBuffer: 50_000_000 },
  )
  return stdout.trim()
}

/** Answers what Electrum answers: a PSBT, or the transaction in hex once nothing is missing. */
export type ElectrumSigner = (psbt: string) => Promise<string>

const signerIn =
  (folder: string): ElectrumSigner =>
  (psbt) =>
    electrum(folder, 'signtransaction', psbt)

/** Restored of the private key of an account at m/84h/1h/0h. */
export async function electrumOfOne(account: HDKey): Promise<ElectrumSigner> {
  const folder = await newFolder()
  await electrum(folder, 'restore', marked(account.privateExtendedKey, marks.wpkh.private))
  return signerIn(folder)
}

/** Has the private key of one, and the public ones of the others. The command line restores no such wallet: its file is written. */
export async function electrumOfSeveral(
  { signers, threshold }: ReturnType<typeof walletOfSeveral>,
  own: number,
): Promise<ElectrumSigner> {
  const folder = await newFolder()
  const keystores = signers.map(({ account, fingerprint, path }, n) => [
    `x${n + 1}/`,
    {
      type: 'bip32',
      pw_hash_version: 1,
      xpub: marked(account.publicExtendedKey, marks.wsh.public),
      xprv: n === own ? marked(account.privateExtendedKey, marks.wsh.private) : null,
      derivation: path,
      root_fingerprint: fingerprint,
    },
  ])
  const file = {
    // As Electrum 4.3 writes it; later ones bring it up to theirs.
    seed_version: 50,
    wallet_type: `${threshold}of${signers.length}`,
    use_encryption: false,
    ...Object.fromEntries(keystores),
  }
  await writeFile(join(folder, 'wallet'), JSON.stringify(file))
  return signerIn(folder)
}
