/** What people sent in to be verified is taken over before it is erased with them, and deleted when its time has come. */
import type { QueryConfig } from 'pg'
import { givenRows } from '../../desk/bulk.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import { bothEndings, businessClock, hasEnded, readEnding } from '../../platform/ending.ts'
import {
  deleteDueContents,
  keepContentsStatement,
  readContentsEnding,
} from '../documents/contents.ts'

type ToKeep = { owner: OwnerId; until: Instant; law: string }

/** Before anything of these people is erased. */
export function keepStatements(people: readonly ToKeep[]): QueryConfig[] {
  if (people.length === 0) return []
  const { table, values } = givenRows(people, {
    owner_id: ['uuid', ({ owner }) => owner],
    kept_until: ['instant', ({ until }) => until],
    law: ['text', ({ law }) => law],
  })
  return [
    {
      name: 'kept-records.keep',
      text: `insert into kept_records (id, owner_id, legal_name, birth_date, country, address, documents, submitted_at, outcome, decided_at, law, kept_until)
        select sent.id, sent.owner_id, sent.legal_name, sent.birth_date, sent.country, sent.address, sent.documents, sent.submitted_at, sent.status, sent.decided_at, given.law, given.kept_until
        from ${table} join verifications sent using (owner_id)`,
      values,
    },
    keepContentsStatement(people),
  ]
}

/** In a portion. */
const maxAtOnce = 20

/** Deletes what had to be kept until now, by business time, and its documents. Answers whether there may be more. */
export async function deleteDueRecords(db: Database): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from kept_records where id in (select record.id from kept_records record where ${hasEnded('record.kept_until', businessClock)}
       order by record.kept_until, record.id limit ${maxAtOnce})`,
  )
  const isMoreOfDocuments = await deleteDueContents(db)
  return rowCount === maxAtOnce || isMoreOfDocuments
}

/** What is kept of people who have left, with its documents, and what `deleteDueRecords` deletes next. */
export async function readRecordsEnding(db: Database) {
  const [records, contents] = await Promise.all([
    readEnding(db, {
      name: 'kept-records.ending',
      from: 'kept_records record',
      until: 'record.kept_until',
      clock: businessClock,
    }),
    readContentsEnding(db),
  ])
  return bothEndings(records, contents)
}
