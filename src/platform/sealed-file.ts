/**
 * A file that only this server can have written and only it can read, in chunks, so that it is never in memory as a whole:
 * AES-256-GCM by a key of its own, made of the server's secret and a salt. Each chunk is sealed under its number, the last
 * one as the last: what was changed, moved, cut off or put together from two files doesn't open.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'

const saltBytes = 16
const tagBytes = 16
const lengthBytes = 4

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

const keyOf = (secret: string, salt: Buffer) =>
  Buffer.from(hkdfSync('sha256', secret, salt, 'glasshouse sealed file', 32))

/** Its number, and whether it is the last: never used twice with one key. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt8(Number(isLast), 0)
  nonce.writeUIntBE(number, 6, 6)
  return nonce
}

async function writeChunk(
  file: FileHandle,
  key: Buffer,
  nonce: Buffer,
  chunk: Uint8Array,
): Promise<void> {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(await compress(chunk)), cipher.final()])
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(sealed.length + tagBytes)
  await file.writev([length, sealed, cipher.getAuthTag()])
}

/** Replaces the file, wholly or not at all; its folder may be new. */
export async function writeSealedFile(
  path: string,
  secret: string,
  chunks: Iterable<Uint8Array>,
): Promise<void> {
  const draft = `${path}.draft`
  const salt = randomBytes(saltBytes)
  const key = keyOf(secret, salt)
  await mkdir(dirname(path), { recursive: true })
  try {
    const file = await open(draft, 'w', 0o600)
    try {
      await file.writev([salt])
      let number = 0
      for (const chunk of chunks) await writeChunk(file, key, nonceOf(number++, false), chunk)
      await writeChunk(file, key, nonceOf(number, true), new Uint8Array())
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

/** The file isn't what this server has written. */
export class Damaged extends Error {}

async function readBytes(file: FileHandle, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length)
  if (bytesRead < length) throw new Damaged('it ends too soon')
  return buffer
}

function opened(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()])
  } catch {
    return null
  }
}

async function* readChunks(file: FileHandle, secret: string): AsyncGenerator<Buffer> {
  const { size } = await file.stat()
  const key = keyOf(secret, await readBytes(file, saltBytes))
  for (let number = 0; ; number += 1) {
    const length = (await readBytes(file, lengthBytes)).readUInt32BE()
    if (length < tagBytes || length > size) throw new Damaged('a length in it is not possible')
    const sealed = await readBytes(file, length)
    const chunk = opened(key, nonceOf(number, false), sealed)
    if (chunk !== null) yield await decompress(chunk)
    else if (opened(key, nonceOf(number, true), sealed) !== null) return
    else throw new Damaged('it was changed, or written under another secret')
  }
}

/** Its chunks as they were written, or null where there is no file. Throws `Damaged` at the first that isn't genuine. */
export async function openSealedFile(
  path: string,
  secret: string,
): Promise<AsyncGenerator<Buffer> | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (file === null) return null
  return (async function* () {
    try {
      yield* readChunks(file, secret)
    } finally {
      await file.close()
    }
  })()
}
