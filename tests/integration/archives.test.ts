/** One file with everything that is kept about somebody: who gets it, what is in it, and what becomes of it. */
import { hash, randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { maxArchivedBytesADay } from '../../src/contract/archive.ts'
import { deleteEnded } from '../../src/domains/archives/files.ts'
import { makeNextArchive, type Maker } from '../../src/domains/archives/make.ts'
import { journalOf } from '../../src/domains/archives/journal.ts'
import { keepContent, ofDocument, sweepContents } from '../../src/domains/documents/contents.ts'
import { questionsVersion } from '../../src/domains/appropriateness/questions.ts'
import { writeLetter } from '../../src/domains/nouns.ts'
import { createTestDatabase } from '../support/database.ts'
import { testDocumentKeys } from '../support/document-keys.ts'
import { pdfOf, photo } from '../support/files.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody, testContext } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'
import { filesIn } from '../support/zip.ts'
import { answersWith } from '../support/questions.ts'

const database = await createTestDatabase({ world: true })
const app = await createTestApp(database)
const context = testContext(database)
const maker: Maker = { ...context, writeLetter }

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let admin: Somebody
beforeAll(async () => {
  admin = await signUpSomebody(app)
  await setRole(database, admin.id, 'admin')
})

const give = (who: { token: string }, path: string, payload?: object) =>
  ask(app, 'POST', api + path, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
    ...(payload ? { payload } : {}),
  })

async function requested(who: { token: string }): Promise<string> {
  const reply = await give(who, '/archives')
  expect(reply.status, reply.text).toBe(202)
  return reply.body.data.id
}
const listed = async ({ token }: { token: string }) =>
  (await ask(app, 'GET', `${api}/archives`, { token })).body.data.archives

/** What a worker does by itself, until nothing is left to make. */
async function makeAll(): Promise<void> {
  while (await makeNextArchive(maker)) continue
}

const linkTo = (who: { token: string }, id: string) =>
  ask(app, 'POST', `${api}/archives/${id}/link`, { token: who.token })

async function fetched(who: { token: string }, url: string) {
  const reply = await app.inject({
    method: 'GET',
    url,
    headers: { host: 'localhost:3000', authorization: `Bearer ${who.token}` },
  })
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
}

async function copyOf(who: Somebody): Promise<Map<string, Buffer>> {
  const id = await requested(who)
  await makeAll()
  const { body } = await linkTo(who, id)
  const { status, bytes } = await fetched(who, body.data.link)
  expect(status).toBe(200)
  return filesIn(bytes)
}
const jsonIn = (files: Map<string, Buffer>, name: string) => JSON.parse(String(files.get(name)))

