import { hex } from '@scure/base'
import { OutScript, p2tr, SigHash, Transaction } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { taprootType, verifiesTaproot } from './signature.ts'

/** BIP 341's test vectors for wallets: a transaction of nine inputs, what each spends, and signatures of two of them. */
const unsigned =
  '02000000097de20cbff686da83a54981d2b9bab3586f4ca7e48f57f5b55963115f3b334e9c010000000000000000d7b7cab57b1393ace2d064f4d4a2cb8af6def61273e127517d44759b6dafdd990000000000fffffffff8e1f583384333689228c5d28eac13366be082dc57441760d957275419a418420000000000fffffffff0689180aa63b30cb162a73c6d2a38b7eeda2a83ece74310fda0843ad604853b0100000000feffffffaa5202bdf6d8ccd2ee0f0202afbbb7461d9264a25e5bfd3c5a52ee1239e0ba6c0000000000feffffff956149bdc66faa968eb2be2d2faa29718acbfe3941215893a2a3446d32acd050000000000000000000e664b9773b88c09c32cb70a2a3e4da0ced63b7ba3b22f848531bbb1d5d5f4c94010000000000000000e9aa6b8e6c9de67619e6a3924ae25696bb7b694bb677a632a74ef7eadfd4eabf0000000000ffffffffa778eb6a263dc090464cd125c466b5a99667720b1c110468831d058aa1b82af10100000000ffffffff0200ca9a3b000000001976a91406afd46bcdfd22ef94ac122aa11f241244a37ecc88ac807840cb0000000020ac9a87f5594be208f8532db38cff670c450ed2fea8fcdefcc9a663f78bab962b0065cd1d'
const spent: [script: string, amount: bigint][] = [
  ['512053a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343', 420_000_000n],
  ['5120147c9c57132f6e7ecddba9800bb0c4449251c92a1e60371ee77557b6620f3ea3', 462_000_000n],
  ['76a914751e76e8199196d454941c45d1b3a323f1433bd688ac', 294_000_000n],
  ['5120e4d810fd50586274face62b8a807eb9719cef49c04177cc6b76a9a4251d5450e', 504_000_000n],
  ['512091b64d5324723a985170e4dc5a0f84c041804f2cd12660fa5dec09fc21783605', 630_000_000n],
  ['00147dd65592d0ab2fe0d0257d571abf032cd9db93dc', 378_000_000n],
  ['512075169f4001aa68f15bbed28b218df1d0a62cbbcf1188c6665110c293c907b831', 672_000_000n],
  ['5120712447206d7a5238acc7ff53fbe94a3b64539ad291c7cdbc490b7577e4b17df5', 546_000_000n],
  ['512077e30a5522dd9f894c3f8b8bd4c4b2cf82ca7da8a3ea6a239655c39c050ab220', 588_000_000n],
]
const ofAll: [input: number, type: number, digest: string, signature: string][] = [
  [
    4,
    SigHash.DEFAULT,
    '4f900a0bae3f1446fd48490c2958b5a023228f01661cda3496a11da502a7f7ef',
    'b4010dd48a617db09926f729e79c33ae0b4e94b79f04a1ae93ede6315eb3669de185a17d2b0ac9ee09fd4c64b678a0b61a0a86fa888a273c8511be83bfd6810f',
  ],
  [
    3,
    SigHash.ALL,
    'bf013ea93474aa67815b1b6cc441d23b64fa310911d991e713cd34c7f5d46669',
    'ff45f742a876139946a149ab4d9185574b98dc919d2eb6754f8abaa59d18b025637a3aa043b91817739554f4ed2026cf8022dbd83e351ce1fabc272841d2510a01',
  ],
]

describe('a signature of taproot', () => {
  const transaction = Transaction.fromRaw(hex.decode(unsigned), {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    disableScriptCheck: true,
  })
  const scripts = spent.map(([script]) => hex.decode(script))
  const amounts = spent.map(([, amount]) => amount)

  test.each(ofAll)(
    'verifies as BIP 341 gives it: input %i, type %i',
    (input, type, digest, text) => {
      const signature = hex.decode(text)
      const signed = transaction.preimageWitnessV1(input, scripts, type, amounts)
      expect(hex.encode(signed)).toBe(digest)
      expect(taprootType(signature)).toBe(type)
      const outputKey = spent[input]![0].slice(4)
      expect(verifiesTaproot(outputKey, signed, signature)).toBe(true)
      for (const at of [0, 31, 32, 63])
        expect(verifiesTaproot(outputKey, signed, signature.with(at, signature[at]! ^ 1))).toBe(
          false,
        )
      expect(verifiesTaproot(spent[0]![0].slice(4), signed, signature)).toBe(false)
      // What another input has is signed along.
      const more = amounts.with(8, 588_000_001n)
      const other = transaction.preimageWitnessV1(input, scripts, type, more)
      expect(verifiesTaproot(outputKey, other, signature)).toBe(false)
    },
  )

  test('is of the key that a script has, which is the wallet’s own tweaked', () => {
    const internal = 'd6889cb081036e0faefa3a35157ad71086b123b2b144b649798b494c300a961d'
    const { script } = p2tr(hex.decode(internal))
    expect(hex.encode(script)).toBe(spent[0]![0])
    expect(OutScript.decode(script)).toMatchObject({ type: 'tr' })
  })

  test.each([
    ['63 bytes', 63, undefined],
    ['66 bytes', 66, undefined],
    ['nothing', 0, undefined],
  ])('is none of %s', (_, length, type) =>
    expect(taprootType(new Uint8Array(length).fill(1))).toBe(type),
  )

  test('says no default: that is said by no byte', () =>
    expect(taprootType(new Uint8Array(65))).toBeUndefined())
})
