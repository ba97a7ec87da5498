/** OFAC’s SDN_ADVANCED.XML and CONS_ADVANCED.XML: everything in it is a number that the file’s beginning explains. Pure. */
import { elementAt, elementsAt, textAt, type XmlElement } from '../../../lib/xml-tree.ts'
import { between, dayOfParts } from './days.ts'
import { entryOf, joined, type ListedEntry, type ListedName } from './entry.ts'
import { coinIn, ofacKind } from './ofac.ts'
import { maxParts, type XmlFormat } from './xml-list.ts'

/** By kind and number: what the file’s reference values say. Locations: the country that each is in. */
type Explained = Record<
  'FeatureType' | 'PartySubType' | 'PartyType' | 'NamePartType' | 'Country' | 'AreaCode',
  Map<string, string>
> & { partyOf: Map<string, string>; countryAt: Map<string, string> }

const explained = (): Explained => ({
  FeatureType: new Map(),
  PartySubType: new Map(),
  PartyType: new Map(),
  NamePartType: new Map(),
  Country: new Map(),
  AreaCode: new Map(),
  partyOf: new Map(),
  countryAt: new Map(),
})

const dayAt = (element: XmlElement | undefined) =>
  dayOfParts(textAt(element, 'Year'), textAt(element, 'Month'), textAt(element, 'Day'))

/** A whole year is how OFAC writes that the day isn’t known. */
function periodOf(period: XmlElement): string | null {
  const from = dayAt(elementAt(period, 'Start/From'))
  const to = dayAt(elementAt(period, 'End/To') ?? elementAt(period, 'Start/To'))
  if (from && to && from.endsWith('-01-01') && to === `${from.slice(0, 4)}-12-31`)
    return from.slice(0, 4)
  return between(from, to)
}

/** Before the last name, as people say it; OFAC has it first. */
const isLast = (type: string | undefined) => type === 'Last Name'

function namesOf(identity: XmlElement, { NamePartType }: Explained): ListedName[] {
  const types = new Map(
    elementsAt(identity, 'NamePartGroups/MasterNamePartGroup/NamePartGroup').map(
      ({ attributes }) => [attributes.ID, NamePartType.get(attributes.NamePartTypeID ?? '')],
    ),
  )
  return elementsAt(identity, 'Alias').flatMap((alias) =>
    elementsAt(alias, 'DocumentedName').map((name, at): ListedName => {
      const parts = elementsAt(name, 'DocumentedNamePart/NamePartValue')
      const typed = parts.map(({ text, attributes }) => ({
        text,
        isLast: isLast(types.get(attributes.NamePartGroupID)),
      }))
      const inOrder = [...typed.filter((one) => !one.isLast), ...typed.filter((one) => one.isLast)]
      const { Primary, LowQuality } = alias.attributes
      // The same name in another script stands beside the first.
      const strength = Primary === 'true' && at === 0 ? 'primary' : 'alias'
      return {
        text: joined(...inOrder.map(({ text }) => text)),
        strength: LowQuality === 'true' ? 'weak' : strength,
      }
    }),
  )
}

function featuresOf(party: XmlElement, { FeatureType, countryAt }: Explained) {
  const found: Pick<ListedEntry, 'births' | 'countries' | 'addresses'> = {
    births: [],
    countries: [],
    addresses: [],
  }
  // They stand within the profile; once they stood beside it.
  for (const feature of [
    ...elementsAt(party, 'Profile/Feature'),
    ...elementsAt(party, 'Feature'),
  ]) {
    const type = FeatureType.get(feature.attributes.FeatureTypeID ?? '') ?? ''
    const currency = coinIn(type)
    for (const version of elementsAt(feature, 'FeatureVersion')) {
      const place = elementAt(version, 'VersionLocation')?.attributes.LocationID
      const country = place === undefined ? undefined : countryAt.get(place)
      if (country !== undefined) found.countries.push(country)
      const period = elementAt(version, 'DatePeriod')
      const birth = period && /^Birthdate$/i.test(type) ? periodOf(period) : null
      if (birth !== null) found.births.push(birth)
      const address = textAt(version, 'VersionDetail')
      if (currency !== null) found.addresses.push({ currency, address })
    }
  }
  return found
}

function readParty(party: XmlElement, known: Explained): ListedEntry | null {
  const profile = elementAt(party, 'Profile')
  const subType = profile?.attributes.PartySubTypeID ?? ''
  const word = known.PartySubType.get(subType) ?? ''
  const ofParty = known.PartyType.get(known.partyOf.get(subType) ?? '') ?? ''
  return entryOf({
    reference: profile?.attributes.ID ?? party.attributes.FixedRef ?? '',
    kind: ofacKind(word === 'Unknown' ? ofParty : word),
    names: elementsAt(profile, 'Identity').flatMap((identity) => namesOf(identity, known)),
    ...featuresOf(party, known),
  })
}

function explain(known: Explained, kind: keyof Explained, { attributes, text }: XmlElement): void {
  const { ID, Description, PartyTypeID, ISO2 } = attributes
  if (ID === undefined) return
  known[kind].set(ID, (kind === 'AreaCode' ? Description : text.trim()) || ISO2 || '')
  if (PartyTypeID !== undefined) known.partyOf.set(ID, PartyTypeID)
}

function placeIn(known: Explained, location: XmlElement): void {
  const country = elementAt(location, 'LocationCountry')?.attributes.CountryID
  const area = elementAt(location, 'LocationAreaCode')?.attributes.AreaCodeID
  const name = known.Country.get(country ?? '') ?? known.AreaCode.get(area ?? '')
  if (name && name !== 'undetermined') known.countryAt.set(location.attributes.ID ?? '', name)
}

const explaining = [
  'FeatureType',
  'PartySubType',
  'PartyType',
  'NamePartType',
  'Country',
  'AreaCode',
] as const

export const ofacAdvanced: XmlFormat = {
  root: 'Sanctions',
  pieces({ take, facts }) {
    const known = explained()
    return {
      DateOfIssue: { most: 10, take: (piece) => void (facts.day = dayAt(piece)) },
      ...Object.fromEntries(
        explaining.map((kind) => [
          kind,
          { most: 10, take: (piece: XmlElement) => explain(known, kind, piece) },
        ]),
      ),
      Location: { most: 1_000, take: (piece) => placeIn(known, piece) },
      DistinctParty: { most: maxParts, take: (piece) => take(readParty(piece, known)) },
    }
  },
}
