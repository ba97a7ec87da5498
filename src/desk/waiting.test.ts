import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProblemError } from '../contract/problems.ts'
import type { Job } from './decide.ts'
import { Waiting, type Queued } from './waiting.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const limits = { queue: 10, share: 6, batch: 4, background: 2, deadlineMs: 5_000, patienceMs: 250 }

function createWaiting() {
  const wake = vi.fn<() => void>()
  const waiting = new Waiting(limits, wake)
  const answers: string[] = []
  const add = (name: string, ...owners: string[]) => addWith({}, name, ...owners)
  const addWith = (
    {
      background = false,
      signal,
      actor = null,
    }: { background?: boolean; signal?: AbortSignal; actor?: string | null },
    name: string,
    ...owners: string[]
  ) => {
    const job = { id: name, actor, needs: { owners } } as unknown as Job
    waiting.add(job, background, signal).then(
      () => answers.push(`${name}: answered`),
      (error: ProblemError) => answers.push(`${name}: ${error.refusal.code}`),
    )
    return job
  }
  return { waiting, wake, answers, add, addWith }
}

const names = (batch: readonly Queued[]) => batch.map(({ job }) => job.id).join(' ')
const settled = () => vi.advanceTimersByTimeAsync(0)

describe('a batch', () => {
  test('takes commands in order of arrival, one of each owner', () => {
    const { waiting, add } = createWaiting()
    add('a1', 'ada')
    add('a2', 'ada')
    add('b1', 'ben')
    expect(names(waiting.takeBatch())).toBe('a1 b1')
    expect(names(waiting.takeBatch())).toBe('')
  })

  test('lets nothing overtake another command of its owner', () => {
    const { waiting, add } = createWaiting()
    add('a1', 'ada')
    add('ab', 'ada', 'ben')
    add('b1', 'ben')
    add('c1', 'cleo')
    const first = waiting.takeBatch()
    expect(names(first)).toBe('a1 c1')
    waiting.release(first)
    const second = waiting.takeBatch()
    expect(names(second)).toBe('ab')
    waiting.release(second)
    expect(names(waiting.takeBatch())).toBe('b1')
  })

  test('is at most so large', () => {
    const { waiting, add } = createWaiting()
    for (const name of ['a', 'b', 'c', 'd', 'e']) add(name, name)
    expect(names(waiting.takeBatch())).toBe('a b c d')
    expect(names(waiting.takeBatch())).toBe('e')
  })

  test('gives the system’s own work only the places that people leave free', () => {
    const { waiting, add, addWith } = createWaiting()
    for (const name of ['x', 'y', 'z']) addWith({ background: true }, name, name)
    for (const name of ['a', 'b', 'c']) add(name, name)
    expect(names(waiting.takeBatch())).toBe('a b c x')
    expect(names(waiting.takeBatch())).toBe('y z')
  })

  test('and never more than its share of them', () => {
    const { waiting, addWith } = createWaiting()
    for (const name of ['w', 'x', 'y', 'z']) addWith({ background: true }, name, name)
    expect(names(waiting.takeBatch())).toBe('w x')
  })

  test('puts a person before the system’s work for the same owner', () => {
    const { waiting, add, addWith } = createWaiting()
    addWith({ background: true }, 'settle', 'ada')
    add('a1', 'ada')
    expect(names(waiting.takeBatch())).toBe('a1')
  })
})

describe('a command whose owner another transaction has locked', () => {
  test('rests for a moment and goes before the later ones of its owner', async () => {
    const { waiting, wake, add } = createWaiting()
    add('a1', 'ada')
    add('a2', 'ada')
    const [first] = waiting.takeBatch()
    waiting.release([first!])
    waiting.putBack(first!)
    expect(names(waiting.takeBatch())).toBe('')
    wake.mockClear()
    await vi.advanceTimersByTimeAsync(4)
    expect(wake).toHaveBeenCalled()
    expect(names(waiting.takeBatch())).toBe('a1')
  })

  test('loses patience, and then is taken alone', async () => {
    const { waiting, add } = createWaiting()
    add('a1', 'ada')
    const [first] = waiting.takeBatch()
    waiting.release([first!])
    waiting.putBack(first!)
    expect(waiting.takeImpatient()).toBeUndefined()
    await vi.advanceTimersByTimeAsync(250)
    expect(names(waiting.takeBatch())).toBe('')
    expect(waiting.takeImpatient()?.job.id).toBe('a1')
  })
})

describe('what waits too long', () => {
  test('is refused as busy, even when nothing is free to take a batch', async () => {
    const { answers, add } = createWaiting()
    add('a1', 'ada')
    await vi.advanceTimersByTimeAsync(4_999)
    expect(answers).toEqual([])
    await vi.advanceTimersByTimeAsync(1_001)
    expect(answers).toEqual(['a1: busy'])
  })

  test('is said to be unknown when it may have been booked', async () => {
    const { answers, add } = createWaiting()
    add('a1', 'ada').uncertain = true
    await vi.advanceTimersByTimeAsync(6_000)
    expect(answers).toEqual(['a1: outcome_unknown'])
  })

  test('is dropped when nobody waits for it any more', async () => {
    const { waiting, answers, addWith } = createWaiting()
    const leaving = new AbortController()
    addWith({ signal: leaving.signal }, 'a1', 'ada')
    leaving.abort()
    expect(names(waiting.takeBatch())).toBe('')
    await settled()
    expect(answers).toEqual(['a1: busy'])
  })

  test('is not even taken in when the queue is full', async () => {
    const { answers, add } = createWaiting()
    for (let n = 0; n < 12; n += 1) add(`a${n}`, 'ada')
    await settled()
    expect(answers).toEqual(['a10: busy', 'a11: busy'])
  })
})

describe('I13: one who asks for many people’s accounts at once', () => {
  test('fills no more than a share of the queue, and has it again when they were answered', async () => {
    const { waiting, answers, addWith } = createWaiting()
    for (let n = 0; n < 8; n += 1) addWith({ actor: 'greedy' }, `g${n}`, `person ${n}`)
    addWith({ actor: 'other' }, 'o', 'other')
    await settled()
    expect(answers).toEqual(['g6: too_many_requests', 'g7: too_many_requests'])
    const batch = waiting.takeBatch()
    for (const { resolve } of batch) resolve({} as never)
    waiting.release(batch)
    await settled()
    addWith({ actor: 'greedy' }, 'again', 'person 9')
    await settled()
    expect(answers.slice(2)).toEqual([
      'g0: answered',
      'g1: answered',
      'g2: answered',
      'g3: answered',
    ])
    expect(names(waiting.takeBatch())).toBe('g4 g5 o again')
  })
})

describe('the clock', () => {
  test('runs while something waits, and not when nothing does', async () => {
    const { waiting, add } = createWaiting()
    expect(vi.getTimerCount()).toBe(0)
    add('a1', 'ada')
    expect(vi.getTimerCount()).toBe(1)
    const [first] = waiting.takeBatch()
    expect(vi.getTimerCount()).toBe(0)
    waiting.release([first!])
    waiting.putBack(first!)
    waiting.takeBatch()
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(250)
    waiting.takeImpatient()
    expect(vi.getTimerCount()).toBe(0)
  })
})
