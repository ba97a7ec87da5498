/** Packs of evidence: who gets one, how it is made and downloaded, and what becomes of it. */
import type { Role } from '../../src/contract/roles.ts'
import { spawnSync } from 'node:child_process'
import { hash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { keepContent, sweepContents } from '../../src/domains/documents/contents.ts'
import { inParts, partBytes } from '../../src/domains/documents/parts.ts'
import { deleteEndedPacks, ofPart } from '../../src/domains/evidence-packs/files.ts'
import { linkTo } from '../../src/domains/evidence-packs/links.ts'
import { makeNextPack, type PackMaker } from '../../src/domains/evidence-packs/make.ts'
import { wantedOf } from '../../src/domains/evidence-packs/range.ts'
import { sessionsOf } from '../../src/domains/sign-in/parts.ts'
import { firm } from '../../src/ledger/core/chart.ts'
import { believe } from '../support/believe.ts'
import { createTestDatabase } from '../support/database.ts'
import { testDocumentKeys } from '../support/document-keys.ts'
import { noPython, python } from '../support/evidence.ts'
import { api, ask, createTestApp, signUpSomebody, testContext } from '../support/http.ts'
import { skippedBy } from '../support/outside.ts'
import { setRole, testSecret } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)
const context = testContext(database)
const maker: PackMaker = { ...context, signal: new AbortController().signal }

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
const somebody = async (role: Role, fields = {}): Promise<Somebody> => {
  const person = await signUpSomebody(app, fields)
  if (role !== 'user') await setRole(database, person.id, role)
  return person
}
let [auditor, anna, ben, cleo, ida] = [] as unknown as Somebody[]
beforeAll(async () => {
  ;[auditor, anna, ben, cleo, ida] = await Promise.all([
    somebody('auditor'),
    somebody('admin'),
    somebody('admin'),
    somebody('admin'),
    somebody('user', { fullName: 'Ida Quellmoor' }),
  ])
  await give(ida!, '/demo/deposits', { amount: 500, asset: 'BTC' })
})

const give = (who: { token: string }, path: string, payload?: object) =>
  ask(app, 'POST', api + path, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
    ...(payload ? { payload } : {}),
  })

const period = { from: '2020-01-01', to: '2099-12-31' }
async function asked(who: Somebody, withPersons = false): Promise<string> {
  // Nobody is kept from asking by what other tests asked for.
  await database.owner.query(
    `update evidence_packs set requested_at = requested_at - interval '2 days'`,
  )
  await believe(database.owner, 'evidence_packs')
  const reply = await give(who, '/evidence-packs', { ...period, withPersons })
  expect(reply.status, reply.text).toBe(202)
  return reply.body.data.id
}
const agree = (who: Somebody, id: string) =>
  give(who, `/proposals/${id}/agreement`, { shown: period })

async function packOf(id: string) {
  const { body } = await ask(app, 'GET', `${api}/evidence-packs?limit=200`, {
    token: auditor!.token,
  })
  return body.data.packs.find((pack: { id: string }) => pack.id === id)
}

async function makeAll(): Promise<void> {
  while (await makeNextPack(maker)) continue
}

async function ready(): Promise<string> {
  const id = await asked(auditor!)
  await makeAll()
  return id
}

/** One that nobody changes. */
let shared: Promise<string> | null = null
const sharedPack = () => (shared ??= ready())

const download = (who: Somebody, id: string) =>
  ask(app, 'POST', `${api}/evidence-packs/${id}/download`, { token: who.token })

async function linkOf(who: Somebody, id: string): Promise<string> {
  const reply = await download(who, id)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data.link
}

async function fetched(who: { token: string }, url: string, headers: Record<string, string> = {}) {
  const reply = await app.inject({
    method: 'GET',
    url,
    headers: { host: 'localhost:3000', authorization: `Bearer ${who.token}`, ...headers },
  })
  const body = String(reply.headers['content-type']).includes('json') ? reply.json() : null
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload, body }
}

