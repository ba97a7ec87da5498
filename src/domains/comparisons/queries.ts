/** What whoever may read matches is shown of them. */
import { finding, type Match } from '../../contract/screening.ts'
import { party, partyIfAny } from '../../desk/spoken.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { macsOf, type MacKeys } from '../../platform/mac.ts'
import type { Policy } from '../../platform/policy.ts'
import { pairOf } from '../checks/finding.ts'
import { checkDecision, type DecisionFacts, type FindingAnswer } from '../checks/proposals.ts'
import {
  readFound,
  readFoundById,
  readReasons,
  type FoundCheck,
  type KeptReason,
} from '../checks/queries.ts'
import type { House } from '../house-desk.ts'
import { readOpenProposals } from '../proposals/queries.ts'
import { oldFrom } from '../screening/age.ts'
import { readLists } from '../screening/queries.ts'

const isoIfAny = (at: Instant | null) => (at === null ? null : isoFromInstant(at))

/** What was found, where it is what was recorded: the check has its MAC. */
function findingOf(keys: MacKeys, { owner, pair, finding: kept }: FoundCheck): Match['finding'] {
  const found = finding.safeParse(kept)
  if (!found.success) return null
  return macsOf(keys, 'check', [owner, ...pairOf(found.data)]).includes(pair) ? found.data : null
}

const presentReason = ({ command, by, byName, reason }: KeptReason) => ({
  command,
  by: party(by, byName),
  reason,
})

/** What is asked just before a decision. */
export async function askFinding(
  { pool, macKeys }: Pick<House, 'pool' | 'macKeys'>,
  { check }: Pick<DecisionFacts, 'check'>,
): Promise<FindingAnswer> {
  const [found] = await readFoundById(pool, check)
  return { isAsRecorded: found !== undefined && findingOf(macKeys, found) !== null }
}

type Query = {
  check?: string | undefined
  decided?: 'true' | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

export async function readMatches(
  db: Database,
  keys: MacKeys,
  { check, decided, limit = 50, cursor }: Query,
): Promise<{ matches: Match[]; nextCursor: string | null }> {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const isDecided = decided !== undefined
  const rows =
    check === undefined
      ? await readFound(db, isDecided, { at, id }, limit + 1)
      : await readFoundById(db, check)
  const { shown, nextCursor } = pageOf(rows, limit, (last) => [
    isDecided ? last.decidedAt! : last.begunAt,
    last.id,
  ])
  const [reasons, proposals] = await Promise.all([
    readReasons(
      db,
      shown.map((row) => row.id),
    ),
    readOpenProposals(
      db,
      [checkDecision],
      shown.map((row) => `check ${row.id}`),
    ),
  ])
  return {
    matches: shown.map((row) => ({
      id: row.id,
      user: party(row.owner, row.ownerName),
      status: row.status,
      freezes: row.freezes,
      foundAt: isoFromInstant(row.begunAt),
      decidedAt: isoIfAny(row.decidedAt),
      decidedBy: partyIfAny(row.decidedBy, row.decidedByName),
      finding: findingOf(keys, row),
      reasons: reasons.filter(({ check }) => check === row.id).map(presentReason),
      proposal: proposals.get(`check ${row.id}`) ?? null,
    })),
    nextCursor,
  }
}

export async function readLoaded(
  db: Database,
  { screeningDays }: Pick<Policy, 'screeningDays'>,
  now: Instant,
) {
  const lists = (await readLists(db)).map((one) => ({
    ...one,
    loadedAt: isoFromInstant(one.loadedAt),
    isOld: now > oldFrom(one, { screeningDays }),
  }))
  return { lists, oldAfterDays: screeningDays }
}
