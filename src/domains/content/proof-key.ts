/** `proofKey` of firm.yaml: whose signatures of the daily manifests count. Its secret half stays offline. */
import { z } from 'zod'
import { isSampleKey } from '../../lib/liabilities/sample-key.ts'
import { readPublicKey } from '../../lib/minisign.ts'

export const proofKey = z
  .string('proofKey must be a public key as minisign prints it')
  .refine(
    (text) => readPublicKey(text) !== null,
    'proofKey is not a public key as minisign prints it: one line of base64 that begins with RW',
  )
  .refine(
    (text) => !isSampleKey(text),
    'proofKey is the key of demonstrations, which everybody has: make one with minisign -G',
  )
