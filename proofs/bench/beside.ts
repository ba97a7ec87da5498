/**
 * Two whole runs side by side: `node proofs/bench/beside.ts before.json after.json`. Each is a
 * `results.json` of the bench; a row that only one of them has stays, with a gap for the other.
 */
import { readFile } from 'node:fs/promises'
import { figure, markdownTable, verdict, type Row } from './results.ts'

/** What is compared of a row: its figure, its ratio, and the processors' time of both together. */
const cellsOf = (row: Row | undefined): string[] =>
  row === undefined
    ? ['', '', '', '']
    : [
        figure(row.value),
        figure(row.ratio),
        row.node === null || row.postgres === null ? '' : figure(row.node + row.postgres),
        verdict(row.met),
      ]

async function rowsOf(path: string): Promise<Row[]> {
  return JSON.parse(await readFile(path, 'utf8')) as Row[]
}

const [before, after] = process.argv.slice(2)
if (before === undefined || after === undefined)
  throw new Error('Give two files: the results.json of before, and that of after.')
const [first, second] = await Promise.all([rowsOf(before), rowsOf(after)])
const names = [...new Set([...first, ...second].map(({ name }) => name))]
const lines = names.map((name) => {
  const [old, now] = [first, second].map((rows) => rows.find((row) => row.name === name))
  const { unit, target } = (now ?? old)!
  return [name, unit, ...cellsOf(old), ...cellsOf(now), target ?? '']
})
const head = ['value', 'ratio', 'µs', 'met']
process.stdout.write(
  `${markdownTable(
    [
      '',
      'unit',
      ...head.map((word) => `${word} before`),
      ...head.map((word) => `${word} after`),
      'target',
    ],
    lines,
  )}\n`,
)
