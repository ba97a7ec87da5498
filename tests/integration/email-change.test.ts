/** Another email, set by staff: who is told, who must agree, when it counts, and what a mistyped one can't do. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { finishAccessChanges } from '../../src/domains/access-changes/due.ts'
import { answerLinkRequests } from '../../src/domains/sign-in/links.ts'
import { writeLetter } from '../../src/domains/nouns.ts'
import { signLink, type SignedUse } from '../../src/platform/signed.ts'
import { demoPolicy, livePolicy } from '../../src/platform/policy.ts'
import { setUpApp } from '../support/authenticator.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody, testContext } from '../support/http.ts'
import { testSecret, setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const demo = await createTestApp(database)
const policy = {
  ...demoPolicy,
  emailNeedsConfirmation: true,
  accessChangeWaitMs: livePolicy.accessChangeWaitMs,
  holdAfterSecurityChangeMs: livePolicy.holdAfterSecurityChangeMs,
}
const context = testContext(database, { policy })
const live = await createTestApp(database, { policy })
const finish = () => finishAccessChanges(context)

await createHouse(database).fund({ corrections: 1_000_00n })
async function administrator() {
  const person = await signUpSomebody(demo)
  await setRole(database, person.id, 'admin')
  return person
}
const [admin, second] = [await administrator(), await administrator()]

type Somebody = { id: string; email: string; token: string }

const somewhere = () => `${randomUUID()}@people.example`
const setEmail = (app: typeof demo, { id }: { id: string }, email: string) =>
  ask(app, 'PATCH', `${api}/${id}`, {
    token: admin.token,
    payload: { email, reason: 'She asked by letter' },
  })
const me = (token: string) => ask(demo, 'GET', `${api}/me`, { token })
const logIn = (email: string, password: string) =>
  ask(demo, 'POST', `${api}/login`, { payload: { email, password } })
type Proposed = { id: string; facts: object }
const approve = ({ id, facts }: Proposed, { token }: { token: string } = second, app = live) =>
  ask(app, 'POST', `${api}/proposals/${id}/agreement`, { token, payload: { shown: facts } })

/** Set by one administrator and approved by another. */
async function setByTwo(person: { id: string }, email: string): Promise<void> {
  const proposed = await setEmail(live, person, email)
  if (proposed.status === 202) expect((await approve(proposed.body.data.proposal)).status).toBe(200)
}

/** Template and address of each mail of this person, in the order they were written; without the welcome. */
async function mailsOf({ id }: { id: string }): Promise<string[]> {
  const { rows } = await database.owner.query(
    `select template || coalesce(' ' || ("values"->>'change'), '') || ' to ' || coalesce(recipient, 'their address of now') as mail
       from outbox where owner_id = $1 and template <> 'welcome' order by id`,
    [id],
  )
  return rows.map(({ mail }) => mail)
}

/** The newest link of this kind that went to this address. */
async function linkTo(email: string, use: SignedUse): Promise<string> {
  const templates = use === 'stop-change' ? ['access-change', 'access-change-elsewhere'] : [use]
  const { rows } = await database.owner.query(
    `select owner_id as person, "values"->>'link' as id from outbox where recipient = $1 and template = any ($2) order by id desc limit 1`,
    [email, templates],
  )
  return rows[0] ? signLink(testSecret, use, { ...rows[0], address: email }) : ''
}
const confirm = (link: string) => ask(live, 'POST', `${api}/confirm-email/${link}`)
const stop = (link: string) => ask(live, 'POST', `${api}/stop-change/${link}`)

/** The mails as they are read, by whom they go to. */
async function lettersOf({ id }: { id: string }): Promise<{ to: string; text: string }[]> {
  const { rows } = await database.owner.query(
    `select template, "values", recipient as to, full_name as name from outbox o join auth.persons p on p.id = o.owner_id where o.owner_id = $1 and recipient is not null order by o.id`,
    [id],
  )
  return rows.map(({ template, values, to, name }) => {
    const { subject, text } = writeLetter(
      template,
      {
        name,
        by: null,
        origin: 'https://firm.example',
        sign: (use, link) => signLink(testSecret, use, { id: link, person: id, address: to }),
        firm: { name: 'The firm', sample: false },
      },
      values,
    )
    return { to, text: `${subject}\n${text}` }
  })
}

