/** Second factors that their owner has lost, or that a thief has added: staff take them away, and the link of a mail undoes them. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { finishAccessChanges } from '../../src/domains/access-changes/due.ts'
import { answerLinkRequests } from '../../src/domains/sign-in/links.ts'
import { changeSecurity } from '../../src/domains/sign-in/security-change.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { signLink } from '../../src/platform/signed.ts'
import { codeOf, setUpApp } from '../support/authenticator.ts'
import { emailMac } from '../../src/desk/journal-mac.ts'
import { createTestDatabase } from '../support/database.ts'
import { api, ask, createTestApp, signUpSomebody, verified, testContext } from '../support/http.ts'
import { testMacKeys, testSecret, setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)
const context = testContext(database)
const waiting = { ...demoPolicy, accessChangeWaitMs: 24 * 3_600_000 }
const live = await createTestApp(database, { policy: waiting })
const finish = () => finishAccessChanges(testContext(database, { policy: waiting }))

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

async function administrator(): Promise<Somebody> {
  const person = await signUpSomebody(app)
  await setRole(database, person.id, 'admin')
  return person
}
const [admin, second] = [await administrator(), await administrator()]

async function withApp() {
  const person = await verified(app, database, await signUpSomebody(app))
  return { ...person, ...(await setUpApp(app, person.token)) }
}

const post = (path: string, payload: Record<string, unknown> = {}, token?: string, at = app) =>
  ask(at, 'POST', `${api}${path}`, { payload, ...(token ? { token } : {}) })
const me = (token: string) => ask(app, 'GET', `${api}/me`, { token })
const activityOf = async ({ id }: { id: string }) =>
  (await ask(app, 'GET', `${api}/users/${id}/activity`, { token: admin.token })).body.data.activity
const factorsOf = async ({ id }: { id: string }) =>
  (await ask(app, 'GET', `${api}/users/${id}/second-factors`, { token: admin.token })).body.data
    .factors
const forgetCodes = ({ id }: { id: string }) =>
  database.owner.query('update auth.authenticator_apps set last_step = 0 where person_id = $1', [
    id,
  ])
const forgetFailures = () => database.owner.query('delete from auth.attempts')

/** A passkey as the ceremony adds one, which takes a browser: the session that adds it stays. */
async function addPasskey({ id: person }: { id: string }): Promise<string> {
  const id = `key-${randomUUID()}`
  const { rows } = await database.owner.query(
    'select id from auth.sessions where person_id = $1 order by created_at desc limit 1',
    [person],
  )
  await changeSecurity(context, { person, change: 'passkey-added', keep: rows[0].id }, (client) =>
    client.query(
      `insert into auth.passkeys (mac, id, person_id, public_key, counter, name) values ('', $1, $2, '', 0, 'A key')`,
      [id, person],
    ),
  )
  return id
}

/** The links that undo what was added, oldest first, to whichever address. */
async function undoLinks({ id }: { id: string }): Promise<{ link: string; to: string }[]> {
  const { rows } = await database.owner.query(
    `select "values"->>'link' as link, recipient from outbox where owner_id = $1 and template = 'security-change' and "values" ? 'link' order by id`,
    [id],
  )
  return rows.map(({ link, recipient }) => ({
    link: signLink(testSecret, 'undo-factor', { id: link, person: id, address: recipient }),
    to: recipient,
  }))
}
const undo = (link: string) => post(`/undo-factor/${link}`)

/** What the mailbox alone can do: a new password. */
async function resetPassword({ email, id }: Somebody, password: string): Promise<void> {
  await post('/forgot-password', { email })
  await answerLinkRequests(database.pool)
  const { rows } = await database.owner.query(
    `select id from auth.links where person_id = $1 and use = 'reset-password'`,
    [id],
  )
  expect(
    (
      await post(
        `/reset-password/${signLink(testSecret, 'reset-password', { id: rows[0].id, person: id, address: email })}`,
        {
          newPassword: password,
          confirmPassword: password,
        },
      )
    ).status,
  ).toBe(200)
}
const logIn = ({ email, password }: Somebody, other = password) =>
  post('/login', { email, password: other })

const propose = (
  person: { id: string },
  by: Somebody,
  { passkeyId = null as string | null, hostile = false, at = app } = {},
) =>
  post(
    `/users/${person.id}/access-changes`,
    { passkeyId, hostile, reason: 'He called, and we know his voice' },
    by.token,
    at,
  )
