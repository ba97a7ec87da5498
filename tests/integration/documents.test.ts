/** People's documents: who adds, removes and opens them, how much of it, and how they are sent. */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { sweepContents } from '../../src/domains/documents/contents.ts'
import { createReader } from '../../src/platform/pictures/reader.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { believe } from '../support/believe.ts'
import { createTestDatabase } from '../support/database.ts'
import { testDocumentKeys } from '../support/document-keys.ts'
import { pdfOf, photo } from '../support/files.ts'
import { moveDays } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

const send = (
  who: { token: string },
  bytes: Buffer,
  { kind = 'identity', headers = {} }: { kind?: string; headers?: Record<string, string> } = {},
) =>
  ask(app, 'POST', `${api}/documents?kind=${kind}`, {
    token: who.token,
    payload: bytes,
    headers: { 'content-type': 'application/octet-stream', ...headers },
  })

async function added(who: { token: string }, bytes: Buffer): Promise<string> {
  const reply = await send(who, bytes)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.document.id
}

async function staff(role: 'admin' | 'auditor'): Promise<Somebody> {
  const person = await signUpSomebody(app)
  await setRole(database, person.id, role)
  return person
}

const view = (who: { token: string }, id: string) =>
  ask(app, 'POST', `${api}/documents/${id}/view`, { token: who.token })

async function linksOf(who: { token: string }, id: string) {
  const reply = await view(who, id)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data.links as { pages: string[]; file: string | null }
}

const activityOf = async (who: { token: string }) =>
  (await ask(app, 'GET', `${api}/activity`, { token: who.token })).body.data.activity

const remove = (who: { token: string }, id: string) =>
  ask(app, 'DELETE', `${api}/documents/${id}`, { token: who.token })

const listed = async (who: { token: string }) =>
  (await ask(app, 'GET', `${api}/documents`, { token: who.token })).body.data.documents

/** The bytes of a reply as they came. */
async function fetched(who: { token: string }, url: string) {
  const { statusCode, headers, rawPayload } = await app.inject({
    method: 'GET',
    url,
    headers: { host: 'localhost:3000', authorization: `Bearer ${who.token}` },
  })
  return { status: statusCode, headers, bytes: rawPayload }
}

const contents = async (): Promise<number> =>
  Number((await database.owner.query('select count(*) from document_contents')).rows[0].count)

let admin: Somebody
let small: Buffer
beforeAll(async () => {
  admin = await staff('admin')
  small = await photo()
})