/** As if the wait had begun so much earlier: the database allows it to nobody else. */
const passHours = ({ id }: { id: string }, hours: number) =>
  database.owner.query(`begin; set local session_replication_role = replica;
  update access_changes set effective_from = effective_from - interval '${hours} hours' where owner_id = '${id}'; commit`)

const activityOf = async (person: { id: string }) =>
  (await ask(demo, 'GET', `${api}/users/${person.id}/activity`, { token: admin.token })).body.data
    .activity
const emailOf = async ({ id }: { id: string }) =>
  (await database.owner.query('select email from auth.persons where id = $1', [id])).rows[0].email
const statusOf = async ({ id }: { id: string }) =>
  (
    await database.owner.query(
      'select status from access_changes where owner_id = $1 order by proposed_at, id',
      [id],
    )
  ).rows.map(({ status }) => status)

describe('another email in the demonstration', () => {
  test('A14 counts at once: the old address is told, all sessions end, and the hold begins', async () => {
    const person = await signUpSomebody(demo)
    const email = somewhere()
    expect((await setEmail(demo, person, email)).body.data.user.email).toBe(email)
    expect((await me(person.token)).status).toBe(401)
    expect((await logIn(email, person.password)).status).toBe(200)
    expect(await mailsOf(person)).toEqual([
      `security-change email-changed to ${person.email}`,
      'staff-change to their address of now',
    ])
    const { rows } = await database.owner.query(
      'select security_changed_at is not null as holds from auth.persons where id = $1',
      [person.id],
    )
    expect(rows).toEqual([{ holds: true }])
  })

  test('another name ends no session and holds nothing', async () => {
    const person = await signUpSomebody(demo)
    expect(
      (
        await ask(demo, 'PATCH', `${api}/${person.id}`, {
          token: admin.token,
          payload: { fullName: 'Another Name', email: person.email, reason: 'Married' },
        })
      ).status,
    ).toBe(200)
    expect((await me(person.token)).status).toBe(200)
    const { rows } = await database.owner.query(
      'select security_changed_at from auth.persons where id = $1',
      [person.id],
    )
    expect(rows).toEqual([{ security_changed_at: null }])
  })
})

