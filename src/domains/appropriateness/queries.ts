import type { AnsweredCheck, Appropriateness } from '../../contract/appropriateness.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import {
  answersInWords,
  questionsVersion,
  shownQuestions,
  whyOf,
  type Answers,
} from './questions.ts'
import { checks, stateOf, type Check } from './table.ts'

const isoOrNull = (at: Instant | null) => (at === null ? null : isoFromInstant(at))

/** Null where they were erased, or belong to other questions than today's. */
const answersOf = ({ answers, version }: Check): Answers | null =>
  answers === null || version !== questionsVersion ? null : (JSON.parse(answers) as Answers)

export async function readAppropriateness(db: Database, owner: OwnerId): Promise<Appropriateness> {
  const { rows } = await db.query<Check & { now: Instant }>({
    name: 'appropriateness.latest',
    text: `select ${checks.columns}, (select business_now()) as now from ${checks.from} where owner_id = $1 order by answered_at desc limit 1`,
    values: [owner],
  })
  const [latest] = rows
  const isPause = latest?.outcome === 'pause'
  return {
    state: stateOf(latest, latest?.now ?? 0),
    pausedUntil: isoOrNull(latest?.pausedUntil ?? null),
    why: isPause ? whyOf(answersOf(latest) ?? {}) : [],
    version: questionsVersion,
    questions: shownQuestions,
  }
}

/** Newest first; few, since each but the last is followed by a pause. */
export async function readChecks(db: Database, owner: OwnerId): Promise<AnsweredCheck[]> {
  const { rows } = await db.query<Check>({
    name: 'appropriateness.all',
    text: `select ${checks.columns} from ${checks.from} where owner_id = $1 order by answered_at desc limit 100`,
    values: [owner],
  })
  return rows.map((check) => {
    const answers = answersOf(check)
    return {
      id: check.id,
      at: isoFromInstant(check.answeredAt),
      version: check.version,
      outcome: check.outcome,
      pausedUntil: isoOrNull(check.pausedUntil),
      answers: answers && answersInWords(answers),
    }
  })
}

/** Of everybody together, but those that were erased with their person. */
export async function countAllChecks(db: Database): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'appropriateness.count-all',
    text: `select count(*)::int as count from ${checks.from} where answered.answers is not null`,
  })
  return rows[0]!.count
}
