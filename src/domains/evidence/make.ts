/** Writes an evidence pack: what an auditor needs to rebuild a period's books without the software that kept them. */
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase, Pool, QueryResultRow } from 'pg'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { CannotStart } from '../../platform/cannot-start.ts'
import { RowReader } from '../../platform/row-reader.ts'
import { inSharedSnapshot } from '../../platform/shared-snapshot.ts'
import { Books, type AccountRow } from './books-files.ts'
import { lastLinkLine, lastLinks, type LastLink } from './links.ts'
import { chartText, plain } from './lines.ts'
import { writeMerged } from './merge.ts'
import { PackFile, type FileEntry } from './pack-file.ts'
import {
  checkedDays,
  findPeriod,
  headsAfter,
  rootsWithin,
  ends,
  type Asked,
  type Period,
} from './period.ts'
import { readMonthsOf } from '../months/of-period.ts'
import * as queries from './queries.ts'

export const formatName = 'glasshouse-evidence-1'

const ownFolder = import.meta.dirname
const projectFolder = join(ownFolder, '../../..')

/** What is copied into every pack, so that it explains itself. */
const copied = {
  'verify.py': join(ownFolder, 'verify.py'),
  'FORMAT.md': join(projectFolder, 'docs/evidence-format.md'),
}

export type Made = { period: Period; commands: number; files: FileEntry[]; manifest: string }

/** Hands over each row of a query. */
async function forEach<T extends QueryResultRow>(
  client: ClientBase,
  sql: string,
  each: (row: T) => Promise<void> | undefined,
): Promise<void> {
  const reader = await RowReader.open<T>(client, { name: 'rows_of_a_file', sql, ahead: true })
  for (let row = reader.row; row !== undefined; row = reader.row) {
    await each(row)
    await reader.advance()
  }
  await reader.close()
}

class Pack {
  readonly folder: string
  readonly #open: PackFile[] = []
  readonly entries: FileEntry[] = []

  constructor(folder: string) {
    this.folder = folder
  }

  open = (name: string): PackFile => {
    const file = new PackFile(this.folder, name)
    this.#open.push(file)
    return file
  }

  async text(name: string, text: string): Promise<void> {
    await this.open(name).write(text, text.split('\n').length - 1)
  }

  /** A file of lines that belong to no command. */
  async rows(name: string, client: ClientBase, sql: string): Promise<void> {
    const file = this.open(name)
    await forEach(client, sql, (row) => file.line(plain(row)))
  }

