import { HDKey } from '@scure/bip32'
import { expect, test } from 'vitest'
import { descriptorChecksum, placeAt, readDescriptor } from './output-descriptor.ts'
import { readTronAccount, tronAddressAt } from './tron-address.ts'
import { placeIn } from './wallet-place.ts'

const testKeys = { public: 0x043587cf, private: 0x04358394 }
/** One key of its own, from a seed of one repeated byte. */
function descriptorOf(byte: number): string {
  const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(byte), testKeys)
  const fingerprint = root.fingerprint.toString(16).padStart(8, '0')
  const body = `wpkh([${fingerprint}/84h/1h/0h]${root.derive("m/84'/1'/0'").publicExtendedKey}/<0;1>/*)`
  return `${body}#${descriptorChecksum(body)}`
}
const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(3)).derive(
  "m/44'/195'/0'",
).publicExtendedKey

const onBitcoin = [1, 2].flatMap((byte) =>
  (['test', 'regtest'] as const).flatMap((network) =>
    (['people', 'change'] as const).flatMap((branch) =>
      [0, 1].map((index) => ({ descriptor: descriptorOf(byte), network, branch, index })),
    ),
  ),
)
const onTron = (['tron', 'tron-sample'] as const).flatMap((network) =>
  [0, 1].map((index) => ({ network, index })),
)

test('a place is that of its keys, network, branch and index, however often and after whatever others it is asked for', () => {
  for (const again of [1, 2])
    for (const { descriptor, network, branch, index } of onBitcoin) {
      const { script, address } = placeAt(readDescriptor(descriptor, network), branch, index)
      expect(placeIn({ descriptor, network }, branch, index), `${again}`).toEqual({
        script,
        address,
      })
    }
})

test('the same on TRON, which has no change', () => {
  for (const { network, index } of [...onTron, ...onTron])
    expect(placeIn({ descriptor: xpub, network }, 'people', index).address).toBe(
      tronAddressAt(readTronAccount(xpub), index, network),
    )
  expect(() => placeIn({ descriptor: xpub, network: 'tron' }, 'change', 0)).toThrow(RangeError)
})
