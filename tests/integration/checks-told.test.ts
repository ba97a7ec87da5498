/** Nobody but who may read matches learns of one: by no call, text, count, file, mail or copy. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../src/contract/endpoints.ts'
import { ofOwnRoles, rolesOf, wordOf, type Roles } from '../../src/contract/roles.ts'
import { roleMac } from '../../src/desk/journal-mac.ts'
import { journalOf } from '../../src/domains/archives/journal.ts'
import { compareDue } from '../../src/domains/comparisons/due.ts'
import { callToAgree, callToEnd } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { api, ask, createTestApp, signUpSomebody, testContext } from '../support/http.ts'
import { listOf, loadText } from '../support/listed.ts'
import { testMacKeys } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

/** What only a match says: the list, its reference, what was found beside the name, and why it was decided. */
const marks = /sanction|screening|opensanctions|MU-secret|1961-02-03|birthplace|possible match/i

/** The gate says which lists the firm has loaded, and since when: nothing of anybody. */
const besideLists = /MU-secret|1961-02-03|birthplace|possible match/i

/** What only says whether the firm believes it: facts of the commands, as JSON, as text within it and as a cell of a table have them, and words. */
const beliefs =
  /\b(?:ends|isSomebodyElse|shown|freezes|pair)\b[\\"]*\s?[:=]|\bentry\\?": ?\\?"[\da-f]{20}|law requires (?:stays|still)|check-decided/

const give = (who: Somebody, path: string, payload: object) =>
  ask(app, 'POST', api + path, {
    token: who.token,
    payload,
    headers: { 'idempotency-key': randomUUID() },
  })

async function staffWith(roles: Roles): Promise<Somebody> {
  const one = await signUpSomebody(app, { fullName: 'Somebody Working' })
  await database.owner.query(
    `update owners set role = $2, roles = $3, role_mac = decode($4, 'hex') where id = $1`,
    [one.id, wordOf(roles), roles, roleMac(testMacKeys, one.id, roles)],
  )
  return one
}

const people = new Map<string, Somebody>()
let ids: string[] = []
let request = ''

beforeAll(async () => {
  await loadText(
    database,
    listOf([{ name: 'Radomir Madeupovich', born: '1961-02-03', reference: 'MU-secret' }]),
  )
  const [adam, bea, ada] = [
    await staffWith(rolesOf(['compliance'])),
    await staffWith(rolesOf(['compliance'])),
    await signUpSomebody(app, { fullName: 'Radomir Madeupovich' }),
  ]
  await give(ada, '/demo/deposits', { amount: 500, asset: 'BTC' })
  const asked = await give(ada, '/requestWithdrawal', {
    ...{ type: 'bank_transfer', bankName: 'Mine', bankNumber: 'any place', amount: 100 },
  })
  request = asked.body.data.withdrawal._id
  await compareDue(testContext(database))
  const { matches } = (await ask(app, 'GET', `${api}/checks`, { token: adam.token })).body.data
  const decision = `/checks/${matches[0].id}/decision`
  const because = { isSomebodyElse: true, reason: 'Another birthplace' }
  const refused = await give(adam, decision, because)
  await give(bea, ...callToEnd('refusal', refused, 'The birthplace is missing'))
  const confirmed = await give(adam, decision, { ...because, isSomebodyElse: false })
  await give(bea, ...callToAgree(confirmed))
  const waiting = await give(adam, decision, because)
  const { rows: commands } = await database.owner.query<{ id: string }>(
    'select id from desk.commands where subject = $1',
    [ada.id],
  )
  const named = [refused, waiting].map(({ body }) => body.data.proposal.id)
  ids = [...new Set([ada.id, request, matches[0].id, ...named, ...commands.map(({ id }) => id)])]
  const all = ofOwnRoles.filter((one) => one !== 'read-matches' && one !== 'decide-matches')
  people.set('the person', ada)
  people.set('another user', await signUpSomebody(app))
  for (const role of ['support', 'treasurer', 'approver'] as const)
    people.set(role, await staffWith(rolesOf([role])))
  people.set(
    'everything else',
    await staffWith(rolesOf([{ name: 'Everything else', capabilities: all }])),
  )
})

/** Each call that reads, about whatever the match is about. */
const reads = Object.values(endpoints)
  .filter(({ method, path }) => method === 'GET' && !path.includes('/events'))
  .map(({ path }) => path)

const pathsOf = (path: string) =>
  path.includes(':') ? ids.map((id) => path.replaceAll(/:\w+/g, id)) : [path]

describe.each([
  'the person',
  'another user',
  'support',
  'treasurer',
  'approver',
  'everything else',
])('%s', (who) => {
  test.each(reads)('reads nothing of it by GET %s', async (path) => {
    for (const one of pathsOf(path)) {
      const { text: said } = await ask(app, 'GET', api + one, { token: people.get(who)!.token })
      expect(said, one).not.toMatch(path === '/gate' ? besideLists : marks)
      expect(said, one).not.toMatch(beliefs)
    }
  })

  test('is refused by the calls about matches, whatever they name', async () => {
    for (const id of [...ids, randomUUID()])
      expect(
        (
          await give(people.get(who)!, `/checks/${id}/decision`, {
            isSomebodyElse: true,
            reason: 'No',
          })
        ).status,
      ).toBe(403)
  })
})

test('a request says the same of it to whoever may see requests, whether or not they may read matches', async () => {
  const path = `/users/${people.get('the person')!.id}/withdrawals`
  /** What the page of the request says, and whether its row is marked; null where one may not read it. */
  const told = async ({ token }: Somebody) => {
    const [page, rows] = await Promise.all(
      [`/withdrawals/${request}`, path].map((one) => ask(app, 'GET', api + one, { token })),
    )
    return [
      page!.status === 403 ? null : page!.body.data.looks,
      rows!.status === 403 ? null : rows!.body.data.withdrawals[0].looks,
    ]
  }
  const code = 'law_check'
  const text = 'A check that the law requires goes on for this person.'
  const [page, row] = await told(await staffWith(rolesOf(['auditor'])))
  expect(page).toContainEqual({ code, text })
  expect(row).toContain(code)
  const ofNone = null
  for (const [who, ...expected] of [
    ['support', ofNone, row],
    ['treasurer', page, row],
    ['approver', page, row],
    ['everything else', page, row],
  ] as const)
    expect([who, ...(await told(people.get(who)!))]).toEqual([who, ...expected])
  expect(await told(await staffWith(rolesOf(['administrator'])))).toEqual([page, row])
  expect(await told(await staffWith(rolesOf(['compliance'])))).toEqual([ofNone, row])
})

test('whoever may read matches does, so that these marks are some', async () => {
  const token = (await staffWith(rolesOf(['auditor']))).token
  const { body } = await ask(app, 'GET', `${api}/checks?decided=true`, { token })
  expect(JSON.stringify(body)).toMatch(marks)
  const texts = await Promise.all(
    ids.map(async (id) => (await ask(app, 'GET', `${api}/audit/commands/${id}`, { token })).text),
  )
  expect(texts.join()).toMatch(beliefs)
})

test('neither mails nor a copy of one’s data nor the words of the journal say it', async () => {
  const copy = []
  for await (const row of journalOf(database.pool, people.get('the person')!.id)) copy.push(row)
  expect(copy.map(({ command }) => command)).toContain('BeginCheck')
  expect(copy.map(({ command }) => command)).toContain('AgreeToProposal')
  expect(JSON.stringify(copy)).not.toMatch(marks)
  expect(JSON.stringify(copy)).not.toMatch(beliefs)
  const { rows: mails } = await database.owner.query('select template, "values" from outbox')
  expect(JSON.stringify(mails)).not.toMatch(marks)
  const { rows: kept } = await database.owner.query(
    'select command.input, particulars.texts, particulars.reply from desk.commands command left join desk.particulars on command_id = command.id',
  )
  expect(JSON.stringify(kept)).not.toMatch(marks)
})
