/** What a row becomes as a line of a pack. docs/evidence-format.md is where each field is explained. */
import { canonical } from '../../lib/canonical.ts'
import { chart, kinds } from '../../ledger/core/chart.ts'
import type { CommandRow, LinkRow, PostingRow, WordsRow } from './queries.ts'

/** `n` is the number of its command: the line of commands.jsonl.gz, from 1; null where the journal has no such command. */
type Numbered<T> = (n: number | null, row: T) => object

/** The input goes as the text that is hashed. */
export const commandLine = (n: number, { input, ...row }: CommandRow): object => ({
  n,
  ...row,
  input: canonical(input),
})

export const postingLine: Numbered<PostingRow> = (n, row) => ({
  n,
  ...row,
  debitVersion: Number(row.debitVersion),
  creditVersion: Number(row.creditVersion),
})

export const linkLine: Numbered<LinkRow> = (n, { version, number, ...row }) => ({
  n,
  ...row,
  version: Number(version),
  number: Number(number),
})

export const wordsLine: Numbered<WordsRow> = (n, { texts, ...row }) => ({
  n,
  ...row,
  texts: canonical(texts),
})

/** Of everything else the numbers are small. */
export const plainLine: Numbered<Record<string, unknown>> = (n, row) => ({ n, ...plain(row) })

export const plain = (row: Record<string, unknown>): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? Number(value) : value,
    ]),
  )

/** The chart of accounts as data. */
export const chartText = (): string =>
  `${JSON.stringify(
    { kinds, lines: chart.map(({ event, debit, credit }) => ({ event, debit, credit })) },
    null,
    1,
  )}\n`
