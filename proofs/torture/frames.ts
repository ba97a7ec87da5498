/** Where messages begin and end in the streams that pass the links: PostgreSQL's in both directions, and HTTP requests. */

const nothing = Buffer.alloc(0)

export type Message = { bytes: Buffer; isCommit: boolean }

/** PostgreSQL's messages: a letter, a length that counts itself, and the rest. Only the very first of a client has no letter. */
export class PostgresFrames {
  readonly #from: 'client' | 'server'
  #rest: Buffer = nothing
  #started: boolean
  /** Of a client: the names of its prepared commits, and whether one of them is bound. */
  readonly #commits = new Set<string>()
  #commitIsBound = false

  constructor(from: 'client' | 'server') {
    this.#from = from
    this.#started = from === 'server'
  }

  /** The messages that are complete now. */
  push(chunk: Buffer): Message[] {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const messages: Message[] = []
    let at = 0
    for (;;) {
      const letter = this.#started ? 1 : 0
      if (bytes.length < at + letter + 4) break
      const end = at + letter + bytes.readInt32BE(at + letter)
      if (bytes.length < end) break
      const message = bytes.subarray(at, end)
      messages.push({ bytes: message, isCommit: this.#started && this.#isCommit(message) })
      this.#started = true
      at = end
    }
    this.#rest = bytes.subarray(at)
    return messages
  }

  /** From a client a query that says commit, or the execution of a statement that does; from the server the answer that it was done. */
  #isCommit(message: Buffer): boolean {
    const letter = String.fromCharCode(message[0]!)
    if (this.#from === 'server')
      return letter === 'C' && message.toString('latin1', 5) === 'COMMIT\0'
    if (letter === 'Q') return /^commit;?\0$/i.test(message.toString('latin1', 5, 5 + 12))
    const [first = '', second = ''] = message.toString('latin1', 5, 5 + 160).split('\0')
    // Parse: a name and a text. Bind: a portal, which our clients never name, and a statement's name.
    if (letter === 'P' && /^commit;?$/i.test(second)) this.#commits.add(first)
    else if (letter === 'P') this.#commits.delete(first)
    if (letter === 'B') this.#commitIsBound = this.#commits.has(second)
    return letter === 'E' && this.#commitIsBound
  }
}

export type HttpRequest = { bytes: Buffer; method: string; key: string | null }

/** Requests as our own clients send them: with a content-length where there is a body. */
export class HttpRequests {
  #rest: Buffer = nothing

  push(chunk: Buffer): HttpRequest[] {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const requests: HttpRequest[] = []
    let at = 0
    for (;;) {
      const end = endOfMessage(bytes, at)
      if (end === null) break
      const head = bytes.toString('latin1', at, bytes.indexOf('\r\n\r\n', at))
      requests.push({
        bytes: bytes.subarray(at, end),
        method: head.slice(0, head.indexOf(' ')),
        key: /^idempotency-key: *(.+)$/im.exec(head)?.[1]?.trim() ?? null,
      })
      at = end
    }
    this.#rest = bytes.subarray(at)
    return requests
  }
}

/** Where the message that begins at `from` ends, or null while it isn't whole. */
function endOfMessage(bytes: Buffer, from: number): number | null {
  const blank = bytes.indexOf('\r\n\r\n', from)
  if (blank < 0) return null
  const length = Number(
    /^content-length: *(\d+)\r?$/im.exec(bytes.toString('latin1', from, blank))?.[1] ?? 0,
  )
  const end = blank + 4 + length
  return bytes.length < end ? null : end
}

/** Status and body of a whole reply, or null while it isn't. */
export function replyOf(bytes: Buffer): { status: number; text: string } | null {
  const end = endOfMessage(bytes, 0)
  if (end === null) return null
  const blank = bytes.indexOf('\r\n\r\n')
  return {
    status: Number(bytes.toString('latin1', 9, 12)),
    text: bytes.toString('utf8', blank + 4, end),
  }
}
