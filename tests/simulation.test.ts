/** The short part of `npm run simulate`, and what it does when the sides differ. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Difference } from '../proofs/simulation/difference.ts'
import { shortened, simulateInMemory } from '../proofs/simulation/histories.ts'
import { simulateLoans } from '../proofs/simulation/loan-histories.ts'
import { BothInMemory } from '../proofs/simulation/memory.ts'
import { notPlayed } from '../proofs/simulation/played.ts'
import { shrink } from '../proofs/simulation/shrink.ts'
import { beginning, stepsOf } from '../proofs/simulation/steps.ts'
import { chosenSeed, everything } from './support/extent.ts'
import { root } from './support/source.ts'
import { unplayed } from './support/unplayed.ts'

describe('the engine in memory', { timeout: 180_000 }, () => {
  const seed = chosenSeed()
  test(`answers and holds in long histories what the model does (seed ${seed})`, () => {
    const seen = simulateInMemory({ seed, commands: 30_000, only: null })
    expect(seen.commands).toBeGreaterThanOrEqual(30_000)
  })

  test('is told apart from the model by one cent, and by one word', () => {
    const both = new BothInMemory(10)
    for (const submit of beginning(3)) both.make({ submit })
    const ada = both.model.people[4]!
    const { balance } = ada.cash
    ada.cash.balance += 1n
    expect(both.differenceOfAll()).toBe(
      `cash of ${ada.id} is ${balance + 1n} in the model and ${balance} in the engine`,
    )
    ada.cash.balance -= 1n
    expect(both.differenceOfAll()).toBeNull()
    ada.fullName = 'Somebody else'
    expect(both.differenceOfAll()).toContain(`fullName of ${ada.id} is Somebody else in the model`)
  })
})

test(
  `loans alone come out as the model says (seed ${chosenSeed()})`,
  { timeout: 1_800_000 },
  () => {
    const histories = everything ? 100_000 : 2_000
    const { outcomes } = simulateLoans({ seed: chosenSeed(), histories })
    expect([...outcomes.keys()].filter((one) => one.endsWith(' done')).toSorted()).toEqual([
      ...['CallDue done', 'ChargeInstalment done', 'ChargeLateFee done', 'CollectLoan done'],
      ...['RepayLoan done', 'TakeBack done'],
    ])
  },
)

test('every command that is not played has a test that names it, and is in a history of its own', () => {
  for (const [kind, path] of Object.entries(notPlayed)) {
    expect(readFileSync(join(root, path), 'utf8'), path).toContain(kind)
    expect(unplayed.map((one) => one.kind)).toContain(kind)
  }
})

describe('a history', () => {
  test('is the same for the same seed', () => expect(stepsOf(7, 50)).toEqual(stepsOf(7, 50)))
  test('is another for another seed', () => expect(stepsOf(7, 50)).not.toEqual(stepsOf(8, 50)))
  test('that does not fail says so', () =>
    expect(shortened({ users: 2, people: 10, steps: stepsOf(1, 5) })).toContain(
      'It does not fail again',
    ))
  test('is shortened to the steps that it fails by', () => {
    const fails = (steps: readonly number[]) => {
      const last = steps.findIndex((step, at) => step === 70 && steps.slice(0, at).includes(30))
      return last < 0 ? null : last + 1
    }
    expect(
      shrink(
        Array.from({ length: 100 }, (_, n) => n),
        fails,
        10_000,
      ),
    ).toEqual([30, 70])
  })
  test('of a house that is not right ends in a Difference', () => {
    const both = new BothInMemory(10)
    for (const submit of beginning(3)) both.make({ submit })
    both.model.person(both.model.people[4]!.id)!.cash.balance -= 1n
    const submit = {
      ...both.submitted.at(-2)!,
      id: '10000000-0000-4000-8000-000000000000',
      requestId: 'another',
    }
    expect(() => both.make({ submit })).toThrow(Difference)
  })
})