async function changeOf({ id }: { id: string }): Promise<string> {
  const { rows } = await database.owner.query(
    'select id from access_changes where owner_id = $1 order by proposed_at desc, id desc limit 1',
    [id],
  )
  return rows[0].id
}
const approve = (change: string, by: Somebody, at = app) =>
  post(`/access-changes/${change}/approval`, {}, by.token, at)
const passHours = ({ id }: { id: string }, hours: number) =>
  database.owner.query(`begin; set local session_replication_role = replica;
  update access_changes set effective_from = effective_from - interval '${hours} hours' where owner_id = '${id}'; commit`)

describe('staff take a second factor away', () => {
  test('as two, who are different, and neither of them the person: then the password alone signs in, and everything else has ended', async () => {
    const person = await withApp()
    const proposed = await propose(person, admin)
    expect([proposed.status, proposed.body.message]).toEqual([
      202,
      expect.stringContaining('Nothing has been changed yet'),
    ])
    expect((await propose(person, second)).body.code).toBe('change_open')
    const change = await changeOf(person)
    expect((await approve(change, admin)).body.code).toBe('same_approver')
    expect((await approve(randomUUID(), second)).body.code).toBe('unknown_change')
    await post('/forgot-password', { email: person.email })
    await answerLinkRequests(database.pool)
    expect((await approve(change, second)).body.message).toContain('was removed')
    expect((await approve(change, second)).body.code).toBe('already_decided')
    expect([(await me(person.token)).status, (await logIn(person)).body.status]).toEqual([
      401,
      'success',
    ])
    expect(await factorsOf(person)).toEqual({ app: null, passkeys: [], recoveryCodesLeft: 0 })
    const { rows } = await database.owner.query(
      `select security_changed_at > clock_timestamp() - interval '1 minute' as holds, has_second_factor as has,
         (select count(*)::int from auth.links l where l.person_id = p.id) as links from auth.persons p where id = $1`,
      [person.id],
    )
    expect(rows).toEqual([{ holds: true, has: false, links: 0 }])
    const [taken, asked] = await activityOf(person)
    expect(taken).toMatchObject({
      kind: 'app-removed-by-staff',
      by: 'staff',
      staffName: second.user.fullName,
      reason: 'He called, and we know his voice',
      details: { proposedBy: admin.user.fullName },
    })
    expect(asked).toMatchObject({
      kind: 'access-change-proposed',
      changes: [{ field: 'secondFactor', from: 'Authenticator app', to: null }],
    })
    const { items } = (
      await ask(app, 'GET', `${api}/audit?subject=${person.id}`, { token: admin.token })
    ).body.data
    expect(
      items.map(({ kind, outcome }: { kind: string; outcome: string }) => `${kind} ${outcome}`),
    ).toEqual([
      'ApproveAccessChange already_decided',
      'ApproveAccessChange done',
      'ApproveAccessChange same_approver',
      'ProposeFactorRemoval change_open',
      'ProposeFactorRemoval proposed',
    ])
  })

  test('never their own, never a shared one of the demonstration, and never one that isn’t there', async () => {
    const [person, fixed] = [await signUpSomebody(app), await withApp()]
    await database.owner.query('update owners set fixed = true where id = $1', [fixed.id])
    expect((await propose(fixed, admin)).body.code).toBe('fixed_account')
    expect((await propose(person, admin)).body.code).toBe('unknown_factor')
    expect((await propose(person, admin, { passkeyId: 'AAAA' })).body.code).toBe('unknown_factor')
    const third = await administrator()
    await setUpApp(app, third.token)
    expect((await propose(third, third)).body.code).toBe('not_on_yourself')
    await propose(third, admin)
    const change = await changeOf(third)
    expect((await approve(change, third)).body.code).toBe('not_on_yourself')
    expect(
      (await post(`/access-changes/${change}/rejection`, { reason: 'It is mine' }, third.token))
        .body.code,
    ).toBe('not_on_yourself')
    expect((await approve(change, second)).status).toBe(200)
  })

  test('one passkey, and what else there is stays', async () => {
    const person = await withApp()
    const [lost, kept] = [await addPasskey(person), await addPasskey(person)]
    await propose(person, admin, { passkeyId: lost })
    await approve(await changeOf(person), second)
    const factors = await factorsOf(person)
    expect([
      factors.app === null,
      factors.passkeys.map(({ id }: { id: string }) => id),
      factors.recoveryCodesLeft,
    ]).toEqual([false, [kept], 10])
    expect((await logIn(person)).body.status).toBe('second_factor')
  })

  test('in a live firm a day later, unless it was stopped', async () => {
    const [person, other] = [await withApp(), await withApp()]
    for (const one of [person, other]) {
      await propose(one, admin, { at: live })
      expect((await approve(await changeOf(one), second, live)).body.message).toContain(
        'when the wait is over',
      )
      expect((await approve(await changeOf(one), second, live)).body.code).toBe('already_decided')
    }
    await passHours(person, 23)
    await finish()
    expect([(await me(person.token)).status, (await factorsOf(person)).app === null]).toEqual([
      200,
      false,
    ])
    expect(
      (
        await ask(live, 'DELETE', `${api}/me/access-changes/${await changeOf(other)}`, {
          token: other.token,
        })
      ).status,
    ).toBe(200)
    await Promise.all([passHours(person, 1), passHours(other, 24)])
    expect(await finish()).toBe(1)
    expect([
      (await me(person.token)).status,
      (await factorsOf(person)).app,
      (await logIn(person)).body.status,
    ]).toEqual([401, null, 'success'])
    expect([(await me(other.token)).status, (await factorsOf(other)).app === null]).toEqual([
      200,
      false,
    ])
    expect((await activityOf(person))[0]).toMatchObject({
      kind: 'app-removed-by-staff',
      by: 'system',
      details: { proposedBy: admin.user.fullName },
    })
  })

  test('of a thief, who can’t stop it though signed in: the owner’s mailbox can', async () => {
    const person = await withApp()
    await propose(person, admin, { hostile: true, at: live })
    const change = await changeOf(person)
    await approve(change, second, live)
    const stopped = await ask(live, 'DELETE', `${api}/me/access-changes/${change}`, {
      token: person.token,
    })
    expect([stopped.status, stopped.body.code]).toEqual([403, 'link_needed'])
    expect(
      (
        await post(
          `/stop-change/${signLink(testSecret, 'stop-change', { id: change, person: person.id, address: person.email })}`,
        )
      ).status,
    ).toBe(200)
  })

  test('is withdrawn by who proposed it, and rejected by another, with a reason', async () => {
    for (const [by, status] of [
      [admin, 'withdrawn'],
      [second, 'rejected'],
    ] as const) {
      const person = await withApp()
      await propose(person, admin)
      expect(
        (
          await post(
            `/access-changes/${await changeOf(person)}/rejection`,
            { reason: 'He is not who he says' },
            by.token,
          )
        ).body.message,
      ).toBe(`Change ${status}. Nothing was changed.`)
      expect((await activityOf(person))[0]).toMatchObject({
        kind: 'access-change-refused',
        reason: 'He is not who he says',
      })
      expect((await me(person.token)).status).toBe(200)
    }
  })
})

