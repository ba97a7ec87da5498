/** The tables of docs/tron.md say where each case of the simulator comes from: they name all of them, and nothing else. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  harmless,
  ofTheChain,
  ofTheContract,
  stopping,
  unclear,
} from './support/tron-simulator/of-real-nodes.ts'

const [, section = ''] =
  /\n## Answers of real nodes\n([\s\S]*?)\n## /.exec(readFileSync('docs/tron.md', 'utf8')) ?? []
const rows = section
  .split('\n')
  .flatMap((line) => /^\| (.+?) +\|/.exec(line)?.[1] ?? [])
  .filter((name) => name !== 'Case' && !name.startsWith('---'))

test('every case of the simulator stands in the tables, and every row is a case', () => {
  const cases = [ofTheContract, ofTheChain, harmless].flatMap((all) => Object.keys(all))
  const faults = [...unclear, ...stopping].map(([what]) => what)
  expect(rows.toSorted()).toEqual([...cases, ...faults].toSorted())
})

test('every number that a row cites is a source, and every source is cited', () => {
  const [tables = '', sources = ''] = section.split('\nSources, ')
  const numbersIn = (text: string) =>
    [...new Set([...text.matchAll(/\[(\d+)\]/g)].map(([, digits]) => Number(digits)))].toSorted(
      (a, b) => a - b,
    )
  expect(numbersIn(tables)).toEqual(numbersIn(sources))
  expect(numbersIn(sources).length).toBeGreaterThan(15)
})
