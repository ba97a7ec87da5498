/** Whose signatures count. */
import { hash } from 'node:crypto'
import { publicKeyText, signatureText, type SigningKey } from '../../lib/minisign.ts'

/** `proofKey`: as minisign prints it; null where the firm signs nothing. */
export type Signer = { name: string; sample: boolean; proofKey?: string | null }

/** Everybody has it: what it signs shows how signatures are checked, and proves nothing. */
const sampleKey: SigningKey = {
  id: hash('sha256', 'Glasshouse sample key', 'buffer').subarray(0, 8),
  secret: hash(
    'sha256',
    'The sample key of a Glasshouse demonstration. It is no secret.',
    'buffer',
  ),
}

export const keyOf = ({ sample, proofKey }: Signer): string | null =>
  sample ? publicKeyText(sampleKey) : (proofKey ?? null)

export const sampleSignature = (manifest: string, day: string): string =>
  signatureText(sampleKey, manifest, `${day}, signed with the sample key, which is no secret`)
