/** Whom somebody may be, by all names and births that are known of them. Pure. */
import type { Compared } from '../checks/comparisons.ts'
import type { Finding } from '../../contract/screening.ts'
import { yearsOf } from '../screening/lists/days.ts'
import { possibleMatches, type ListedPeople, type PossibleMatch } from '../screening/search.ts'

/** So many names of an entry are kept with what was found. */
const maxNames = 50

type Side = { name: string; born: string | null; country: string | null }

/**
 * With which births a name is compared. What documents showed counts; what somebody only says speaks for a match, and never against
 * one: nobody gets by with another birthday.
 */
function sidesOf({ names, identities }: Compared): Side[] {
  const shown = identities.filter(({ isVerified }) => isVerified)
  const said = identities.filter(({ isVerified }) => !isVerified)
  const births = shown.length > 0 ? shown : [{ born: null, country: null }, ...said]
  const all = [...new Set([...names, ...identities.map(({ name }) => name)])]
  return all.flatMap((name) => births.map(({ born, country }) => ({ name, born, country })))
}

const yearIn = (born: string | null): number | null => (born === null ? null : yearsOf(born)[0])

export function findingOf(
  { name: matched, born, country }: Side,
  { entry, name, score, strength, birth }: PossibleMatch,
  day: string,
): Finding {
  const { list, reference, kind, names, births, countries } = entry
  return {
    ours: { as: 'person', matched, born, country },
    theirs: {
      ...{ list, reference, kind, births, countries },
      matched: name,
      names: names.slice(0, maxNames),
    },
    day,
    score: Math.round(score * 100),
    strength,
    birth,
  }
}

/** Each entry once, by what is likest. */
export function findingsOf(
  listed: ListedPeople,
  compared: Compared,
  days: ReadonlyMap<string, string>,
): Finding[] {
  const found = new Map<PossibleMatch['entry'], { side: Side; match: PossibleMatch }>()
  for (const side of sidesOf(compared))
    for (const match of possibleMatches(listed, {
      name: side.name,
      birthYear: yearIn(side.born),
    })) {
      const before = found.get(match.entry)
      if (before === undefined || match.score > before.match.score)
        found.set(match.entry, { side, match })
    }
  return [...found.values()].map(({ side, match }) =>
    findingOf(side, match, days.get(match.entry.list) ?? ''),
  )
}
