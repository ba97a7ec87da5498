/** Waiting for a stream that was given more than it takes at once. */
import type { Writable } from 'node:stream'

/** Resolves when the stream takes more, or will take nothing ever again. Leaves no listener on it. */
export function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done)
      resolve()
    }
    if (stream.closed) return resolve()
    stream.on('drain', done).on('close', done)
  })
}
