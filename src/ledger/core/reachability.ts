/**
 * Rule 6: investors' money can't fund returns. The chart is searched as a graph of claims: an edge
 * leads from the account that a posting debits to the one that it credits. A posting against an
 * asset ends or begins a claim, it moves none, so assets and expenses are no stations of a path.
 */
import { chart, kinds, type ChartLine, type Kind } from './chart.ts'

/** What has arrived for people is theirs, whether or not it is known whose. */
export const investorsMoney: Kind[] = ['cash', 'held', 'invested', 'security', 'suspense']
/** What investors' money must never reach. The corrections pool is judged apart: see `waysOutOf`. */
export const firmsMoney: Kind[] = ['capital', 'returns-pool', 'referral-pool']

const carriesClaims = (kind: Kind) =>
  kinds[kind].nature === 'claim' || kinds[kind].nature === 'clearing'

/** A path of claims from one of `from` to one of `to`, or null. */
export function findPath(
  lines: readonly ChartLine[],
  from: readonly Kind[],
  to: readonly Kind[],
): Kind[] | null {
  const paths: Kind[][] = from.map((kind) => [kind])
  const seen = new Set<Kind>(from)
  for (const path of paths) {
    const last = path.at(-1)!
    if (path.length > 1 && to.includes(last)) return path
    for (const line of lines) {
      if (line.debit !== last || !carriesClaims(line.credit) || seen.has(line.credit)) continue
      seen.add(line.credit)
      paths.push([...path, line.credit])
    }
  }
  return null
}

/** The kinds that a kind's money can go to directly; what leaves the house goes to an asset. */
export function waysOutOf(kind: Kind, lines: readonly ChartLine[] = chart): Kind[] {
  return [...new Set(lines.filter((line) => line.debit === kind).map((line) => line.credit))]
}
