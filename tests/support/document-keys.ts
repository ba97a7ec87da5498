/** The key that documents of tests are locked with. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyFrom, type DocumentKeys } from '../../src/platform/document-keys.ts'
import { sealWith, unsealWith } from '../../src/platform/sealed.ts'
import { newFolder } from './folder.ts'

const key = Buffer.alloc(32, 7)
const { id: masterKey, bytes } = keyFrom(key)

export const testDocumentKeys: DocumentKeys = {
  wrap: async (row, dataKey) => ({ wrapped: sealWith(bytes, row, dataKey), masterKey }),
  unwrap: async (row, key) =>
    key.masterKey === masterKey ? unsealWith(bytes, row, key.wrapped) : null,
}

/** The same in a file, as an operator gives it. */
export async function writeDocumentKeys(): Promise<string> {
  const path = join(await newFolder(), 'document-keys')
  writeFileSync(path, `${key.toString('base64')}\n`, { mode: 0o600 })
  return path
}
