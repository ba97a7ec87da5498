/** Work that is done again and again, with a pause, until it is stopped. */
import type { Logger } from 'pino'
import { pause } from './pause.ts'

export type Loop = { stop(): Promise<void> }

/** After a failure the next try waits this long. */
const afterFailureMs = 1000

/** Returns how many milliseconds to sleep before the next turn; where it takes long, it asks `shouldContinue` in between. */
export type Turn = (shouldContinue: () => boolean) => Promise<number>

/** Takes turns until it is stopped. A failure is logged, and the work is tried again. */
export function startLoop(name: string, log: Pick<Logger, 'error'>, work: Turn): Loop {
  const stopping = new AbortController()
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      let restMs = afterFailureMs
      try {
        restMs = await work(() => !stopping.signal.aborted)
      } catch (error) {
        if (!stopping.signal.aborted)
          log.error({ err: error, loop: name }, 'work failed and is tried again')
      }
      if (!stopping.signal.aborted && restMs > 0) await pause(restMs, stopping.signal)
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