describe('another email of a live firm', () => {
  test('A14 gives whoever is at the new address no link that undoes a factor: it isn’t the account’s yet', async () => {
    const [person, email] = [await signUpSomebody(demo), somewhere()]
    await setByTwo(person, email)
    await setUpApp(demo, person.token)
    const mails = await mailsOf(person)
    expect(mails.filter((mail) => mail.endsWith(email))).toEqual([
      `access-change-elsewhere to ${email}`,
      `confirm-email to ${email}`,
    ])
    expect(mails).toContain(`security-change app-added to ${person.email}`)
  })

  test('A14 takes two administrators, a day, and whoever has it: everybody is told, and then all sessions and links end', async () => {
    const person = await signUpSomebody(demo)
    const email = somewhere()
    const proposed = await setEmail(live, person, email)
    expect([proposed.status, await mailsOf(person)]).toEqual([202, []])
    expect((await approve(proposed.body.data.proposal, admin)).body.code).toBe('same_approver')
    expect((await approve(proposed.body.data.proposal)).status).toBe(200)
    expect((await me(person.token)).body.data.user.email).toBe(person.email)
    expect((await mailsOf(person)).toSorted()).toEqual(
      [
        `access-change to ${person.email}`,
        `access-change-elsewhere to ${email}`,
        `confirm-email to ${email}`,
      ].toSorted(),
    )

    expect((await confirm(await linkTo(email, 'confirm-email'))).body).toMatchObject({
      status: 'success',
      message: expect.stringContaining('when the waiting time is over'),
    })
    await passHours(person, 23)
    await finish()
    expect([
      await emailOf(person),
      (await me(person.token)).status,
      (await logIn(email, person.password)).status,
    ]).toEqual([person.email, 200, 401])

    await ask(demo, 'POST', `${api}/forgot-password`, { payload: { email: person.email } })
    await answerLinkRequests(database.pool)
    await passHours(person, 1)
    expect(await finish()).toBe(1)
    expect(await finish()).toBe(0)
    expect([
      await emailOf(person),
      (await me(person.token)).status,
      (await logIn(email, person.password)).status,
    ]).toEqual([email, 401, 200])
    expect(
      (await mailsOf(person)).filter((mail) => mail.startsWith('security-change')).toSorted(),
    ).toEqual(
      [
        `security-change email-changed to ${person.email}`,
        `security-change email-changed to ${email}`,
      ].toSorted(),
    )
    const { rows } = await database.owner.query(
      `select security_changed_at is not null as holds, (select count(*)::int from auth.links l where l.person_id = p.id) as links from auth.persons p where id = $1`,
      [person.id],
    )
    expect(rows).toEqual([{ holds: true, links: 0 }])
    const happened = await activityOf(person)
    expect(happened.map(({ kind }: { kind: string }) => kind)).toEqual([
      'email-changed',
      'email-confirmed',
      'correction-made',
      'correction-proposed',
      'account-opened',
    ])
    expect(happened[0]).toMatchObject({
      changes: [{ field: 'newEmail', from: person.email, to: email }],
      reason: 'She asked by letter',
      details: { proposedBy: admin.user.fullName },
    })
  })

  test('A14 is told with the new address and the moment of its effect, and to the new address without name and reason', async () => {
    const [person, email] = [await signUpSomebody(demo), somewhere()]
    await setByTwo(person, email)
    await setUpApp(demo, person.token)
    await ask(live, 'POST', `${api}/users/${person.id}/access-changes`, {
      token: admin.token,
      payload: { passkeyId: null, hostile: false, reason: 'She lost her phone' },
    })
    const { rows } = await database.owner.query(
      `select id, to_char((approved_at + interval '24 hours') at time zone 'UTC', 'Mon FMDD, YYYY "at" HH24:MI "UTC"') as day from access_changes where owner_id = $1 order by proposed_at`,
      [person.id],
    )
    expect(
      (
        await ask(live, 'POST', `${api}/access-changes/${rows[1].id}/approval`, {
          token: second.token,
        })
      ).status,
    ).toBe(200)
    const letters = (await lettersOf(person)).filter(
      ({ text }) => !text.startsWith('An authenticator app was added'),
    )
    const [toOld, toNew] = [
      letters.filter(({ to }) => to === person.email),
      letters.filter(({ to }) => to === email),
    ]
    expect(toOld.map(({ text }) => text)).toEqual([
      expect.stringContaining(
        `have set ${email} as the new email address of your account. The change takes effect once the new address has been confirmed, and not before ${rows[0].day}.`,
      ),
      expect.stringMatching(
        /removing the authenticator app from your account\. This takes effect on [A-Z][a-z]{2} \d{1,2}, \d{4} at \d\d:\d\d UTC\./,
      ),
    ])
    for (const { text } of toOld)
      expect(text).toMatch(/Reason: She (asked by letter|lost her phone)/)
    expect(toNew).toHaveLength(3)
    for (const { text } of toNew) {
      expect(text).toMatch(
        /(not before|takes effect on) [A-Z][a-z]{2} \d{1,2}, \d{4} at \d\d:\d\d UTC/,
      )
      expect(text).not.toMatch(
        new RegExp(`${person.user.fullName}|She asked by letter|She lost her phone|reason`),
      )
    }
  })

  test('A14 nothing makes it count before its time, not even the application’s own rights on the database', async () => {
    const [person, email] = [await signUpSomebody(demo), somewhere()]
    await setByTwo(person, email)
    await confirm(await linkTo(email, 'confirm-email'))
    const done = `update access_changes set status = 'done', wait_ms = 0`
    const earlier = `effective_from = now() - interval '1 day'`
    const [change, hasten] = [done, `${done}, ${earlier}`].map(
      (text) => `${text} where owner_id = $1`,
    )
    await expect(database.pool.query(change!, [person.id])).rejects.toThrow('before its time')
    await expect(database.pool.query(hasten!, [person.id])).rejects.toThrow('permission denied')
    await expect(database.owner.query(hasten!, [person.id])).rejects.toThrow('before its time')
  })

  test('A14 what nobody confirms lapses two days after its time, and somebody else’s address is never taken', async () => {
    const [person, other, email] = [
      await signUpSomebody(demo),
      await signUpSomebody(demo),
      somewhere(),
    ]
    await setByTwo(person, somewhere())
    await setByTwo(other, email)
    await confirm(await linkTo(email, 'confirm-email'))
    await signUpSomebody(demo, { email })
    await passHours(person, 71)
    await passHours(other, 24)
    await finish()
    expect([await statusOf(person), await statusOf(other)]).toEqual([['waiting'], ['lapsed']])
    await passHours(person, 1)
    await finish()
    expect([await statusOf(person), await emailOf(person), await emailOf(other)]).toEqual([
      ['lapsed'],
      person.email,
      other.email,
    ])
    expect((await mailsOf(person)).at(-1)).toBe('access-change-ended to their address of now')
  })
})

