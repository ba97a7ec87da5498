/** What people and the firm write to each other: who reads it, what leaves and what doesn't, and that it goes with the person. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { BuiltInRole } from '../../src/contract/roles.ts'
import { readThreads } from '../../src/domains/threads/queries.ts'
import { createTestDatabase } from '../support/database.ts'
import { pdfOf, photo } from '../support/files.ts'
import { createHouse, moveDays } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

async function staff(role: BuiltInRole): Promise<Somebody> {
  const person = await signUpSomebody(app, { fullName: `A ${role}` })
  await setRole(database, person.id, role)
  return person
}
const [support, other, treasurer] = (await Promise.all(
  (['support', 'compliance', 'treasurer'] as const).map(staff),
)) as [Somebody, Somebody, Somebody]

const post = (who: Somebody, path: string, body: object) =>
  ask(app, 'POST', `${api}${path}`, { token: who.token, payload: body })
const get = async (who: Somebody, path: string) =>
  ask(app, 'GET', `${api}${path}`, { token: who.token })

const write = (who: Somebody, text: string, files: string[] = []) =>
  post(who, '/messages', { text, files })
const own = async (who: Somebody) => (await get(who, '/messages')).body.data
const read = async (who: Somebody, of: Somebody) =>
  (await get(who, `/users/${of.id}/messages`)).body.data
const answer = async (who: Somebody, to: Somebody, text: string, seen?: string | null) =>
  post(who, `/users/${to.id}/messages`, {
    text,
    seen: seen === undefined ? (await read(who, to)).lastId : seen,
  })
const mailsTo = async (who: Somebody) =>
  (
    await database.owner.query(
      `select count(*)::int as count from outbox where owner_id = $1 and template = 'message-waiting'`,
      [who.id],
    )
  ).rows[0].count
const work = async (who: Somebody) =>
  (await get(who, '/staff-work/items?work=messages')).body.data.items as { about: { id: string } }[]

async function addFile(who: Somebody, bytes: Buffer, kind = 'message'): Promise<string> {
  const reply = await ask(app, 'POST', `${api}/documents?kind=${kind}`, {
    token: who.token,
    payload: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.document.id
}

describe('a thread', () => {
  test('is begun by a person, waits for staff, is answered by one of them, and is read', async () => {
    const ada = await signUpSomebody(app, { fullName: 'Ada Thread' })
    expect((await write(ada, 'When does my plan end?\nAnd what then?')).status).toBe(201)
    expect((await work(support)).some(({ about }) => about.id === ada.id)).toBe(true)
    const sent = await answer(support, ada, 'On Friday. It is paid to your balance.')
    expect(sent.status, sent.text).toBe(201)
    expect((await work(support)).some(({ about }) => about.id === ada.id)).toBe(false)
    const thread = await own(ada)
    expect(
      thread.messages.map(({ text, by }: { text: string; by: unknown }) => [text, by]),
    ).toEqual([
      ['On Friday. It is paid to your balance.', { fullName: 'A support' }],
      ['When does my plan end?\nAnd what then?', null],
    ])
    expect(thread.unread).toBe(1)
    expect((await post(ada, '/messages/read', { lastId: thread.lastId })).status).toBe(200)
    expect(await own(ada)).toMatchObject({ unread: 0, waits: false })
    expect((await read(other, ada)).readAt).toEqual(expect.any(String))
    const { activity } = (await get(ada, '/activity')).body.data
    expect(activity.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['message-received', 'message-sent']),
    )
  })

  test('is mailed of without its words, once while it is unread, and again a day later', async () => {
    const bea = await signUpSomebody(app)
    await answer(support, bea, 'Something only you should read', null)
    await answer(support, bea, 'And one thing more')
    expect(await mailsTo(bea)).toBe(1)
    await moveDays(database, 1)
    await answer(support, bea, 'And one thing more, today')
    expect(await mailsTo(bea)).toBe(2)
    const { rows } = await database.owner.query(
      `select values::text as values from outbox where owner_id = $1 and template = 'message-waiting'`,
      [bea.id],
    )
    expect(JSON.stringify(rows)).not.toContain('Something only you')
  })

  test('is answered once: whoever hasn’t seen what was written meanwhile is told', async () => {
    const cy = await signUpSomebody(app)
    await write(cy, 'Hello?')
    const { lastId } = await read(other, cy)
    await answer(support, cy, 'We are here.')
    const late = await answer(other, cy, 'We are here, too.', lastId)
    expect([late.status, late.body.code]).toEqual([409, 'written_meanwhile'])
    const settled = await post(other, `/users/${cy.id}/messages/settled`, { seen: lastId })
    expect([settled.status, settled.body.code]).toEqual([422, 'nothing_to_change'])
    expect((await own(cy)).messages).toHaveLength(2)
  })

  test('waits no longer once staff say that it needs no answer, and waits again with the next words', async () => {
    const dan = await signUpSomebody(app)
    await write(dan, 'Thank you!')
    const { lastId } = await read(support, dan)
    expect(
      (await post(support, `/users/${dan.id}/messages/settled`, { seen: lastId })).status,
    ).toBe(200)
    expect(await read(support, dan)).toMatchObject({ waits: false })
    expect((await get(dan, '/activity')).body.data.activity[0].kind).toBe('message-settled')
    await write(dan, 'And one question')
    expect(await read(support, dan)).toMatchObject({ waits: true })
  })

  test('of a person takes thirty messages in a day', async () => {
    const eve = await signUpSomebody(app)
    for (let count = 0; count < 30; count += 1)
      expect((await write(eve, `Question ${count}`)).status).toBe(201)
    expect((await write(eve, 'One more')).body.code).toBe('too_many_messages')
    await moveDays(database, 1)
    expect((await write(eve, 'One more')).status).toBe(201)
  })
})

test('each step is a command of its own in the journal, with who gave it', async () => {
  const ora = await signUpSomebody(app)
  const file = await addFile(ora, await photo())
  await write(ora, 'Look', [file])
  await post(support, `/message-files/${file}/view`, {})
  await answer(support, ora, 'I see it.')
  await post(ora, '/messages/read', { lastId: (await own(ora)).lastId })
  await write(ora, 'Good')
  const { lastId } = await read(other, ora)
  await post(other, `/users/${ora.id}/messages/settled`, { seen: lastId })
  const { rows } = await database.owner.query(
    `select kind, actor from desk.commands where subject = $1 and outcome = 'done' and kind ~ 'Message' order by at, id`,
    [ora.id],
  )
  expect(rows.map(({ kind, actor }) => [kind, actor])).toEqual([
    ['SendMessage', ora.id],
    ['ViewMessageFile', support.id],
    ['AnswerMessages', support.id],
    ['ReadMessages', ora.id],
    ['SendMessage', ora.id],
    ['SettleMessages', other.id],
  ])
})

describe('what staff write', () => {
  test('doesn’t leave where somebody would have to pay to receive their money, and the attempt is in the audit', async () => {
    const fay = await signUpSomebody(app)
    const refused = await answer(support, fay, 'Pay a fee of 10% to release your withdrawal.', null)
    expect([refused.status, refused.body.code]).toEqual([422, 'asks_for_payment'])
    expect((await own(fay)).messages).toEqual([])
    expect(await mailsTo(fay)).toBe(0)
    const { rows } = await database.owner.query(
      `select outcome, input::text as input from desk.commands where kind = 'AnswerMessages' and subject = $1`,
      [fay.id],
    )
    expect(rows).toMatchObject([{ outcome: 'asks_for_payment' }])
    expect(rows[0].input).not.toContain('release')
  })

  test('is read together with what was written before: a price and “pay it” don’t leave apart either', async () => {
    const mia = await signUpSomebody(app)
    await write(mia, 'Is it true that the release of my withdrawal costs $200?')
    const { lastId } = await read(support, mia)
    const refused = await answer(support, mia, 'Yes. Please pay it today.', lastId)
    expect([refused.status, refused.body.code]).toEqual([422, 'asks_for_payment'])
    expect(refused.body.message).toContain('Together with what was written before')
  })

  test('is written by who may answer alone: a treasurer reads it and writes nothing', async () => {
    const gus = await signUpSomebody(app)
    await write(gus, 'Where is my transfer?')
    expect((await read(treasurer, gus)).messages).toHaveLength(1)
    expect((await answer(treasurer, gus, 'On its way.')).status).toBe(403)
    expect((await answer(support, support, 'To myself', null)).status).not.toBe(201)
  })
})

describe('a file', () => {
  test('goes with a message, is opened by who reads people, and the person sees who did', async () => {
    const hal = await signUpSomebody(app)
    const file = await addFile(hal, await pdfOf(['One', 'Two']))
    expect((await write(hal, 'The letter of my bank', [file])).status).toBe(201)
    const [message] = (await read(support, hal)).messages
    expect(message.files).toMatchObject([{ id: file, pages: 2, mediaType: 'application/pdf' }])
    const opened = await post(support, `/message-files/${file}/view`, {})
    expect(opened.status, opened.text).toBe(200)
    const { pages } = opened.body.data.links
    expect((await get(support, pages[0].replace(api, ''))).status).toBe(200)
    // A link is for whom it was made, and for this kind of file.
    expect((await get(other, pages[0].replace(api, ''))).body.code).toBe('link_ended')
    expect((await get(other, pages[0].replace(`${api}/message-files`, '/documents'))).status).toBe(
      404,
    )
    const { activity } = (await get(hal, '/activity')).body.data
    expect(activity[0]).toMatchObject({ kind: 'message-file-viewed' })
  })

  test('that is no message’s isn’t opened as one, and one of a message verifies nobody', async () => {
    const ivy = await signUpSomebody(app)
    const identity = await addFile(ivy, await photo(), 'identity')
    expect((await post(support, `/message-files/${identity}/view`, {})).body.code).toBe(
      'unknown_document',
    )
    const file = await addFile(ivy, await photo())
    expect((await write(ivy, 'My card', [identity])).body.code).toBe('unknown_document')
    expect((await write(ivy, 'My card', [file])).status).toBe(201)
    // Neither a second time, nor by anybody else.
    expect((await write(ivy, 'My card', [file])).body.code).toBe('unknown_document')
    const jim = await signUpSomebody(app)
    const another = await addFile(ivy, await photo())
    // Nobody opens what wasn't sent.
    expect((await post(support, `/message-files/${another}/view`, {})).body.code).toBe(
      'unknown_document',
    )
    expect((await write(jim, 'Not mine', [another])).body.code).toBe('unknown_document')
    const { documents } = (await get(other, `/users/${ivy.id}/documents`)).body.data
    expect(documents.map(({ id }: { id: string }) => id)).toEqual([identity])
    expect((await post(other, `/documents/${file}/view`, {})).body.code).toBe('unknown_document')
  })
})

describe('whose it is', () => {
  test('nobody reads another’s: neither by their own call nor by staff’s', async () => {
    const [kim, leo] = [await signUpSomebody(app), await signUpSomebody(app)]
    await write(kim, 'A secret of Kim’s')
    expect((await own(leo)).messages).toEqual([])
    expect((await get(leo, `/users/${kim.id}/messages`)).status).toBe(403)
    expect((await get(leo, '/message-threads')).status).toBe(403)
    expect((await post(leo, '/messages/read', { lastId: (await own(kim)).lastId })).body.code).toBe(
      'unknown_message',
    )
  })

  test('it is erased with the person, words and files, and waits for nobody any more', async () => {
    const house = createHouse(database)
    const mia = await house.person()
    const admin = await house.person({ role: 'admin' })
    const [file, content, said] = [randomUUID(), randomUUID(), randomUUID()]
    await database.owner.query(
      `insert into document_contents (id, owner_id, sealed, data_key, master_key) values ($1, $2, '\\x00', '\\x00', '0123456789abcdef')`,
      [content, mia],
    )
    await house.run(
      'AddDocument',
      {
        ...{ owner: mia, kind: 'message', content, mediaType: 'image/jpeg', size: 1, pages: 1 },
        digest: '0'.repeat(64),
      },
      mia,
      { id: file },
    )
    await house.run('SendMessage', { owner: mia, text: 'My story', files: [file] }, mia, {
      id: said,
    })
    const closed = await house.run('CloseUser', { user: mia, unverified: false }, admin)
    expect(closed.status, closed.text).toBe(200)
    const { rows } = await database.owner.query(
      `select (select count(*)::int from desk.particulars where command_id = $1) as words,
        (select count(*)::int from document_contents where id = $2) as files,
        (select state from threads where owner_id = $3) as state`,
      [said, content, mia],
    )
    expect(rows).toEqual([{ words: 0, files: 0, state: 'settled' }])
  })
})

test('the list has who waits longest first, each once over its pages, and lets go who was answered', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => signUpSomebody(app)))
  const asked = people.map(({ id }) => id)
  for (const person of people) await write(person, `I am ${person.id}`)
  const listed = async (list: 'waiting' | 'all') => {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await readThreads(database.pool, { list, limit: 2, cursor })
      ids.push(...page.threads.map(({ user }) => user.id))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(new Set(ids).size).toBe(ids.length)
    return ids.filter((id) => asked.includes(id))
  }
  expect(await listed('waiting')).toEqual(asked)
  expect(await listed('all')).toEqual(asked.toReversed())
  await answer(support, people[2]!, 'Here we are.')
  expect(await listed('waiting')).toEqual(asked.toSpliced(2, 1))
  expect((await listed('all'))[0]).toBe(asked[2])
})
