/** What pages read of verifying people. */
import type { ShownDocument } from '../../contract/document.ts'
import type {
  OwnCase,
  StaffCase,
  VerificationState,
  VerificationWork,
} from '../../contract/verification.ts'
import { party } from '../../desk/spoken.ts'
import { sentenceOf } from '../../contract/problems.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import { oneByOne, type Database } from '../../platform/database.ts'
import { readDocumentsById, readOpenings } from '../documents/queries.ts'
import { readNumbered } from '../documents/sealed-numbers.ts'
import { readOpenProposals } from '../proposals/queries.ts'
import { readPendingCounts } from '../withdrawals/queries.ts'
import type { RiskTerms } from '../verification/risk.ts'
import { ageAt, verificationOf } from '../verification/state.ts'
import { readBusinessNow } from '../../platform/business-time.ts'
import { readCases } from '../verification/now.ts'
import { refusalOfReminder } from '../verification/remind.ts'
import { readRemindable, type Remindable } from '../verification/reminders.ts'
import { finalRefusal, holdsFinalRefusal } from '../verification/proposals.ts'
import { readGrading } from './risk.ts'
import { cases, checksIn, type Case, type CaseRow } from '../verification/table.ts'

const isoIfAny = (at: Instant | null) => (at === null ? null : isoFromInstant(at))

const idsIn = ({ documents }: Case) => documents.split(' ')

/** What both sides read of a case. */
function presentCase(row: Case, shown: ReadonlyMap<string, ShownDocument>): OwnCase {
  return {
    id: row.id,
    status: row.status,
    isFinal: row.isFinal,
    reason: row.isFinal ? row.finalReason : row.reason,
    submittedAt: isoFromInstant(row.submittedAt),
    decidedAt: isoIfAny(row.decidedAt),
    verifiedUntil: isoIfAny(row.verifiedUntil),
    legalName: row.legalName,
    birthDate: row.birthDate,
    country: row.country,
    address: row.address,
    documents: idsIn(row).flatMap((id) => shown.get(id) ?? []),
  }
}

export async function presentOwn(db: Database, row: Case): Promise<OwnCase> {
  return presentCase(row, await readDocumentsById(db, idsIn(row)))
}

