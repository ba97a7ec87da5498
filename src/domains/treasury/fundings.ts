/** The list of what was proposed about the firm's own money. */
import { isoFromInstant } from '../../lib/instant.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { presentFunding } from './present.ts'
import { fundings, type FundingRow } from './table.ts'

type Query = {
  status?: 'open' | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

export async function readFundings(db: Database, { status, limit = 50, cursor }: Query) {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const { rows } = await db.query<FundingRow>({
    // Unnamed: a plan for what is asked for, not one for all that could be.
    text: `select ${fundings.columns} from ${fundings.from}
      where ($1::timestamptz is null or (funding.proposed_at, funding.id) < ($1, $2::uuid)) and ($4::text is null or funding.status = $4)
      order by funding.proposed_at desc, funding.id desc limit $3`,
    values: [at, id, limit + 1, status ?? null],
  })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    proposals: shown.map(presentFunding),
    nextCursor:
      rows.length > limit && last ? encodeCursor([isoFromInstant(last.proposedAt), last.id]) : null,
  }
}