describe('a document', () => {
  test('H5 is added by a person, opened by staff, and the person sees who did', async () => {
    const ada = await signUpSomebody(app)
    const reply = await send(ada, await photo({ width: 3000, height: 1000 }))
    expect(reply.status).toBe(201)
    expect(reply.body.data.document).toMatchObject({
      kind: 'identity',
      mediaType: 'image/jpeg',
      pages: 1,
      status: 'added',
    })
    const links = await linksOf(admin, reply.body.data.document.id)
    expect(links).toEqual({ pages: [expect.any(String)], file: null })
    const page = await fetched(admin, links.pages[0]!)
    expect(page.status).toBe(200)
    expect(await sharp(page.bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: 2400,
      height: 800,
    })
    expect((await activityOf(ada)).slice(0, 2)).toMatchObject([
      {
        kind: 'document-viewed',
        by: 'staff',
        staffName: admin.user.fullName,
        details: { documentKind: 'Identity card or passport' },
      },
      { kind: 'document-added', by: 'you' },
    ])
  })

  test('H5 that is opened again within an hour is told once for each member of staff', async () => {
    const [ada, auditor] = [await signUpSomebody(app), await staff('auditor')]
    const id = await added(ada, small)
    for (const who of [admin, admin, auditor, admin]) await linksOf(who, id)
    const views = (await activityOf(ada)).filter(
      ({ kind }: { kind: string }) => kind === 'document-viewed',
    )
    expect(views.map(({ staffName }: { staffName: string }) => staffName)).toEqual([
      auditor.user.fullName,
      admin.user.fullName,
    ])
    const { rows } = await database.owner.query(
      `select count(*)::int from desk.commands where kind = 'ViewDocument' and subject = $1`,
      [ada.id],
    )
    expect(rows[0].count).toBe(4)
    await moveDays(database, 1)
    await linksOf(admin, id)
    expect((await activityOf(ada))[0]).toMatchObject({ kind: 'document-viewed' })
  })

  test('H5 is opened as often as that is recorded, also under a key that was used before', async () => {
    const ada = await signUpSomebody(app)
    const id = await added(ada, small)
    const headers = { 'idempotency-key': randomUUID() }
    for (const day of [0, 1, 2]) {
      if (day > 0) await moveDays(database, 1)
      const { token } = admin
      const opened = await ask(app, 'POST', `${api}/documents/${id}/view`, { token, headers })
      expect(opened.status).toBe(200)
    }
    const views = (await activityOf(ada)).filter(
      ({ kind }: { kind: string }) => kind === 'document-viewed',
    )
    expect(views).toHaveLength(3)
  })

  test('H5 is never opened by its own person, staff or not, nor by who is no staff any more', async () => {
    const id = await added(admin, small)
    expect((await view(admin, id)).body).toMatchObject({ code: 'not_on_yourself' })
    expect((await view(await signUpSomebody(app), id)).body).toMatchObject({ code: 'forbidden' })
    const other = await staff('admin')
    const links = await linksOf(other, id)
    await setRole(database, other.id, 'user')
    expect((await fetched(other, links.pages[0]!)).status).toBe(403)
  })

  test('that is a PDF is kept as it came, and shown in pictures', async () => {
    const ada = await signUpSomebody(app)
    const pdf = await pdfOf(['One', 'Two', 'Three'])
    const id = await added(ada, pdf)
    const links = await linksOf(admin, id)
    expect(links.pages).toHaveLength(3)
    const page = await fetched(admin, links.pages[1]!)
    const picture = await sharp(page.bytes).metadata()
    expect(Math.max(picture.width, picture.height)).toBe(1600)
    expect((await fetched(admin, links.file!)).bytes).toEqual(pdf)
    const beyond = links.pages[2]!.replace('/pages/3', '/pages/4')
    expect((await fetched(admin, beyond)).status).toBe(404)
  })

  test('is shown however often its pages are turned', async () => {
    const reader = createReader()
    const bytes = await pdfOf(['One', 'Two', 'Three'])
    const turned: string[] = []
    for (let n = 0; n < 12; n += 1) {
      const page = await reader.page(bytes, (n % 3) + 1)
      turned.push(typeof page === 'string' ? page : 'shown')
    }
    await reader.close()
    expect(new Set(turned)).toEqual(new Set(['shown']))
  })

  test('H2 whose page takes too long is not shown, and the next one is', async () => {
    const id = await added(await signUpSomebody(app), await pdfOf(['A letter']))
    const [hasty, patient] = [createReader({ longestMs: 1 }), createReader()]
    const pages = await Promise.all(
      [hasty, patient].map(async (reader) => {
        const server = await createTestApp(database, {
          files: { reader, scanner: null, keys: testDocumentKeys },
        })
        const url = (await linksOf(admin, id)).pages[0]!
        const reply = await ask(server, 'GET', url, { token: admin.token })
        await reader.close()
        return [reply.status, reply.body?.code]
      }),
    )
    expect(pages).toEqual([
      [422, 'page_not_shown'],
      [200, undefined],
    ])
  })

  test('is listed by its person and by staff, without what is in it', async () => {
    const ada = await signUpSomebody(app)
    const first = await added(ada, small)
    const second = await added(ada, await pdfOf(['A letter']))
    expect((await listed(ada)).map(({ id }: { id: string }) => id)).toEqual([second, first])
    const ofUser = await ask(app, 'GET', `${api}/users/${ada.id}/documents`, { token: admin.token })
    expect(ofUser.body.data.documents).toEqual(await listed(ada))
    expect(Object.keys(ofUser.body.data.documents[0])).not.toContain('digest')
  })

  test('is removed by its person while it isn’t submitted, and its bytes with it', async () => {
    const [ada, ben] = [await signUpSomebody(app), await signUpSomebody(app)]
    const id = await added(ada, small)
    const before = await contents()
    expect((await remove(ben, id)).body).toMatchObject({ code: 'unknown_document' })
    expect((await remove(ada, id)).status).toBe(200)
    expect(await contents()).toBe(before - 1)
    expect(await listed(ada)).toEqual([])
    expect((await view(admin, id)).body).toMatchObject({ code: 'unknown_document' })
    const submitted = await added(ada, small)
    await database.owner.query(`update documents set status = 'submitted' where id = $1`, [
      submitted,
    ])
    await believe(database.owner, 'documents')
    expect((await remove(ada, submitted)).body).toMatchObject({ code: 'document_submitted' })
  })

  test('is erased with its person', async () => {
    const ada = await signUpSomebody(app)
    const id = await added(ada, small)
    const before = await contents()
    const closed = await ask(app, 'DELETE', `${api}/${ada.id}`, { token: admin.token })
    expect(closed.status, closed.text).toBe(200)
    expect(await contents()).toBe(before - 1)
    expect((await view(admin, id)).body).toMatchObject({ code: 'unknown_document' })
  })

  test('keeps its bytes, whoever holds the application’s role', async () => {
    await added(await signUpSomebody(app), small)
    await expect(database.pool.query('delete from document_contents')).rejects.toThrow(
      'a document still has these bytes',
    )
  })
})