async function countOf(text: string, values: unknown[] = []): Promise<number> {
  return Number((await database.owner.query(text, values)).rows[0].count)
}
const partsOf = (id: string) =>
  countOf('select count(*) from evidence_parts where pack_id = $1', [id])
const contents = () => countOf('select count(*) from document_contents where owner_id = $1', [firm])
const recorded = (kind: string) =>
  countOf(`select count(*) from desk.commands where kind = $1 and outcome = 'done'`, [kind])

const letTheClaimEnd = (id: string) =>
  database.owner.query(
    `update evidence_files set claimed_until = now() - interval '1 second' where pack_id = $1 and state = 'making'`,
    [id],
  )

/** What the machine's own `tar` takes out of it: the names of the files, and what is asked with them. */
function unpacked<T>(bytes: Buffer, look: (folder: string, names: string[]) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'pack-'))
  try {
    writeFileSync(join(folder, 'pack.tar'), bytes)
    const { status, stderr } = spawnSync('tar', ['-xf', 'pack.tar'], { cwd: folder })
    expect([status, String(stderr)]).toEqual([0, ''])
    const inside = join(folder, `evidence-${period.from}-${period.to}`)
    return look(inside, readdirSync(inside).toSorted())
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('a pack', () => {
  test('is made and downloaded', async () => {
    const id = await asked(auditor!)
    expect(await packOf(id)).toMatchObject({
      ...period,
      state: 'making',
      size: null,
      proposal: null,
    })
    await makeAll()
    const pack = await packOf(id)
    expect(pack).toMatchObject({ state: 'ready', percent: 100, fault: null })
    const { status, headers, bytes } = await fetched(auditor!, await linkOf(auditor!, id))
    expect(status).toBe(200)
    expect(bytes.length).toBe(pack.size)
    expect(headers).toMatchObject({
      'content-type': 'application/x-tar',
      'content-disposition': `attachment; filename="evidence-${period.from}-${period.to}.tar"`,
      'content-length': String(pack.size),
      'accept-ranges': 'bytes',
      etag: `"${hash('sha256', bytes, 'hex')}"`,
      'cache-control': 'no-store',
    })
    unpacked(bytes, (folder, names) => {
      expect(names).toContain('verify.py')
      expect(names).not.toContain('persons.jsonl.gz')
      expect(hash('sha256', readFileSync(join(folder, 'manifest.json')), 'hex')).toBe(pack.manifest)
    })
    expect(readdirSync(context.config.dataFolder)).not.toContain('evidence-drafts')
  })

  test('goes on where it broke off', async () => {
    const id = await sharedPack()
    const link = await linkOf(anna!, id)
    const { bytes, headers } = await fetched(anna!, link)
    const etag = headers.etag as string
    const downloads = await recorded('DownloadEvidence')
    const part = (range: string, more = {}) => fetched(anna!, link, { range, ...more })

    const first = await part('bytes=0-999')
    expect(first.status).toBe(206)
    expect(first.headers).toMatchObject({
      'content-range': `bytes 0-999/${bytes.length}`,
      'content-length': '1000',
      etag,
    })
    const rest = await part('bytes=1000-', { 'if-range': etag })
    expect(rest.status).toBe(206)
    expect(Buffer.concat([first.bytes, rest.bytes]).equals(bytes)).toBe(true)
    const last = await part('bytes=-1024')
    expect(last.headers['content-range']).toBe(
      `bytes ${bytes.length - 1024}-${bytes.length - 1}/${bytes.length}`,
    )
    expect(last.bytes.equals(bytes.subarray(-1024))).toBe(true)
    // Of another file: all of this one.
    const other = await part('bytes=1000-', { 'if-range': `"${'0'.repeat(64)}"` })
    expect([other.status, other.bytes.length]).toEqual([200, bytes.length])
    const beyond = await part(`bytes=${bytes.length}-`)
    expect(beyond.body.code).toBe('no_such_range')
    expect([beyond.status, beyond.headers['content-range']]).toEqual([
      416,
      `bytes */${bytes.length}`,
    ])
    // One download, however many parts.
    expect(await recorded('DownloadEvidence')).toBe(downloads)
  })

  test('of several parts answers a range across them', async () => {
    const id = randomUUID()
    const bytes = randomBytes(2 * partBytes + 1000)
    await database.owner.query(
      `insert into evidence_packs (id, owner_id, from_day, to_day, with_persons, status, requested_at, requested_by)
        values ($1, $2, '2026-01-01', '2026-01-01', false, 'granted', '2020-01-01', $3)`,
      [id, firm, auditor!.id],
    )
    await believe(database.owner, 'evidence_packs')
    await database.owner.query(
      `insert into evidence_files (pack_id, state, attempt, size, digest, manifest, good_until) values ($1, 'ready', 1, $2, $3, $3, now() + interval '1 day')`,
      [id, bytes.length, hash('sha256', bytes, 'hex')],
    )
    let number = 0
    // In pieces that fit no part.
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 1_234_567) yield bytes.subarray(at, at + 1_234_567)
    }
    for await (const part of inParts(pieces())) {
      const content = await keepContent(database.pool, testDocumentKeys, ofPart(id, number), part)
      await database.owner.query('insert into evidence_parts values ($1, 1, $2, $3)', [
        id,
        number,
        content,
      ])
      number += 1
    }
    expect(number).toBe(3)
    const link = await linkOf(auditor!, id)
    expect((await fetched(auditor!, link)).bytes.equals(bytes)).toBe(true)
    for (const [from, to] of [
      [partBytes - 10, partBytes + 10],
      [partBytes, 2 * partBytes - 1],
      [5, 2 * partBytes + 5],
      [2 * partBytes, 2 * partBytes + 999],
    ] as const) {
      const part = await fetched(auditor!, link, { range: `bytes=${from}-${to}` })
      expect(part.status).toBe(206)
      expect(part.bytes.equals(bytes.subarray(from, to + 1)), `${from} to ${to}`).toBe(true)
    }
    await database.owner.query('delete from evidence_files where pack_id = $1', [id])
  })

  test('stands in the audit when it is asked for, and each time it is downloaded', async () => {
    const id = await ready()
    await linkOf(auditor!, id)
    await linkOf(anna!, id)
    const { body } = await ask(app, 'GET', `${api}/audit?limit=3`, { token: ben!.token })
    expect(body.data.items.map(({ sentence }: { sentence: string }) => sentence)).toEqual(
      [anna!, auditor!]
        .map(
          ({ user }) =>
            `${user.fullName} downloaded a pack of evidence from ${period.from} to ${period.to}.`,
        )
        .concat(
          `${auditor!.user.fullName} requested a pack of evidence from ${period.from} to ${period.to}.`,
        ),
    )
  })

  test('is kept for a week, and then deleted', async () => {
    const id = await ready()
    const link = await linkOf(auditor!, id)
    const { goodUntil } = await packOf(id)
    expect((Date.parse(goodUntil) - Date.now()) / 86_400_000).toBeCloseTo(7, 1)
    const before = await contents()
    await database.owner.query(
      `update evidence_files set good_until = now() - interval '1 second' where pack_id = $1`,
      [id],
    )
    expect((await fetched(auditor!, link)).body.code).toBe('unknown_pack')
    expect((await download(auditor!, id)).body.code).toBe('unknown_pack')
    expect((await packOf(id)).state).toBe('ended')
    await deleteEndedPacks(database.pool)
    expect([await partsOf(id), await contents()]).toEqual([0, before - 1])
    expect(await packOf(id)).toMatchObject({ state: 'ended', size: null })
  })

  test('is not swept away as what nobody has taken', async () => {
    const id = await sharedPack()
    await database.owner.query(
      `update document_contents set created_at = now() - interval '2 hours'`,
    )
    await sweepContents(database.pool)
    const { status } = await fetched(auditor!, await linkOf(auditor!, id))
    expect(status).toBe(200)
  })

  test('is asked for ten times a day at most, and for days that follow each other', async () => {
    await database.owner.query(
      `update evidence_packs set requested_at = requested_at - interval '2 days'`,
    )
    await believe(database.owner, 'evidence_packs')
    const request = { ...period, withPersons: true }
    for (let i = 0; i < 10; i += 1)
      expect((await give(auditor!, '/evidence-packs', request)).status).toBe(202)
    const eleventh = await give(anna!, '/evidence-packs', request)
    expect([eleventh.status, eleventh.body.code]).toEqual([422, 'packs_today'])
    const backwards = { from: '2026-02-01', to: '2026-01-31', withPersons: false }
    const { status, body } = await give(auditor!, '/evidence-packs', backwards)
    expect([status, body.fields]).toEqual([400, { to: 'The last day comes before the first one' }])
  })

  test.skipIf(noPython)(`passes its own check${skippedBy(noPython)}`, async () => {
    const { bytes } = await fetched(anna!, await linkOf(anna!, await sharedPack()))
    unpacked(bytes, (folder) => {
      const checked = spawnSync(python, [join(folder, 'verify.py'), folder], { encoding: 'utf8' })
      expect([checked.status, checked.stdout], checked.stderr).toEqual([0, expect.any(String)])
    })
  })
})

