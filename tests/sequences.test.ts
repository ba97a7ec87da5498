/** Whatever people and staff do, in whatever order: the books stay whole. Without a database, thousands of times. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { problems } from '../src/contract/problems.ts'
import type { Reply } from '../src/desk/decide.ts'
import type { AnyCommand } from '../src/domains/commands.ts'
import { commands } from '../src/domains/commands.ts'
import { PlainBooks } from './support/plain-books.ts'
import { root } from './support/source.ts'
import { play, step, type HouseInMemory, type Move, type Step } from './support/sequences.ts'
import { faultOfHouse, growthFault, versionsOf, wholeOf } from './support/world-faults.ts'

const sequence = fc.array(step, { minLength: 30, maxLength: 60, size: 'max' })

/** Looks at a house after every move, and throws at the first thing that is wrong. */
class Watch {
  readonly #plain = new PlainBooks()
  readonly #replies = new Map<string, Reply>()
  #whole = ''
  #versions = { owners: new Map<string, number>(), accounts: new Map<string, bigint>() }
  #stamps = new Map<string, number>()
  #kept = 0

  look = (desk: HouseInMemory, move: Move, reply: Reply | null): void => {
    const { world } = desk
    const decided = desk.journal.length > this.#kept ? desk.journal.at(-1)! : null
    if ('submit' in move && reply) {
      if (decided?.changes) this.#plain.granted(move.submit as AnyCommand, decided, this.#whose(desk, move.submit as AnyCommand))
      this.#again(move.submit, reply, decided === null)
    }
    const fault = faultOfHouse(world) ?? this.#plain.differenceFrom(world) ?? growthFault(this.#versions, versionsOf(world), decided ?? { changes: null })
    if (fault) throw new Error(fault)
    if (!decided?.changes && this.#whole !== '') expect(wholeOf(world), 'nothing but a granted command changes anything').toBe(this.#whole)
    for (const { id, stampedAt } of world.owners.values()) expect(stampedAt).toBeGreaterThanOrEqual(this.#stamps.get(id) ?? 0)
    this.#whole = wholeOf(world)
    this.#versions = versionsOf(world)
    this.#stamps = new Map([...world.owners.values()].map(({ id, stampedAt }) => [id, stampedAt]))
    this.#kept = desk.journal.length
  }

  #whose({ world }: HouseInMemory, { kind, command }: AnyCommand): { referrer: string | null; recipient: string | null } {
    return {
      referrer: kind === 'CreditReferrer' ? world.owners.get(command.user)!.referrer : null,
      recipient: kind === 'ApproveWithdrawal' ? world.withdrawals.get(command.withdrawal)!.recipient : null,
    }
  }

  /** The same id and body get the first reply, byte for byte, unless it was erased; another body gets told so. */
  #again({ id, bodyHash, actor }: { id: string; bodyHash: string; actor: string | null }, reply: Reply, repeated: boolean): void {
    const first = this.#replies.get(id)
    if (!first) {
      if (actor !== null || reply.outcome === 'done') this.#replies.set(id, reply)
      return
    }
    expect(repeated, 'a command is decided once').toBe(true)
    if (bodyHash === 'another body') expect(reply.outcome).toBe('key_reused')
    else expect(reply.outcome).toBe(first.outcome)
    const erased = reply.text.includes('its details were erased')
    if (reply.outcome === 'done' && !erased) expect(reply.text).toBe(first.text)
  }
}

function outcomesOf(sequences: Step[][]): Map<string, Set<string>> {
  const outcomes = new Map<string, Set<string>>()
  for (const steps of sequences) {
    play(steps, (_, move, reply) => {
      if (!('submit' in move)) return
      const { kind } = move.submit
      outcomes.set(kind, (outcomes.get(kind) ?? new Set()).add(reply!.outcome))
    })
  }
  return outcomes
}

/** The codes of the catalogue that stand in the rules. */
function refusalsOfTheRules(): string[] {
  const text = globSync('src/domains/*/rules.ts', { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8')).join()
  return Object.keys(problems).filter((code) => text.includes(`'${code}'`))
}

describe('any sequence of commands', () => {
  test('leaves the books whole after every one of them', () => {
    fc.assert(fc.property(sequence, (steps) => void play(steps, new Watch().look)), { numRuns: 400 })
  })

  test('comes to every command done, and to every refusal that the rules know', () => {
    const reached = outcomesOf(fc.sample(sequence, { seed: 7, numRuns: 400 }))
    expect(Object.keys(commands).filter((kind) => !reached.get(kind)?.has('done'))).toEqual([])
    const outcomes = new Set([...reached.values()].flatMap((some) => [...some]))
    expect(refusalsOfTheRules().filter((code) => !outcomes.has(code))).toEqual([])
  })
})
