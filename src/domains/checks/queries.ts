/** What is kept of checks beside the journal. */
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Database } from '../../platform/database.ts'
import { checks, type CheckRow } from './table.ts'

export type FoundCheck = CheckRow & { ownerName: string | null; finding: unknown }

type Place = { at: string | null | undefined; id: string | null | undefined }

const text = (
  rest: string,
) => `select ${checks.columns}, owner_person.full_name as "ownerName", found.finding
      from ${checks.from} left join auth.persons owner_person on owner_person.id = law_check.owner_id
        left join check_findings found on found.check_id = law_check.id
      ${rest}`

/** Those to decide, oldest first; or those that were decided, newest first. From a place on. */
export async function readFound(
  db: Database,
  isDecided: boolean,
  { at, id }: Place,
  limit: number,
): Promise<FoundCheck[]> {
  const [which, by, next, order] = isDecided
    ? ["law_check.status <> 'open'", 'law_check.decided_at', '<', 'desc']
    : ["law_check.status = 'open'", 'law_check.begun_at', '>', 'asc']
  const { rows } = await db.query<FoundCheck>({
    name: `checks.${isDecided ? 'decided' : 'open'}`,
    text: text(`where ${which} and ($1::timestamptz is null or (${by}, law_check.id) ${next} ($1, $2::uuid))
      order by ${by} ${order}, law_check.id ${order} limit $3`),
    values: [at ?? null, id ?? null, limit],
  })
  return rows
}

/** That one, decided or not; none where there is no such. */
export async function readFoundById(db: Database, id: string): Promise<FoundCheck[]> {
  const { rows } = await db.query<FoundCheck>({
    name: 'checks.by-id',
    text: text('where law_check.id = $1'),
    values: [id],
  })
  return rows
}

export type KeptReason = {
  check: string
  command: string
  by: OwnerId
  byName: string | null
  reason: string
}

/** Why they were proposed or refused, in the order in which that was said. */
export async function readReasons(db: Database, ids: readonly string[]): Promise<KeptReason[]> {
  const { rows } = await db.query<KeptReason>({
    name: 'checks.reasons',
    text: `select said.check_id as check, said.command_id as command, said.by_id as by, person.full_name as "byName", said.reason
      from check_reasons said left join auth.persons person on person.id = said.by_id
      where said.check_id = any ($1) order by said.command_id`,
    values: [ids],
  })
  return rows
}
