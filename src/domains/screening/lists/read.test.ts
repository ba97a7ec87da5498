import { describe, expect, test } from 'vitest'
import * as files from '../../../../tests/support/sanctions-lists.ts'
import type { FileFacts, ListedEntry } from './entry.ts'
import { nothingBeside } from './ofac-csv.ts'
import { besideReader, kindOfFile, listReader } from './read.ts'

/** In parts of so many characters, as a file comes. */
function read(text: string, size = 7): { entries: ListedEntry[]; facts: FileFacts; list: string } {
  const beside = nothingBeside()
  for (const one of [files.ofacCsv.names, files.ofacCsv.places]) {
    const reader = besideReader(kindOfFile(one), beside)
    reader.write(one)
    reader.end()
  }
  const kind = kindOfFile(text)
  const entries: ListedEntry[] = []
  const reader = listReader(kind, { beside, take: (entry) => void entries.push(entry) })
  for (let at = 0; at < text.length; at += size) reader.write(text.slice(at, at + size))
  reader.end()
  return { entries, facts: reader.facts, list: kind.list }
}

const texts = ({ names }: ListedEntry) => names.map(({ text, strength }) => `${text} (${strength})`)

const cases: [name: string, text: string, list: string, day: string | null][] = [
  ['OFAC’s XML', files.ofacXml, 'ofac', '2026-11-20'],
  ['OFAC’s advanced XML', files.ofacAdvanced, 'ofac', '2026-11-20'],
  ['OFAC’s CSV', files.ofacCsv.entries, 'ofac', null],
  ['the UN’s XML', files.unXml, 'un', '2026-11-19'],
  ['the EU’s XML', files.euXml, 'eu', '2026-11-18'],
  ['the UK’s XML', files.ukXml, 'uk', '2026-11-17'],
  ['the UK’s CSV', files.ukCsv, 'uk', '2026-11-16'],
  ['OpenSanctions’ CSV', files.openSanctionsCsv, 'opensanctions', '2026-11-15'],
]

test.each(cases)(
  '%s says its list, its day and the same in parts of any size',
  (_, text, list, day) => {
    const whole = read(text, text.length)
    expect([whole.list, whole.facts.day]).toEqual([list, day])
    expect(read(text, 1)).toEqual(whole)
    expect(whole.entries[0]).toMatchObject({ kind: 'person' })
    expect(whole.entries.map((entry) => ({ ...entry, names: texts(entry) }))).toMatchSnapshot()
  },
)

const bomb = `<?xml version="1.0"?><!DOCTYPE sdnList [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><sdnList><sdnEntry><uid>&b;</uid></sdnEntry></sdnList>`

describe('a file is refused, with what to do, that', () => {
  test.each<[name: string, text: string, says: RegExp]>([
    ['is empty', ' \n', /The file is empty\. Download it again\./],
    ['is another’s XML', '<Document><a/></Document>', /none of the lists/],
    ['is another’s CSV', 'a,b,c\n1,2,3\n', /none of the lists/],
    ['is no text', 'PK\u0003\u0004\0\0', /none of the lists/],
    ['has a document type', bomb, /document type.*Download it again/],
    ['is cut off', files.unXml.slice(0, -60), /isn’t XML as it should be.*Download it again/],
    ['is cut off in a line', files.openSanctionsCsv.slice(0, -150), /quote|cut off/],
    [
      'has an entity of its own',
      '<sdnList><sdnEntry><uid>&b;</uid></sdnEntry></sdnList>',
      /Download it again/,
    ],
    ['has no column for names', 'id,schema,aliases\n1,Person,x\n', /no column “name”/],
    ['is nested without end', `<sdnList>${'<a>'.repeat(60)}`, /nested too deeply/],
    [
      'has a text without end',
      `<sdnList><sdnEntry><uid>${'x'.repeat(9_000_000)}`,
      /longer than any/,
    ],
    [
      'has a cell without end',
      `${files.openSanctionsCsv}"${'x'.repeat(600_000)}`,
      /longer than any/,
    ],
    ['has a line of OFAC’s cut off', `${files.ofacCsv.entries.slice(0, -40)}\n`, /cut off/],
  ])('%s', (_, text, says) => expect(() => read(text, 65_536)).toThrow(says))
})