async function add(who: Somebody, kind: string, bytes: Buffer): Promise<string> {
  const reply = await ask(app, 'POST', `${api}/documents?kind=${kind}`, {
    token: who.token,
    payload: bytes,
    headers: { 'content-type': 'application/octet-stream', 'idempotency-key': randomUUID() },
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.document.id
}

/** As if it had been looked at and taken: three megabytes that nothing packs, or said to be more. */
async function addLarge({ id: owner }: Somebody, size?: number): Promise<void> {
  const bytes = randomBytes(3 * 1024 * 1024)
  const content = await keepContent(database.pool, testDocumentKeys, ofDocument(owner), bytes)
  const digest = hash('sha256', bytes, 'hex')
  const file = { content, digest, mediaType: 'image/jpeg', size: size ?? bytes.length, pages: 1 }
  const id = randomUUID()
  const { status } = await context.desk.run({
    kind: 'AddDocument',
    id,
    command: { owner, kind: 'identity', ...file, mustBeVerified: false },
    actor: owner,
    key: null,
    bodyHash: '',
    requestId: id,
  })
  expect(status).toBe(201)
}

async function countOf(text: string, values: unknown[] = []): Promise<number> {
  return Number((await database.owner.query(text, values)).rows[0].count)
}
const partsOf = (id: string) =>
  countOf('select count(*) from archive_parts where archive_id = $1', [id])
const contentsOf = ({ id }: { id: string }) =>
  countOf('select count(*) from document_contents where owner_id = $1', [id])

describe('a copy', () => {
  test('has everything that somebody did, sent in and was told, and no secret', async () => {
    const ada = await signUpSomebody(app)
    expect((await give(ada, '/demo/deposits', { amount: 500, asset: 'BTC' })).status).toBe(201)
    const pdf = await pdfOf(['My contract'])
    const documents = [await add(ada, 'identity', await photo()), await add(ada, 'address', pdf)]
    const entered = {
      legalName: 'Zephyrine Quellmoor',
      birthDate: '1990-04-23',
      country: 'DE',
      address: 'Kestrel Lane 1',
      documents,
    }
    expect((await give(ada, '/verification', entered)).status).toBe(201)
    await give(ada, '/appropriateness', { version: questionsVersion, answers: answersWith() })
    await give(ada, '/investment-limit', { amount: 900 })
    const note = { text: 'Called about her passport' }
    expect((await give(admin, `/users/${ada.id}/notes`, note)).status).toBe(201)

    const files = await copyOf(ada)
    expect([...files.keys()].toSorted()).toEqual([
      'README.txt',
      'activity.csv',
      'announcements.json',
      'answers.json',
      'deposits.json',
      'destinations.json',
      'documents/001-identity.jpg',
      'documents/002-address.pdf',
      'investments.json',
      'journal.json',
      'loans.json',
      'mails.json',
      'messages.json',
      'notes.json',
      'profile.json',
      'sign-ins.json',
      'verification.json',
      'withdrawals.json',
    ])
    expect(jsonIn(files, 'profile.json').user).toMatchObject({
      email: ada.email,
      accountId: ada.user.accountId,
    })
    expect(String(files.get('activity.csv'))).toContain('Play money credited,500.00')
    expect(jsonIn(files, 'deposits.json')).toMatchObject([{ amount: 500 }])
    expect(jsonIn(files, 'investments.json')).toEqual([])
    expect(jsonIn(files, 'answers.json')).toMatchObject({
      beforeInvesting: [{ outcome: 'fits' }],
      ownLimit: { amount: 900 },
    })
    expect(jsonIn(files, 'verification.json')).toMatchObject({
      sentIn: [{ legalName: 'Zephyrine Quellmoor', birthDate: '1990-04-23' }],
      documents: [{ file: 'documents/001-identity.jpg' }, { file: 'documents/002-address.pdf' }],
    })
    expect(files.get('documents/002-address.pdf')!.equals(pdf)).toBe(true)
    expect(jsonIn(files, 'notes.json')).toMatchObject([note])
    const journal = jsonIn(files, 'journal.json')
    expect(journal.map(({ command }: { command: string }) => command)).toEqual(
      expect.arrayContaining(['OpenOwner', 'CreditPlayMoney', 'SubmitVerification', 'WriteNote']),
    )
    expect(
      journal.find(({ command }: { command: string }) => command === 'SubmitVerification').words,
    ).toMatchObject({ address: 'Kestrel Lane 1' })
    expect(jsonIn(files, 'mails.json')).toEqual(
      expect.arrayContaining([expect.objectContaining({ to: ada.email })]),
    )
    expect(jsonIn(files, 'sign-ins.json').sessions).toHaveLength(1)
    const { rows } = await database.owner.query(
      `select password.hash, session.token from auth.passwords password join auth.sessions session using (person_id) where person_id = $1`,
      [ada.id],
    )
    const all = Buffer.concat([...files.values()]).toString('latin1')
    for (const secret of [rows[0].hash, rows[0].token, ada.token, ada.password])
      expect(all).not.toContain(String(secret))
  })

  test('has nothing of other people', async () => {
    const [ada, ben] = [
      await signUpSomebody(app, { fullName: 'Adalind Ownname' }),
      await signUpSomebody(app, { fullName: 'Benedikt Elsewhere' }),
    ]
    await give(ben, '/demo/deposits', { amount: 100, asset: 'BTC' })
    const transfer = {
      type: 'tradehub_transfer',
      amount: 20,
      recipientAccountId: ada.user.accountId,
    }
    const { body } = await give(ben, '/requestWithdrawal', transfer)
    await give(admin, `/withdrawals/${body.data.withdrawal._id}/approval`)
    const text = String(Buffer.concat([...(await copyOf(ada)).values()]))
    expect(text).toContain('Adalind')
    expect(text).not.toMatch(/Benedikt|Elsewhere/)
    expect(text).not.toContain(ben.email)
  })
})

describe('asking for one', () => {
  test('stands in the activity, and is told where security is', async () => {
    const ada = await signUpSomebody(app)
    await requested(ada)
    const { body } = await ask(app, 'GET', `${api}/activity`, { token: ada.token })
    expect(body.data.activity[0]).toMatchObject({
      kind: 'archive-requested',
      title: 'Copy of your data requested',
      by: 'you',
    })
    const told = await ask(app, 'GET', `${api}/notifications`, { token: ada.token })
    expect(told.text).toContain('archive-requested')
  })

  test('is refused a fourth time in a day', async () => {
    const ada = await signUpSomebody(app)
    for (let time = 0; time < 3; time += 1) await requested(ada)
    const reply = await give(ada, '/archives')
    expect([reply.status, reply.body.code]).toEqual([422, 'archives_today'])
    await makeAll()
  })

  test('J25: is refused a second time in a day where the documents of both come to more than the day allows', async () => {
    const [ada, ben] = [await signUpSomebody(app), await signUpSomebody(app)]
    // Each copy is written and kept once more, as large as all documents together.
    await addLarge(ada, 1 + maxArchivedBytesADay / 2)
    await addLarge(ben, maxArchivedBytesADay / 2)
    const first = await requested(ada)
    const reply = await give(ada, '/archives')
    expect([reply.status, reply.body.code]).toEqual([422, 'archives_large_today'])
    expect(await listed(ada)).toMatchObject([{ id: first }])
    await requested(ben)
    await requested(ben)
    expect((await give(ben, '/archives')).body.code).toBe('archives_large_today')
    await makeAll()
  })

  test('J25: ends earlier copies soon after the new one is ready, so that no week of them is kept', async () => {
    const ada = await signUpSomebody(app)
    const earlier = await requested(ada)
    await makeAll()
    const later = await requested(ada)
    const hoursOf = async () =>
      new Map<string, number | null>(
        (await listed(ada)).map(({ id, goodUntil }: { id: string; goodUntil: string | null }) => [
          id,
          goodUntil && Math.round((Date.parse(goodUntil) - Date.now()) / 3_600_000),
        ]),
      )
    expect([...(await hoursOf())]).toEqual([
      [later, null],
      [earlier, 7 * 24],
    ])
    await makeAll()
    expect([...(await hoursOf())]).toEqual([
      [later, 7 * 24],
      [earlier, 1],
    ])
    const { body } = await linkTo(ada, earlier)
    expect((await fetched(ada, body.data.link)).status).toBe(200)
  })

  test('needs who asks to have proved lately who they are, as opening one does', async () => {
    const ada = await signUpSomebody(app)
    const id = await requested(ada)
    await makeAll()
    await database.owner.query(
      `update auth.sessions set created_at = created_at - interval '1 hour', fresh_until = null where person_id = $1`,
      [ada.id],
    )
    for (const reply of [await give(ada, '/archives'), await linkTo(ada, id)])
      expect([reply.status, reply.body.code]).toEqual([403, 'fresh_sign_in_needed'])
  })
})

describe('a link', () => {
  test('opens it for its owner’s session alone, and for a minute', async () => {
    const [ada, ben] = [await signUpSomebody(app), await signUpSomebody(app)]
    const id = await requested(ada)
    expect((await linkTo(ada, id)).body.code).toBe('unknown_archive')
    await makeAll()
    expect((await linkTo(ben, id)).status).toBe(404)
    const { body } = await linkTo(ada, id)
    const { link } = body.data
    expect((await fetched(ben, link)).status).toBe(404)
    expect((await fetched(ada, link.replace(/.{6}$/, 'AAAAAA'))).status).toBe(404)
    const { status, headers, bytes } = await fetched(ada, link)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="my-data.zip"',
      'content-length': String(bytes.length),
    })
  })
})

