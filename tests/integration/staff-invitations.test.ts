/**
 * Who comes to work here: the first administrators by a link of the operator's, everybody else by an invitation and two
 * administrators.
 *
 * @module-tag story
 */
import { administrators } from '../../src/contract/roles.ts'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditState } from '../../src/domains/audit-state.ts'
import { auditChains } from '../../src/desk/audit-chains.ts'
import { createGate } from '../../src/domains/gate/gate.ts'
import { tellingStaff } from '../../src/domains/nouns.ts'
import { giveInvitedRoles } from '../../src/domains/role-changes/invited.ts'
import { beginMacs } from '../../src/desk/mac-times.ts'
import { invitationOf } from '../../src/domains/staff-invitations/link.ts'
import { isInvitation } from '../../src/domains/staff-invitations/macs.ts'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/platform/config.ts'
import { createPool, withClient } from '../../src/platform/database.ts'
import { migrate } from '../../src/platform/migrations/migrate.ts'
import { eraseMailsStatement } from '../../src/platform/mail/outbox.ts'
import { livePolicy } from '../../src/platform/policy.ts'
import { linkedBy, signLink } from '../../src/platform/signed.ts'
import { codeOf as codeOfApp, setUpApp } from '../support/authenticator.ts'
import { migrationsFolder } from '../support/cluster.ts'
import { compileCache } from '../support/compile-cache.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, testContext, type Reply } from '../support/http.ts'
import { inviteByMail } from '../support/invitations.ts'
import { createOperatorsDatabase } from '../support/own-roles.ts'
import { root } from '../support/source.ts'
import { testMacKeys, testSecret } from '../support/stamp.ts'

const operators = await createOperatorsDatabase()
await migrate({ url: operators.ownerUrl, mode: 'live', folder: migrationsFolder, isServer: false })
await withClient({ url: operators.ownerUrl, name: 'test', as: 'owner' }, (client) =>
  beginMacs(client, testMacKeys),
)
const pool = createPool({ url: operators.serverUrl, name: 'glasshouse test' })
afterAll(() => pool.end())
const database = { ...operators, url: operators.serverUrl, pool }
const { owner } = database
const publicUrl = 'https://firm.example'
const config = readConfig({ GLASSHOUSE_MODE: 'live', PUBLIC_URL: publicUrl, LOG_LEVEL: 'silent' })
const context = testContext(database, { config, policy: livePolicy })
const app = await createApp({ ...context, gate: createGate({ ...context, pool, config }) })
afterAll(() => app.close())
const house = createHouse(database)

const environment = {
  DATABASE_OWNER_URL: operators.ownerUrl,
  GLASSHOUSE_SECRET: testSecret,
  PUBLIC_URL: publicUrl,
  GLASSHOUSE_MODE: 'live',
  LOG_LEVEL: 'error',
}

/** `npm run admin:create -- …`. */
function create(args: string[], changes: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'scripts/admin-create.ts'), ...args],
      { env: { PATH: process.env.PATH, ...compileCache, ...environment, ...changes } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

/** The signed token of the one link that was printed. */
async function linkFor(email: string): Promise<string> {
  const { code, out, err } = await create([email])
  expect([code, err]).toEqual([0, ''])
  const found = out.match(/https:\/\/firm\.example\/staff-invitation\/(\S+)/g)
  expect(found).toHaveLength(1)
  return found![0].split('/').at(-1)!
}

const password = 'a long enough password of hers'
const newEmail = () => `${randomUUID()}@firm.example`
const said = ({ status, body }: Reply) => [status, body?.code ?? null, body?.message]
const look = (link: string) => ask(app, 'GET', `${api}/staff-invitations/${link}`)
const accept = (link: string, changes: object = {}) =>
  ask(app, 'POST', `${api}/staff-invitations/${link}/account`, {
    payload: { fullName: 'Iris Invited', password, confirmPassword: password, ...changes },
  })

async function logIn(email: string, secret: string): Promise<string> {
  const half = await ask(app, 'POST', `${api}/login`, { payload: { email, password } })
  expect(half.body.status).toBe('second_factor')
  const reply = await ask(app, 'POST', `${api}/login/second-factor`, {
    payload: { challenge: half.body.data.challenge, code: codeOfApp(secret) },
  })
  expect([reply.status, reply.body.data.secondFactorFirst]).toEqual([200, false])
  return reply.body.token
}

const roleOf = async (email: string) =>
  (
    await owner.query(
      'select role, email_verified from owners join auth.persons using (id) where email = $1',
      [email],
    )
  ).rows[0] ?? null
const idOf = async (email: string): Promise<string> =>
  (await owner.query('select id from auth.persons where email = $1', [email])).rows[0].id
const mailsOf = async (template: string) =>
  (
    await owner.query('select owner_id, recipient, values from outbox where template = $1', [
      template,
    ])
  ).rows

const lastMail = async () =>
  (await owner.query('select coalesce(max(id), 0) as id from outbox')).rows[0].id as bigint
/** Who got a mail of this kind since then. */
const toldOf = async (template: string, since: bigint) =>
  (
    await owner.query('select owner_id from outbox where template = $1 and id > $2', [
      template,
      since,
    ])
  ).rows
    .map((mail) => mail.owner_id)
    .toSorted()

const post = (who: { token: string }, path: string, payload: object) =>
  ask(app, 'POST', api + path, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
    payload,
  })
