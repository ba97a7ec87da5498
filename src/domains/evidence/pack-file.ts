/** One file of a pack: written as it comes, packed where its name says so, with its hash and how many lines it has. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { drained } from '../../platform/drained.ts'

export type FileEntry = { name: string; sha256: string; lines: number }

/** Most of a line is hashes, which no level makes smaller. */
const level = 1

/** Characters that are held back until they are worth packing. */
const worthWriting = 256 * 1024

export class PackFile {
  readonly #name: string
  readonly #packed: Transform
  readonly #digest = createHash('sha256')
  readonly #done: Promise<void>
  #held = ''
  #lines = 0

  constructor(folder: string, name: string) {
    this.#name = name
    this.#packed = name.endsWith('.gz') ? createGzip({ level }) : new PassThrough()
    const digest = this.#digest
    this.#done = pipeline(
      this.#packed,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          digest.update(chunk)
          yield chunk
        }
      },
      createWriteStream(join(folder, name), { flags: 'wx' }),
    )
    // It is waited for at the end; until then nobody listens.
    this.#done.catch(() => {})
  }

  /** Whole lines, each with its end; `lines` of them. Only a promise has to be waited for. */
  write(text: string, lines: number): Promise<void> | undefined {
    this.#held += text
    this.#lines += lines
    return this.#held.length < worthWriting ? undefined : this.#flush()
  }

  /** A value as one line of JSON. */
  line(value: object): Promise<void> | undefined {
    return this.write(`${JSON.stringify(value)}\n`, 1)
  }

  async end(): Promise<FileEntry> {
    await this.#flush()
    this.#packed.end()
    await this.#done
    return { name: this.#name, sha256: this.#digest.digest('hex'), lines: this.#lines }
  }

  /** Nothing more is written, and nothing stays open. */
  abandon(): void {
    this.#packed.destroy()
  }

  async #flush(): Promise<void> {
    const text = this.#held
    this.#held = ''
    if (this.#packed.write(text)) return
    await drained(this.#packed)
    // Where the disk is full, it never drains, and says why.
    if (this.#packed.destroyed) await this.#done
  }
}
