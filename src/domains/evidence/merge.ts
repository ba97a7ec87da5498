/** Writes the files whose lines belong to commands: side by side, in the order in which the commands were recorded. */
import type { ClientBase, QueryResultRow } from 'pg'
import { kinds, type Kind } from '../../ledger/core/chart.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { RowReader } from '../../platform/row-reader.ts'
import { accountName } from './books.ts'
import type { Books } from './books-files.ts'
import { commandLine, linkLine, plainLine, postingLine, wordsLine } from './lines.ts'
import type { PackFile } from './pack-file.ts'
import type { Period } from './period.ts'
import * as queries from './queries.ts'
import type { CommandRow, PostingRow } from './queries.ts'

type Beside = {
  file: PackFile
  reader: RowReader<QueryResultRow>
  write(n: number | null, row: QueryResultRow): Promise<void> | undefined
}

/** The files that lie beside the commands, with what is asked for each. */
const besides = {
  approvals: queries.approvals,
  rates: queries.rates,
  receipts: queries.receipts,
  deposits: queries.deposits,
  payouts: queries.payouts,
} as const

type Open = (name: string) => PackFile

type Asked<T> = {
  name: string
  sql: string
  file: PackFile
  /** On a connection of its own. */
  alone: boolean
  write(n: number | null, row: T): Promise<void> | undefined
}

async function besideOf<T extends QueryResultRow>(
  client: ClientBase,
  { name, sql, file, alone, write }: Asked<T>,
): Promise<Beside> {
  const reader = await RowReader.open<T>(client, { name, sql, ahead: alone })
  return {
    file,
    reader: reader as unknown as RowReader<QueryResultRow>,
    write: write as Beside['write'],
  }
}

/** All lines of one command. */
async function take({ reader, write }: Beside, id: string, n: number): Promise<void> {
  for (let row = reader.row; row !== undefined && row.command === id; row = reader.row) {
    const written = write(n, row)
    if (written) await written
    const turned = reader.advance()
    if (turned) await turned
  }
}

/** What belongs to no command of the journal is told without a number. */
async function takeRest({ reader, write }: Beside): Promise<void> {
  for (let row = reader.row; row !== undefined; row = reader.row) {
    await write(null, row)
    await reader.advance()
  }
  await reader.close()
}

function postingWriter(file: PackFile, books: Books) {
  return (n: number | null, row: PostingRow): Promise<void> | undefined => {
    const written = file.line(postingLine(n, row))
    const booked = books.posting({
      day: isoFromInstant(row.at).slice(0, 10),
      event: row.event,
      command: row.command,
      line: row.line,
      debit: accountName(row.debitOwner, row.debitKind as Kind),
      credit: accountName(row.creditOwner, row.creditKind as Kind),
      amount: row.amount,
      unit: kinds[row.debitKind as Kind].unit,
    })
    return written ? Promise.all([written, booked]).then(() => {}) : booked
  }
}

export type Merging = {
  /** For the commands, the postings, the links, and everything else. */
  clients: readonly [ClientBase, ClientBase, ClientBase, ClientBase]
  period: Period
  withPersons: boolean
  open: Open
  books: Books
  onCommand?: (done: number) => void
}

/** Commands between two words of how many are written. */
const toldEach = 1_000

async function openBesides({
  clients,
  period,
  withPersons,
  open,
  books,
}: Merging): Promise<Beside[]> {
  const [, forPostings, forLinks, forOthers] = clients
  const postings = open('postings.jsonl.gz')
  const links = open('links.jsonl.gz')
  const opened = await Promise.all([
    besideOf(forPostings, {
      name: 'postings_beside',
      sql: queries.postings(period),
      file: postings,
      alone: true,
      write: postingWriter(postings, books),
    }),
    besideOf<queries.LinkRow>(forLinks, {
      name: 'links_beside',
      sql: queries.links(period),
      file: links,
      alone: true,
      write: (n, row) => links.line(linkLine(n, row)),
    }),
  ])
  const others = { ...besides, ...(withPersons ? { words: queries.words } : {}) }
  for (const [name, sqlOf] of Object.entries(others)) {
    const file = open(`${name}.jsonl.gz`)
    const lineOf = (name === 'words' ? wordsLine : plainLine) as typeof plainLine
    const write = (n: number | null, row: QueryResultRow) => file.line(lineOf(n, row))
    const asked = { name: `${name}_beside`, sql: sqlOf(period), file, alone: false, write }
    // One after the other: they share a connection.
    opened.push(await besideOf<QueryResultRow>(forOthers, asked))
  }
  return opened
}

/** Answers how many commands there are. */
export async function writeMerged(merging: Merging): Promise<number> {
  const { clients, period, open, onCommand } = merging
  const file = open('commands.jsonl.gz')
  const [all, commands] = await Promise.all([
    openBesides(merging),
    RowReader.open<CommandRow>(clients[0], {
      name: 'commands_in_order',
      sql: queries.commands(period),
      ahead: true,
    }),
  ])
  let n = 0
  for (let row = commands.row; row !== undefined; row = commands.row) {
    n += 1
    const written = file.line(commandLine(n, row))
    if (written) await written
    for (const beside of all)
      if (beside.reader.row?.command === row.id) await take(beside, row.id, n)
    if (n % toldEach === 0) onCommand?.(n)
    const turned = commands.advance()
    if (turned) await turned
  }
  await commands.close()
  for (const beside of all) await takeRest(beside)
  return n
}
