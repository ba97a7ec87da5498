import type { Gate } from '../../contract/gate.ts'
import { closedName } from '../../desk/spoken.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import { stillOpen } from '../approvals/still-open.ts'
import { openingForMs } from './rules.ts'
import { openings, type Opening } from './table.ts'

type Row = Opening & { proposer: string | null; counts: boolean }

/** When the firm was opened, and what is proposed and can still be approved. */
export async function readOpening(db: Database): Promise<Pick<Gate, 'openedAt' | 'proposal'>> {
  const { rows } = await db.query<Row>({
    name: 'openings.under-way',
    text: `select ${openings.columns}, proposer.full_name as proposer,
        ${stillOpen('opening.proposed_at', openingForMs)} as counts
      from ${openings.from} join owners by on by.id = opening.proposed_by
        left join auth.persons proposer on proposer.id = opening.proposed_by
      where opening.status in ('proposed', 'done')`,
  })
  const done = rows.find(({ status }) => status === 'done')
  const proposed = rows.find(({ status, counts }) => status === 'proposed' && counts)
  return {
    openedAt: done ? isoFromInstant(done.decidedAt!) : null,
    proposal: proposed
      ? {
          id: proposed.id,
          proposedAt: isoFromInstant(proposed.proposedAt),
          proposedBy: { id: proposed.proposedBy, fullName: proposed.proposer ?? closedName },
          endsAt: isoFromInstant(proposed.proposedAt + openingForMs),
        }
      : null,
  }
}