describe('a mistyped address', () => {
  test('I4 that was taken back is nobody’s: setting the present one again ends the link, a day later too', async () => {
    const [person, mistyped] = [await signUpSomebody(demo), somewhere()]
    await setByTwo(person, mistyped)
    const link = await linkTo(mistyped, 'confirm-email')
    expect((await setEmail(live, person, person.email)).status).toBe(200)
    expect((await confirm(link)).body.code).toBe('link_ended')
    await passHours(person, 25)
    await finish()
    expect([
      (await confirm(link)).body.code,
      await emailOf(person),
      (await me(person.token)).status,
    ]).toEqual(['link_ended', person.email, 200])
    expect((await logIn(mistyped, person.password)).status).toBe(401)
  })

  test('I4 is ended by another one, whether proposed, approved, or taken back after it was confirmed', async () => {
    const [person, first, next, last] = [
      await signUpSomebody(demo),
      somewhere(),
      somewhere(),
      somewhere(),
    ]
    await setByTwo(person, first)
    await confirm(await linkTo(first, 'confirm-email'))
    expect((await setEmail(live, person, next)).status).toBe(202)
    await passHours(person, 25)
    await finish()
    expect([await emailOf(person), await statusOf(person)]).toEqual([person.email, ['stopped']])
    await setByTwo(person, next)
    await setByTwo(person, last)
    expect((await confirm(await linkTo(next, 'confirm-email'))).body.code).toBe('link_ended')
    expect((await confirm(await linkTo(last, 'confirm-email'))).status).toBe(200)
  })

  test('A14 resets no password: the stranger who has it is nobody here', async () => {
    const person = await signUpSomebody(demo)
    const mistyped = somewhere()
    await setByTwo(person, mistyped)
    await ask(demo, 'POST', `${api}/forgot-password`, { payload: { email: mistyped } })
    await answerLinkRequests(database.pool)
    expect((await mailsOf(person)).filter((mail) => mail.startsWith('reset-password'))).toEqual([])
  })
})

describe('the links', () => {
  test('A5 of twenty uses at once, one changes something, whichever of the two it is', async () => {
    const person = await signUpSomebody(demo)
    const email = somewhere()
    await setByTwo(person, email)
    for (const [use, change, kind] of [
      ['confirm-email', confirm, 'email-confirmed'],
      ['stop-change', stop, 'access-change-stopped'],
    ] as const) {
      const link = await linkTo(email, use)
      const statuses = (await Promise.all(Array.from({ length: 20 }, () => change(link)))).map(
        ({ status }) => status,
      )
      expect(statuses).toContain(200)
      expect(statuses.every((status) => status === 200 || status === 404)).toBe(true)
      const { rows } = await database.owner.query(
        `select count(*)::int as changed from desk.activity where owner_id = $1 and kind = $2`,
        [person.id, kind],
      )
      expect(rows).toEqual([{ changed: 1 }])
      expect((await change(link)).body.code).toBe('link_ended')
    }
    expect((await activityOf(person))[0]).toMatchObject({
      kind: 'access-change-stopped',
      reason: 'With the link in our email',
    })
  })

  test('A14 the one that stops it works for whoever had the account within the hold, whoever has it, and whoever is to have it', async () => {
    const [person, before] = [await signUpSomebody(demo), somewhere()]
    await setEmail(demo, person, before)
    await setEmail(demo, person, person.email)
    for (const address of ['present', 'new', 'earlier'] as const) {
      const email = somewhere()
      await setByTwo(person, email)
      const link = await linkTo(
        { present: person.email, new: email, earlier: before }[address],
        'stop-change',
      )
      // A program that looks at the links of mails stops nothing by it.
      expect((await ask(live, 'GET', `${api}/stop-change/${link}`)).status).toBe(405)
      expect((await stop(link)).body.message).toContain('was stopped')
      expect((await confirm(await linkTo(email, 'confirm-email'))).body.code).toBe('link_ended')
      await passHours(person, 25)
      await finish()
      expect(await emailOf(person)).toBe(person.email)
    }
    await database.owner.query(
      `update auth.earlier_emails set replaced_at = replaced_at - interval '25 hours' where person_id = $1`,
      [person.id],
    )
    const told = (await mailsOf(person)).filter((mail) => mail.endsWith(before)).length
    await setByTwo(person, somewhere())
    expect((await mailsOf(person)).filter((mail) => mail.endsWith(before))).toHaveLength(told)
  })

  test('A5 one of another use, or from the database, opens nothing', async () => {
    const person = await signUpSomebody(demo)
    await setByTwo(person, somewhere())
    const { rows } = await database.owner.query(
      'select id, owner_id as person, email as address from access_changes where owner_id = $1',
      [person.id],
    )
    const made = { ...rows[0], id: randomUUID() }
    const texts = [
      rows[0].id,
      signLink(testSecret, 'reset-password', rows[0]),
      signLink(testSecret, 'confirm-email', made),
      signLink(testSecret, 'stop-change', made),
    ]
    for (const text of texts)
      expect([(await confirm(text)).body.code, (await stop(text)).body.code]).toEqual([
        'link_ended',
        'link_ended',
      ])
    expect((await confirm(signLink(testSecret, 'stop-change', rows[0]))).body.code).toBe(
      'link_ended',
    )
    expect((await stop(signLink(testSecret, 'confirm-email', rows[0]))).body.code).toBe(
      'link_ended',
    )
  })
})

