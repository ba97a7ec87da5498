/** The chart stands in the code, in the paper and in the verifier, each written for itself: all three are the same. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../src/domains/nouns.ts'
import { chart } from '../src/ledger/core/chart.ts'
import { tableIn } from './support/markdown.ts'
import { root } from './support/source.ts'

const paper = readFileSync(join(root, 'docs/evidence-format.md'), 'utf8')
const verifier = readFileSync(join(root, 'src/domains/evidence/verify.py'), 'utf8')

/** What stands in a block of `event: word word` in the verifier. */
function blockIn(name: string): string[] {
  const [, block] = new RegExp(`^${name} = """\\n(.*?)"""`, 'ms').exec(verifier)!
  return block!
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [event, words] = line.split(': ') as [string, string]
      return words.split(' ').map((word) => `${event} ${word}`)
    })
    .toSorted()
}

const rows = tableIn(paper.slice(paper.indexOf('## The chart')), 'Event')
const wordsIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!)
const inPaper = (cell: number) =>
  rows
    .flatMap((row) =>
      wordsIn(row[cell]!).map((word) => `${wordsIn(row[0]!)[0]} ${word.replace(' > ', '>')}`),
    )
    .toSorted()

test('the chart of the paper and of the verifier is the house’s', () => {
  const own = chart.map(({ event, debit, credit }) => `${event} ${debit}>${credit}`).toSorted()
  expect(blockIn('CHART')).toEqual(own)
  expect(inPaper(1)).toEqual(own)
})

test('who books what is the same in both, and names commands', () => {
  expect(inPaper(2)).toEqual(blockIn('BOOKED_BY'))
  const named = new Set(blockIn('BOOKED_BY').map((line) => line.split(' ')[1]!))
  expect([...named].filter((name) => !(name in commands))).toEqual([])
})