  /** Ends every file, and answers with what the manifest says of them. */
  async end(): Promise<FileEntry[]> {
    const ended = await Promise.all(this.#open.map((file) => file.end()))
    return ended.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  abandon(): void {
    for (const file of this.#open) file.abandon()
  }
}

/** The links by which the balance of each person, as the period begins, hangs on the opening root. */
async function writeLastLinks(pack: Pack, client: ClientBase, period: Period): Promise<void> {
  const file = pack.open('opening-links.jsonl.gz')
  if (period.opening === null) return
  let before: { owner: string; hash: string | null } = { owner: '', hash: null }
  await forEach<LastLink>(client, lastLinks(period), (link) => {
    const line = lastLinkLine(link, before.owner === link.owner ? before.hash : null)
    before = { owner: link.owner, hash: link.hash }
    return line === null ? undefined : file.line(line)
  })
}

async function writeAccounts(
  client: ClientBase,
  {
    sql,
    file,
    book,
  }: { sql: string; file: PackFile; book: (row: AccountRow) => Promise<void> | undefined },
): Promise<void> {
  await forEach<AccountRow>(client, sql, (row) => {
    const booked = book(row)
    const written = file.line(plain(row))
    return booked ? booked.then(() => written) : written
  })
}

/** Told now and then how many of so many commands are written; what it throws ends the work. */
type OnCommand = (done: number, of: number) => void

type Options = { withPersons: boolean; firm: string; mode: string; onCommand?: OnCommand }

async function countCommands(client: ClientBase, period: Period): Promise<number> {
  const { rows } = await client.query<{ count: number }>(queries.commandCount(period))
  return rows[0]!.count
}

async function writeFiles(
  pack: Pack,
  clients: readonly ClientBase[],
  {
    period,
    withPersons,
    onCommand,
  }: { period: Period } & Pick<Options, 'withPersons' | 'onCommand'>,
): Promise<number> {
  const [first, second, third, fourth] = clients as [ClientBase, ClientBase, ClientBase, ClientBase]
  await pack.text('chart.json', chartText())
  await pack.rows('owners.jsonl.gz', first, queries.owners(period))
  if (withPersons) await pack.rows('persons.jsonl.gz', first, queries.persons(period))
  await pack.rows('roots.jsonl.gz', first, rootsWithin(period))
  await pack.rows('heads.jsonl.gz', first, `with ${ends(period)} ${headsAfter(period)}`)
  await pack.rows('proofs.jsonl.gz', first, queries.proofs(period))
  await writeLastLinks(pack, first, period)
  const title = `Evidence from ${period.from} to ${period.to}`
  const books = new Books(pack.open, { title, openingDay: period.opening?.day ?? period.from })
  await writeAccounts(first, {
    sql: queries.openingAccounts(period),
    file: pack.open('opening.jsonl.gz'),
    book: (row) => books.opening(row),
  })
  const count = onCommand ? await countCommands(first, period) : 0
  const commands = await writeMerged({
    clients: [first, second, third, fourth],
    period,
    withPersons,
    open: pack.open,
    books,
    ...(onCommand ? { onCommand: (done: number) => onCommand(done, count) } : {}),
  })
  await writeAccounts(first, {
    sql: queries.closingAccounts(period),
    file: pack.open('closing.jsonl.gz'),
    book: (row) => books.closing(row),
  })
  return commands
}

/** Its parent has to be there: where it can't be, making all of a path may never end. */
async function emptyFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST' || !(await stat(folder)).isDirectory())
      throw new CannotStart(
        `${folder} can’t be made (${code}). Name a new folder in one that is there, or an empty one.`,
      )
  }
  if ((await readdir(folder)).length > 0)
    throw new CannotStart(`${folder} isn’t empty. Name a folder that is, or a new one.`)
}

async function copyBeside(folder: string): Promise<FileEntry[]> {
  return Promise.all(
    Object.entries(copied).map(async ([name, from]) => {
      await copyFile(from, join(folder, name))
      const bytes = await readFile(join(folder, name))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { name, sha256, lines: bytes.toString('utf8').split('\n').length - 1 }
    }),
  )
}

/** Needs a pool of four connections, read rights only, and an empty folder or one that isn't there yet. */
export async function makeEvidence(
  pool: Pool,
  folder: string,
  { withPersons, mode, onCommand, ...asked }: Asked & Omit<Options, 'firm'>,
): Promise<Made> {
  const days = checkedDays(asked)
  await emptyFolder(folder)
  const pack = new Pack(folder)
  const made = inSharedSnapshot(pool, 4, async (clients) => {
    const period = await findPeriod(clients[0]!, days)
    const taken = await clients[0]!.query<{ at: Instant; business: Instant }>(
      'select now()::timestamptz(3) as at, business_now()::timestamptz(3) as business',
    )
    const commands = await writeFiles(pack, clients, {
      period,
      withPersons,
      ...(onCommand ? { onCommand } : {}),
    })
    const files = [...(await pack.end()), ...(await copyBeside(folder))]
    const { at, business } = taken.rows[0]!
    const manifest = `${JSON.stringify(
      {
        format: formatName,
        mode,
        ...period,
        withPersons,
        takenAt: isoFromInstant(at),
        businessTime: isoFromInstant(business),
        months: await readMonthsOf(clients[0]!, period),
        commands,
        files,
      },
      null,
      1,
    )}\n`
    await writeFile(join(folder, 'manifest.json'), manifest, { flag: 'wx' })
    return {
      period,
      commands,
      files,
      manifest: createHash('sha256').update(manifest).digest('hex'),
    }
  })
  return made.catch((error: unknown) => {
    pack.abandon()
    throw error
  })
}
