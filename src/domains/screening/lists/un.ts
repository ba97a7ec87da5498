/** The United Nations’ consolidated list. Pure. */
import { elementsAt, textAt, type XmlElement } from '../../../lib/xml-tree.ts'
import { between, dayOfIso, dayOfParts } from './days.ts'
import { entryOf, joined, type ListedEntry, type ListedName } from './entry.ts'
import { maxParts, type XmlFormat } from './xml-list.ts'

const textsAt = (element: XmlElement, ...paths: string[]) =>
  paths.flatMap((path) => elementsAt(element, path).map(({ text }) => text))

function birthOf(birth: XmlElement): string | null {
  const years = between(
    dayOfParts(textAt(birth, 'FROM_YEAR')),
    dayOfParts(textAt(birth, 'TO_YEAR')),
  )
  return dayOfIso(textAt(birth, 'DATE')) ?? dayOfParts(textAt(birth, 'YEAR')) ?? years
}

function readEntry(entry: XmlElement, kind: 'person' | 'organisation'): ListedEntry | null {
  const prefix = kind === 'person' ? 'INDIVIDUAL' : 'ENTITY'
  const main = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']
  const aliases = elementsAt(entry, `${prefix}_ALIAS`).map((alias): ListedName => ({
    text: textAt(alias, 'ALIAS_NAME'),
    strength: textAt(alias, 'QUALITY').toLowerCase() === 'low' ? 'weak' : 'alias',
  }))
  return entryOf({
    reference: textAt(entry, 'REFERENCE_NUMBER', 'DATAID'),
    kind,
    names: [
      { text: joined(...main.map((part) => textAt(entry, part))), strength: 'primary' },
      { text: textAt(entry, 'NAME_ORIGINAL_SCRIPT'), strength: 'alias' },
      ...aliases,
    ],
    births: elementsAt(entry, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap((birth) => birthOf(birth) ?? []),
    countries: textsAt(
      entry,
      'NATIONALITY/VALUE',
      'INDIVIDUAL_PLACE_OF_BIRTH/COUNTRY',
      `${prefix}_ADDRESS/COUNTRY`,
    ),
    addresses: [],
  })
}

export const unXml: XmlFormat = {
  root: 'CONSOLIDATED_LIST',
  seeRoot({ attributes }, facts) {
    facts.day = dayOfIso(attributes.dateGenerated ?? '')
  },
  pieces: ({ take }) => ({
    INDIVIDUAL: { most: maxParts, take: (piece) => take(readEntry(piece, 'person')) },
    ENTITY: { most: maxParts, take: (piece) => take(readEntry(piece, 'organisation')) },
  }),
}
