/** What the archive has and the database hasn't any more: a line each. */
import type pg from 'pg'
import { missingFrom, type Recorded } from '../src/desk/journal-end.ts'
import { say } from './script.ts'

const lineOf = ({ recordedAt, id, kind, outcome, input }: Recorded) =>
  [new Date(recordedAt).toISOString(), id, kind, outcome, JSON.stringify(input)].join('\t')

/** Says every command that `copy` has and the database lacks, and hands each to `take`. */
export async function sayLater(
  live: pg.Pool,
  copy: pg.Pool,
  take: (command: Recorded) => void = () => {},
): Promise<void> {
  let count = 0
  for await (const command of missingFrom(live, copy)) {
    count += 1
    say(lineOf(command))
    take(command)
  }
  say(
    count === 0
      ? 'The database has every command that the archive has.'
      : `${count} commands came later than what the database was restored to. Nothing of them is in the books.`,
  )
}
