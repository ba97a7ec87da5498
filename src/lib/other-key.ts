/**
 * Extended public keys that begin otherwise than xpub and tpub: some programs say by it which addresses come of a key. A descriptor
 * says that itself, and takes the plain beginnings alone, so that one wallet is spelled one way.
 * Source: SLIP 132.
 */
import { base58check } from './address-fault.ts'

type Kind = {
  version: number
  /** Of the same key in a descriptor. */
  plain: 'xpub' | 'tpub'
  /** What stands around it; null: a kind of addresses that isn't taken. */
  around: string | null
}

const one = 'wpkh([fingerprint/path]KEY/<0;1>/*)'
const several = 'wsh(sortedmulti(k,[fingerprint/path]KEY/<0;1>/*,…))'

const kinds: Record<string, Kind> = {
  ypub: { version: 0x049d7cb2, plain: 'xpub', around: null },
  zpub: { version: 0x04b24746, plain: 'xpub', around: one },
  Ypub: { version: 0x0295b43f, plain: 'xpub', around: null },
  Zpub: { version: 0x02aa7ed3, plain: 'xpub', around: several },
  upub: { version: 0x044a5262, plain: 'tpub', around: null },
  vpub: { version: 0x045f1cf6, plain: 'tpub', around: one },
  Upub: { version: 0x024289ef, plain: 'tpub', around: null },
  Vpub: { version: 0x02575483, plain: 'tpub', around: several },
}

const plainVersions = { xpub: 0x0488b21e, tpub: 0x043587cf } as const

/** The same key with a plain beginning; null where it is mistyped. */
function plainKey(encoded: string, { version, plain }: Kind): string | null {
  try {
    const bytes = base58check.decode(encoded)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    if (bytes.length !== 78 || view.getUint32(0) !== version) return null
    view.setUint32(0, plainVersions[plain])
    return base58check.encode(bytes)
  } catch {
    return null
  }
}

/** Why a key with one of these beginnings isn't taken, and what to write instead; null for any other text. */
export function otherKeyFault(text: string): string | null {
  const [, encoded, begins] = /(?:^|\])(([yzuvYZUV]pub)\w+)/.exec(text) ?? []
  if (encoded === undefined || begins === undefined) return null
  const kind = kinds[begins]!
  if (kind.around === null)
    return `This is a ${begins}: its wallet has addresses of an older kind, which begin with ${kind.plain === 'xpub' ? 3 : 2}. Make one of native SegWit in the signer, and export its descriptor.`
  const plain = plainKey(encoded, kind)
  return plain === null
    ? `This is a ${begins} that can’t be read: it is mistyped. Copy it anew.`
    : `This is a ${begins}, and a descriptor takes ${kind.plain === 'xpub' ? 'an xpub' : 'a tpub'}. The same key is ${plain}: write it in ${kind.around.replace('KEY', `${kind.plain}…`)}, and add the checksum of that.`
}
