/** Deposits at a steady pace while something is broken: by them it is known when the house can be written again. */
import { setTimeout as wait } from 'node:timers/promises'
import type { House } from './house.ts'

const everyMs = 500

export class Writes {
  readonly #house: House
  #going = true
  readonly #turns: Promise<void>
  readonly #underWay = new Set<Promise<void>>()
  readonly #done: { asked: number; answered: number }[] = []

  constructor(house: House) {
    this.#house = house
    this.#turns = this.#run()
  }

  async #run(): Promise<void> {
    let turn = 0
    while (this.#going) {
      const one = this.#ask(turn++).finally(() => this.#underWay.delete(one))
      this.#underWay.add(one)
      await wait(everyMs)
    }
  }

  async #ask(turn: number): Promise<void> {
    const asked = performance.now()
    if (await this.#house.deposits(turn)) this.#done.push({ asked, answered: performance.now() })
  }

  /** Whether something that was asked after the moment has been acknowledged. */
  haveSince(moment: number): boolean {
    return this.#done.some(({ asked }) => asked >= moment)
  }

  /** The longest time from the moment until now in which nothing was acknowledged. */
  longestGap(moment: number): number {
    const answered = this.#done.map((one) => one.answered).filter((time) => time > moment)
    const times = [moment, ...answered.toSorted((a, b) => a - b), performance.now()]
    return Math.max(...times.slice(1).map((time, n) => time - times[n]!))
  }

  async stop(): Promise<void> {
    this.#going = false
    await this.#turns
    await Promise.all(this.#underWay)
  }
}
