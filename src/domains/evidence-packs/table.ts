/** Packs of evidence that were asked for, as they are kept. */
import { flag, instant, uuid, word } from '../../desk/column.ts'
import { reading } from '../../desk/read.ts'
import { Table, type WithNames } from '../../desk/table.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'

/** `asked`: two administrators have to agree, as names and words of people are in it, or one has refused it. */
type PackStatus = 'requested' | 'granted'

export type EvidencePack = {
  id: string
  /** The firm. */
  owner: OwnerId
  from: string
  to: string
  withPersons: boolean
  status: PackStatus
  requestedAt: Instant
  requestedBy: OwnerId
  /** The two administrators. */
  agreedBy: OwnerId | null
  decidedBy: OwnerId | null
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
    requestedAt: instant('requested_at'),
    requestedBy: uuid('requested_by', { named: true }),
    agreedBy: uuid('agreed_by', { later: true }),
    decidedBy: uuid('decided_by', { later: true }),
  },
})
export type PackRow = WithNames<EvidencePack, 'requestedBy'>

const lately = packs.source<OwnerId>({
  name: 'lately',
  form: 'uuid',
  // Read once: asked for each row, the clock could use no index. An owner's time is never behind it.
  text: `select ${packs.columns} from ${packs.from} where pack.owner_id = any ($1)
    and pack.requested_at > (select business_now() - interval '24 hours')`,
})

/** Needs the packs of the last day, which a new one counts with. */
export const packsLately = reading(lately, firm)