describe('a pack with words of people', () => {
  test('is made when two administrators have agreed who did not ask', async () => {
    const id = await asked(auditor!, true)
    expect(await packOf(id)).toMatchObject({ state: 'requested', withPersons: true })
    expect(await makeNextPack(maker)).toBe(false)
    expect((await download(anna!, id)).body.code).toBe('unknown_pack')
    expect((await agree(auditor!, id)).body.code).toBe('forbidden')
    expect((await agree(ida!, id)).body.code).toBe('forbidden')
    expect((await agree(anna!, id)).status).toBe(202)
    expect((await agree(anna!, id)).body.code).toBe('same_approver')
    expect(await makeNextPack(maker)).toBe(false)
    expect((await download(anna!, id)).body.code).toBe('unknown_pack')
    expect((await agree(ben!, id)).status).toBe(200)
    await makeAll()
    expect(await packOf(id)).toMatchObject({
      state: 'ready',
      proposal: {
        status: 'done',
        needs: 2,
        proposedBy: { id: auditor!.id },
        agreements: [{ by: { id: anna!.id } }, { by: { id: ben!.id } }],
      },
    })
    const { bytes } = await fetched(auditor!, await linkOf(auditor!, id))
    unpacked(bytes, (_, names) => expect(names).toContain('persons.jsonl.gz'))
  })

  test('is agreed to by nobody for themselves', async () => {
    const id = await asked(anna!, true)
    const own = await agree(anna!, id)
    expect([own.status, own.body.code]).toEqual([403, 'not_on_yourself'])
    expect((await agree(ben!, id)).status).toBe(202)
    expect((await agree(anna!, id)).body.code).toBe('not_on_yourself')
    expect((await agree(cleo!, id)).status).toBe(200)
    expect((await agree(ben!, id)).body.code).toBe('already_decided')
  })

  test('stays refused', async () => {
    const id = await asked(auditor!, true)
    expect((await agree(anna!, id)).status).toBe(202)
    const refusing = { reason: 'The one without words is enough' }
    const refused = await give(ben!, `/proposals/${id}/refusal`, refusing)
    expect(refused.status, refused.text).toBe(200)
    for (const one of [ben!, cleo!])
      expect((await agree(one, id)).body.code).toBe('already_decided')
    expect(await packOf(id)).toMatchObject({
      state: 'refused',
      proposal: { status: 'refused', refusal: { by: { id: ben!.id }, ...refusing } },
    })
    expect(await countOf('select count(*) from evidence_files where pack_id = $1', [id])).toBe(0)
  })

  test('needs another first one where that one is no administrator any more', async () => {
    const id = await asked(auditor!, true)
    const gone = await somebody('admin')
    expect((await agree(gone, id)).status).toBe(202)
    await setRole(database, gone.id, 'user')
    expect((await agree(anna!, id)).status).toBe(202)
    expect((await agree(ben!, id)).status).toBe(200)
    expect((await packOf(id)).proposal.agreements).toMatchObject([
      { by: { id: gone.id } },
      { by: { id: anna!.id } },
      { by: { id: ben!.id } },
    ])
  })

  test('is granted by nobody who writes to the database alone', async () => {
    const id = await asked(anna!, true)
    const write = (text: string, values: unknown[]) => database.pool.query(text, [id, ...values])
    await expect(
      write(`update evidence_packs set status = 'granted' where id = $1`, []),
    ).rejects.toThrow(/evidence_packs_need_two/)
    await expect(
      write(
        `update evidence_packs set status = 'granted', agreed_by = $2, decided_by = $2 where id = $1`,
        [ben!.id],
      ),
    ).rejects.toThrow(/evidence_packs_need_two/)
    // Nor by an agreement of whoever asked, which nobody gave.
    await write(
      `insert into agreements (proposal_id, agreed_by, agreed_at, shown) values ($1, $2, now(), '{}')`,
      [anna!.id],
    )
    expect((await agree(ben!, id)).status).not.toBe(200)
    expect((await packOf(id)).state).toBe('requested')
    await expect(
      write('update evidence_packs set with_persons = false where id = $1', []),
    ).rejects.toThrow(/permission/)
    await expect(write('delete from evidence_packs where id = $1', [])).rejects.toThrow(
      /permission/,
    )
  })
})

