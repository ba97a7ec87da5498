/**
 * Turns the keys over: a new master key, under which every data key is wrapped anew, while servers run and people upload.
 * What is under an earlier key when it begins is from a turn that was interrupted: that one is finished first.
 */
import { randomBytes } from 'node:crypto'
import { chmod, chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { Pool, PoolClient } from 'pg'
import { CannotStart } from '../../platform/cannot-start.ts'
import { inTransaction } from '../../platform/database.ts'
import { newKeyLine, readDocumentKeys, type DocumentKey } from '../../platform/document-keys.ts'
import { sealWith, unsealWith } from '../../platform/sealed.ts'
import { keysLock } from './contents.ts'

/** Held by whoever turns keys over, so that nobody else does. */
const turnLock = 4_086_146
const atOnce = 100

/** Replaces the file, wholly or not at all; who may read it stays. */
async function addKey(path: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const { uid, gid, mode } = await stat(path)
  try {
    const lines = await readFile(path, 'utf8')
    await writeFile(draft, `${newKeyLine()}\n${lines}`, { mode: 0o600, flush: true })
    await chown(draft, uid, gid)
    // Last: a change of owner takes rights away.
    await chmod(draft, mode & 0o777)
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

async function countUnderOthers(pool: Pool, current: string): Promise<number> {
  const { rows } = await pool.query<{ count: bigint }>(
    'select count(*)::bigint as count from document_contents where master_key <> $1',
    [current],
  )
  return Number(rows[0]!.count)
}

/** Nothing that began before the file had its new key is under way any more; whatever begins now reads it. */
const waitForWriters = (pool: Pool) =>
  inTransaction(pool, (client) => client.query('select pg_advisory_xact_lock($1)', [keysLock]))

type Row = { id: string; data_key: Buffer; master_key: string }

/** Answers how many were wrapped anew. */
async function wrapSome(client: PoolClient, keys: readonly DocumentKey[]): Promise<number> {
  const [current, ...earlier] = keys as [DocumentKey, ...DocumentKey[]]
  const { rows } = await client.query<Row>(
    `select id, data_key, master_key from document_contents where master_key = any ($1) order by master_key, id limit ${atOnce} for update`,
    [earlier.map(({ id }) => id)],
  )
  const wrapped = rows.map(({ id, data_key: dataKey, master_key: masterKey }) => {
    const under = earlier.find((key) => key.id === masterKey)!
    const plain = unsealWith(under.bytes, id, dataKey)
    if (plain === null) throw new Error(`The data key of ${id} does not open under its master key`)
    return sealWith(current.bytes, id, plain)
  })
  await client.query(
    `update document_contents content set data_key = given.data_key, master_key = $3
      from unnest($1::uuid[], $2::bytea[]) given (id, data_key) where content.id = given.id`,
    [rows.map(({ id }) => id), wrapped, current.id],
  )
  return rows.length
}

async function turn(pool: Pool, path: string, say: (line: string) => void): Promise<void> {
  const [before] = await readDocumentKeys(path)
  if ((await countUnderOthers(pool, before!.id)) > 0)
    say(`An earlier turn was not finished: it goes on, under the key ${before!.id}.`)
  else await addKey(path)
  const keys = await readDocumentKeys(path)
  await waitForWriters(pool)
  let wrapped = 0
  for (;;) {
    const some = await inTransaction(pool, (client) => wrapSome(client, keys))
    if (some === 0) break
    wrapped += some
  }
  const left = await countUnderOthers(pool, keys[0]!.id)
  if (left > 0)
    throw new CannotStart(
      `${left} documents are under a key that ${path} lacks: put its line back, below the first, and run this again.`,
    )
  say(`Every document is under the key ${keys[0]!.id} now; ${wrapped} were wrapped anew.`)
  if (keys.length > 1)
    say(
      `No document needs the other lines (${keys
        .slice(1)
        .map(({ id }) => id)
        .join(
          ', ',
        )}) any more. Backups from before this need them: keep a copy for as long as you keep those.`,
    )
}

/** Throws `CannotStart` where it can't be done, or somebody else is at it. */
export async function turnKeysOver(
  pool: Pool,
  path: string,
  say: (line: string) => void,
): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [turnLock])
    if (!rows[0].free) throw new CannotStart('Somebody else is turning the keys over.')
    await turn(pool, path, say)
  } finally {
    // Its lock ends with the connection.
    client.release(true)
  }
}
