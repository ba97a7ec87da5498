/** Documents in a copy of the database, and turning their keys over while people upload. */
import { randomBytes } from 'node:crypto'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { turnKeysOver } from '../../src/domains/documents/turn-keys.ts'
import { keysOfFile, newKeyLine, readDocumentKeys } from '../../src/platform/document-keys.ts'
import { createReader } from '../../src/platform/pictures/reader.ts'
import { createTestDatabase } from '../support/database.ts'
import { pdfOf, photo } from '../support/files.ts'
import { newFolder, removeFolders } from '../support/folder.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { startRefused } from '../support/server.ts'
import { setRole, testSecret } from '../support/stamp.ts'

afterAll(removeFolders)
const database = await createTestDatabase()
const path = join(await newFolder(), 'document-keys')
await writeFile(path, `${newKeyLine()}\n`)
await chmod(path, 0o600)

/** Two servers that share a database and the file. */
const servers = await Promise.all(
  [1, 2].map(() => {
    const reader = createReader()
    afterAll(() => reader.close())
    return createTestApp(database, { files: { reader, scanner: null, keys: keysOfFile(path) } })
  }),
)
const [app, other] = servers as [(typeof servers)[0], (typeof servers)[0]]
const admin = await signUpSomebody(app)
await setRole(database, admin.id, 'admin')