describe('a removal is about one factor', () => {
  const statusOf = async (change: string) =>
    (await database.owner.query('select status from access_changes where id = $1', [change]))
      .rows[0].status
  const mailsOf = async ({ id }: { id: string }): Promise<string[]> =>
    (
      await database.owner.query(
        `select coalesce("values"->>'change', template) as mail from outbox where owner_id = $1 order by id`,
        [id],
      )
    ).rows.map(({ mail }) => mail)
  const removeApp = ({ token }: Somebody) =>
    ask(app, 'DELETE', `${api}/second-factors/app`, { token })
  const removePasskey = ({ token }: Somebody, id: string) =>
    ask(app, 'DELETE', `${api}/second-factors/passkeys/${id}`, { token })

  async function waitingRemoval(
    person: Somebody,
    { passkeyId = null as string | null, hostile = false } = {},
  ): Promise<string> {
    await propose(person, admin, { passkeyId, hostile, at: live })
    const change = await changeOf(person)
    expect((await approve(change, second, live)).body.message).toContain('when the wait is over')
    return change
  }
  /** What a removal that found nothing to take must leave alone. */
  async function expectNothingTaken(person: Somebody, change: string): Promise<void> {
    await passHours(person, 25)
    await finish()
    expect([await statusOf(change), (await me(person.token)).status]).toEqual(['stopped', 200])
    expect(await mailsOf(person)).not.toEqual(
      expect.arrayContaining([expect.stringContaining('taken')]),
    )
  }

  test('A14 and ends when the owner takes it away first: an app that is set up after that stays, with its codes and sessions', async () => {
    const person = await withApp()
    const change = await waitingRemoval(person)
    expect((await removeApp(person)).status).toBe(200)
    expect(await statusOf(change)).toBe('stopped')
    await setUpApp(app, person.token)
    expect(
      (await ask(live, 'GET', `${api}/me/access-changes`, { token: person.token })).body.data
        .accessChanges,
    ).toEqual([])
    expect(
      (
        await post(
          `/stop-change/${signLink(testSecret, 'stop-change', { id: change, person: person.id, address: person.email })}`,
        )
      ).body.code,
    ).toBe('link_ended')
    expect(
      (await post(`/access-changes/${change}/rejection`, { reason: 'Too late' }, admin.token, live))
        .body.code,
    ).toBe('already_decided')
    await expectNothingTaken(person, change)
    const factors = await factorsOf(person)
    expect([factors.app === null, factors.recoveryCodesLeft]).toEqual([false, 10])
  })

  test('A14 of a passkey too, while what waits about another factor goes on', async () => {
    const person = await withApp()
    const [gone, kept] = [await addPasskey(person), await addPasskey(person)]
    const ofGone = await waitingRemoval(person, { passkeyId: gone })
    await propose(person, admin, { passkeyId: kept, at: live })
    const ofKept = await changeOf(person)
    expect((await removePasskey(person, gone)).status).toBe(200)
    expect([await statusOf(ofGone), await statusOf(ofKept)]).toEqual(['stopped', 'proposed'])
    await expectNothingTaken(person, ofGone)
  })

  test('A14 and one of a thief, who is signed in, is not escaped by taking it away first, or by adding another', async () => {
    const person = await withApp()
    const passkey = await addPasskey(person)
    await removeApp(person)
    const change = await waitingRemoval(person, { passkeyId: passkey, hostile: true })
    for (const swap of [
      removePasskey(person, passkey),
      post('/second-factors/recovery-codes', {}, person.token),
    ])
      expect((await swap).body.code).toBe('link_needed')
    await expect(setUpApp(app, person.token), 'another app').rejects.toThrow('link_needed')
    expect(await statusOf(change)).toBe('waiting')
    await passHours(person, 25)
    await finish()
    expect([await statusOf(change), await factorsOf(person)]).toMatchObject([
      'done',
      { app: null, passkeys: [] },
    ])
  })

  test('A14 and ends with the link that undoes what was added', async () => {
    const person = await withApp()
    const added = await addPasskey(person)
    const change = await waitingRemoval(person, { passkeyId: added, hostile: true })
    await undo((await undoLinks(person)).at(-1)!.link)
    expect(await statusOf(change)).toBe('stopped')
  })

  test('A14 also while it is only proposed, so that nobody can approve it any more', async () => {
    const person = await withApp()
    await propose(person, admin)
    const change = await changeOf(person)
    await removeApp(person)
    await setUpApp(app, person.token)
    expect((await approve(change, second)).body).toMatchObject({
      code: 'already_decided',
      detail: expect.stringContaining('stopped'),
    })
    expect((await factorsOf(person)).app).not.toBeNull()
    expect((await propose(person, admin)).status).toBe(202)
  })

  test('A14 and asks once more for that very one before it takes effect, whichever way it went', async () => {
    const [person, other] = [await withApp(), await withApp()]
    const change = await waitingRemoval(person)
    await propose(other, admin)
    const proposed = await changeOf(other)
    // As no route does it: another app in its place.
    await database.owner.query(
      'update auth.authenticator_apps set id = gen_random_uuid() where person_id = any ($1)',
      [[person.id, other.id]],
    )
    await expectNothingTaken(person, change)
    expect((await approve(proposed, second)).body.message).toContain('no longer exists')
    expect([
      await statusOf(proposed),
      (await me(other.token)).status,
      (await factorsOf(other)).app === null,
    ]).toEqual(['stopped', 200, false])
    expect((await activityOf(person))[0]).toMatchObject({
      kind: 'access-change-stopped',
      by: 'system',
      reason: 'The second factor no longer exists',
    })
  })
})