const staffOf = async (who: { token: string }) =>
  (await ask(app, 'GET', `${api}/staff`, { token: who.token })).body.data

type Somebody = { id: string; email: string; token: string; secret: string }

/** Somebody whom the operator invited, with an account and a second factor. */
async function invited(fullName: string): Promise<Somebody> {
  const email = newEmail()
  const reply = await accept(await linkFor(email), { fullName })
  expect(reply.status).toBe(201)
  const { secret } = await setUpApp(app, reply.body.token)
  return { id: reply.body.data.user.id, email, secret, token: await logIn(email, secret) }
}

/** So much later, by the database's clock: an invitation was made, and could be used, so much earlier. */
const later = (interval: string) =>
  owner.query(
    `alter table auth.staff_invitations disable trigger staff_invitations_stay;
     update auth.staff_invitations set made_at = made_at - interval '${interval}', expires_at = expires_at - interval '${interval}';
     alter table auth.staff_invitations enable trigger staff_invitations_stay`,
  )

let adam: Somebody
let bea: Somebody

describe('npm run admin:create', () => {
  test('prints a link once, of which the database keeps nothing but a name that follows from it', async () => {
    const email = newEmail()
    const link = await linkFor(email.toUpperCase())
    const { id: token } = linkedBy(testSecret, 'staff-invitation', link)!
    const { rows } = await owner.query(
      `select id, email, role, invited_by, extract(epoch from expires_at - made_at)::int as seconds, encode(mac, 'hex') as mac from auth.staff_invitations where email = $1`,
      [email],
    )
    expect(rows).toEqual([
      {
        id: invitationOf(token),
        email,
        role: 'admin',
        invited_by: null,
        seconds: 1800,
        mac: expect.any(String),
      },
    ])
    expect(isInvitation(testMacKeys, { ...rows[0], invitedBy: null })).toBe(true)
    const { rows: kept } = await owner.query(
      `select 1 from desk.commands command left join desk.particulars on command_id = id
        where command::text || coalesce(particulars::text, '') like any ($1) union all select 1 from outbox where outbox::text like any ($1)`,
      [[`%${token}%`, `%${email}%`]],
    )
    expect(kept).toEqual([])
  })

  test('stands in the journal as the operator’s own act', async () => {
    const { rows } = await owner.query(
      `select command.actor, command.subject, command.outcome, command.mac is not null as "hasMac", item.kind from desk.commands command
        join desk.activity item on item.command_id = command.id where command.kind = 'InviteAdministrator'`,
    )
    expect(rows).toEqual([
      {
        actor: null,
        subject: '00000000-0000-0000-0000-000000000000',
        outcome: 'done',
        hasMac: true,
        kind: 'administrator-invited',
      },
    ])
  })

  test.each([
    ['no address', [], /^Give one email address/],
    ['two', ['a@firm.example', 'b@firm.example'], /^Give one email address/],
    ['what is no address', ['adam'], /^adam is no email address/],
  ])('refuses %s', async (_, args, line) => {
    const { code, out, err } = await create(args)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(line)
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  test.each([
    [
      'another secret',
      { GLASSHOUSE_SECRET: 'another secret, of at least 32 letters' },
      /not the secret of the servers/,
    ],
    [
      'the application’s role',
      { DATABASE_OWNER_URL: operators.serverUrl },
      /is not the owner of the database/,
    ],
    ['no public address', { PUBLIC_URL: '' }, /^PUBLIC_URL is missing/],
  ])('refuses %s', async (_, changes, line) => {
    const { code, out, err } = await create([newEmail()], changes)
    expect([code, out.includes('https://')]).toEqual([1, false])
    expect(err).toMatch(line)
  })

  test('refuses the database of a demonstration, and says where its administrators are', async () => {
    const demonstration = await createTestDatabase()
    const { code, err } = await create([newEmail()], { DATABASE_OWNER_URL: demonstration.url })
    expect(code).toBe(1)
    expect(err).toContain('This is the database of a demonstration')
  })
})

describe('a link of the operator’s, before the firm is open', () => {
  test('changes nothing when it is opened, and says for whom it is', async () => {
    const email = newEmail()
    const link = await linkFor(email)
    for (const _ of [1, 2])
      expect((await look(link)).body.data).toMatchObject({ email, role: 'admin' })
    expect(await roleOf(email)).toBeNull()
    expect((await look(link)).status).toBe(200)
  })

  test('leads to an account, and to the role only with a second factor', async () => {
    const email = newEmail()
    const reply = await accept(await linkFor(email), { fullName: 'Adam Admin' })
    expect(reply.status).toBe(201)
    const { token } = reply.body
    expect(await roleOf(email)).toEqual({ role: 'user', email_verified: true })
    // Who leaves here and comes back another time is led to the second factor, since nothing else answers yet.
    const back = await ask(app, 'POST', `${api}/login`, { payload: { email, password } })
    for (const { body } of [reply, back]) expect(body.data.secondFactorFirst).toBe(true)
    const led = await ask(app, 'GET', `${api}/second-factors`, { token: back.body.token })
    expect([led.status, led.body.data.factors.app]).toEqual([200, null])
    await giveInvitedRoles(context)
    expect(await roleOf(email)).toMatchObject({ role: 'user' })
    expect(said(await ask(app, 'GET', `${api}/gate`, { token })).slice(0, 2)).toEqual([
      403,
      'forbidden',
    ])
    const { secret } = await setUpApp(app, token)
    const fresh = await logIn(email, secret)
    expect(await roleOf(email)).toMatchObject({ role: 'admin' })
    expect((await ask(app, 'GET', `${api}/gate`, { token: fresh })).status).toBe(200)
    // It was begun with a password alone.
    expect((await ask(app, 'GET', `${api}/me`, { token })).status).toBe(401)
    adam = { id: await idOf(email), email, secret, token: fresh }
    expect(await mailsOf('invited-role-waits')).toEqual([])
  })

  test('holds a password to the policy, and stays good', async () => {
    const link = await linkFor(newEmail())
    for (const [changes, code] of [
      [{ password: 'short', confirmPassword: 'short' }, 'validation_failed'],
      [{ confirmPassword: 'another password of hers' }, 'validation_failed'],
      [{ password: 'password1234', confirmPassword: 'password1234' }, 'password_too_common'],
      [{ fullName: '' }, 'validation_failed'],
    ] as const)
      expect((await accept(link, changes)).body.code).toBe(code)
    expect((await look(link)).status).toBe(200)
  })

  test('is good once: of many at the same time one opens the account', async () => {
    const email = newEmail()
    const link = await linkFor(email)
    const replies = await Promise.all(Array.from({ length: 6 }, () => accept(link)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = replies.filter(({ status }) => status !== 201).map(said)
    expect(new Set(refused.map(([status, code]) => `${status} ${code}`))).toEqual(
      new Set(['404 link_ended']),
    )
    const used = [
      404,
      'link_ended',
      'This invitation was used already. Log in with the account that was opened.',
    ]
    expect(said(await accept(link))).toEqual(used)
    expect(said(await look(link))).toEqual(used)
    const { rows } = await owner.query('select id from auth.persons where email = $1', [email])
    expect(rows).toHaveLength(1)
  })

  test('is replaced by a later one for the same address', async () => {
    const email = newEmail()
    const [first, second] = [await linkFor(email), await linkFor(email)]
    expect(said(await accept(first))).toEqual([
      404,
      'link_ended',
      'This invitation was withdrawn, or replaced by a newer one. Use the newest.',
    ])
    expect((await look(second)).status).toBe(200)
  })

  test('expires after half an hour', async () => {
    const link = await linkFor(newEmail())
    await later('29 minutes')
    expect((await look(link)).status).toBe(200)
    await later('2 minutes')
    expect(said(await accept(link))).toEqual([
      404,
      'link_ended',
      'This invitation has expired. Ask for a new one.',
    ])
  })

  test('is nothing where a letter of it differs, or where its row isn’t ours', async () => {
    const email = newEmail()
    const link = await linkFor(email)
    const forged = signLink('another secret of somebody else, long', 'staff-invitation', {
      ...linkedBy(testSecret, 'staff-invitation', link)!,
      address: email,
    })
    expect(said(await accept(forged)).slice(0, 2)).toEqual([404, 'link_ended'])
  })

  test('is refused where an account was opened with its address, in the meantime or while it is used', async () => {
    const email = newEmail()
    const link = await linkFor(email)
    await owner.query(
      `insert into auth.persons (id, full_name, email) values (gen_random_uuid(), 'Eve Early', $1)`,
      [email],
    )
    expect(said(await accept(link)).slice(0, 2)).toEqual([409, 'email_taken'])
    const { rows } = await owner.query(
      'select used_at from auth.staff_invitations where email = $1',
      [email],
    )
    expect(rows).toEqual([{ used_at: null }])
    const { code, err } = await create([email])
    expect(code).toBe(1)
    expect(err).toContain('There is an account with the address')
  })

  test('a second person comes the same way, at once', async () => {
    bea = await invited('Bea Admin')
    expect(await roleOf(bea.email)).toMatchObject({ role: 'admin' })
    const { rows } = await owner.query(
      'select status, decided_by from invited_roles where owner_id = $1',
      [bea.id],
    )
    expect(rows).toEqual([{ status: 'given', decided_by: null }])
  })
})

describe('with the application’s role alone nobody', () => {
  const asApplication = (text: string, values: unknown[] = []) =>
    pool.query(text, values).then(
      ({ rowCount }) => `${rowCount} written`,
      (error) => error.code,
    )
  const noRight = '42501'

  test('writes an invitation of an administrator, or when one was made, ends, or counts', async () => {
    const columns = (more: string, value: string) =>
      `insert into auth.staff_invitations (id, email, mac, ${more}) values (gen_random_uuid(), 'eve@x.example', '\\x00', ${value})`
    expect(await asApplication(columns('role', `'admin'`))).toBe(noRight)
    expect(await asApplication(columns('made_at', `now() - interval '2 days'`))).toBe(noRight)
    expect(await asApplication(columns('expires_at', `now() + interval '9 days'`))).toBe(noRight)
    for (const change of [
      `role = 'admin'`,
      `made_at = now() - interval '2 days'`,
      `expires_at = now()`,
      `email = 'x'`,
      `mac = null`,
    ])
      expect(await asApplication(`update auth.staff_invitations set ${change}`)).toBe(noRight)
  })

  test('invites anybody with a row of their own making', async () => {
    const token = randomUUID()
    const email = newEmail()
    expect(
      await asApplication(
        `insert into auth.staff_invitations (id, email, mac) values ($1, $2, '\\x0000')`,
        [invitationOf(token), email],
      ),
    ).toBe('1 written')
    // Even with a link that we signed.
    const link = signLink(testSecret, 'staff-invitation', {
      id: token,
      person: '00000000-0000-0000-0000-000000000000',
      address: email,
    })
    expect(said(await accept(link)).slice(0, 2)).toEqual([404, 'link_ended'])
  })

  test('takes an operator’s invitation for their own account', async () => {
    const email = newEmail()
    await linkFor(email)
    const eve = await house.person()
    expect(
      await asApplication(
        `update auth.staff_invitations set used_at = now(), owner_id = $1, used_mac = mac where email = $2`,
        [eve, email],
      ),
    ).toBe('1 written')
    await owner.query('update auth.persons set has_second_factor = true where id = $1', [eve])
    expect(await giveInvitedRoles(context)).toBe(0)
    expect(await giveInvitedRoles(context, eve)).toBe(0)
    const { rows } = await owner.query('select role from owners where id = $1', [eve])
    expect(rows).toEqual([{ role: 'user' }])
  })

  test('uses one again, or one that has ended', async () => {
    for (const state of ['used_at is not null', 'ended_at is not null'])
      expect(
        await asApplication(
          `update auth.staff_invitations set used_at = null, owner_id = null, used_mac = null, ended_at = null where ${state}`,
        ),
      ).toBe('GH004')
  })

  test('gets a role out of the database without an invitation of this very owner', async () => {
    const eve = await house.person()
    const change = randomUUID()
    const tryIt = async (of: string) => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query(
          `insert into invited_roles (id, owner_id, status, accepted_at) values ($1, $2, 'waiting', now()) on conflict do nothing`,
          [of, eve],
        )
        const command = randomUUID()
        await client.query(
          `insert into desk.commands (id, kind, subject, body_hash, rules, mac, particulars_digest, input, outcome, at) values ($1, 'FinishRoleChange', $2, '', 1, '', '', $3, 'done', now())`,
          [command, eve, { invitation: of }],
        )
        return await client
          .query(`select desk.change_roles($1, $2, $3, '{\\\\x00}')`, [
            [command],
            [eve],
            [administrators],
          ])
          .then(
            () => 'changed',
            (error) => error.code,
          )
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    expect(await tryIt(change)).toBe('GH006')
    const { rows } = await owner.query(
      `select id from auth.staff_invitations where role = 'admin' and owner_id = $1`,
      [adam.id],
    )
    expect(await tryIt(rows[0].id)).toBe('GH006')
  })
})

describe('an administrator in an open firm', () => {
  const early = { email: newEmail(), link: '' }
  beforeAll(async () => {
    early.link = await linkFor(early.email)
    const found = { missing: [], isDemonstration: false }
    const proposal = randomUUID()
    await house.run('ProposeOpening', { found }, adam.id, { id: proposal })
    const agreement = { proposal, shown: '{}', answer: found }
    const { outcome } = await house.run('AgreeToProposal', agreement, bea.id)
    expect(outcome).toBe('done')
  })

  test('nobody becomes anything by being first: who signs up has no role', async () => {
    const email = newEmail()
    const reply = await ask(app, 'POST', `${api}/signup`, {
      payload: { fullName: 'Fay First', email, password, confirmPassword: password },
    })
    expect(reply.status).toBe(201)
    expect(await roleOf(email)).toEqual({ role: 'user', email_verified: false })
    const { rows } = await owner.query(
      `select id from owners where role <> 'user' and id <> all ($1)`,
      [[adam.id, bea.id, '00000000-0000-0000-0000-000000000000']],
    )
    expect(rows).toEqual([])
  })

  test('who was invited before the opening and comes after it waits as well', async () => {
    const reply = await accept(early.link)
    expect(reply.status).toBe(201)
    const { secret } = await setUpApp(app, reply.body.token)
    await logIn(early.email, secret)
    expect(await roleOf(early.email)).toMatchObject({ role: 'user' })
    // Out of the way of what follows.
    await owner.query('update auth.persons set has_second_factor = false where email = $1', [
      early.email,
    ])
  })

  const waitingOf = async ({ id }: Somebody) =>
    (await staffOf(adam)).invitedRoles.find((one: { user: { id: string } }) => one.user.id === id)
  /** What told them of administrators would be left of them. */
  async function toldOnceErased({ id }: Somebody): Promise<string[]> {
    const client = await owner.connect()
    try {
      await client.query('begin')
      await client.query(eraseMailsStatement([id], tellingStaff))
      const { rows } = await client.query<{ template: string }>(
        `select template from outbox where owner_id = $1 and template in ('administrator-invited', 'invited-role-waits')`,
        [id],
      )
      return rows.map(({ template }) => template)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  let carl: Somebody
  test('made at the shell waits a day, and every other one is told at once', async () => {
    const told = await lastMail()
    carl = await invited('Carl Candidate')
    expect(await roleOf(carl.email)).toMatchObject({ role: 'user' })
    for (const template of ['administrator-invited', 'invited-role-waits'])
      expect(await toldOf(template, told)).toEqual([adam.id, bea.id].toSorted())
    expect(await toldOnceErased(bea)).toEqual([])
    expect((await waitingOf(carl)).user).toMatchObject({ id: carl.id })
    await later('23 hours 59 minutes')
    expect(await giveInvitedRoles(context)).toBe(0)
    expect(await roleOf(carl.email)).toMatchObject({ role: 'user' })
  })

  test('stands in the audit as the operator’s own act', async () => {
    const { body } = await ask(app, 'GET', `${api}/audit?limit=200`, { token: adam.token })
    const acts = body.data.items.filter(
      (item: { kind: string }) => item.kind === 'InviteAdministrator',
    )
    expect(acts.length).toBeGreaterThan(5)
    expect(acts[0]).toMatchObject({
      actor: { id: '00000000-0000-0000-0000-000000000000', fullName: 'The operator' },
      sentence: 'The operator invited an administrator, at the shell.',
    })
    const record = await ask(app, 'GET', `${api}/audit/commands/${acts[0].id}`, {
      token: adam.token,
    })
    expect(record.body.data.record).toMatchObject({
      link: { owner: { fullName: 'The firm' } },
    })
    const none = await ask(app, 'GET', `${api}/audit?actor=${adam.id}&kind=InviteAdministrator`, {
      token: adam.token,
    })
    expect(none.body.data.items).toEqual([])
  })

  test('is approved by nobody, and not given before its time by the database either', async () => {
    const { id } = await waitingOf(carl)
    const agreement = await post(adam, `/proposals/${id}/agreement`, { shown: {} })
    expect(said(agreement).slice(0, 2)).toEqual([404, 'unknown_proposal'])
    const command = { invitation: id, waited: false }
    expect((await house.run('FinishRoleChange', command, null)).outcome).toBe('not_due')
    await expect(
      house.run('FinishRoleChange', { ...command, waited: true }, null),
    ).rejects.toThrow()
    expect(await roleOf(carl.email)).toMatchObject({ role: 'user' })
  })

  test('counts when the day is over, once, however many look', async () => {
    await later('2 minutes')
    const given = await Promise.all([giveInvitedRoles(context), giveInvitedRoles(context)])
    expect(given[0] + given[1]).toBe(1)
    expect(await roleOf(carl.email)).toMatchObject({ role: 'admin' })
    expect((await ask(app, 'GET', `${api}/me`, { token: carl.token })).status).toBe(401)
    expect((await mailsOf('role-given')).map((mail) => mail.owner_id)).toContain(carl.id)
    expect((await mailsOf('invited-role-counts')).map((mail) => mail.owner_id).toSorted()).toEqual(
      [adam.id, bea.id].toSorted(),
    )
  })

  test('is refused by any other one within the day', async () => {
    const dan = await invited('Dan Doubtful')
    const { id } = await waitingOf(dan)
    expect(
      (await post(bea, `/invited-roles/${id}/refusal`, { reason: 'Nobody knows him' })).status,
    ).toBe(200)
    await later('2 days')
    expect(await giveInvitedRoles(context)).toBe(0)
    expect(await roleOf(dan.email)).toMatchObject({ role: 'user' })
  })

  test('is not made of somebody frozen, nor of somebody without a second factor', async () => {
    const eli = await invited('Eli Early')
    await post(adam, `/users/${eli.id}/freeze`, { reason: 'Let us see' })
    await later('2 days')
    expect(await giveInvitedRoles(context)).toBe(0)
    await post(adam, `/users/${eli.id}/unfreeze`, { reason: 'We have seen' })
    await owner.query('update auth.persons set has_second_factor = false where id = $1', [eli.id])
    expect(await giveInvitedRoles(context)).toBe(0)
    await owner.query('update auth.persons set has_second_factor = true where id = $1', [eli.id])
    expect(await giveInvitedRoles(context)).toBe(1)
  })
})

describe('an invitation by mail', () => {
  const invite = (email: string, who = adam) =>
    post(who, '/staff-invitations', { email, reason: 'She keeps the books' })
  const linkOf = async (email: string) => {
    const { rows } = await owner.query(
      `select owner_id, values ->> 'link' as token from outbox where template = 'staff-invited' and recipient = $1 order by id desc limit 1`,
      [email],
    )
    return signLink(testSecret, 'staff-invitation', {
      id: rows[0].token,
      person: rows[0].owner_id,
      address: email,
    })
  }

  test('leads to an account without a role, and to a role by two', async () => {
    const email = newEmail()
    expect((await invite(email)).status).toBe(201)
    expect((await staffOf(bea)).invitations).toContainEqual(
      expect.objectContaining({
        email,
        role: 'user',
        invitedBy: { id: adam.id, fullName: 'Adam Admin' },
      }),
    )
    const reply = await accept(await linkOf(email), { fullName: 'Gia Given' })
    expect(reply.status).toBe(201)
    expect(await roleOf(email)).toEqual({ role: 'user', email_verified: true })
    expect(
      (await staffOf(bea)).invitations.map((one: { email: string }) => one.email),
    ).not.toContain(email)
    const user = reply.body.data.user.id
    const early = await post(adam, `/users/${user}/role-changes`, {
      roles: ['auditor'],
      reason: 'Ours',
    })
    expect(said(early).slice(0, 2)).toEqual([409, 'role_needs_factor'])
    await setUpApp(app, reply.body.token)
    const proposed = await post(adam, `/users/${user}/role-changes`, {
      roles: ['auditor'],
      reason: 'Ours',
    })
    expect(proposed.status).toBe(202)
    const { id, facts } = proposed.body.data.proposal
    expect((await post(bea, `/proposals/${id}/agreement`, { shown: facts })).status).toBe(200)
    expect(await roleOf(email)).toMatchObject({ role: 'auditor' })
  })

  test('is taken back by any administrator, once', async () => {
    const email = newEmail()
    await invite(email)
    const { id } = (await staffOf(bea)).invitations.find(
      (one: { email: string }) => one.email === email,
    )
    const reason = 'She found other work'
    expect((await post(bea, `/staff-invitations/${id}/withdrawal`, { reason })).status).toBe(200)
    expect(said(await accept(await linkOf(email))).slice(0, 2)).toEqual([404, 'link_ended'])
    expect(
      said(await post(adam, `/staff-invitations/${id}/withdrawal`, { reason })).slice(0, 2),
    ).toEqual([409, 'already_decided'])
  })

  test('of an operator’s is taken back as well', async () => {
    const email = newEmail()
    const link = await linkFor(email)
    const { id, invitedBy } = (await staffOf(bea)).invitations.find(
      (one: { email: string }) => one.email === email,
    )
    expect(invitedBy).toBeNull()
    expect(
      (await post(bea, `/staff-invitations/${id}/withdrawal`, { reason: 'Not ours' })).status,
    ).toBe(200)
    expect(said(await accept(link)).slice(0, 2)).toEqual([404, 'link_ended'])
  })

  test('leads nowhere while whoever made it is frozen, and works three days', async () => {
    const hal = await house.person({ role: 'admin' })
    const email = newEmail()
    const token = await inviteByMail(house, hal, email)
    const link = signLink(testSecret, 'staff-invitation', {
      id: token,
      person: hal,
      address: email,
    })
    expect((await look(link)).status).toBe(200)
    await post(adam, `/users/${hal}/freeze`, { reason: 'On leave' })
    expect(said(await accept(link))).toEqual([
      404,
      'link_ended',
      'Whoever invited you can no longer act for the firm. Ask somebody else.',
    ])
    await post(adam, `/users/${hal}/unfreeze`, { reason: 'Back' })
    await later('71 hours')
    expect((await look(link)).status).toBe(200)
    await later('2 hours')
    expect(said(await accept(link)).slice(0, 2)).toEqual([404, 'link_ended'])
  })

  test('is sent to nobody who has an account, nor to one address again and again, nor to ever more', async () => {
    expect(said(await invite(bea.email)).slice(0, 2)).toEqual([409, 'email_taken'])
    const email = newEmail()
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) statuses.push((await invite(email)).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
    const before = (await mailsOf('staff-invited')).length
    for (let n = 0; n < 25; n += 1) await invite(newEmail())
    expect((await mailsOf('staff-invited')).length - before).toBeLessThanOrEqual(20)
    expect((await invite(newEmail())).status).toBe(429)
  })
})

test('the journal decides all of it again, and its chains fit', async () => {
  expect((await auditState(pool, testMacKeys)).differences).toEqual([])
  expect((await auditChains(pool, testMacKeys)).faults).toEqual([])
})
