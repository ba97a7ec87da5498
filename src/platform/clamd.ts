/** Asks ClamAV's daemon about a file, by its INSTREAM command: the bytes in chunks, each after its length, and a 0 at the end. */
import { connect, type Socket } from 'node:net'

/** What it found, by its name for it; null: nothing. Throws where it doesn't answer, or answers anything else. */
export type Scanner = { scan(bytes: Uint8Array): Promise<string | null> }

const longestMs = 30_000
const chunkBytes = 64 * 1024
/** Its answers are a line. */
const longestAnswer = 4096

/** `host:port`, or the path of a socket. */
const connectTo = (address: string): Socket => {
  if (address.startsWith('/')) return connect(address)
  const at = address.lastIndexOf(':')
  return connect(Number(address.slice(at + 1)), address.slice(0, at).replace(/^\[|\]$/g, ''))
}

function send(socket: Socket, bytes: Uint8Array): void {
  const length = Buffer.alloc(4)
  socket.write('zINSTREAM\0')
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    const chunk = bytes.subarray(from, from + chunkBytes)
    length.writeUInt32BE(chunk.length)
    socket.write(Buffer.from(length))
    socket.write(chunk)
  }
  socket.write(Buffer.alloc(4))
}

function answerOf(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let answer = ''
  socket
    .setEncoding('utf8')
    .on('data', (text: string) => {
      answer += text
      if (answer.includes('\0')) resolve(answer.slice(0, answer.indexOf('\0')))
      else if (answer.length > longestAnswer) reject(new Error('clamd answers too much'))
    })
    .once('error', reject)
    .once('close', () => reject(new Error(`clamd hung up: ${answer.slice(0, 200)}`)))
  return promise
}

export function clamdAt(address: string, withinMs = longestMs): Scanner {
  return {
    async scan(bytes) {
      const socket = connectTo(address)
      const timer = setTimeout(
        () => socket.destroy(new Error(`clamd did not answer within ${withinMs} ms`)),
        withinMs,
      )
      try {
        const answered = answerOf(socket)
        send(socket, bytes)
        const answer = await answered
        if (answer === 'stream: OK') return null
        const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? []
        if (found === undefined) throw new Error(`clamd answers: ${answer.slice(0, 200)}`)
        return found
      } finally {
        clearTimeout(timer)
        socket.destroy()
      }
    },
  }
}