describe('a factor that a thief has added in a stolen session', () => {
  test('A14 is undone by the link, which every known address got: once, with all sessions and whatever came after it', async () => {
    const person = await withApp()
    const before = `before-${person.email}`
    await database.owner.query(
      `insert into auth.earlier_emails (person_id, email, email_mac) values ($1, $2, decode($3, 'hex'))`,
      [person.id, before, emailMac(testMacKeys, person.id, before)],
    )
    await addPasskey(person)
    const links = (await undoLinks(person)).slice(1)
    expect(links.map(({ to }) => to)).toEqual([`before-${person.email}`, person.email])
    await addPasskey(person)
    await post('/second-factors/recovery-codes', {}, person.token)
    expect((await ask(app, 'GET', `${api}/undo-factor/${links[0]!.link}`)).status).toBe(405)
    const replies = await Promise.all(Array.from({ length: 10 }, () => undo(links[0]!.link)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 404),
    ])
    expect((await me(person.token)).status).toBe(401)
    const factors = await factorsOf(person)
    expect([factors.app === null, factors.passkeys, factors.recoveryCodesLeft]).toEqual([
      false,
      [],
      0,
    ])
    expect((await activityOf(person))[0]).toMatchObject({ kind: 'factor-undone' })
    await forgetCodes(person)
    const half = await logIn(person)
    expect(
      (
        await post('/login/second-factor', {
          challenge: half.body.data.challenge,
          code: codeOf(person.secret),
        })
      ).status,
    ).toBe(200)
  })

  test('A14 locks nobody out, in whatever order the thief adds, removes, renews and changes the password', async () => {
    const turns = {
      add: (thief: Somebody) => addPasskey(thief),
      remove: (thief: Somebody) =>
        ask(app, 'DELETE', `${api}/second-factors/app`, { token: thief.token }),
      renew: (thief: Somebody) => post('/second-factors/recovery-codes', {}, thief.token),
      password: (thief: Somebody) =>
        ask(app, 'POST', '/api/user/update', {
          token: thief.token,
          payload: {
            fullName: 'The Owner',
            password: 'the thief’s own',
            confirmPassword: 'the thief’s own',
          },
        }),
    }
    const orders = [
      ['add', 'remove', 'password'],
      ['password', 'remove', 'add', 'renew'],
      ['renew', 'add', 'remove', 'add', 'password'],
      ['remove', 'add', 'add', 'renew', 'password'],
    ] as const
    for (const order of orders) {
      const person = await withApp()
      const own = (await undoLinks(person)).length
      for (const turn of order) await turns[turn](person)
      // The owner, with the mailbox alone: a new password first, or the link first.
      await resetPassword(person, 'the owner’s own')
      expect((await logIn(person, 'the owner’s own')).body.status).toBe('second_factor')
      expect((await undo((await undoLinks(person))[own]!.link)).status).toBe(200)
      expect((await logIn(person, 'the thief’s own')).status).toBe(401)
      expect([order, (await logIn(person, 'the owner’s own')).body.status]).toEqual([
        order,
        'success',
      ])
      await forgetFailures()
    }
  })

  test('A14 gives the mailbox alone nothing that it didn’t have: the older factor is still asked for', async () => {
    const person = await withApp()
    await addPasskey(person)
    const [ofApp, ofPasskey] = await undoLinks(person)
    await database.owner.query(
      `update auth.added_factors set added_at = added_at - interval '25 hours' where id::text = $1`,
      [ofApp!.link.slice(0, 36)],
    )
    expect((await undo(ofApp!.link)).body.code).toBe('link_ended')
    expect((await undo(ofPasskey!.link)).status).toBe(200)
    await resetPassword(person, 'whoever reads the mails')
    expect((await logIn(person, 'whoever reads the mails')).body.status).toBe('second_factor')
    for (const text of [
      ofPasskey!.link,
      signLink(testSecret, 'undo-factor', {
        id: randomUUID(),
        person: person.id,
        address: person.email,
      }),
      signLink(testSecret, 'stop-change', {
        id: ofApp!.link.slice(0, 36),
        person: person.id,
        address: person.email,
      }),
    ]) {
      expect((await undo(text)).body.code).toBe('link_ended')
    }
  })

  test('A14 can’t be added by a session that has just ended, not even at the same moment', async () => {
    const person = await withApp()
    const { link } = (await undoLinks(person))[0]!
    const { rows } = await database.owner.query(
      'select id from auth.sessions where person_id = $1',
      [person.id],
    )
    const client = await database.owner.connect()
    await client.query('begin')
    await client.query('select from auth.persons where id = $1 for no key update', [person.id])
    const undone = undo(link)
    await expect
      .poll(
        async () =>
          (
            await database.owner.query(
              `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).rows[0].n,
      )
      .toBe(1)
    const added = changeSecurity(
      context,
      { person: person.id, change: 'passkey-added', keep: rows[0].id },
      (thief) =>
        thief.query(
          `insert into auth.passkeys (mac, id, person_id, public_key, counter, name) values ('', $1, $2, '', 0, 'A key')`,
          [`late-${person.id}`, person.id],
        ),
    )
    const refused = expect(added).rejects.toThrow('Please log in')
    await expect
      .poll(
        async () =>
          (
            await database.owner.query(
              `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).rows[0].n,
      )
      .toBe(2)
    await client.query('commit')
    client.release()
    expect((await undone).status).toBe(200)
    await refused
    expect((await factorsOf(person)).passkeys).toEqual([])
  })
})
