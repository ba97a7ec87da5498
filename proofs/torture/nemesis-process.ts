/** The torture's side of the nemesis: starts it, gives orders, waits for answers. */
import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { ownerRole } from './cluster.ts'
import type { Answer, Hello, OrderName, Orders } from './orders.ts'

type Waiting = { resolve: (answer: unknown) => void; reject: (fault: Error) => void }

export class Nemesis {
  readonly ports: Hello['ports']
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, Waiting>()
  #last = 0

  private constructor(child: ChildProcess, ports: Hello['ports']) {
    this.#child = child
    this.ports = ports
    child.on('message', (answer: Answer) => this.#settle(answer))
    child.once('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The nemesis has ended'))
    })
  }

  static start(seed: string): Promise<Nemesis> {
    const child = fork(join(import.meta.dirname, 'nemesis.ts'), [seed, ownerRole], {
      serialization: 'advanced',
    })
    return new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', () => reject(new Error('The nemesis did not start')))
      child.once('message', (hello: Hello) => resolve(new Nemesis(child, hello.ports)))
    })
  }

  order<N extends OrderName>(name: N, asks: Orders[N]['asks']): Promise<Orders[N]['answers']> {
    const id = ++this.#last
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject })
      this.#child.send({ id, name, asks })
    })
  }

  #settle({ id, answer, fault }: Answer): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (fault === undefined) waiting?.resolve(answer)
    else waiting?.reject(new Error(fault))
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return
    await new Promise((resolve) => {
      this.#child.once('exit', resolve)
      this.#child.disconnect()
    })
  }
}
