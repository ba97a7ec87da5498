/** Work that would block the event loop runs in a worker thread, whose memory is freed with it. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { createLimiter } from './limiter.ts'

/** A machine of two cores has one to spare. */
const limited = createLimiter({ concurrency: 1, maxWaiting: 40, perAsker: 8 })

/**
 * Calls the default export of a module with plain data in a worker thread, and returns the bytes that it makes. Throws
 * `busy` when too many wait already.
 */
export function runInWorker(module: URL, data: unknown): Promise<Buffer> {
  return limited(async () => {
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
