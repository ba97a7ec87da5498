/** A TAR file (POSIX.1-1988, ustar) of the files of a folder: what is in them is packed already. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'

const block = 512

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`

/** The largest file that twelve characters can say. */
const largest = 8 ** 11 - 1

/** The header of a file that everybody may read. */
function headerOf(name: string, size: number, seconds: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`The name ${name} is too long for a TAR file`)
  if (size > largest) throw new Error(`${name} is too large for a TAR file`)
  const header = Buffer.alloc(block)
  const write = (text: string, at: number) => header.write(text, at, 'latin1')
  write(name, 0)
  write(octal(0o644, 8), 100)
  write(octal(0, 8), 108)
  write(octal(0, 8), 116)
  write(octal(size, 12), 124)
  write(octal(seconds, 12), 136)
  write(' '.repeat(8), 148) // the sum is made as if its own place were blank
  write('0', 156)
  write('ustar\x0000', 257)
  write(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    )} `,
    148,
  )
  return header
}

const missingIn = (size: number) => (block - (size % block)) % block

/** How many bytes the TAR of files of these sizes has. */
export const sizeOfTar = (sizes: readonly number[]): number =>
  sizes.reduce((sum, size) => sum + block + size + missingIn(size), 2 * block)

type Packed = { path: string; name: string; size: number }

/** The files of a folder as they stand in the TAR, below a folder of this name. */
export const filesFor = (folder: string, names: readonly string[], below: string) =>
  Promise.all(
    names.map(async (name): Promise<Packed> => {
      const path = join(folder, name)
      return { path, name: `${below}/${name}`, size: (await stat(path)).size }
    }),
  )

/** `seconds`: since 1970, the time of every file. */
export async function* tarred(files: readonly Packed[], seconds: number): AsyncGenerator<Buffer> {
  for (const { path, name, size } of files) {
    yield headerOf(name, size, seconds)
    yield* createReadStream(path) as AsyncIterable<Buffer>
    yield Buffer.alloc(missingIn(size))
  }
  yield Buffer.alloc(2 * block)
}
