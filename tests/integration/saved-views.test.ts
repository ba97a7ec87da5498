/** `/saved-views`: each one of staff has their own, and nobody anybody else's. */
import { afterAll, describe, expect, test } from 'vitest'
import { logIn, logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServer, stopServers } from '../support/server.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase({ world: true })
const server = await startServer({ databaseUrl: database.url })
afterAll(stopServers)
const admin = await logInAsAdmin(server.url)
const auditor = await logIn(server.url, 'auditor@glasshouse.example', 'glasshouse-auditor')

async function colleague(): Promise<Client> {
  const client = await signUp(server.url)
  await setRole(database, client.user.id, 'admin')
  return client
}
const save = (client: Client, name: string, more = {}) =>
  client.send('POST', '/saved-views', { list: 'users', name, query: 'search=ada', ...more })
const views = async (client: Client) => (await client.ok('GET', '/saved-views')).views
const names = async (client: Client) => (await views(client)).map(({ name }: any) => name)

describe('a saved view', () => {
  test('is listed by name, renamed and deleted by its owner', async () => {
    const client = await colleague()
    expect((await save(client, 'Whales')).status).toBe(201)
    expect((await save(client, 'ada, newest')).status).toBe(201)
    const [first, second] = await views(client)
    expect(first).toEqual({
      id: first.id,
      list: 'users',
      name: 'ada, newest',
      query: 'search=ada',
      isShared: false,
      by: { id: client.user.id, fullName: client.user.fullName },
      mayChange: true,
    })
    const renamed = await client.send('PATCH', `/saved-views/${second.id}`, { name: 'Large' })
    expect(renamed.body).toMatchObject({
      message: 'View renamed',
      data: { view: { name: 'Large' } },
    })
    expect((await client.send('DELETE', `/saved-views/${first.id}`)).body.message).toBe(
      'View deleted',
    )
    expect(await names(client)).toEqual(['Large'])
  })
  test('is unknown to everybody else', async () => {
    const client = await colleague()
    const { id } = (await save(client, 'Mine')).body.data.view
    for (const other of [admin, auditor]) {
      expect(await names(other)).not.toContain('Mine')
      const answers = [
        await other.send('PATCH', `/saved-views/${id}`, { name: 'Theirs' }),
        await other.send('DELETE', `/saved-views/${id}`),
      ]
      for (const { status, body } of answers)
        expect([status, body.code]).toEqual([404, 'unknown_view'])
    }
    expect(await names(client)).toEqual(['Mine'])
  })
  test('has a name that no other of its list has', async () => {
    const client = await colleague()
    await save(client, 'Mine')
    expect((await save(client, 'Mine', { list: 'withdrawals' })).status).toBe(201)
    const again = await save(client, ' Mine ')
    expect([again.status, again.body.code]).toEqual([409, 'view_name_taken'])
    const { id } = (await save(client, 'Another')).body.data.view
    const renamed = await client.send('PATCH', `/saved-views/${id}`, { name: 'Mine' })
    expect([renamed.status, renamed.body.code]).toEqual([409, 'view_name_taken'])
  })
  test('is one of at most twenty of a list, however many are saved at once', async () => {
    const client = await colleague()
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, i) => save(client, `View ${i}`)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 5 }, () => [422, 'too_many_views']),
    )
    expect(await views(client)).toHaveLength(20)
  })
  test.each([
    ['no name', { name: ' ' }],
    ['a name that is too long', { name: 'x'.repeat(61) }],
    ['a query that is too long', { query: 'x'.repeat(1_001) }],
    ['a query that no address has', { query: 'search=a b' }],
    ['a list that there is not', { list: 'mails' }],
  ])('is refused with %s', async (_, wrong) => {
    expect((await save(admin, 'Wrong', wrong)).status).toBe(400)
  })
  test('goes with its owner', async () => {
    const client = await colleague()
    await save(client, 'Looks for Ada Example')
    await setRole(database, client.user.id, 'user')
    await admin.ok('DELETE', `/${client.user.id}`)
    const { rows } = await database.owner.query(
      'select from auth.saved_views where person_id = $1',
      [client.user.id],
    )
    expect(rows).toEqual([])
  })
})

