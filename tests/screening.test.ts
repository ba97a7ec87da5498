/**
 * How well names are matched, measured: what is one person is found, and ordinary people aren’t. The first half of the pairs was
 * looked at while the rules were made; the other, by its own seed, only when they were done.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { ListedNames } from '../src/domains/screening/matching/listed-names.ts'
import { chanceOf, listedName, madePair, madePerson, type MadePair } from './support/made-names.ts'

const size = 100_000
const pairs = 1_000
const seeds = { list: 77, tuned: 1, heldOut: 5_110_823, ordinary: 31 }

const names = new ListedNames()
const halves = {} as Record<'tuned' | 'heldOut', { pair: MadePair; at: number }[]>

beforeAll(() => {
  const chance = chanceOf(seeds.list)
  for (let at = 0; at < size; at += 1) {
    const person = madePerson(chance)
    // One entry of ten has no birth.
    const births = at % 10 === 0 ? [] : [String(person.year)]
    names.add({ name: listedName(person), strength: 'primary', births })
  }
  for (const half of ['tuned', 'heldOut'] as const) {
    const ofHalf = chanceOf(seeds[half])
    halves[half] = Array.from({ length: pairs }, () => {
      const pair = madePair(ofHalf)
      names.add({ ...pair.listed, strength: 'primary' })
      return { pair, at: names.size - 1 }
    })
  }
}, 60_000)

const foundOf = (half: 'tuned' | 'heldOut') =>
  halves[half].filter(({ pair, at }) => names.like(pair.own).some((one) => one.at === at)).length

describe('of a list of 100,000 names', () => {
  test.each(['tuned', 'heldOut'] as const)('98 of 100 are found again: %s', (half) => {
    expect(foundOf(half) / pairs).toBeGreaterThanOrEqual(0.98)
  })

  test('at most 4 of 200 ordinary people are possible matches', () => {
    const chance = chanceOf(seeds.ordinary)
    const people = Array.from({ length: 200 }, () => madePerson(chance, 'customers'))
    const found = people.filter(
      (person) => names.like({ name: listedName(person), birthYear: person.year }).length > 0,
    )
    expect(found.map(listedName).length).toBeLessThanOrEqual(4)
  })
})
