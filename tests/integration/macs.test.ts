/** Who can write in the database, but hasn't the server's secret, gains nothing by it: commands, roles, and what people sign in with. */
import { administrators, auditors } from '../../src/contract/roles.ts'
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditChains } from '../../src/desk/audit-chains.ts'
import { areMacsBegun, beginMacs, isOurs } from '../../src/desk/mac-times.ts'
import { canonical } from '../../src/lib/canonical.ts'
import { commandDigest, particularsDigest, rowHash, unlistedHash } from '../../src/desk/chain.ts'
import { auditState } from '../../src/domains/audit-state.ts'
import { answerLinkRequests, askForLink } from '../../src/domains/sign-in/links.ts'
import { openMailedLink, type AccountLink } from '../../src/domains/sign-in/mailed-links.ts'
import { writeLetter } from '../../src/domains/nouns.ts'
import { recipientOf } from '../../src/platform/mail/addressee.ts'
import { readMailsTo } from '../../src/platform/mail/kept.ts'
import { renewMacs } from '../../src/domains/sign-in/row-macs.ts'
import { macKeysOf } from '../../src/platform/mac.ts'
import { signLink } from '../../src/platform/signed.ts'
import { codeOf } from '../support/authenticator.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { inviteByMail } from '../support/invitations.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole, testMacKeys, testSecret } from '../support/stamp.ts'
import { chainFaultsAfter } from '../support/tampering.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const app = await createTestApp(database)
const otherKeys = macKeysOf('a secret that nobody here has, 0123456789')
const me = async (token: string) => (await ask(app, 'GET', `${api}/me`, { token })).status
const logIn = ({ email, password }: { email: string; password: string }) =>
  ask(app, 'POST', `${api}/login`, { payload: { email, password } })

/** As the application's own role, which is what an injection would have. */
const asApplication = (sql: string, values: unknown[] = []) => database.pool.query(sql, values)

