/** Work of the processor's that would keep everybody waiting: it is done in a thread of its own, whose memory goes with it. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { createTurns } from './turns.ts'

/** A machine of two cores has one to spare. Nobody has more than a few of its turns to come. */
const inTurn = createTurns({ atOnce: 1, mostWaiting: 40, each: 8 })

/**
 * Hands plain data to the default export of a module, and answers with the bytes that it makes of them. Throws `busy`
 * when too many wait already.
 */
export function makeAside(module: URL, data: unknown): Promise<Buffer> {
  return inTurn(async () => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { module: module.href, data },
    })
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    worker
      .once('message', resolve)
      .once('error', reject)
      .once('exit', (code) =>
        reject(new Error(`A thread ended with ${code} before it had made anything.`)),
      )
    return Buffer.from(await promise)
  })
}

type Task = { module: string; data: unknown }

if (!isMainThread && (workerData as Task | null)?.module) {
  const { module, data } = workerData as Task
  const { default: make } = (await import(module)) as {
    default: (given: unknown) => Promise<Uint8Array>
  }
  parentPort!.postMessage(await make(data))
}