describe('who else may stop it', () => {
  const own = (person: Somebody) =>
    ask(live, 'GET', `${api}/me/access-changes`, { token: person.token })

  test('A14 whoever it is about, who is signed in, and nobody else', async () => {
    const [person, other, email] = [
      await signUpSomebody(demo),
      await signUpSomebody(demo),
      somewhere(),
    ]
    await setByTwo(person, email)
    const [waiting] = (await own(person)).body.data.accessChanges
    expect(waiting).toMatchObject({
      what: 'email',
      email,
      confirmed: false,
      proposedBy: admin.user.fullName,
      approvedBy: second.user.fullName,
    })
    expect((await own(other)).body.data.accessChanges).toEqual([])
    const stopBy = ({ token }: Somebody) =>
      ask(live, 'DELETE', `${api}/me/access-changes/${waiting.id}`, { token })
    expect((await stopBy(other)).body.code).toBe('unknown_change')
    expect((await stopBy(person)).status).toBe(200)
    expect((await stopBy(person)).body.code).toBe('already_decided')
    expect((await activityOf(person))[0]).toMatchObject({
      kind: 'access-change-stopped',
      by: 'you',
    })
  })

  test('any administrator, who says why', async () => {
    const person = await signUpSomebody(demo)
    await setByTwo(person, somewhere())
    const listed = await ask(
      live,
      'GET',
      `${api}/access-changes?userId=${person.id}&status=waiting`,
      { token: admin.token },
    )
    const { id, takesEffectAt } = listed.body.data.accessChanges[0]
    const { rows } = await database.owner.query(
      `select $1::timestamptz > clock_timestamp() + interval '23 hours' as tomorrow`,
      [takesEffectAt],
    )
    expect(rows).toEqual([{ tomorrow: true }])
    const refused = await ask(live, 'POST', `${api}/access-changes/${id}/rejection`, {
      token: admin.token,
      payload: { reason: 'A typing mistake' },
    })
    expect(refused.body.message).toBe('Change stopped. Nothing was changed.')
    expect((await activityOf(person))[0]).toMatchObject({
      kind: 'access-change-stopped',
      by: 'staff',
      reason: 'A typing mistake',
    })
  })

  test('a correction of money goes along with it, and is posted with the approval', async () => {
    const strict = await createTestApp(database, {
      policy: { ...policy, secondApprovalAboveCents: 0n },
    })
    const [person, email] = [await signUpSomebody(demo), somewhere()]
    const proposed = await ask(strict, 'PATCH', `${api}/${person.id}`, {
      token: admin.token,
      payload: { email, accountBalance: 5, reason: 'As asked' },
    })
    expect([proposed.status, await mailsOf(person)]).toEqual([202, []])
    expect((await approve(proposed.body.data.proposal, second, strict)).status).toBe(200)
    expect((await me(person.token)).body.data.user).toMatchObject({
      email: person.email,
      accountBalance: 5,
    })
    expect(await mailsOf(person)).toContain(`confirm-email to ${email}`)
  })
})