describe('a download', () => {
  const sessionOf = async ({ token }: Somebody) =>
    (await sessionsOf(context).read(token))!.session.id
  const linkOfAge = async (who: Somebody, id: string, ageMs: number) =>
    linkTo(testSecret, id, { session: await sessionOf(who), now: Date.now() - ageMs }).link

  test('is for staff alone', async () => {
    const id = await sharedPack()
    const link = await linkOf(auditor!, id)
    expect((await download(ida!, id)).body.code).toBe('forbidden')
    expect((await fetched(ida!, link)).body.code).toBe('forbidden')
    expect((await fetched({ token: '' }, link)).status).toBe(401)
    const listed = await ask(app, 'GET', `${api}/evidence-packs`, { token: ida!.token })
    expect(listed.status).toBe(403)
  })

  test('is by a link of one’s own, for this pack', async () => {
    const [id, other] = [await sharedPack(), await ready()]
    const link = await linkOf(auditor!, id)
    expect((await fetched(anna!, link)).body.code).toBe('link_ended')
    expect((await fetched(auditor!, link.replaceAll(id, other))).body.code).toBe('link_ended')
    const swapped = link.replace(`/${id}/`, `/${other}/`)
    expect((await fetched(auditor!, swapped)).body.code).toBe('link_ended')
    expect((await fetched(auditor!, `${link}x`)).body.code).toBe('link_ended')
  })

  test('begins within a minute, and goes on for a day', async () => {
    const id = await sharedPack()
    const hour = 3_600_000
    const later = await linkOfAge(auditor!, id, hour)
    expect((await fetched(auditor!, later)).body.code).toBe('link_ended')
    const from = (range: string, link: string) => fetched(auditor!, link, { range })
    expect((await from('bytes=0-10', later)).body.code).toBe('link_ended')
    expect((await from('bytes=10-', later)).status).toBe(206)
    const tooLate = await linkOfAge(auditor!, id, 25 * hour)
    expect((await from('bytes=10-', tooLate)).body.code).toBe('link_ended')
    // Whoever has another version of it begins anew, and so has to ask anew.
    const another = { range: 'bytes=10-', 'if-range': '"other"' }
    expect((await fetched(auditor!, later, another)).body.code).toBe('link_ended')
  })

  test('is refused to frozen staff', async () => {
    const id = await sharedPack()
    const fay = await somebody('auditor')
    const link = await linkOf(fay, id)
    const frozen = { reason: 'A letter from the court' }
    expect((await give(anna!, `/users/${fay.id}/freeze`, frozen)).status).toBe(200)
    // All sessions end with a freeze.
    expect([401, 403]).toContain((await fetched(fay, link)).status)
  })

  test.each([
    ['bytes=0-', 0, 99, true],
    ['bytes=90-500', 90, 99, true],
    ['bytes=-500', 0, 99, true],
    ['bytes=0-0', 0, 0, true],
    ['bytes=5-4', 0, 99, false],
    ['bytes=-', 0, 99, false],
    ['bytes=0-1,5-6', 0, 99, false],
    ['lines=0-1', 0, 99, false],
  ])('%s of a hundred bytes', (range, first, last, isPart) => {
    const wanted = wantedOf({ range, ifRange: null }, { size: 100, etag: '"a"' })
    expect(wanted).toEqual({ first, last, isPart })
  })
  test.each(['bytes=100-', 'bytes=-0', 'bytes=999999999999999-'])('%s is nowhere', (range) =>
    expect(wantedOf({ range, ifRange: '"a"' }, { size: 100, etag: '"a"' })).toBeNull(),
  )
})

