/** OFAC’s SDN.XML and CONSOLIDATED.XML. Pure. */
import { elementsAt, textAt, type XmlElement } from '../../../lib/xml-tree.ts'
import { birthInWords, dayOfAmerica } from './days.ts'
import {
  entryOf,
  joined,
  type ListedAddress,
  type ListedEntry,
  type ListedKind,
  type ListedName,
} from './entry.ts'
import { maxParts, type XmlFormat } from './xml-list.ts'

const kinds: Record<string, ListedKind> = {
  individual: 'person',
  entity: 'organisation',
  vessel: 'vessel',
  aircraft: 'aircraft',
}
/** Of OFAC’s word for it. */
export const ofacKind = (word: string): ListedKind => kinds[word.trim().toLowerCase()] ?? 'unknown'

const coinAddress = /^Digital Currency Address\s*-\s*(\S+)$/

/** Which coin a type of number or feature says; null where it is none of an address. */
export const coinIn = (type: string): string | null => coinAddress.exec(type.trim())?.[1] ?? null

const textsAt = (element: XmlElement, path: string) =>
  elementsAt(element, path).map(({ text }) => text)

const nameOf = (element: XmlElement) =>
  joined(textAt(element, 'firstName'), textAt(element, 'lastName'))

function addressesOf(entry: XmlElement): ListedAddress[] {
  return elementsAt(entry, 'idList/id').flatMap((id) => {
    const currency = coinIn(textAt(id, 'idType'))
    return currency === null ? [] : [{ currency, address: textAt(id, 'idNumber') }]
  })
}

function readEntry(entry: XmlElement): ListedEntry | null {
  const aliases = elementsAt(entry, 'akaList/aka').map((aka): ListedName => ({
    text: nameOf(aka),
    strength: textAt(aka, 'category').toLowerCase() === 'weak' ? 'weak' : 'alias',
  }))
  return entryOf({
    reference: textAt(entry, 'uid'),
    kind: ofacKind(textAt(entry, 'sdnType')),
    names: [{ text: nameOf(entry), strength: 'primary' }, ...aliases],
    births: textsAt(entry, 'dateOfBirthList/dateOfBirthItem/dateOfBirth').flatMap(
      (text) => birthInWords(text) ?? [],
    ),
    countries: [
      ...textsAt(entry, 'nationalityList/nationality/country'),
      ...textsAt(entry, 'citizenshipList/citizenship/country'),
      ...textsAt(entry, 'addressList/address/country'),
      ...textsAt(entry, 'vesselInfo/vesselFlag'),
    ],
    addresses: addressesOf(entry),
  })
}

export const ofacXml: XmlFormat = {
  root: 'sdnList',
  pieces: ({ take, facts }) => ({
    // OFAC’s own spelling.
    publshInformation: {
      most: 100,
      take(piece) {
        facts.day = dayOfAmerica(textAt(piece, 'Publish_Date'))
        facts.announced = Number(textAt(piece, 'Record_Count')) || null
      },
    },
    sdnEntry: { most: maxParts, take: (piece) => take(readEntry(piece)) },
  }),
}
