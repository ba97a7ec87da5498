/** What is handed to signers and comes back from them. It has people's addresses: it is kept while its batch needs it, and stands in no journal. */
import { hash } from 'node:crypto'
import type { QueryConfig } from 'pg'
import type { Database } from '../../platform/database.ts'

export const digestOf = (psbt: string): string => hash('sha256', psbt, 'hex')

/** Before the command that takes it; answers its digest. */
export async function keepFile(db: Database, batch: string, psbt: string): Promise<string> {
  const digest = digestOf(psbt)
  await db.query({
    name: 'payout-batches.keep-file',
    text: 'insert into payout_files (batch_id, digest, psbt) values ($1, $2, $3) on conflict do nothing',
    values: [batch, digest, psbt],
  })
  return digest
}

/** Null where it is gone, or isn't what it was kept as. */
export async function readFile(
  db: Database,
  batch: string,
  digest: string,
): Promise<string | null> {
  const { rows } = await db.query<{ psbt: string }>({
    name: 'payout-batches.file',
    text: 'select psbt from payout_files where batch_id = $1 and digest = $2',
    values: [batch, digest],
  })
  const psbt = rows[0]?.psbt
  return psbt !== undefined && digestOf(psbt) === digest ? psbt : null
}

export const deleteFilesStatement = (batches: readonly string[]): QueryConfig => ({
  name: 'payout-batches.delete-files',
  text: 'delete from payout_files where batch_id = any ($1)',
  values: [batches],
})

/** Deletes what no command has taken within an hour, by the database's clock: its server ended in between, or it was refused. */
export async function sweepFiles(db: Database): Promise<void> {
  await db.query({
    name: 'payout-batches.sweep-files',
    text: `delete from payout_files file where kept_at < (select clock_timestamp() - interval '1 hour') and not exists (
      select from payout_batches batch where batch.id = file.batch_id and batch.status in ('built', 'sent') and file.digest in (batch.digest, batch.signed_digest))`,
  })
}
