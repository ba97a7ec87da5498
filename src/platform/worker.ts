/** Work that would block the event loop runs in a worker thread, whose memory is freed with it. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { giveWay } from './give-way.ts'
import { createLimiter } from './limiter.ts'

/** A machine of two cores has one to spare. */
const limited = createLimiter({ concurrency: 1, maxWaiting: 40, perAsker: 8 })

type Task = { module: string; data: unknown; isPatient: boolean }
type Limits = { signal?: AbortSignal; heapMb?: number }

async function runThread(task: Task, { signal, heapMb }: Limits = {}): Promise<Buffer> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL(import.meta.url), {
    workerData: task,
    ...(heapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMb } }),
  })
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  worker
    .once('message', resolve)
    .once('error', reject)
    .once('exit', (code) =>
      reject(new Error(`A thread ended with ${code} before it had made anything.`)),
    )
  const end = () => {
    reject(signal!.reason)
    void worker.terminate()
  }
  signal?.addEventListener('abort', end, { once: true })
  return Buffer.from(await promise.finally(() => signal?.removeEventListener('abort', end)))
}

/**
 * Calls the default export of a module with plain data in a worker thread, and returns the bytes that it makes. Throws
 * `busy` when too many wait already.
 */
export function runInWorker(module: URL, data: unknown): Promise<Buffer> {
  return limited(() => runThread({ module: module.href, data, isPatient: false }))
}

/** V8 lets a heap that nobody limits grow to several times of what lives in it. */
const enoughMb = 700

const isTooLittle = (error: unknown) =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'

/**
 * The same for work of minutes that nobody waits for: beside those that somebody does wait for, and with the processor's
 * time that is left over. It begins with little memory, and once more without a limit where that was not enough. Its
 * thread ends with the signal, whose reason is then thrown.
 */
export async function runPatiently(
  module: URL,
  data: unknown,
  signal: AbortSignal,
  heapMb = enoughMb,
): Promise<Buffer> {
  const task = { module: module.href, data, isPatient: true }
  try {
    return await runThread(task, { signal, heapMb })
  } catch (error) {
    if (!isTooLittle(error)) throw error
    return runThread(task, { signal })
  }
}

if (!isMainThread && (workerData as Task | null)?.module) {
  const { module, data, isPatient } = workerData as Task
  if (isPatient) giveWay(19)
  const { default: make } = (await import(module)) as {
    default: (given: unknown) => Promise<Uint8Array>
  }
  parentPort!.postMessage(await make(data))
}
