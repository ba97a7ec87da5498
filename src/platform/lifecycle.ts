/** What was opened is closed in the opposite order, within the time a stop may take. */
import type { Log } from './log.ts'

export type Closing = {
  name: string
  close(): Promise<unknown>
  /** The longest this may take before the next one is closed. */
  withinMs?: number
}

export type Lifecycle = {
  /** True from the first signal on: readiness says no, loops start nothing new. */
  readonly draining: boolean
  /** Aborted at the same moment; for waits that should end early. */
  readonly signal: AbortSignal
  opened(closing: Closing): void
  /** From now on readiness says no; nothing is closed yet. */
  drain(): void
  /** Closes everything once; later calls join the first. */
  stop(): Promise<void>
}

const defaultWithinMs = 1500

/** Whether the work ended in time. */
export async function endsWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), milliseconds)
  try {
    return await Promise.race([work.then(() => true), promise])
  } finally {
    clearTimeout(timer)
  }
}

export function createLifecycle(log: Log): Lifecycle {
  const closings: Closing[] = []
  const controller = new AbortController()
  let stopping: Promise<void> | null = null

  async function closeAll(): Promise<void> {
    for (let closing = closings.pop(); closing; closing = closings.pop()) {
      try {
        const inTime = await endsWithin(closing.close(), closing.withinMs ?? defaultWithinMs)
        if (!inTime) log.warn({ part: closing.name }, 'did not stop in time')
      } catch (error) {
        log.error({ err: error, part: closing.name }, 'did not stop cleanly')
      }
    }
  }

  return {
    get draining() {
      return controller.signal.aborted
    },
    signal: controller.signal,
    opened(closing) {
      closings.push(closing)
    },
    drain() {
      controller.abort()
    },
    stop() {
      controller.abort()
      stopping ??= closeAll()
      return stopping
    },
  }
}
