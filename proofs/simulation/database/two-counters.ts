/** Four desks in two processes behind one counter: the numbers 0 and 1 are here, 2 and 3 in a process of their own. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Asked } from '../model.ts'
import { openCounter, type Counter, type Served } from './counter.ts'

export type ToChild = { number: number; desk: number; asked: Asked } | 'close'
export type FromChild = { number: number; served: Served } | 'ready'

export const desks = 4

export async function openTwoCounters(url: string): Promise<Counter> {
  // Amounts are bigints, which only this serialization supports.
  const child = fork(join(import.meta.dirname, 'second-process.ts'), [url], {
    serialization: 'advanced',
    execArgv: [],
  })
  const waiting = new Map<
    number,
    { resolve: (served: Served) => void; reject: (fault: Error) => void }
  >()
  let gone = false
  child.once('exit', () => {
    gone = true
    for (const { reject } of waiting.values()) reject(new Error('The second process has ended'))
  })
  await once(child, 'message')
  child.on('message', (message: FromChild) => {
    if (message === 'ready') return
    waiting.get(message.number)!.resolve(message.served)
    waiting.delete(message.number)
  })
  const here = openCounter(url)
  let number = 0
  return {
    serve(desk, asked) {
      if (desk < 2) return here.serve(desk, asked)
      if (gone) return Promise.reject(new Error('The second process has ended'))
      return new Promise((resolve, reject) => {
        waiting.set((number += 1), { resolve, reject })
        child.send({ number, desk, asked } satisfies ToChild)
      })
    },
    async close() {
      await here.close()
      if (gone) return
      const ended = once(child, 'exit')
      child.send('close' satisfies ToChild)
      await ended
    },
  }
}