describe('a worker', () => {
  test('makes one at a time', async () => {
    const [first, second] = [await asked(auditor!), await asked(anna!)]
    await database.owner.query(
      `update evidence_files set attempt = 1, claimed_until = now() + interval '2 minutes', percent = 25 where pack_id = $1`,
      [first],
    )
    expect(await makeNextPack(maker)).toBe(false)
    expect(await packOf(first)).toMatchObject({ state: 'making', percent: 25, goodUntil: null })
    await letTheClaimEnd(first)
    await Promise.all([makeAll(), makeAll()])
    await makeAll()
    for (const id of [first, second]) expect((await packOf(id)).state).toBe('ready')
  })

  test('that was killed leaves the pack to another one, which begins anew', async () => {
    const id = await asked(auditor!)
    await database.owner.query(
      `update evidence_files set attempt = 1, claimed_until = now() - interval '1 second', percent = 90 where pack_id = $1`,
      [id],
    )
    await database.owner.query('insert into evidence_parts values ($1, 1, 0, $2)', [
      id,
      randomUUID(),
    ])
    await makeAll()
    const { bytes } = await fetched(auditor!, await linkOf(auditor!, id))
    unpacked(bytes, (_, names) => expect(names).toContain('manifest.json'))
  })

  test('that is told to stop leaves nothing behind', async () => {
    const before = await contents()
    const id = await asked(auditor!)
    await makeNextPack({ ...maker, signal: AbortSignal.abort(new Error('The house stops')) })
    expect((await packOf(id)).state).toBe('making')
    expect(readdirSync(context.config.dataFolder)).not.toContain('evidence-drafts')
    expect(await contents()).toBe(before)
    await letTheClaimEnd(id)
    await makeAll()
    expect((await packOf(id)).state).toBe('ready')
  })

  test('that can’t make one says why in the end, and keeps nothing of it', async () => {
    const before = await contents()
    const id = await asked(auditor!)
    const broken: PackMaker = {
      ...maker,
      log: { ...maker.log, error: () => {} } as unknown as PackMaker['log'],
      files: { ...maker.files, keys: null },
    }
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await makeNextPack(broken)
      await letTheClaimEnd(id)
    }
    expect(await packOf(id)).toMatchObject({
      state: 'failed',
      size: null,
      fault: expect.stringMatching(/cannot be kept here/),
    })
    expect(await contents()).toBe(before)
    // Another one is asked for, and made.
    expect((await packOf(await ready())).state).toBe('ready')
  })
})
