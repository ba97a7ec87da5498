/** The list of verifications in the orders that staff ask for. */
import type { CasesSort, RiskGrade, StaffCase } from '../../contract/verification.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import type { RiskTerms } from '../verification/risk.ts'
import { readVerifications, type CasesQuery } from './queries.ts'

type Page = { verifications: StaffCase[]; nextCursor: string | null }
export type ListQuery = CasesQuery & {
  risk?: RiskGrade | undefined
  sort?: CasesSort | undefined
}

/** At a time, of what is read to be chosen from. */
const atOnce = 200
/** What waits is sorted as a whole: of more, those that have waited longest. */
const maxSorted = 1_000
/** Of pages that are read for one, when few of a list are of a grade. */
const maxPages = 10

const grades: Record<RiskGrade, number> = { high: 0, raised: 1, low: 2 }

/** An unknown age or country comes last. */
const ranks: Record<CasesSort, (a: StaffCase, b: StaffCase) => number> = {
  '-risk': (a, b) => grades[a.risk.grade] - grades[b.risk.grade],
  '-moneyAtStake': (a, b) => b.moneyAtStake - a.moneyAtStake,
  country: (a, b) => (a.country ?? 'ZZ').localeCompare(b.country ?? 'ZZ'),
  age: (a, b) => (a.age ?? 999) - (b.age ?? 999),
  '-age': (a, b) => (b.age ?? -1) - (a.age ?? -1),
}

async function readAllWork(
  db: Database,
  query: CasesQuery,
  terms: RiskTerms,
): Promise<StaffCase[]> {
  const all: StaffCase[] = []
  let cursor: string | undefined
  do {
    const page = await readVerifications(db, { ...query, limit: atOnce, cursor }, terms)
    all.push(...page.verifications)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && all.length < maxSorted)
  return all
}

/** A page begins after the case that the one before ended with; where that is decided by now, at its place. */
async function readSorted(
  db: Database,
  { sort, risk, limit = 50, cursor, ...query }: ListQuery & { sort: CasesSort },
  terms: RiskTerms,
): Promise<Page> {
  const [place, last] = decodeCursor(cursor, ['integer', 'id'])
  const all = await readAllWork(db, query, terms)
  const sorted = all
    .filter((one) => risk === undefined || one.risk.grade === risk)
    .toSorted(ranks[sort])
  const at = sorted.findIndex(({ id }) => id === last)
  const start = at >= 0 ? at + 1 : Math.max(0, Number(place ?? 0))
  const shown = sorted.slice(start, start + limit)
  const end = start + shown.length
  return {
    verifications: shown,
    nextCursor: end < sorted.length ? encodeCursor([String(end), shown.at(-1)!.id]) : null,
  }
}

/** Those of one grade, in the list's own order. A page may be short, and still name a next one. */
async function readGraded(
  db: Database,
  { risk, limit = 50, cursor, ...query }: ListQuery & { risk: RiskGrade },
  terms: RiskTerms,
): Promise<Page> {
  const found: StaffCase[] = []
  let next: string | null = cursor ?? null
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await readVerifications(db, { ...query, limit, cursor: next ?? undefined }, terms)
    found.push(...page.verifications.filter((one) => one.risk.grade === risk))
    next = page.nextCursor
    // A whole page more might not fit.
    if (next === null || found.length > 0) break
  }
  return { verifications: found, nextCursor: next }
}

export function readCasesList(db: Database, query: ListQuery, terms: RiskTerms): Promise<Page> {
  const { sort, risk, ...plain } = query
  if (sort !== undefined) return readSorted(db, { ...query, sort }, terms)
  return risk === undefined
    ? readVerifications(db, plain, terms)
    : readGraded(db, { ...plain, risk }, terms)
}
