/** Work that is done again and again, with a pause, until it is stopped. */
import type { Logger } from 'pino'

export type Loop = { stop(): Promise<void> }

/** After a failure the next try waits this long. */
const afterFailureMs = 1000

/**
 * `work` returns how many milliseconds to sleep before the next call; where it takes long, it asks `shouldContinue` in
 * between. A failure is logged, and the work is tried again.
 */
export function startLoop(
  name: string,
  log: Pick<Logger, 'error'>,
  work: (shouldContinue: () => boolean) => Promise<number>,
): Loop {
  const stopping = new AbortController()
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      stopping.signal.addEventListener(
        'abort',
        () => {
          clearTimeout(timer)
          resolve()
        },
        { once: true },
      )
    })
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      let restMs = afterFailureMs
      try {
        restMs = await work(() => !stopping.signal.aborted)
      } catch (error) {
        if (!stopping.signal.aborted)
          log.error({ err: error, loop: name }, 'work failed and is tried again')
      }
      if (!stopping.signal.aborted && restMs > 0) await sleep(restMs)
    }
  }
  const done = run()
  return {
    async stop() {
      stopping.abort()
      await done
    },
  }
}
