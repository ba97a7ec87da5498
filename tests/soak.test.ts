/**
 * What is done again and again keeps nothing of it: objects are counted before and after many turns. A turn that leaves
 * something leaves a closure at least; a limit below one for each turn tells it from what is kept once.
 */
import { getEventListeners } from 'node:events'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { getEvents } from '../src/contract/activity.ts'
import { lookWhileHeard } from '../src/domains/activity/look.ts'
import { createKeyedMutex } from '../src/platform/keyed-mutex.ts'
import { createLimiter, createLimiterPerAsker } from '../src/platform/limiter.ts'
import { startLoop, type Loop } from '../src/platform/loop.ts'
import { shareListening } from '../src/web/api/listening.ts'
import { times } from './support/answers.ts'
import { thorough } from './support/extent.ts'
import { leftByTurns, leftPerTurn } from './support/live-objects.ts'
import { isTest, readSources } from './support/source.ts'

const many = 100_000
const few = 0.5
/** Side by side, since nothing rests for less than a millisecond. */
const side = 500
const log = pino({ enabled: false })

/** Each rests after its turns. */
async function turnLoops(each: number): Promise<Loop[]> {
  const ended = times(side, () => Promise.withResolvers<void>())
  const loops = ended.map(({ resolve }) => {
    let turns = 0
    return startLoop('soak', log, async () => {
      turns += 1
      if (turns < each) return 1
      resolve()
      return 60_000
    })
  })
  await Promise.all(ended.map(({ promise }) => promise))
  return loops
}

describe('J14: of 100,000 turns nothing is kept', () => {
  test('by loops, which pause after each', async () => {
    const loops: Loop[] = []
    const left = await leftPerTurn(
      many,
      async () => void loops.push(...(await turnLoops(many / side))),
    )
    await Promise.all(loops.map((loop) => loop.stop()))
    expect(left).toBeLessThan(few)
  })

  test('by looks for those who listen', { tags: [thorough] }, async () => {
    const listeners = { size: 1 }
    const { promise, resolve } = Promise.withResolvers<void>()
    let looks = 0
    const look = async () => {
      looks += 1
      if (looks === many) resolve()
    }
    const looking = times(side, () => lookWhileHeard(listeners, 0, look, log))
    const left = await leftPerTurn(many, async () => {
      for (const begin of looking) void begin()
      await promise
    })
    listeners.size = 0
    expect(left).toBeLessThan(few)
  })

  test('of askers, by what is shared', { tags: [thorough] }, async () => {
    const limited = createLimiter({ concurrency: 2, maxWaiting: 2, perAsker: 1 })
    const perAsker = createLimiterPerAsker({ concurrency: 2, maxWaiting: 2 })
    const exclusively = createKeyedMutex()
    let asker = 0
    const left = await leftByTurns(many, async () => {
      const who = String((asker += 1))
      await limited(async () => {}, who)
      await perAsker(async () => {}, who)
      await exclusively(who, async () => {})
    })
    expect(left).toBeLessThan(few)
  })
})

test('J14: servers listen to what outlives a turn in these places alone, which take their listeners off or are there once', () => {
  const sources = readSources('src/**/*.ts').filter(
    ({ path }) => !isTest(path) && !path.startsWith('src/web/'),
  )
  const filesWith = (pattern: RegExp) =>
    sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
  expect(filesWith(/\bsignal\??\.addEventListener\(/)).toEqual([
    'src/domains/activity/live.ts',
    'src/domains/activity/staff-live.ts',
    'src/platform/worker.ts',
  ])
  // Each race would leave its reaction with a promise that goes on.
  expect(filesWith(/\bPromise\.race\(/)).toEqual([
    'src/domains/bank-statements/compare-apart.ts',
    'src/platform/lifecycle.ts',
    'src/platform/listen.ts',
  ])
  expect(filesWith(/\bAbortSignal\.any\(/)).toEqual([])
})

describe('J14: a page whose stream is refused again and again', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('keeps one listener for all its tries, and none of what it tried', () => {
    vi.useFakeTimers()
    const sources: RefusedSource[] = []
    /** What a browser makes of a refusal: closed, and not tried again. */
    class RefusedSource extends EventTarget {
      static readonly CLOSED = 2
      readyState = 2
      close = vi.fn()
      constructor() {
        super()
        sources.push(this)
      }
    }
    vi.stubGlobal('EventSource', RefusedSource)
    vi.stubGlobal('navigator', {})
    const stopping = new AbortController()
    shareListening({
      endpoint: getEvents,
      events: ['changed'],
      person: 'somebody',
      hear: () => {},
      refused: () => {},
      stopping: stopping.signal,
    })
    while (sources.length < 1_000) {
      sources.at(-1)!.dispatchEvent(new Event('error'))
      vi.advanceTimersByTime(60_000)
    }
    expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(1)
    stopping.abort()
    expect(sources.filter(({ close }) => close.mock.calls.length > 0)).toEqual([sources.at(-1)])
  })
})