describe('what is sent', () => {
  test('H4 is an attachment that nothing runs, whatever it is', async () => {
    const ada = await signUpSomebody(app)
    const pdf = await linksOf(admin, await added(ada, await pdfOf(['A letter'])))
    const picture = await linksOf(admin, await added(ada, small))
    for (const [url, media, name] of [
      [pdf.pages[0]!, 'image/jpeg', 'page-1.jpg'],
      [pdf.file!, 'application/pdf', /^document-\w+\.pdf$/],
      [picture.pages[0]!, 'image/jpeg', 'page-1.jpg'],
    ] as const) {
      const { status, headers } = await fetched(admin, url)
      expect([status, headers['content-type']]).toEqual([200, media])
      const [, given] = /^attachment; filename="([\w.-]+)"$/.exec(
        String(headers['content-disposition']),
      )!
      expect(given).toMatch(name)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      })
    }
  })

  test('H5 opens by its own link alone: another session, document or signature gets nothing', async () => {
    const ada = await signUpSomebody(app)
    const [one, other] = [await added(ada, small), await added(ada, small)]
    const url = (await linksOf(admin, one)).pages[0]!
    expect((await fetched(admin, url)).status).toBe(200)
    const again = await ask(app, 'POST', `${api}/login`, {
      payload: { email: admin.email, password: admin.password },
    })
    const colleague = await staff('admin')
    expect((await fetched({ token: again.body.token }, url)).status).toBe(404)
    expect((await fetched(colleague, url)).status).toBe(404)
    expect((await fetched(admin, url.replace(one, other))).status).toBe(404)
    expect(
      (await fetched(admin, `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`)).status,
    ).toBe(404)
    const file = url.replace('/pages/1', '/file')
    expect((await fetched(admin, file)).status).toBe(404)
  })

  test('H5 opens for a minute by the database’s clock, and no longer', async () => {
    const url = (await linksOf(admin, await added(await signUpSomebody(app), small))).pages[0]!
    const until = Number(/-(\d+)\.[\w-]+$/.exec(url)![1])
    const { rows } = await database.owner.query(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
    )
    expect(until - rows[0].now).toBeGreaterThan(0)
    expect(until - rows[0].now).toBeLessThanOrEqual(60_000)
  })
})

