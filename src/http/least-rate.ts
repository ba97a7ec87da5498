/**
 * Ends the connections of those who read too slowly, whatever they read: a reply that nobody takes would keep its place,
 * its memory and its work for as long as they like.
 */
import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'

export type LeastRate = {
  /** Half of what a mobile line is throttled to. */
  bytesPerSecond: number
  /** How far behind that rate a reader may fall: trains go through tunnels. */
  graceMs: number
  lookMs: number
}

const defaultRate: LeastRate = { bytesPerSecond: 4 * 1024, graceMs: 30_000, lookMs: 5_000 }

/** What a connection was given, and what of that its reader has taken. */
export type Flow = { given: number; taken: number }
type Reading = { taken: number; behindMs: number }

/** How far a reader is behind, after so many more milliseconds. A reader who has taken everything is not behind. */
export function behindAfter(
  { taken, behindMs }: Reading,
  now: Flow,
  elapsedMs: number,
  { bytesPerSecond }: Pick<LeastRate, 'bytesPerSecond'>,
): number {
  if (now.given === now.taken) return 0
  const paidMs = ((now.taken - taken) / bytesPerSecond) * 1000
  return Math.max(0, behindMs + elapsedMs - paidMs)
}

/** Libuv's own counts: the public properties say nothing of a large write until all of it is done. */
type Handle = { bytesWritten: number; writeQueueSize: number }

function flowOf(socket: Socket): Flow {
  const given = socket.bytesWritten
  const handle = (socket as { _handle?: Partial<Handle> | null })._handle
  return typeof handle?.bytesWritten === 'number' && typeof handle.writeQueueSize === 'number'
    ? { given, taken: handle.bytesWritten - handle.writeQueueSize }
    : { given, taken: given - socket.writableLength }
}

export function endSlowReaders(app: FastifyInstance, rate: LeastRate = defaultRate): void {
  const readings = new Map<Socket, Reading>()
  let lookedAt = performance.now()

  function look(): void {
    // A process that was held up for longer has itself sent nothing meanwhile.
    const elapsedMs = Math.min(performance.now() - lookedAt, 2 * rate.lookMs)
    lookedAt = performance.now()
    for (const [socket, reading] of readings) {
      const flow = flowOf(socket)
      const behindMs = behindAfter(reading, flow, elapsedMs, rate)
      readings.set(socket, { taken: flow.taken, behindMs })
      if (behindMs > rate.graceMs) socket.destroy()
    }
  }

  const looking = setInterval(look, rate.lookMs)
  looking.unref()
  app.addHook('onClose', async () => clearInterval(looking))
  app.server.on('connection', (socket: Socket) => {
    readings.set(socket, { taken: 0, behindMs: 0 })
    socket.once('close', () => readings.delete(socket))
  })
}