describe('its bytes', () => {
  test('are locked, in parts, and known to the sweep of what nobody took', async () => {
    const ada = await signUpSomebody(app, { fullName: 'Zebulon Plainword' })
    for (let time = 0; time < 4; time += 1) await addLarge(ada)
    const id = await requested(ada)
    await makeAll()
    expect(await partsOf(id)).toBeGreaterThan(1)
    const { rows } = await database.owner.query(
      `select content.sealed from archive_parts part join document_contents content on content.id = part.content_id where archive_id = $1`,
      [id],
    )
    for (const { sealed } of rows) expect(sealed.includes('README.txt')).toBe(false)
    await database.owner.query(
      `update document_contents set created_at = created_at - interval '2 hours' where owner_id = $1`,
      [ada.id],
    )
    await sweepContents(database.pool)
    const { body } = await linkTo(ada, id)
    const files = filesIn((await fetched(ada, body.data.link)).bytes)
    expect(files.size).toBe(20)
  })

  test('H6 open for nobody but their owner, whatever the application’s role writes', async () => {
    const [ada, eve] = [await signUpSomebody(app), await signUpSomebody(app)]
    await add(ada, 'identity', await photo())
    const [hers, mine] = [await requested(ada), await requested(eve)]
    await makeAll()
    const role = database.pool
    const { rows } = await role.query('select size from archive_files where archive_id = $1', [
      hers,
    ])
    const { rows: parts } = await role.query(
      'select content_id from archive_parts where archive_id = $1 order by number',
      [hers],
    )
    const moveTo = async (archive: string) => {
      await role.query('delete from archive_parts where archive_id = any ($1)', [[hers, mine]])
      for (const [number, { content_id: content }] of parts.entries())
        await role.query(
          'insert into archive_parts (archive_id, attempt, number, content_id) select archive_id, attempt, $2, $3 from archive_files where archive_id = $1',
          [archive, number, content],
        )
    }
    await moveTo(mine)
    await role.query('update archive_files set size = $2 where archive_id = $1', [
      mine,
      rows[0].size,
    ])
    const { body } = await linkTo(eve, mine)
    const got = await fetched(eve, body.data.link).then(
      ({ bytes }) => bytes,
      () => Buffer.alloc(0),
    )
    expect(got.includes('profile.json')).toBe(false)
    await moveTo(hers)
    const own = await linkTo(ada, hers)
    expect((await fetched(ada, own.body.data.link)).bytes.includes('profile.json')).toBe(true)
  })

  test('go after seven days', async () => {
    const ada = await signUpSomebody(app)
    const id = await requested(ada)
    await makeAll()
    const [{ goodUntil }] = await listed(ada)
    const days = (Date.parse(goodUntil) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(7)
    await deleteEnded(database.pool)
    expect(await listed(ada)).toHaveLength(1)
    await database.owner.query(
      `update archive_files set good_until = now() - interval '1 second' where archive_id = $1`,
      [id],
    )
    expect(await listed(ada)).toEqual([])
    expect((await linkTo(ada, id)).status).toBe(404)
    await deleteEnded(database.pool)
    expect(await contentsOf(ada)).toBe(0)
  })

  test('go with their person', async () => {
    const ada = await signUpSomebody(app)
    const id = await requested(ada)
    await makeAll()
    const reply = await ask(app, 'DELETE', `${api}/${ada.id}`, { token: admin.token })
    expect(reply.status, reply.text).toBe(200)
    expect([await partsOf(id), await contentsOf(ada)]).toEqual([0, 0])
  })
})

describe('a worker', () => {
  test('that was killed leaves the copy to another one, which begins anew', async () => {
    const ada = await signUpSomebody(app)
    const id = await requested(ada)
    // As one leaves it that has begun and has written a part.
    await database.owner.query(
      `update archive_files set attempt = 1, claimed_until = now() + interval '2 minutes', steps_done = 3, steps = 12 where archive_id = $1`,
      [id],
    )
    await database.owner.query(
      'insert into archive_parts (archive_id, attempt, number, content_id) values ($1, 1, 0, $2)',
      [id, randomUUID()],
    )
    expect(await makeNextArchive(maker)).toBe(false)
    expect(await listed(ada)).toMatchObject([{ state: 'making', percent: 25, goodUntil: null }])
    await database.owner.query(
      `update archive_files set claimed_until = now() - interval '1 second' where archive_id = $1`,
      [id],
    )
    await makeAll()
    expect(await listed(ada)).toMatchObject([{ state: 'ready', percent: 100 }])
    const { body } = await linkTo(ada, id)
    expect(filesIn((await fetched(ada, body.data.link)).bytes).has('README.txt')).toBe(true)
  })

  test('beside another one makes each copy once', async () => {
    const people = await Promise.all([1, 2, 3].map(() => signUpSomebody(app)))
    for (const person of people) await requested(person)
    await Promise.all([makeAll(), makeAll(), makeAll()])
    for (const person of people) {
      expect(await listed(person)).toMatchObject([{ state: 'ready' }])
      expect(await contentsOf(person)).toBe(1)
    }
  })

  test('that is overtaken writes nothing into the other’s copy', async () => {
    const ada = await signUpSomebody(app)
    const id = await requested(ada)
    const overtaken: Maker = {
      ...maker,
      writeLetter: (...mail) => {
        begun.resolve()
        return writeLetter(...mail)
      },
    }
    const begun = Promise.withResolvers<void>()
    const slow = makeNextArchive(overtaken)
    await begun.promise
    await database.owner.query(
      `update archive_files set claimed_until = now() - interval '1 second' where archive_id = $1`,
      [id],
    )
    await Promise.all([slow, makeAll()])
    expect(await listed(ada)).toMatchObject([{ state: 'ready' }])
    expect(await contentsOf(ada)).toBe(await partsOf(id))
  })

  test('that can’t make one says so in the end, and keeps nothing of it', async () => {
    const ada = await signUpSomebody(app)
    const id = await requested(ada)
    const broken: Maker = {
      ...maker,
      log: { ...maker.log, error: () => {} } as unknown as Maker['log'],
      writeLetter: () => {
        throw new Error('No words')
      },
    }
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await makeNextArchive(broken)
      await database.owner.query(
        `update archive_files set claimed_until = now() - interval '1 second' where archive_id = $1 and state = 'making'`,
        [id],
      )
    }
    expect(await listed(ada)).toMatchObject([{ state: 'failed', size: null }])
    expect(await contentsOf(ada)).toBe(0)
  })
})

test('J24: a copy and an own activity say neither how far staff act alone nor what a friend funded', async () => {
  const house = createHouse(database)
  const [ada, admin] = [await signUpSomebody(app), await house.person({ role: 'admin' })]
  const friend = await house.person({ referralCode: ada.user.referralCode })
  await house.fund({ referral: 1_000_00n, corrections: 1_000_00n })
  const limits = { secondApprovalAbove: 5_000_00n, secondApprovalInAllAbove: 50_000_00n }
  const asked = { user: friend, fundingAmount: 300_00n, ...limits }
  expect((await house.run('CreditReferrer', asked, admin)).outcome).toBe('done')
  const entries = []
  for await (const entry of journalOf(database.pool, ada.id)) entries.push(entry)
  expect(entries.map(({ command }) => command)).toContain('CreditReferrer')
  const { activity } = (await ask(app, 'GET', `${api}/activity`, { token: ada.token })).body.data
  expect(activity[0].kind).toBe('referral-credit-proposed')
  for (const told of [entries, activity])
    expect(JSON.stringify(told)).not.toMatch(/secondApproval|fundingAmount/)
})