describe('a shared view', () => {
  const share = (client: Client, id: string, isShared = true) =>
    client.send('PATCH', `/saved-views/${id}`, { isShared })
  const saved = async (client: Client, name: string, more = {}) =>
    (await save(client, name, more)).body.data.view.id as string
  const answerOf = ({ status, body }: { status: number; body: any }) =>
    status < 300 ? body.message : body.code

  test('is seen by all who may see its list, said by whom, and is nobody else’s to change but who gives roles', async () => {
    const [client, reader] = [await colleague(), await signUp(server.url)]
    await setRole(database, reader.user.id, 'compliance')
    const id = await saved(client, 'Large ones')
    expect(await names(reader)).not.toContain('Large ones')
    expect(answerOf(await share(client, id))).toBe('View shared')
    const seen = (await views(reader)).find((view: any) => view.id === id)
    expect(seen).toMatchObject({
      name: 'Large ones',
      isShared: true,
      by: { id: client.user.id },
      mayChange: false,
    })
    for (const answer of [
      await reader.send('PATCH', `/saved-views/${id}`, { name: 'Mine now' }),
      await share(reader, id, false),
      await reader.send('DELETE', `/saved-views/${id}`),
    ])
      expect(answerOf(answer)).toBe('forbidden')
    // They copy it, and change their own.
    const copy = await saved(reader, 'Large ones', { query: seen.query })
    expect(answerOf(await reader.send('PATCH', `/saved-views/${copy}`, { name: 'Ours' }))).toBe(
      'View renamed',
    )
    const other = await colleague()
    expect(answerOf(await share(other, id, false))).toBe('View no longer shared')
    expect(await names(reader)).toEqual(['Ours'])
    expect(answerOf(await other.send('DELETE', `/saved-views/${id}`))).toBe('unknown_view')
    expect(await names(client)).toEqual(['Large ones'])
  })

  test('is none of whoever may not see its list, who shares none of it either', async () => {
    const [client, support] = [await colleague(), await signUp(server.url)]
    await setRole(database, support.user.id, 'support')
    const id = await saved(client, 'To be paid', { list: 'withdrawals' })
    await share(client, id)
    expect(await names(support)).toEqual([])
    expect(answerOf(await support.send('DELETE', `/saved-views/${id}`))).toBe('unknown_view')
    const own = await saved(support, 'Theirs', { list: 'withdrawals' })
    expect(answerOf(await share(support, own))).toBe('forbidden')
  })

  test('is never of a bank’s columns, which would be read so in another’s hands', async () => {
    const client = await colleague()
    const id = await saved(client, 'My bank', { list: 'statements' })
    expect(answerOf(await share(client, id))).toBe('forbidden')
  })

  test('is called like no other shared one, in no other letters of the same kind', async () => {
    const [client, other] = [await colleague(), await colleague()]
    await share(client, await saved(client, 'Checked by two'))
    const alike = await saved(other, 'ＣＨＥＣＫＥＤ by TWO')
    expect(answerOf(await share(other, alike))).toBe('shared_name_taken')
    const named = await saved(other, 'Another')
    await share(other, named)
    const renamed = await other.send('PATCH', `/saved-views/${named}`, { name: 'checked BY two' })
    expect(answerOf(renamed)).toBe('shared_name_taken')
  })

  test('is shared while who made it works here', async () => {
    const [client, other] = [await colleague(), await colleague()]
    await share(client, await saved(client, 'Of one who leaves'))
    expect(await names(other)).toContain('Of one who leaves')
    await setRole(database, client.user.id, 'user')
    expect(await names(other)).not.toContain('Of one who leaves')
  })
})
