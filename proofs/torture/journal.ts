/**
 * What was sent and what came back, on disk before anything goes on: the one witness that no fault
 * injected here can reach. Lines that arrive together are flushed together.
 */
import { open, type FileHandle } from 'node:fs/promises'

export class Journal {
  readonly path: string
  readonly #file: FileHandle
  #lines: string[] = []
  #flushing: Promise<void> | null = null

  private constructor(path: string, file: FileHandle) {
    this.path = path
    this.#file = file
  }

  static async open(path: string): Promise<Journal> {
    return new Journal(path, await open(path, 'a'))
  }

  /** Resolves when the entry is on the disk. */
  async append(entry: Record<string, unknown>): Promise<void> {
    this.#lines.push(`${JSON.stringify({ t: Math.round(performance.now()), ...entry })}\n`)
    // A call during a flush waits for it, and then for the next one, which holds the entry.
    if (this.#flushing) await this.#flushing
    if (this.#lines.length > 0) this.#flushing ??= this.#flush()
    await this.#flushing
  }

  async #flush(): Promise<void> {
    const text = this.#lines.join('')
    this.#lines = []
    try {
      await this.#file.appendFile(text)
      await this.#file.datasync()
    } finally {
      this.#flushing = null
    }
  }

  async close(): Promise<void> {
    await this.#flushing
    await this.#file.close()
  }
}
