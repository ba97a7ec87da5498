/** The UK Sanctions List, in XML and in CSV: the same columns, in the CSV a line for each name of an entry. Pure. */
import { columnName } from '../../../lib/csv-read.ts'
import { elementsAt, textAt, type XmlElement } from '../../../lib/xml-tree.ts'
import type { CsvFormat } from './csv-list.ts'
import { dayOfBritain } from './days.ts'
import {
  entryOf,
  joined,
  type FileFacts,
  type ListedEntry,
  type ListedKind,
  type ListedName,
} from './entry.ts'
import { maxParts, type XmlFormat } from './xml-list.ts'

const kinds: Record<string, ListedKind> = {
  individual: 'person',
  entity: 'organisation',
  ship: 'vessel',
}
const kindOf = (word: string): ListedKind => kinds[word.trim().toLowerCase()] ?? 'unknown'

/** The last name is the sixth. Types are written in capitals or not, as it came. */
const nameOf = (text: string, type: string, strength: string): ListedName => ({
  text,
  strength: /low|weak/i.test(strength)
    ? 'weak'
    : /^primary name$/i.test(type.trim())
      ? 'primary'
      : 'alias',
})

const textsAt = (element: XmlElement, path: string) =>
  elementsAt(element, path).map(({ text }) => text)

function readEntry(entry: XmlElement): ListedEntry | null {
  const names = elementsAt(entry, 'Names/Name').map((name) =>
    nameOf(
      joined(...[1, 2, 3, 4, 5, 6].map((at) => textAt(name, `Name${at}`))),
      textAt(name, 'NameType'),
      textAt(name, 'AliasStrength'),
    ),
  )
  const others = textsAt(entry, 'NonLatinNames/NonLatinName/NameNonLatinScript')
  return entryOf({
    reference: textAt(entry, 'UniqueID'),
    kind: kindOf(textAt(entry, 'IndividualEntityShip')),
    names: [...names, ...others.map((text) => nameOf(text, '', ''))],
    births: textsAt(entry, 'IndividualDetails/Individual/DOBs/DOB').flatMap(
      (text) => dayOfBritain(text) ?? [],
    ),
    countries: [
      ...textsAt(entry, 'IndividualDetails/Individual/Nationalities/Nationality'),
      ...textsAt(entry, 'Addresses/Address/AddressCountry'),
    ],
    addresses: [],
  })
}

export const ukXml: XmlFormat = {
  root: 'Designations',
  pieces: ({ take, facts }) => ({
    DateGenerated: { most: 10, take: ({ text }) => void (facts.day = dayOfBritain(text)) },
    Designation: { most: maxParts, take: (piece) => take(readEntry(piece)) },
  }),
}

/** “Report Date: 13-Feb-2026”, before the names of the columns. */
const reportDate = /^Report Date:\s*(\d{1,2})-([A-Za-z]{3})[a-z]*-(\d{4})/

function readReportDate(cell: string, facts: FileFacts): void {
  const [, day, month = '', year] = reportDate.exec(cell) ?? []
  const at = 'janfebmaraprmayjunjulaugsepoctnovdec'.indexOf(month.toLowerCase())
  if (year) facts.day = `${year}-${String(at / 3 + 1).padStart(2, '0')}-${day!.padStart(2, '0')}`
}

export const ukCsv: CsvFormat = {
  isHead: (row) => row.some((cell) => columnName(cell) === 'unique id'),
  beforeHead: ([cell = ''], facts) => readReportDate(cell, facts),
  needs: ['unique id', 'name 6', 'name type', 'designation type'],
  reader({ take }) {
    let last: ListedEntry | null = null
    const done = () => last && take(entryOf(last))
    return {
      row(cell) {
        const reference = cell('unique id')
        if (last?.reference !== reference) {
          done()
          last = {
            reference,
            kind: kindOf(cell('designation type')),
            names: [],
            births: [],
            countries: [],
            addresses: [],
          }
        }
        const whole = joined(...[1, 2, 3, 4, 5, 6].map((at) => cell(`name ${at}`)))
        last!.names.push(nameOf(whole, cell('name type'), cell('alias strength')))
        last!.names.push(nameOf(cell('name non-latin script'), '', ''))
        const birth = dayOfBritain(cell('d.o.b'))
        if (birth !== null) last!.births.push(birth)
        last!.countries.push(cell('nationality(/ies)'), cell('address country'))
      },
      end: () => void done(),
    }
  },
}
