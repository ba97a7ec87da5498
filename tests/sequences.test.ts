/** Whatever people and staff do, in whatever order: the books stay whole, and every reply is the one that the model gives. Without a database, thousands of times. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HouseInMemory } from '../proofs/simulation/cast.ts'
import { playInMemory, type History } from '../proofs/simulation/memory.ts'
import { notPlayed } from '../proofs/simulation/played.ts'
import type { Move } from '../proofs/simulation/steps.ts'
import { stepOf, stepsOf } from '../proofs/simulation/steps.ts'
import { problems } from '../src/contract/problems.ts'
import type { Decided } from '../src/desk/decide.ts'
import { sendMail } from '../src/domains/mails/send.ts'
import { commands, tellingStaff } from '../src/domains/nouns.ts'
import { root } from './support/source.ts'
import { faultOfHouse, growthFault, versionsOf, wholeOf } from './support/world-faults.ts'

const inSmallTown = (steps: number[]): History => ({ users: 3, people: 10, steps })
const step = fc.noBias(fc.nat(0xffff_ffff))
const history = fc.array(step, { minLength: 30, maxLength: 60, size: 'max' }).map(inSmallTown)

/** A mail that erasing its person wouldn't find, as `eraseMailsStatement` seeks them; the database is too slow for so many histories. */
const outlivesItsPerson = ({ kind, actor, subject, changes }: Decided): boolean =>
  (changes?.effects ?? []).some(
    (effect) =>
      sendMail.is(effect) &&
      !changes!.activity.some(({ owner }) => owner === effect.value.owner) &&
      !(actor === null
        ? tellingStaff.byItself.includes(kind)
        : tellingStaff.byStaff.includes(kind) && subject !== actor),
  )

/** Looks at a house after every move, and throws at the first thing that is wrong. */
class Watch {
  #whole = ''
  #versions = { owners: new Map<string, number>(), accounts: new Map<string, bigint>() }
  #stamps = new Map<string, number>()
  #kept = 0

  look = (desk: HouseInMemory): void => {
    const { world } = desk
    const decided = desk.journal.length > this.#kept ? desk.journal.at(-1)! : null
    const fault =
      faultOfHouse(world) ??
      growthFault(this.#versions, versionsOf(world), decided ?? { changes: null })
    if (fault) throw new Error(fault)
    if (decided && outlivesItsPerson(decided)) throw new Error(`${decided.kind}: its mails stay`)
    const whole = wholeOf(world)
    if (!decided?.changes && this.#whole !== '')
      expect(whole, 'nothing but a granted command changes anything').toBe(this.#whole)
    for (const { id, stampedAt } of world.owners.values())
      expect(stampedAt).toBeGreaterThanOrEqual(this.#stamps.get(id) ?? 0)
    this.#whole = whole
    this.#versions = versionsOf(world)
    this.#stamps = new Map([...world.owners.values()].map(({ id, stampedAt }) => [id, stampedAt]))
    this.#kept = desk.journal.length
  }
}

function outcomesOf(histories: History[]): Map<string, Set<string>> {
  const outcomes = new Map<string, Set<string>>()
  const note = (_: HouseInMemory, move: Move, reply: { outcome: string } | null) => {
    if (!('submit' in move)) return
    const { kind } = move.submit
    outcomes.set(kind, (outcomes.get(kind) ?? new Set()).add(reply!.outcome))
  }
  for (const one of histories) playInMemory(one, note)
  return outcomes
}

const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

/** The codes of the catalogue that stand in these files. */
function refusalsIn(paths: readonly string[]): string[] {
  const text = paths.map(textOf).join()
  return Object.keys(problems).filter((code) => text.includes(`'${code}'`))
}

/** A pool that is too small, and a loan that is called due once more: histories come there by chance alone. */
const ofSeldomLoans = [
  'src/domains/loans/applications.test.ts',
  'src/domains/loans/default.test.ts',
]

describe('any sequence of commands', { timeout: 240_000 }, () => {
  test('leaves the books whole after every one of them', () => {
    fc.assert(
      fc.property(history, (one) => void playInMemory(one, new Watch().look)),
      { numRuns: 400 },
    )
  })

  test('comes to every command done, and to every refusal that the rules know, but those that tests of their own come to', () => {
    // By chance nobody asks for so many packs in a day as there may be, or has as many destinations.
    const oneAfterAnother = (kind: string) =>
      inSmallTown(stepsOf(0, 20_000).filter((step) => stepOf(step).what === kind))
    const reached = outcomesOf([
      ...Array.from({ length: 100 }, (_, seed) => inSmallTown(stepsOf(seed, 1_000))),
      oneAfterAnother('RequestEvidence'),
      oneAfterAnother('SaveDestination'),
    ])
    const played = Object.keys(commands).filter((kind) => !(kind in notPlayed))
    expect(played.filter((kind) => !reached.get(kind)?.has('done'))).toEqual([])
    const outcomes = new Set([...reached.values()].flatMap((some) => [...some]))
    for (const code of refusalsIn([...Object.values(notPlayed), ...ofSeldomLoans]))
      outcomes.add(code)
    // Loans have a file for each of their rules.
    const ofLoans = globSync('src/domains/loans/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
    const known = refusalsIn([...globSync('src/domains/*/rules.ts', { cwd: root }), ...ofLoans])
    expect(known.filter((code) => !outcomes.has(code))).toEqual([])
  })
})
