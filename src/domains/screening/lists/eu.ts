/** The European Union’s list of financial sanctions (FSF, XML 1.1): nearly all of it stands in attributes. Pure. */
import { elementAt, elementsAt, type XmlElement } from '../../../lib/xml-tree.ts'
import { between, dayOfIso, dayOfParts } from './days.ts'
import { entryOf, joined, nameOfCountry, type ListedEntry, type ListedName } from './entry.ts'
import { maxParts, type XmlFormat } from './xml-list.ts'

type Attributes = XmlElement['attributes']

function nameOf(at: number, { wholeName, firstName, middleName, lastName, strong }: Attributes) {
  const strength = at === 0 ? 'primary' : 'alias'
  return {
    text: wholeName || joined(firstName, middleName, lastName),
    strength: strong === 'false' ? 'weak' : strength,
  } satisfies ListedName
}

function birthOf({
  birthdate,
  year,
  monthOfYear,
  dayOfMonth,
  yearRangeFrom,
  yearRangeTo,
}: Attributes) {
  const years = between(dayOfParts(yearRangeFrom), dayOfParts(yearRangeTo))
  return dayOfIso(birthdate ?? '') ?? dayOfParts(year, monthOfYear, dayOfMonth) ?? years
}

/** “00” is no country: it isn’t known. */
const countryOf = ({ countryIso2Code = '' }: Attributes): string =>
  countryIso2Code === '00' ? '' : nameOfCountry(countryIso2Code)

function readEntry(entry: XmlElement): ListedEntry | null {
  const every = (name: string) => elementsAt(entry, name).map(({ attributes }) => attributes)
  const subject = elementAt(entry, 'subjectType')?.attributes
  const isPerson = subject?.code === 'person' || subject?.classificationCode === 'P'
  return entryOf({
    reference: entry.attributes.euReferenceNumber || entry.attributes.logicalId || '',
    kind: isPerson ? 'person' : subject === undefined ? 'unknown' : 'organisation',
    names: every('nameAlias').map((attributes, at) => nameOf(at, attributes)),
    births: every('birthdate').flatMap((birth) => birthOf(birth) ?? []),
    countries: [...every('citizenship'), ...every('birthdate'), ...every('address')].map(countryOf),
    addresses: [],
  })
}

export const euXml: XmlFormat = {
  root: 'export',
  seeRoot({ attributes }, facts) {
    facts.day = dayOfIso(attributes.generationDate ?? '')
  },
  pieces: ({ take }) => ({
    sanctionEntity: { most: maxParts, take: (piece) => take(readEntry(piece)) },
  }),
}