describe('a file', () => {
  test('is taken as bytes and nothing else', async () => {
    const ada = await signUpSomebody(app)
    const asJson = await send(ada, Buffer.from('{}'), {
      headers: { 'content-type': 'application/json' },
    })
    expect([asJson.status, asJson.body.code]).toEqual([415, 'not_bytes_type'])
    const asForm = await send(ada, small, { headers: { 'content-type': 'image/jpeg' } })
    expect([asForm.status, asForm.body.code]).toEqual([415, 'not_bytes_type'])
    const elsewhere = await ask(app, 'POST', `${api}/destinations`, {
      token: ada.token,
      payload: small,
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([415, 'not_json_type'])
    const fromElsewhere = await send(ada, small, { headers: { origin: 'https://other.example' } })
    expect([fromElsewhere.status, fromElsewhere.body.code]).toEqual([403, 'cross_site'])
    expect((await send(ada, small, { kind: 'selfie' })).body.fields).toHaveProperty('kind')
    expect((await send(ada, Buffer.alloc(0))).body.fields).toHaveProperty('body')
  })

  test('H2 of more than 10 MB is refused before it is read', async () => {
    const reply = await send(await signUpSomebody(app), Buffer.alloc(10 * 1024 * 1024 + 1))
    expect(reply.status).toBe(413)
    expect(reply.body).toMatchObject({
      code: 'too_large',
      detail: 'The file is larger than 10 MB. Nothing was stored: send a smaller one.',
    })
  })

  test('that is sent again with the same key is added once, and leaves no bytes behind', async () => {
    const ada = await signUpSomebody(app)
    const once = { headers: { 'idempotency-key': 'my photo' } }
    const first = await send(ada, small, once)
    const before = await contents()
    const again = await send(ada, small, once)
    expect(again.text).toBe(first.text)
    expect(await contents()).toBe(before)
    const another = await send(ada, await photo(), once)
    expect([another.status, another.body.code]).toEqual([422, 'key_reused'])
    const ofKind = await send(ada, small, { ...once, kind: 'address' })
    expect([ofKind.status, ofKind.body.code]).toEqual([422, 'key_reused'])
    expect(await contents()).toBe(before)
  })

  test('is one of ten that wait, and one of thirty in a day', async () => {
    const ada = await signUpSomebody(app)
    const ids: string[] = []
    for (let n = 0; n < 10; n += 1) ids.push(await added(ada, small))
    const before = await contents()
    expect((await send(ada, small)).body).toMatchObject({ code: 'too_many_documents' })
    expect(await contents()).toBe(before)
    await database.owner.query(
      `insert into documents (id, owner_id, kind, content_id, media_type, size, digest, pages, added_at, status)
       select gen_random_uuid(), $1, 'identity', gen_random_uuid(), 'image/jpeg', 1000, repeat('0', 64), 1, business_now(), 'removed' from generate_series(1, 20)`,
      [ada.id],
    )
    await believe(database.owner, 'documents')
    await remove(ada, ids[0]!)
    expect((await send(ada, small)).body).toMatchObject({ code: 'documents_today' })
    await moveDays(database, 1)
    await added(ada, small)
  })

  test('counts with its bytes: 60 MB in a day', async () => {
    const ada = await signUpSomebody(app)
    await database.owner.query(
      `insert into documents (id, owner_id, kind, content_id, media_type, size, digest, pages, added_at, status)
       values (gen_random_uuid(), $1, 'identity', gen_random_uuid(), 'image/jpeg', $2, repeat('0', 64), 1, business_now(), 'removed')`,
      [ada.id, 60 * 1024 * 1024 - 100],
    )
    await believe(database.owner, 'documents')
    expect((await send(ada, small)).body).toMatchObject({ code: 'documents_today' })
  })

  test('J18: is one at a time of each person, and takes no place from others', async () => {
    const ada = await signUpSomebody(app)
    const both = await Promise.all([send(ada, small), send(ada, small)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 429])
    const refused = both.find(({ status }) => status === 429)!
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const people = await Promise.all(Array.from({ length: 9 }, () => signUpSomebody(app)))
    const statuses = (await Promise.all(people.map((who) => send(who, small)))).map(
      ({ status }) => status,
    )
    expect(statuses).toEqual(people.map(() => 201))
  })

  test('needs a verified address where the policy says so, and a key', async () => {
    const strict = await createTestApp(database, {
      policy: { ...demoPolicy, emailMustBeVerified: true },
    })
    const ada = await signUpSomebody(app)
    const to = async (server: typeof app) => {
      const reply = await ask(server, 'POST', `${api}/documents?kind=identity`, {
        token: ada.token,
        payload: small,
        headers: { 'content-type': 'application/octet-stream' },
      })
      return [reply.status, reply.body.code]
    }
    expect(await to(strict)).toEqual([403, 'email_unverified'])
    const reader = createReader()
    const keyless = await createTestApp(database, { files: { reader, scanner: null, keys: null } })
    expect(await to(keyless)).toEqual([503, 'unavailable'])
  })
})

test('bytes that no command took within an hour are swept by the database’s clock', async () => {
  const ada = await signUpSomebody(app)
  await added(ada, small)
  await database.owner.query(
    `insert into document_contents (id, owner_id, sealed, data_key, master_key, created_at)
     select gen_random_uuid(), $1, '\\x00', '\\x00', repeat('0', 16), clock_timestamp() - make_interval(mins => age) from unnest(array[59, 61, 6000]) age`,
    [ada.id],
  )
  const before = await contents()
  expect(await sweepContents(database.pool)).toBe(false)
  expect(await contents()).toBe(before - 2)
})
