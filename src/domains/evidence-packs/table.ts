/** Packs of evidence that were asked for, as they are kept. */
import { flag, instant, text, uuid, word } from '../../desk/column.ts'
import { reading } from '../../desk/read.ts'
import { Table, type WithNames } from '../../desk/table.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'

/** `asked`: two administrators have to agree, as names and words of people are in it. */
type PackStatus = 'asked' | 'granted' | 'refused'

export type EvidencePack = {
  id: string
  /** The firm. */
  owner: OwnerId
  from: string
  to: string
  withPersons: boolean
  status: PackStatus
  askedAt: Instant
  askedBy: OwnerId
  /** The first of two administrators. */
  agreedAt: Instant | null
  agreedBy: OwnerId | null
  /** The second one, or who refused it. */
  decidedAt: Instant | null
  decidedBy: OwnerId | null
  refusalReason: string | null
}

export const packs = new Table<EvidencePack>({
  name: 'evidence_packs',
  as: 'pack',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    from: word('from_day'),
    to: word('to_day'),
    withPersons: flag('with_persons'),
    status: word('status', { changes: true }),
    askedAt: instant('asked_at'),
    askedBy: uuid('asked_by', { named: true }),
    agreedAt: instant('agreed_at', { changes: true }),
    agreedBy: uuid('agreed_by', { changes: true, named: true }),
    decidedAt: instant('decided_at', { later: true }),
    decidedBy: uuid('decided_by', { later: true, named: true }),
    refusalReason: text('refusal_reason', { later: true }),
  },
})
export type PackRow = WithNames<EvidencePack, 'askedBy' | 'agreedBy' | 'decidedBy'>

const lately = packs.source<OwnerId>({
  name: 'lately',
  form: 'uuid',
  // Read once: asked for each row, the clock could use no index. An owner's time is never behind it.
  text: `select ${packs.columns} from ${packs.from} where pack.owner_id = any ($1)
    and pack.asked_at > (select business_now() - interval '24 hours')`,
})

/** Needs the packs of the last day, which a new one counts with. */
export const packsLately = reading(lately, firm)