describe('I1: a command', () => {
  test('carries its MAC and the version of the rules, whoever asked and whatever came of it', async () => {
    const ada = await house.person({ cash: 100_00n })
    const admin = await house.person({ role: 'admin' })
    const wallet = {
      type: 'bank_transfer',
      walletName: 'Wallet',
      walletAddress: 'address',
    } as const
    await house.run('RequestWithdrawal', { owner: ada, amount: 10_00n, target: wallet }, ada)
    await house.run('RequestWithdrawal', { owner: ada, amount: 999_00n, target: wallet }, ada)
    await house.run('WriteNote', { user: ada, text: 'Called' }, admin)
    const { rows } = await database.owner.query(
      'select count(*)::int as all, count(mac)::int as with, count(*) filter (where rules = 1 and length(mac) = 18)::int as whole from desk.commands',
    )
    expect(rows[0].all).toBeGreaterThan(4)
    expect([rows[0].with, rows[0].whole]).toEqual([rows[0].all, rows[0].all])
    expect((await auditChains(database.pool, testMacKeys)).faults).toEqual([])
    expect((await auditState(database.pool, testMacKeys)).differences).toEqual([])
  })

  test('under another secret is named in every chain', async () => {
    const { faults, owners } = await auditChains(database.pool, otherKeys)
    expect(BigInt(faults.length)).toBe(owners)
    expect(new Set(faults.map((fault) => fault.replace(/^.*\): /, '')))).toEqual(
      new Set([
        'its MAC is not of this command, of its place in the activity, and of a key of this server.',
      ]),
    )
    expect((await auditState(database.pool, otherKeys)).differences).toEqual([
      expect.stringMatching(/^desk\.commands: .*its MAC is not of this command/),
    ])
  })

  test('that the application’s role forges fits its chain, and is named for its MAC alone', async () => {
    const eve = await house.person()
    const id = randomUUID()
    const { rows } = await database.owner.query(
      `select encode(head, 'hex') as head, version, unlisted from owners where id = $1`,
      [eve],
    )
    const { head, version, unlisted } = rows[0]
    const at = Date.UTC(2030, 0, 1)
    const salt = 'ab'.repeat(16)
    const particulars = particularsDigest({ salt, texts: canonical({}), status: 200, reply: '{}' })
    const digest = commandDigest(
      {
        id,
        kind: 'UnfreezeUser',
        actor: eve,
        subject: eve,
        key: null,
        bodyHash: '',
        outcome: 'done',
        at,
      },
      { input: canonical({}), particulars, postings: [] },
    )
    const place = { owner: eve, number: unlisted + 1n, version }
    const hash = unlistedHash(head, place, digest)
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query(
        `insert into desk.commands (id, kind, actor, subject, body_hash, input, outcome, at, particulars_digest, unlisted_number, rules, mac)
          values ($1, 'UnfreezeUser', $2, $2, '', '{}', 'done', $3, decode($4, 'hex'), $5, 1, (select mac from desk.commands limit 1))`,
        [id, eve, new Date(at).toISOString(), particulars, place.number],
      )
      await client.query(
        `insert into desk.particulars (command_id, owner_id, texts, reply_status, reply, listed, salt) values ($1, $2, '{}', 200, '{}', false, decode($3, 'hex'))`,
        [id, eve, salt],
      )
      await client.query(
        `insert into desk.unlisted (owner_id, number, version, command_id, hash) values ($1, $2, $3, $4, decode($5, 'hex'))`,
        [eve, place.number, version, id, hash],
      )
      await client.query(
        `update owners set head = decode($2, 'hex'), unlisted = $3 where id = $1`,
        [eve, hash, place.number],
      )
      // Looked at from within, so that nothing of it stays.
      const { followChains } = await import('../../src/desk/audit-chains.ts')
      expect((await followChains(client as never)).faults).toEqual([])
      expect((await followChains(client as never, testMacKeys)).faults).toEqual([
        `unlisted command ${place.number} of owner ${eve} (command ${id}): its MAC is not of this command, of its place in the activity, and of a key of this server.`,
      ])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test.each([
    ['another version of the rules', 'rules = 2', 'its MAC is not of this command'],
    [
      'the MAC of another command',
      `mac = (select mac from desk.commands other where other.id <> command.id limit 1)`,
      'its MAC is not of this command',
    ],
  ])('with %s is named', async (_, change, fault) => {
    const ben = await house.person()
    const faults = await chainFaultsAfter(
      database,
      `update desk.commands command set ${change} where subject = '${ben}' and kind = 'OpenOwner'`,
      testMacKeys,
    )
    expect(faults).toEqual([expect.stringContaining(fault)])
  })

  test('that moved to another kind of activity is named, though its chain was made to fit', async () => {
    const ida = await house.person({ cash: 50_00n })
    const { rows } = await database.owner.query(
      `select item.version, item.kind, item.at, item.amount as gain, item.balance_after as after, encode(before.hash, 'hex') as before, command.id, command.kind as command_kind, command.actor, command.subject, command.key, command.body_hash, command.input, command.outcome, command.at as command_at, encode(command.particulars_digest, 'hex') as particulars,
          (select jsonb_agg(jsonb_build_array(event, debit_owner, debit_kind, case when debit_owner <> '00000000-0000-0000-0000-000000000000' then debit_version::text end, credit_owner, credit_kind, case when credit_owner <> '00000000-0000-0000-0000-000000000000' then credit_version::text end, amount::text) order by line) from ledger.postings where command_id = command.id) as postings
        from desk.activity item join desk.commands command on command.id = item.command_id left join desk.activity before on before.owner_id = item.owner_id and before.version = item.version - 1
        where item.owner_id = $1 order by item.version desc limit 1`,
      [ida],
    )
    const row = rows[0]
    const digest = commandDigest(
      {
        id: row.id,
        kind: row.command_kind,
        actor: row.actor,
        subject: row.subject,
        key: row.key,
        bodyHash: row.body_hash,
        outcome: row.outcome,
        at: row.command_at,
      },
      { input: canonical(row.input), particulars: row.particulars, postings: row.postings },
    )
    const hash = rowHash(
      row.before,
      {
        owner: ida,
        version: row.version,
        kind: 'correction-made',
        at: row.at,
        gain: row.gain,
        after: row.after,
      },
      digest,
    )
    const tampering = `update desk.activity set kind = 'correction-made', hash = decode('${hash}', 'hex') where owner_id = '${ida}' and version = ${row.version};
      update owners set head = decode('${hash}', 'hex') where id = '${ida}'`
    expect(await chainFaultsAfter(database, tampering)).toEqual([])
    expect(await chainFaultsAfter(database, tampering, testMacKeys)).toEqual([
      expect.stringContaining('its MAC is not of this command, of its place in the activity'),
    ])
  })
})

describe('I1: what people sign in with', () => {
  test('a password of one’s own, moved to another person with its MAC, opens nothing', async () => {
    const eve = await signUpSomebody(app)
    const admin = await signUpSomebody(app)
    await asApplication(
      `update auth.passwords password set hash = own.hash, mac = own.mac from auth.passwords own where password.person_id = $1 and own.person_id = $2`,
      [admin.id, eve.id],
    )
    expect((await logIn({ email: admin.email, password: eve.password })).body.code).toBe(
      'wrong_credentials',
    )
    expect((await logIn(eve)).status).toBe(200)
  })

  test('a password with an empty MAC opens nothing', async () => {
    const person = await signUpSomebody(app)
    await asApplication(`update auth.passwords set mac = '' where person_id = $1`, [person.id])
    expect((await logIn(person)).body.code).toBe('wrong_credentials')
  })

  test('a session that was made another person’s ends', async () => {
    const eve = await signUpSomebody(app)
    const victim = await signUpSomebody(app)
    const stored = eve.token.split('.')[0]
    expect(await me(eve.token)).toBe(200)
    await asApplication('delete from auth.sessions where token = $1', [stored])
    await asApplication(
      `insert into auth.sessions (id, person_id, token, expires_at) values (gen_random_uuid(), $1, $2, clock_timestamp() + interval '1 hour')`,
      [victim.id, stored],
    )
    expect(await me(eve.token)).toBe(401)
  })

  test('a role that was written into the database is none, with the MAC of another member of staff too', async () => {
    const eve = await signUpSomebody(app)
    const admin = await signUpSomebody(app)
    await setRole(database, admin.id, 'admin')
    expect(await me(admin.token)).toBe(200)
    await database.owner.query(
      `update owners set role = 'admin', roles = '${administrators}' where id = $1`,
      [eve.id],
    )
    expect(await me(eve.token)).toBe(401)
    await database.owner.query(
      `update owners set role_mac = (select role_mac from owners where id = $2) where id = $1`,
      [eve.id, admin.id],
    )
    expect(await me(eve.token)).toBe(401)
    await database.owner.query(
      `update owners set role = 'auditor', roles = '${auditors}' where id = $1`,
      [admin.id],
    )
    expect(await me(admin.token)).toBe(401)
  })

  test('a link by mail that was made another person’s opens nothing, and neither does a mail that somebody else wrote', async () => {
    const eve = await signUpSomebody(app)
    const victim = await signUpSomebody(app)
    for (const { email } of [eve, victim]) await askForLink(database.pool, 'reset-password', email)
    await answerLinkRequests(database.pool)
    const idOf = async ({ id }: { id: string }) =>
      (
        await database.owner.query(
          `select id from auth.links where person_id = $1 and use = 'reset-password'`,
          [id],
        )
      ).rows[0].id as string
    const [own, theirs] = [await idOf(eve), await idOf(victim)]
    const reset = async (link: string) =>
      (
        await ask(app, 'POST', `${api}/reset-password/${link}`, {
          payload: { newPassword: 'chosen by eve', confirmPassword: 'chosen by eve' },
        })
      ).body.code
    // As the mailer signs what lies in the outbox under one's own name.
    expect(
      await reset(
        signLink(testSecret, 'reset-password', { id: theirs, person: eve.id, address: eve.email }),
      ),
    ).toBe('link_ended')
    await asApplication('delete from auth.links where id = any ($1)', [[own, theirs]])
    await asApplication(
      `insert into auth.links (id, person_id, use, expires_at) values ($1, $2, 'reset-password', clock_timestamp() + interval '1 hour')`,
      [own, victim.id],
    )
    expect(
      await reset(
        signLink(testSecret, 'reset-password', { id: own, person: eve.id, address: eve.email }),
      ),
    ).toBe('link_ended')
    expect((await logIn(victim)).status).toBe(200)
  })

  test('a recovery code of one’s own is none', async () => {
    const person = await signUpSomebody(app)
    const post = (path: string, payload: object) =>
      ask(app, 'POST', `${api}${path}`, { token: person.token, payload })
    const { secret } = (await post('/second-factors/app', {})).body.data
    const { recoveryCodes } = (
      await post('/second-factors/app/confirmation', { code: codeOf(secret) })
    ).body.data
    const own = 'AAAABBBBCCCCDDDD'
    await asApplication('insert into auth.recovery_codes (person_id, hash) values ($1, $2)', [
      person.id,
      createHash('sha256').update(`${person.id}:${own}`).digest(),
    ])
    const give = async (code: string) => {
      const { challenge } = (await logIn(person)).body.data
      return (
        await ask(app, 'POST', `${api}/login/second-factor`, { payload: { challenge, code } })
      ).status
    }
    expect(await give(own)).not.toBe(200)
    expect(await give(recoveryCodes[0])).toBe(200)
  })
})

describe('J2: a link that is mailed', () => {
  const uses = [
    'reset-password',
    'verify-email',
    'known-browser',
    'agree-email',
    'cancel-request',
    'freeze-account',
    'undo-factor',
    'stop-change',
    'confirm-email',
    'confirm-own-email',
  ] as const satisfies readonly AccountLink[]
  const open = (use: AccountLink, signed: string) =>
    openMailedLink({ pool: database.pool, secret: testSecret, macKeys: testMacKeys }, use, signed)
  const eves = 'eve@people.example'

  /** As the mailer signs what lies in the outbox. */
  async function linkInOutbox(template: string, owner: string): Promise<string> {
    const mails = await readMailsTo(database.pool, owner, { after: 0n, limit: 1_000 })
    const mail = mails.findLast((one) => one.template === template)!
    const to = recipientOf(
      { origin: 'https://firm.example', secret: testSecret, firm: { name: 'Firm', sample: true } },
      mail,
    )
    const { text } = writeLetter(mail.template, to, mail.values)
    return new RegExp(`https://firm\\.example/${template}/(\\S+)`).exec(text)![1]!
  }
  const reset = async (link: string) =>
    (
      await ask(app, 'POST', `${api}/reset-password/${link}`, {
        payload: { newPassword: 'chosen by eve', confirmPassword: 'chosen by eve' },
      })
    ).body.code

  test('opens nothing when its mail was written into the outbox with a recipient of one’s own', async () => {
    const victim = await signUpSomebody(app)
    await setRole(database, victim.id, 'admin')
    const id = randomUUID()
    await asApplication(
      `insert into auth.links (id, person_id, use, expires_at) values ($1, $2, 'reset-password', clock_timestamp() + interval '1 hour')`,
      [id, victim.id],
    )
    await asApplication(
      `insert into outbox (owner_id, template, "values", state, recipient) values ($1, 'reset-password', jsonb_build_object('link', $2::text), 'waiting', $3)`,
      [victim.id, id, eves],
    )
    expect(await reset(await linkInOutbox('reset-password', victim.id))).toBe('link_ended')
    expect((await logIn(victim)).status).toBe(200)
  })

  test('opens nothing when the address of the account was changed in the database, and an edit of the name vouches for none', async () => {
    const victim = await signUpSomebody(app)
    const admin = await house.person({ role: 'admin' })
    const email = `${randomUUID()}@people.example`
    await asApplication('update auth.persons set email = $2 where id = $1', [victim.id, email])
    const named = await house.run(
      'CorrectUser',
      { user: victim.id, fullName: 'Another Name', reason: 'Misspelt' },
      admin,
    )
    expect(named.outcome).toBe('done')
    await askForLink(database.pool, 'reset-password', email)
    await answerLinkRequests(database.pool)
    expect(await reset(await linkInOutbox('reset-password', victim.id))).toBe('link_ended')
    expect((await logIn({ ...victim, email })).status).toBe(401)
    await asApplication('update auth.persons set email = $2 where id = $1', [
      victim.id,
      victim.email,
    ])
    expect((await logIn(victim)).status).toBe(200)
  })

  test('opens nothing when the address was written beside those that the account had before', async () => {
    const { id: person } = await signUpSomebody(app)
    await asApplication('insert into auth.earlier_emails (person_id, email) values ($1, $2)', [
      person,
      eves,
    ])
    for (const use of uses)
      expect(
        await open(use, signLink(testSecret, use, { id: randomUUID(), person, address: eves })),
      ).toBeNull()
  })

  test.each(uses)('to do %s acts from an address of the account alone', async (use) => {
    const { id: person, email } = await signUpSomebody(app)
    const moved = `${randomUUID()}@people.example`
    const change = randomUUID()
    await house.run('RequestEmailChange', { owner: person, email: moved, waitMs: 60_000 }, person, {
      id: change,
    })
    const from = async (address: string) =>
      (await open(use, signLink(testSecret, use, { id: change, person, address }))) !== null
    const isNew = use === 'confirm-email' || use === 'confirm-own-email'
    expect([await from(email), await from(moved), await from(eves)]).toEqual([
      !isNew,
      isNew || use === 'stop-change',
      false,
    ])
  })

  test('that invites staff opens no account from an address that its token was sent to anew', async () => {
    const admin = await house.person({ role: 'admin' })
    const email = `${randomUUID()}@people.example`
    const token = await inviteByMail(house, admin, email)
    await asApplication(
      `insert into outbox (owner_id, template, "values", state, recipient) values ($1, 'staff-invited', jsonb_build_object('link', $2::text), 'waiting', $3)`,
      [admin, token, eves],
    )
    const look = async (address: string) => {
      const link = signLink(testSecret, 'staff-invitation', { id: token, person: admin, address })
      return (await ask(app, 'GET', `${api}/staff-invitations/${link}`)).status
    }
    expect([await look(eves), await look(email)]).toEqual([404, 200])
  })
})

describe('I1: the time since when every MAC is of a known key', async () => {
  const firm = await createTestDatabase()
  const people = createHouse(firm)
  const owner = await firm.owner.connect()
  afterAll(() => owner.release())
  beforeAll(async () => {
    await beginMacs(owner, testMacKeys)
    for (const role of ['user', 'admin'] as const) await people.person({ role })
  })

  test.each([
    ['left as it is', 'select'],
    ['moved', `update desk.macs set since = 'infinity'`],
    ['moved, and its MAC taken away', `update desk.macs set since = 'infinity', mac = null`],
    [
      'moved, with the MAC of a command',
      `update desk.macs set since = 'infinity', mac = (select mac from desk.commands limit 1)`,
    ],
  ])('%s, takes the MACs off no command, dated back or not', async (_, moved) => {
    for (const put of [`mac = ''`, `mac = '', recorded_at = '2020-01-01'`]) {
      const faults = await chainFaultsAfter(
        firm,
        `update desk.commands set ${put}; ${moved}`,
        testMacKeys,
      )
      expect(faults).toHaveLength(2)
      for (const fault of faults) expect(fault).toContain('its MAC is not of this command')
    }
  })

  test('is that of all commands again by the next start, where its MAC was taken away', async () => {
    await owner.query(`update desk.macs set since = 'infinity', mac = null`)
    expect([await areMacsBegun(owner), await isOurs(owner, testMacKeys)]).toEqual([false, false])
    await beginMacs(owner, testMacKeys)
    expect([await areMacsBegun(owner), await isOurs(owner, testMacKeys)]).toEqual([true, true])
    const { rows } = await owner.query('select since::text from desk.macs')
    expect(rows).toEqual([{ since: '-infinity' }])
  })

  test('is not begun anew with another secret', async () => {
    await beginMacs(owner, otherKeys)
    expect([await isOurs(owner, testMacKeys), await isOurs(owner, otherKeys)]).toEqual([
      true,
      false,
    ])
  })
})

describe('a house whose secret is lost', async () => {
  const firm = await createTestDatabase()
  const entrance = await createTestApp(firm)
  const renewed = await createTestApp(firm, { macKeys: otherKeys })
  const cleo = await signUpSomebody(entrance)
  const owner = await firm.owner.connect()
  afterAll(() => owner.release())
  beforeAll(async () => {
    await beginMacs(owner, testMacKeys)
    await setRole(firm, cleo.id, 'auditor')
    await renewMacs(owner, otherKeys)
  })
  const enter = async (door: typeof entrance) => {
    const { email, password } = cleo
    return (await ask(door, 'POST', `${api}/login`, { payload: { email, password } })).status
  }

  test('is believed as it stands, and says how many of its commands are no longer checked', async () => {
    expect([await enter(entrance), await enter(renewed)]).toEqual([401, 200])
    const { faults, rows, unproven } = await auditChains(firm.pool, otherKeys)
    expect([faults, unproven > 0n, unproven <= rows]).toEqual([[], true, true])
    expect((await auditChains(firm.pool)).unproven).toBe(0n)
  })

  test.each([
    [
      'recorded since, without one',
      `update desk.commands set mac = '', recorded_at = clock_timestamp()`,
    ],
    ['from before, once that time was moved', `update desk.macs set since = 'infinity'`],
    ['from before, once that time has no MAC', 'update desk.macs set mac = null'],
  ])('names commands %s', async (_, tampering) => {
    const faults = await chainFaultsAfter(firm, tampering, otherKeys)
    expect(faults.length).toBeGreaterThan(0)
    for (const fault of faults) expect(fault).toContain('its MAC is not of this command')
  })
})