type Row = CaseRow & { fullName: string | null; email: string | null }
export type CasesQuery = {
  work?: VerificationWork | undefined
  userId?: OwnerId | undefined
  country?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** The work begins with what has waited longest, and has nobody in it who has left; all of it with the newest. */
const orders = {
  'to-review': {
    where: `verification.status = 'submitted' and owner_person.id is not null`,
    at: 'verification.submitted_at',
    next: '>',
    direction: 'asc',
  },
  all: { where: 'true', at: 'verification.submitted_at', next: '<', direction: 'desc' },
}

const columns = `${cases.columns}, owner_person.full_name as "fullName", owner_person.email`
const from = `${cases.from} left join auth.persons owner_person on owner_person.id = verification.owner_id`

export async function readVerifications(
  db: Database,
  { work, userId, country, limit = 50, cursor }: CasesQuery,
  terms: RiskTerms,
): Promise<{ verifications: StaffCase[]; nextCursor: string | null }> {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const order = orders[work ?? 'all']
  const { rows } = await db.query<Row>({
    name: `verifications.${work ?? 'all'}`,
    text: `select ${columns} from ${from}
      where ${order.where} and ($1::uuid is null or verification.owner_id = $1)
        and ($5::text is null or verification.country = $5)
        and ($2::timestamptz is null or (${order.at}, verification.id) ${order.next} ($2, $3::uuid))
      order by ${order.at} ${order.direction}, verification.id ${order.direction} limit $4`,
    values: [userId ?? null, at, id, limit + 1, country ?? null],
  })
  const { shown, nextCursor } = pageOf(rows, limit, (last) => [last.submittedAt, last.id])
  return {
    verifications: await presentForStaff(db, shown, terms),
    nextCursor,
  }
}

const countedAtMost = 100
/** Of fewer, one says nothing about the next. */
const saidFrom = 5

/** How long it usually takes until somebody has decided, from the newest cases that are decided; null: too few to say. */
export async function readUsualReview(
  db: Database,
): Promise<{ cases: number; minutes: number } | null> {
  const { rows } = await db.query<{ cases: number; minutes: number | null }>({
    name: 'verifications.usual',
    text: `with newest as materialized (
        select verification.decided_at, verification.submitted_at from ${cases.from}
          order by verification.submitted_at desc, verification.id desc limit ${countedAtMost})
      select count(*)::int as cases, ceil(extract(epoch from percentile_disc(0.5) within group (order by decided_at - submitted_at)) / 60)::int as minutes
        from newest where decided_at is not null`,
  })
  const { cases: counted, minutes } = rows[0]!
  return minutes === null || counted < saidFrom ? null : { cases: counted, minutes }
}

export async function readVerification(
  db: Database,
  id: string,
  terms: RiskTerms,
): Promise<StaffCase | null> {
  const { rows } = await db.query<Row>({
    name: 'verifications.one',
    text: `select ${columns} from ${from} where verification.id = $1`,
    values: [id],
  })
  const [one] = await presentForStaff(db, rows, terms)
  return one ?? null
}

const hasIncome = (row: Row, shown: ReadonlyMap<string, ShownDocument>) =>
  idsIn(row).some((id) => shown.get(id)?.kind === 'income')

/** Whether staff can remind somebody of what is missing, by the rule of the reminder itself. */
function reminderOf(
  { id }: Case,
  all: readonly Case[],
  found: Remindable | undefined,
  now: Instant,
): StaffCase['reminder'] {
  if (!found) return null
  const { remindedAt, ...owner } = found
  const refusal = refusalOfReminder({ owner, all, verification: id, remindedAt }, now)
  if (refusal?.code === 'nothing_missing') return null
  return { remindedAt: isoIfAny(remindedAt), whyNot: refusal && sentenceOf(refusal) }
}

async function presentForStaff(
  at: Database,
  rows: readonly Row[],
  terms: RiskTerms,
): Promise<StaffCase[]> {
  if (rows.length === 0) return []
  const db = oneByOne(at)
  const owners = [...new Set(rows.map(({ owner }) => owner))]
  const [now, all, shown, openings, pending, proposed, numbered, grade, remindable] =
    await Promise.all([
      readBusinessNow(db),
      readCases(db, owners),
      readDocumentsById(db, rows.flatMap(idsIn)),
      readOpenings(db, rows.flatMap(idsIn)),
      readPendingCounts(db, owners),
      readOpenProposals(db, [finalRefusal], owners.map(holdsFinalRefusal)),
      readNumbered(
        db,
        rows.map(({ id }) => id),
      ),
      readGrading(db, owners, terms),
      readRemindable(db, owners),
    ])
  const finalOf = ({ id, owner }: Row) => {
    const open = proposed.get(holdsFinalRefusal(owner))
    return open?.facts.verification === id ? open : null
  }
  return rows.map((row) => {
    const own = all.filter(({ owner }) => owner === row.owner)
    return {
      ...presentCase(row, shown),
      ...grade({ ...row, hasProofOfIncome: hasIncome(row, shown) }),
      age: row.birthDate === null ? null : ageAt(row.birthDate, row.submittedAt),
      openings: openings
        .filter(({ documentId, at }) => idsIn(row).includes(documentId) && at >= row.submittedAt)
        .map(({ documentId, userId }) => ({ documentId, userId })),
      user: {
        ...party(row.owner, row.fullName),
        email: row.email,
        state: verificationOf(own, now).state satisfies VerificationState,
      },
      checks: row.checks === null ? null : checksIn(row.checks),
      hasNumber: numbered.has(row.id),
      decidedBy: row.decidedBy === null ? null : party(row.decidedBy, row.decidedByName),
      finalRefusal: finalOf(row),
      reminder: reminderOf(row, own, remindable.get(row.owner), now),
      pendingWithdrawals: pending.get(row.owner) ?? 0,
      earlier: own.filter(({ submittedAt }) => submittedAt < row.submittedAt).length,
    }
  })
}

/** What a person's allowances are, as a page shows them. */
export const inDollars = (cents: Cents | null) => (cents === null ? null : dollarsFromCents(cents))
