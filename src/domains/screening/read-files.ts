/** Lists from files: opened, told apart and read in portions, so that little of a file is in memory at a time. */
import { createHash, type Hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { CannotStart } from '../../platform/cannot-start.ts'
import { CsvFault } from '../../lib/csv-read.ts'
import type { ListName } from '../../contract/screening-lists.ts'
import { ListFault, type FileFacts, type ListedEntry } from './lists/entry.ts'
import { nothingBeside, type Beside } from './lists/ofac-csv.ts'
import { besideReader, kindOfFile, listReader, type FileKind } from './lists/read.ts'

const portion = 256 * 1024

type Reader = { write(part: string): void; end(): void }

const isUtf16 = (bytes: Uint8Array) =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)

/** Names the file in what is wrong with it. */
function faultOf(path: string, error: unknown): unknown {
  if (error instanceof ListFault) return new CannotStart(`${path}: ${error.message}`)
  if (error instanceof CsvFault)
    return new CannotStart(`${path}: ${error.message} Download it again.`)
  if (
    error instanceof TypeError &&
    'code' in error &&
    error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
  )
    return new CannotStart(
      `${path} isn’t text in UTF-8. Download it again, and don’t save it in a spreadsheet.`,
    )
  return error
}

/** Each portion of a file’s text; `hash`: takes its bytes. */
async function* textOf(path: string, hash?: Hash): AsyncGenerator<string> {
  const file = await open(path)
  try {
    const bytes = Buffer.alloc(portion)
    let decoder: TextDecoder | null = null
    for (;;) {
      const { bytesRead } = await file.read(bytes, 0, portion)
      if (bytesRead === 0) break
      const part = bytes.subarray(0, bytesRead)
      hash?.update(part)
      decoder ??= new TextDecoder(isUtf16(part) ? 'utf-16' : 'utf-8', { fatal: true })
      yield decoder.decode(part, { stream: true })
    }
    yield decoder?.decode() ?? ''
  } finally {
    await file.close()
  }
}

async function kindOf(path: string): Promise<FileKind> {
  try {
    for await (const part of textOf(path)) return kindOfFile(part)
    return kindOfFile('')
  } catch (error) {
    throw faultOf(path, error)
  }
}

/** Which of OFAC’s two lists, by the names that OFAC gives its files. */
function ofacList(path: string): ListName {
  const name = basename(path).toLowerCase()
  if (name.includes('cons')) return 'ofac-consolidated'
  if (name.includes('sdn')) return 'ofac-sdn'
  throw new CannotStart(
    `${path}: OFAC’s two lists look alike. Keep the file’s own name, with “sdn” or “cons” in it.`,
  )
}

export type ListFile = {
  list: ListName
  format: string
  /** Of all its files. */
  digest: Hash
  facts: FileFacts
  /** In portions, as they are read. */
  entries: AsyncGenerator<ListedEntry[]>
}

async function readBesides(paths: readonly string[], kinds: readonly FileKind[], digest: Hash) {
  const beside = nothingBeside()
  for (const [at, path] of paths.entries()) {
    if (kinds[at]!.list !== 'beside') continue
    const reader = besideReader(kinds[at]!, beside)
    try {
      for await (const part of textOf(path, digest)) reader.write(part)
      reader.end()
    } catch (error) {
      throw faultOf(path, error)
    }
  }
  return beside
}

type OneFile = { path: string; reader: Reader; take: ListedEntry[]; digest: Hash }

async function* entriesOf({ path, reader, take, digest }: OneFile): AsyncGenerator<ListedEntry[]> {
  try {
    for await (const part of textOf(path, digest)) {
      reader.write(part)
      if (take.length > 0) yield take.splice(0)
    }
    reader.end()
    if (take.length > 0) yield take.splice(0)
  } catch (error) {
    throw faultOf(path, error)
  }
}

function listFile(path: string, kind: FileKind, beside: Beside, digest: Hash): ListFile {
  const take: ListedEntry[] = []
  const reader = listReader(kind, { beside, take: (entry) => void take.push(entry) })
  return {
    list: kind.list === 'ofac' ? ofacList(path) : (kind.list as ListName),
    format: kind.format,
    digest,
    facts: reader.facts,
    entries: entriesOf({ path, reader, take, digest }),
  }
}

/** Each list among these files, with the files that belong to it. Throws `CannotStart` with what is wrong, and what to do. */
export async function openLists(paths: readonly string[]): Promise<ListFile[]> {
  const kinds = await Promise.all(paths.map(kindOf))
  const isOfacCsv = ({ list, format }: FileKind) => list === 'ofac' && format === 'CSV'
  const main = paths.filter((_, at) => kinds[at]!.list !== 'beside')
  if (kinds.some(isOfacCsv) && !kinds.some(({ format }) => format === 'names'))
    throw new CannotStart(
      'Other names of OFAC’s CSV stand in a file of their own: give ALT.CSV or CONS_ALT.CSV along with it, or load the XML.',
    )
  if (main.length === 0)
    throw new CannotStart(
      'These files belong to a list: give SDN.CSV or CONS_PRIM.CSV along with them.',
    )
  if (kinds.filter(isOfacCsv).length > 1)
    throw new CannotStart(
      'Load OFAC’s two lists one after the other, each with the files that belong to it.',
    )
  const besides = createHash('sha256')
  const beside = await readBesides(paths, kinds, besides)
  const files = paths.flatMap((path, at) => {
    const kind = kinds[at]!
    if (kind.list === 'beside') return []
    return [listFile(path, kind, beside, isOfacCsv(kind) ? besides : createHash('sha256'))]
  })
  const twice = files.find(({ list }, at) => files.findIndex((one) => one.list === list) !== at)
  if (twice) throw new CannotStart(`Two of the files are the list ${twice.list}: give one of them.`)
  return files
}
