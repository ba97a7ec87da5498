/** Whom somebody may be, by all names, births and addresses that are known of them. */
import type { Finding } from '../../contract/screening.ts'
import { tronAddressOf } from '../../lib/tron-address.ts'
import { cleanAddress, isSameAddress } from '../../lib/wallet-address.ts'
import type { Compared } from '../checks/comparisons.ts'
import { kindOfSide } from '../checks/finding.ts'
import { yearsOf } from '../screening/lists/days.ts'
import type { StoredAddress } from '../screening/queries.ts'
import { possibleMatches, type ListedPeople, type PossibleMatch } from '../screening/search.ts'

/** So many names of an entry are kept with what was found. */
const maxNames = 50

type Side = Finding['ours']

const nothingKnown = { born: null, country: null }

/** A name is found by eight words at most: of a longer text, such as a payer’s with their address, each eight, of which every three stand in one. */
const [longest, step] = [8, 5]
function partsOf(name: string): string[] {
  const words = name.split(/\s+/).filter(Boolean)
  if (words.length <= longest) return [name]
  const starts = words.map((_, at) => at).filter((at) => at % step === 0)
  return starts.map((at) => words.slice(at, at + longest).join(' '))
}

/**
 * With which births a name is compared. What documents showed counts; what somebody only says speaks for a match, and never against
 * one: nobody gets by with another birthday.
 */
function sidesOf({ names, identities, others }: Compared): Side[] {
  const shown = identities.filter(({ isVerified }) => isVerified)
  const said = identities.filter(({ isVerified }) => !isVerified)
  // By the likest of all: what is said as well can only make somebody likelier.
  const births = [...(shown.length > 0 ? shown : [nothingKnown]), ...said]
  const all = [...new Set([...names, ...identities.map(({ name }) => name)].flatMap(partsOf))]
  return [
    ...all.flatMap((matched) =>
      births.map(({ born, country }) => ({ as: 'person' as const, matched, born, country })),
    ),
    ...others.flatMap(({ as, name }) =>
      partsOf(name).map((matched) => ({ as, matched, ...nothingKnown })),
    ),
  ]
}

const yearIn = (born: string | null): number | null => (born === null ? null : yearsOf(born)[0])

/** The side of an entry, with the name or address of it that is like ours. */
const theirsOf = (
  entry: Pick<
    PossibleMatch['entry'],
    'list' | 'reference' | 'kind' | 'names' | 'births' | 'countries'
  >,
  matched: string,
): Finding['theirs'] => {
  const { list, reference, kind, names, births, countries } = entry
  return { list, reference, kind, births, countries, matched, names: names.slice(0, maxNames) }
}

/** Each entry once for the person, and once for each other name, by what is likest. */
export function findingsOf(
  listed: ListedPeople,
  compared: Compared,
  days: ReadonlyMap<string, string>,
): Finding[] {
  const found = new Map<string, Map<PossibleMatch['entry'], { ours: Side; match: PossibleMatch }>>()
  for (const ours of sidesOf(compared)) {
    const asked = { name: ours.matched, birthYear: yearIn(ours.born) }
    for (const match of possibleMatches(listed, asked)) {
      const likest = found.getOrInsertComputed(kindOfSide(ours), () => new Map())
      const before = likest.get(match.entry)
      if (before === undefined || match.score > before.match.score)
        likest.set(match.entry, { ours, match })
    }
  }
  return [...found.values()]
    .flatMap((likest) => [...likest.values()])
    .map(({ ours, match: { entry, name, score, strength, birth } }) => ({
      ours,
      theirs: theirsOf(entry, name),
      day: days.get(entry.list) ?? '',
      score: Math.round(score * 100),
      strength,
      birth,
    }))
}

/** Addresses of ours as a list would write them: TRON's nodes say theirs in hexadecimal digits. */
export const addressesOf = ({ addresses }: Compared): Compared['addresses'] =>
  addresses.map(({ as, address }) => ({
    as,
    address: as === 'came-from' ? tronAddressOf(address) : cleanAddress(address),
  }))

/** Exact, as the rest of the software compares addresses. */
export const findingsByAddress = (
  compared: Compared,
  listed: readonly StoredAddress[],
  days: ReadonlyMap<string, string>,
): Finding[] =>
  addressesOf(compared).flatMap(({ as, address: matched }) =>
    listed
      .filter(({ address }) => isSameAddress(address, matched))
      .map((entry) => ({
        ours: { as, matched, ...nothingKnown },
        theirs: theirsOf(entry, entry.address),
        day: days.get(entry.list) ?? '',
        score: 100,
        strength: 'primary',
        birth: 'unknown',
      })),
  )
