/** Which list a file is, and its entries as its parts come. Pure. */
import { CsvFault, csvReader } from '../../../lib/csv-read.ts'
import { pieceReader } from '../../../lib/xml-tree.ts'
import { readRows, type CsvFormat } from './csv-list.ts'
import type { ListName } from '../../../contract/screening-lists.ts'
import { ListFault, type FileFacts, type ListedEntry } from './entry.ts'
import { euXml } from './eu.ts'
import { ofacAdvanced } from './ofac-advanced.ts'
import { ofacColumns, readBeside, readOfacRow, type Beside } from './ofac-csv.ts'
import { ofacXml } from './ofac.ts'
import { openSanctions } from './opensanctions.ts'
import { ukCsv, ukXml } from './uk.ts'
import { unXml } from './un.ts'
import type { Listing, XmlFormat } from './xml-list.ts'

/** `ofac`: one of its two lists, which have the same formats; `beside`: a file that belongs to one of them. */
export type FileKind =
  | { list: Exclude<ListName, 'ofac-sdn' | 'ofac-consolidated'>; format: string }
  | { list: 'ofac'; format: string }
  | { list: 'beside'; format: 'names' | 'places' }

type Known<Format> = { kind: FileKind; format: Format }

const xmlFormats: Known<XmlFormat>[] = [
  { kind: { list: 'ofac', format: 'XML' }, format: ofacXml },
  { kind: { list: 'ofac', format: 'advanced XML' }, format: ofacAdvanced },
  { kind: { list: 'un', format: 'XML' }, format: unXml },
  { kind: { list: 'eu', format: 'XML' }, format: euXml },
  { kind: { list: 'uk', format: 'XML' }, format: ukXml },
]

const csvFormats: Known<CsvFormat>[] = [
  { kind: { list: 'opensanctions', format: 'simple CSV' }, format: openSanctions },
  { kind: { list: 'uk', format: 'CSV' }, format: ukCsv },
]

const unknownList =
  'This is none of the lists that can be read. Download OFAC’s, the UN’s, the EU’s, the UK’s or OpenSanctions’ list in a format that docs/screening.md names.'

const knownXml = (root: string): Known<XmlFormat> => {
  const found = xmlFormats.find(({ format }) => format.root === root)
  if (!found) throw new ListFault(unknownList)
  return found
}

/** A line of OFAC’s begins with the number of the entry. */
const isOfacRow = ([first = '']: readonly string[]) => /^\d+$/.test(first.trim())

const ofacKinds: Record<number, FileKind> = {
  [ofacColumns.entries]: { list: 'ofac', format: 'CSV' },
  [ofacColumns.names]: { list: 'beside', format: 'names' },
  [ofacColumns.places]: { list: 'beside', format: 'places' },
}

/** Before the names of its columns a file has a line or two. */
const headWithin = 5

function kindOfRows(rows: readonly (readonly string[])[]): FileKind | null {
  const first = rows[0] ?? []
  const ofac = isOfacRow(first) ? ofacKinds[first.length] : undefined
  const named = csvFormats.find(({ format }) => rows.some((row) => format.isHead(row)))
  return ofac ?? named?.kind ?? null
}

const withoutMark = (text: string) => text.replace(/^\uFEFF/, '')

/** Whether a file, by its beginning, is XML; whatever is neither is refused as CSV. */
const isXml = (beginning: string) => withoutMark(beginning).trimStart().startsWith('<')

class Enough extends Error {}

/** Of a file’s beginning. Throws a ListFault where it is no list. */
export function kindOfFile(beginning: string): FileKind {
  if (withoutMark(beginning).trim() === '')
    throw new ListFault('The file is empty. Download it again.')
  if (beginning.includes('\0')) throw new ListFault(unknownList)
  if (!isXml(beginning)) {
    const rows: string[][] = []
    try {
      csvReader((row) => {
        rows.push(row)
        if (rows.length === headWithin) throw new Enough()
      }).write(`${beginning}\n`)
    } catch (error) {
      if (!(error instanceof Enough || error instanceof CsvFault)) throw error
    }
    const kind = kindOfRows(rows)
    if (!kind) throw new ListFault(unknownList)
    return kind
  }
  let found: FileKind | null = null
  const reader = pieceReader({
    pieceOf: () => undefined,
    seeOutside({ name }) {
      found ??= knownXml(name).kind
      throw new Enough()
    },
    fault: (message) => new ListFault(`${message} Download it again.`),
  })
  try {
    reader.write(withoutMark(beginning))
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  if (!found) throw new ListFault(unknownList)
  return found
}

export type ListReader = { write(part: string): void; end(): void; facts: FileFacts }

function readXml(listing: Listing): Omit<ListReader, 'facts'> {
  let pieces: ReturnType<XmlFormat['pieces']> = {}
  const reader = pieceReader({
    pieceOf: (name, depth) => (depth === 0 ? undefined : pieces[name]),
    seeOutside(element, depth) {
      if (depth > 0) return
      const { format } = knownXml(element.name)
      format.seeRoot?.(element, listing.facts)
      pieces = format.pieces(listing)
    },
    fault: (message, line) =>
      new ListFault(`${line === null ? '' : `Line ${line}: `}${message} Download it again.`),
  })
  return { write: (part) => reader.write(part), end: () => reader.close() }
}

/** Old files of OFAC’s end with the sign by which DOS ended a file. */
const isEnd = (cells: readonly string[]) =>
  cells.length === 1 && cells[0]!.replace('\u001A', '').trim() === ''

function ofacRows(listing: Listing, beside: Beside) {
  return (cells: string[]) => {
    if (isEnd(cells)) return
    if (cells.length !== ofacColumns.entries || !isOfacRow(cells))
      throw new ListFault('A line of the file is cut off. Download it again.')
    listing.take(readOfacRow(cells, beside))
  }
}

function readCsv(kind: FileKind, listing: Listing, beside: Beside): Omit<ListReader, 'facts'> {
  const known = csvFormats.find((one) => one.kind === kind)
  const rows = known
    ? readRows(known.format, listing)
    : { row: ofacRows(listing, beside), end: () => undefined }
  const reader = csvReader(rows.row)
  return {
    write: (part) => reader.write(part),
    end() {
      reader.close()
      rows.end()
    },
  }
}

/** Reads a list as its parts come, and hands on each entry. Throws a ListFault. */
export function listReader(
  kind: FileKind,
  { beside, take }: { beside: Beside; take(entry: ListedEntry): void },
): ListReader {
  const facts: FileFacts = { day: null, announced: null }
  const listing: Listing = { facts, take: (entry) => entry && take(entry) }
  const isOfXml = kind.format.endsWith('XML')
  return { facts, ...(isOfXml ? readXml(listing) : readCsv(kind, listing, beside)) }
}

/** Reads a file that belongs to OFAC’s CSV. */
export function besideReader({ format }: FileKind, beside: Beside): Omit<ListReader, 'facts'> {
  const columns = format === 'names' ? ofacColumns.names : ofacColumns.places
  const reader = csvReader((cells) => {
    if (isEnd(cells)) return
    if (cells.length !== columns)
      throw new ListFault('A line of the file is cut off. Download it again.')
    readBeside(beside, cells)
  })
  return { write: (part) => reader.write(part), end: () => reader.close() }
}