async function add(server: typeof app, bytes: Buffer): Promise<string> {
  const { token } = await signUpSomebody(server)
  const reply = await ask(server, 'POST', `${api}/documents?kind=identity`, {
    token,
    payload: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.document.id
}

/** Of opening it, and of its first page, by either server. */
async function statusOfPage(server: typeof app, id: string): Promise<number> {
  const { token } = admin
  const opened = await ask(server, 'POST', `${api}/documents/${id}/view`, { token })
  // What doesn't open isn't recorded as opened, and gets no link.
  if (opened.status !== 200) return opened.status
  return (await ask(server, 'GET', opened.body.data.links.pages[0], { token })).status
}

const masterKeys = async (): Promise<string[]> =>
  (await database.owner.query('select distinct master_key from document_contents')).rows.map(
    ({ master_key: key }) => key,
  )

/** Every value of every column of bytes or text, as a dump would have it. */
async function dumped(): Promise<Buffer> {
  const { rows: columns } = await database.owner.query(
    `select table_schema, table_name, column_name from information_schema.columns
      where table_schema in ('public', 'auth', 'desk', 'ledger', 'chain') and data_type in ('bytea', 'text', 'jsonb')
        and (table_schema, table_name) in (select schemaname, tablename from pg_tables)`,
  )
  const parts: Buffer[] = []
  for (const { table_schema: schema, table_name: table, column_name: column } of columns) {
    const { rows } = await database.owner.query(
      `select "${column}" as value from "${schema}"."${table}"`,
    )
    for (const { value } of rows)
      if (value !== null)
        parts.push(
          Buffer.isBuffer(value)
            ? value
            : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
        )
  }
  return Buffer.concat(parts)
}

test('H6 a copy of the database has nothing of a document, nor of its data key', async () => {
  const words = 'A letter to Ada Example'
  const pdf = await pdfOf([words], { compress: false })
  expect(pdf.includes('Ada') || pdf.includes(Buffer.from('416461'))).toBe(true)
  const id = await add(app, pdf)
  await add(app, await photo())
  expect(await statusOfPage(app, id)).toBe(200)
  const all = await dumped()
  expect(all.length).toBeGreaterThan(pdf.length)
  for (const sign of ['%PDF', 'endobj', 'JFIF', words, Buffer.from([0xff, 0xd8, 0xff])])
    expect(all.includes(sign)).toBe(false)
  for (let at = 0; at + 32 <= pdf.length; at += 32)
    expect(all.includes(pdf.subarray(at, at + 32))).toBe(false)
})

test('H6 what was moved to another row opens nowhere', async () => {
  const [one, two] = [await add(app, await photo()), await add(app, await photo())]
  await database.owner.query(
    `update document_contents content set sealed = from_other.sealed, data_key = from_other.data_key
      from document_contents from_other
      where content.id = (select content_id from documents where id = $1) and from_other.id = (select content_id from documents where id = $2)`,
    [one, two],
  )
  expect(await statusOfPage(app, one)).toBe(503)
  expect(await statusOfPage(app, two)).toBe(200)
  await database.owner.query('delete from document_views where document_id = $1', [one])
  await database.owner.query(`update documents set status = 'removed' where id = $1`, [one])
  await database.owner.query(
    'delete from document_contents where id = (select content_id from documents where id = $1)',
    [one],
  )
})

test('H6 the keys are turned over while two servers take documents, and all of them open afterwards', async () => {
  const before = [await add(app, await photo()), await add(other, await pdfOf(['Before']))]
  const [earlier] = await readDocumentKeys(path)
  const bytes = await sharp(randomBytes(300 * 200 * 3), {
    raw: { width: 300, height: 200, channels: 3 },
  })
    .jpeg()
    .toBuffer()
  let turned = false
  const during: string[] = []
  const uploading = [app, other].map(async (server) => {
    do during.push(await add(server, bytes))
    while (!turned)
  })
  const said: string[] = []
  await turnKeysOver(database.pool, path, (line) => void said.push(line)).finally(
    () => (turned = true),
  )
  await Promise.all(uploading)
  const [current, ...others] = await readDocumentKeys(path)
  expect(await masterKeys()).toEqual([current!.id])
  expect(others.map(({ id }) => id)).toEqual([earlier!.id])
  expect(said.at(-1)).toContain(`No document needs the other lines (${earlier!.id}) any more`)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(during.length).toBeGreaterThanOrEqual(2)
  for (const id of [...before, ...during])
    for (const server of [app, other]) expect(await statusOfPage(server, id)).toBe(200)
})

test('H6 a turn that was interrupted is finished by the next, without another key', async () => {
  const [current] = await readDocumentKeys(path)
  // As it is where the new line was written and nothing after it.
  const lines = await readFile(path, 'utf8')
  await writeFile(path, `${newKeyLine()}\n${lines}`)
  const [next] = await readDocumentKeys(path)
  const said: string[] = []
  await turnKeysOver(database.pool, path, (line) => void said.push(line))
  expect(said[0]).toBe(`An earlier turn was not finished: it goes on, under the key ${next!.id}.`)
  expect((await readDocumentKeys(path))[0]!.id).toBe(next!.id)
  expect(next!.id).not.toBe(current!.id)
  expect(await masterKeys()).toEqual([next!.id])
})

test('H6 a document whose key isn’t there is answered with 503, and opens again when the line is back', async () => {
  const id = await add(app, await photo())
  const lines = await readFile(path, 'utf8')
  await writeFile(path, `${newKeyLine()}\n`)
  expect(await statusOfPage(app, id)).toBe(503)
  await expect(turnKeysOver(database.pool, path, () => {})).rejects.toThrow(
    /documents are under a key that .* lacks/,
  )
  await writeFile(path, lines)
  expect(await statusOfPage(app, id)).toBe(200)
})

test('npm run keys:rotate turns them over from the shell, and says what is left to do', async () => {
  const [before] = await readDocumentKeys(path)
  const { code, stdout, stderr } = await startRefused({
    databaseUrl: database.url,
    command: [process.execPath, 'scripts/keys-rotate.ts'],
    env: { GLASSHOUSE_DOCUMENT_KEYS_FILE: path, GLASSHOUSE_SECRET: testSecret },
  })
  expect([code, stderr]).toEqual([0, ''])
  const [after] = await readDocumentKeys(path)
  expect(after!.id).not.toBe(before!.id)
  expect(stdout).toContain(`Every document is under the key ${after!.id} now`)
  expect(stdout).toContain('Backups from before this need them')
  expect(await masterKeys()).toEqual([after!.id])
})
