/**
 * The keys by which documents are locked: a file with one key a line, 32 bytes in base64, of which the first is the current
 * one. It lies outside the database, so that nothing in a copy of that can be read. A key goes by a number that is made of it.
 */
import { createHash, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CannotStart } from './cannot-start.ts'
import type { Config } from './config.ts'
import { sealWith, unsealWith } from './sealed.ts'

export type DocumentKey = { id: string; bytes: Buffer }

export const keyFrom = (bytes: Buffer): DocumentKey => ({
  id: createHash('sha256')
    .update('glasshouse document key')
    .update(bytes)
    .digest('hex')
    .slice(0, 16),
  bytes,
})

/** A line of the file. */
export const newKeyLine = () => randomBytes(32).toString('base64')

/** Null where a line is no key, or there is none. */
export function keysIn(text: string): DocumentKey[] | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length === 0 || lines.some((line) => !/^[A-Za-z0-9+/]{43}=$/.test(line))) return null
  return lines.map((line) => keyFrom(Buffer.from(line, 'base64')))
}

type Where = Pick<Config, 'documentKeysFile' | 'dataFolder' | 'mode'>

/** Where the keys are; null in live until the operator has said so. */
export const documentKeysPath = ({ documentKeysFile, dataFolder, mode }: Where): string | null =>
  documentKeysFile ?? (mode === 'demo' ? join(dataFolder, 'document-keys') : null)

/** Throws `CannotStart` where the file isn't there or holds anything but keys. */
export async function readDocumentKeys(path: string): Promise<DocumentKey[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(`The document keys ${path} cannot be read (${error.code}).`)
  })
  const keys = keysIn(text)
  if (keys === null)
    throw new CannotStart(
      `The document keys ${path} are damaged: each line is 32 bytes in base64. docs/runbooks/document-keys.md says what to do.`,
    )
  return keys
}

/** A link appears whole or not at all, and only once: two servers that start together end with one key. */
async function makeOnce(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${newKeyLine()}\n`, { mode: 0o600, flush: true })
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
}

/** What a document is locked with, itself locked by the master key with this number. */
export type WrappedKey = { wrapped: Buffer; masterKey: string }

export type DocumentKeys = {
  /** Locks the data key of a row by the current master key. */
  wrap(row: string, dataKey: Buffer): Promise<WrappedKey>
  /** Null where no key of the file opens it. */
  unwrap(row: string, key: WrappedKey): Promise<Buffer | null>
}

/** In the demonstration they are made once, unless a file is given. Throws `CannotStart`. */
export async function openDocumentKeys(where: Where): Promise<DocumentKeys | null> {
  const path = documentKeysPath(where)
  if (path === null) return null
  if (where.documentKeysFile === null) await makeOnce(path)
  await readDocumentKeys(path)
  return keysOfFile(path)
}

/** The file is read again when it has changed: turning the keys over needs no restart. */
export function keysOfFile(path: string): DocumentKeys {
  let known: { keys: DocumentKey[]; as: string } | null = null

  async function current(): Promise<DocumentKey[]> {
    const { mtimeMs, size, ino } = await stat(path)
    const as = `${mtimeMs} ${size} ${ino}`
    if (known?.as !== as) known = { keys: await readDocumentKeys(path), as }
    return known.keys
  }
  async function withId(id: string): Promise<DocumentKey | undefined> {
    const find = async () => (await current()).find((key) => key.id === id)
    const found = await find()
    if (found) return found
    known = null
    return find()
  }
  return {
    async wrap(row, dataKey) {
      const [key] = await current()
      return { wrapped: sealWith(key!.bytes, row, dataKey), masterKey: key!.id }
    },
    async unwrap(row, { wrapped, masterKey }) {
      const key = await withId(masterKey)
      return key ? unsealWith(key.bytes, row, wrapped) : null
    },
  }
}
