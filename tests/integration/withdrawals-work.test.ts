/** Withdrawals as the work of staff: approvals by two, what a screen showed, and exactly one outcome whatever is pressed by whom. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import {
  accessChangesMade,
  securityChanges,
  type SecurityChange,
} from '../../src/contract/security.ts'
import { withdrawalLook } from '../../src/contract/withdrawal.ts'
import { looksText } from '../../src/domains/withdrawals/looks.ts'
import { demoPolicy, livePolicy } from '../../src/platform/policy.ts'
import { callToAgree } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { addDocument, openPapers, approval } from '../support/documents.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody, testContext } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)
/** The same house, where more than $1,000 needs two. */
const strict = await createTestApp(database, {
  policy: { ...demoPolicy, secondApprovalAboveCents: 100_000n },
})

const live = await createTestApp(database, {
  policy: { ...livePolicy, staffNeedSecondFactor: false },
})
const { desk } = testContext(database)
const house = createHouse(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let admin: Somebody
let second: Somebody

async function staff(role: 'admin' | 'auditor', fullName: string): Promise<Somebody> {
  const person = await signUpSomebody(app, { fullName })
  await setRole(database, person.id, role)
  return person
}

const post = (who: Somebody, path: string, payload?: Record<string, unknown>, house = app) =>
  ask(house, 'POST', api + path, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
    ...(payload ? { payload } : {}),
  })
const read = (who: Somebody, path: string) => ask(app, 'GET', api + path, { token: who.token })

async function investor(dollars: number, fields: Record<string, unknown> = {}): Promise<Somebody> {
  const person = await signUpSomebody(app, fields)
  await post(person, '/demo/deposits', { amount: dollars, asset: 'USDT' })
  return person
}

async function requested(
  person: Somebody,
  amount: number,
  bankNumber = 'an address of any kind',
): Promise<string> {
  const reply = await post(person, '/requestWithdrawal', {
    type: 'bank_transfer',
    amount,
    bankName: 'Mine',
    bankNumber,
  })
  return reply.body.data.withdrawal._id
}

/** Sends in who they are; answers the id of their case. */
async function sentIn(person: Somebody): Promise<string> {
  const documents = [
    await addDocument(house, person.id, 'identity'),
    await addDocument(house, person.id, 'address'),
  ]
  const reply = await post(person, '/verification', {
    legalName: person.user.fullName,
    birthDate: '1990-04-23',
    country: 'DE',
    address: 'Example Street 1',
    documents,
  })
  expect(reply.status).toBe(201)
  return (await read(person, '/verification')).body.data.lastCase.id
}

async function refusedForGood(person: Somebody): Promise<void> {
  const id = await sentIn(person)
  await openPapers(house, id, admin.user.id, second.user.id)
  const path = `/verifications/${id}/final-refusal`
  const proposed = await post(admin, path, { reason: 'The passport is forged' })
  expect(proposed.status).toBe(202)
  expect((await post(second, ...callToAgree(proposed))).status).toBe(200)
}

beforeAll(async () => {
  admin = await staff('admin', 'Anna First')
  second = await staff('admin', 'Berta Second')
})

afterEach(async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
})

describe('C4: an approval above the limit', () => {
  test('needs two different administrators, and says who they were', async () => {
    const person = await investor(5_000)
    const id = await requested(person, 1_000.01)
    const first = await post(admin, `/withdrawals/${id}/approval`, undefined, strict)
    expect([first.status, first.body.message]).toEqual([
      202,
      'Your approval is recorded. Amounts above $1,000.00 need a second, different person.',
    ])
    const again = await post(admin, `/withdrawals/${id}/approval`, undefined, strict)
    expect([again.status, again.body.code]).toEqual([409, 'same_approver'])
    const [waiting] = (await read(admin, '/getAllWithdrawals')).body
    expect(waiting).toMatchObject({
      _id: id,
      status: 'pending',
      approvals: [{ by: 'Anna First' }],
      firstApprovedById: admin.id,
      decidedBy: null,
    })

    const done = await post(second, `/withdrawals/${id}/approval`, undefined, strict)
    expect([done.status, done.body.data.withdrawal.status]).toEqual([200, 'approved'])
    expect(done.body.data.withdrawal).toMatchObject({
      approvals: [{ by: 'Anna First' }, { by: 'Berta Second' }],
      decidedBy: 'Berta Second',
    })
    const { activity } = (await read(person, '/activity')).body.data
    expect(activity.slice(0, 2)).toMatchObject([
      { kind: 'withdrawal-approved', by: 'staff', staffName: 'Berta Second' },
      {
        kind: 'withdrawal-first-approval',
        title: 'Withdrawal approved by the first of two',
        staffName: 'Anna First',
        details: { amount: '$1,000.01' },
      },
    ])
  })

  test('is not needed at the limit, nor to reject', async () => {
    const person = await investor(5_000)
    const [small, large] = [await requested(person, 1_000), await requested(person, 2_000)]
    expect((await post(admin, `/withdrawals/${small}/approval`, undefined, strict)).status).toBe(
      200,
    )
    expect(
      (await post(admin, `/withdrawals/${large}/rejection`, { reason: 'Wrong address' }, strict))
        .status,
    ).toBe(200)
  })

  test('pressed by two at once is one first and one second approval', async () => {
    const person = await investor(5_000)
    const id = await requested(person, 2_000)
    const replies = await Promise.all(
      [admin, second].map((who) => post(who, `/withdrawals/${id}/approval`, undefined, strict)),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 202])
  })
})

describe('C5: an approval', () => {
  test('of something else than the request says is refused, whichever part of it differs', async () => {
    const person = await investor(500)
    const id = await requested(person, 100)
    const seen = { amount: 100, destination: 'an address of any kind' }
    for (const other of [
      { ...seen, amount: 99.99 },
      { ...seen, destination: 'an address of any  kind' },
    ]) {
      const refused = await post(admin, `/withdrawals/${id}/approval`, other)
      expect([refused.status, refused.body.code]).toEqual([409, 'not_as_shown'])
    }
    expect((await post(admin, `/withdrawals/${id}/approval`, seen)).status).toBe(200)
  })
})

describe('the details of a request', () => {
  const detailsOf = async (id: string) => (await read(admin, `/withdrawals/${id}`)).body.data
  const looksOf = async (id: string): Promise<string[]> =>
    (await detailsOf(id)).looks.map(({ code }: { code: string }) => code)

  async function paid(person: Somebody, amount: number, address: string): Promise<string> {
    const id = await requested(person, amount, address)
    await post(admin, `/withdrawals/${id}/approval`)
    await post(second, `/withdrawals/${id}/payout`, { reference: `tx ${id}` })
    return id
  }

  test('tell the user’s past, the latest requests and what happened to this one', async () => {
    const person = await investor(1_000)
    const address = `own ${person.id}`
    const [old, rejected] = [await paid(person, 100, address), await requested(person, 30, address)]
    await post(admin, `/withdrawals/${rejected}/rejection`, { reason: 'Too soon' })
    const id = await requested(person, 50, address)
    const details = await detailsOf(id)
    expect(details).toMatchObject({
      withdrawal: { _id: id, amount: 50, bankNumber: address, status: 'pending' },
      account: {
        userId: person.id,
        accountId: person.user.accountId,
        status: 'active',
        accountBalance: 850,
        deposits: 1_000,
        withdrawn: 100,
      },
      recipient: null,
      looks: [],
      earlier: {
        more: false,
        outcomes: [
          { status: 'paid', count: 1, amount: 100 },
          { status: 'rejected', count: 1, amount: 30 },
        ],
      },
      history: [{ title: 'Requested', by: person.user.fullName, note: null }],
    })
    const {
      withdrawal: { firstApprovedById, approvedAloneById, ...withdrawal },
      history,
    } = details
    expect([firstApprovedById, approvedAloneById]).toEqual([null, null])
    // Whose doing it was is known to staff by an id; its owner reads the name.
    const [{ byId, ...step }] = history
    expect(byId).toBe(person.user.id)
    expect((await read(person, `/me/withdrawals/${id}`)).body.data).toEqual({
      withdrawal,
      history: [step],
      explorer: null,
    })
    for (const other of [admin, second])
      expect((await read(other, `/me/withdrawals/${id}`)).body).toMatchObject({
        status: 404,
        code: 'unknown_withdrawal',
      })
    expect(details.earlier.latest.map(({ _id }: { _id: string }) => _id)).toEqual([rejected, old])
    expect((await detailsOf(old)).history).toMatchObject([
      { title: 'Requested', by: person.user.fullName },
      { title: 'Approved', by: 'Anna First' },
      { title: 'Paid out', by: 'Berta Second', note: `Reference tx ${old}` },
    ])
    expect((await detailsOf(rejected)).history[1]).toMatchObject({
      title: 'Rejected',
      by: 'Anna First',
      note: 'Too soon',
    })
    // What came after a request is no reason to look at it.
    expect((await detailsOf(old)).earlier.outcomes).toEqual([])
  })

  test('say that it is the first, that the address is new, and when it is above the usual', async () => {
    const person = await investor(10_000)
    const [home, other] = [`home ${person.id}`, `other ${person.id}`]
    expect(await looksOf(await requested(person, 10, home))).toEqual([
      'first_withdrawal',
      'new_address',
    ])
    for (const amount of [100, 200, 300]) await paid(person, amount, home)
    expect(await looksOf(await requested(person, 600, home))).toEqual([])
    expect(await looksOf(await requested(person, 600.01, home))).toEqual(['above_usual'])
    expect(await looksOf(await requested(person, 10, other))).toEqual(['new_address'])
  })

  test('say that another user has asked for money to the same address, paid or only asked for', async () => {
    const [one, two] = [await investor(100), await investor(100)]
    const address = `shared ${one.id}`
    await paid(one, 10, address)
    expect(await looksOf(await requested(one, 10, address))).toEqual([])
    const theirs = await requested(two, 10, address)
    expect(await looksOf(theirs)).toContain('address_of_another')
    // Now the first one’s next request is suspicious too, though nothing was paid to the other.
    expect(await looksOf(await requested(one, 10, address))).toEqual(['address_of_another'])
  })

  test('say that the password or the email has just changed', async () => {
    const person = await investor(100)
    const address = `mine ${person.id}`
    await paid(person, 10, address)
    const id = await requested(person, 10, address)
    expect(await looksOf(id)).toEqual([])
    await ask(app, 'PATCH', `${api}/${person.id}`, {
      token: admin.token,
      payload: { email: `new-${person.email}`, reason: 'A new provider' },
    })
    expect((await detailsOf(id)).looks).toEqual([
      {
        code: 'security_changed',
        text: 'In the last 7 days, changes to the sign-in: email changed.',
      },
    ])
    await database.owner.query(
      `update auth.passwords set created_at = created_at - interval '1 year' where person_id = $1`,
      [person.id],
    )
    expect((await detailsOf(id)).looks[0].text).toBe(
      'In the last 7 days, changes to the sign-in: password changed, email changed.',
    )
    await database.owner.query(
      `update auth.passwords set changed_at = clock_timestamp() - interval '8 days' where person_id = $1`,
      [person.id],
    )
    expect((await detailsOf(id)).looks[0].text).toBe(
      'In the last 7 days, changes to the sign-in: email changed.',
    )
  })

  test('say that the sign-in was changed, however much has happened since', async () => {
    const person = await investor(100)
    const address = `mine ${person.id}`
    await paid(person, 10, address)
    const id = await requested(person, 10, address)
    await ask(app, 'PATCH', `${api}/${person.id}`, {
      token: admin.token,
      payload: { email: `new-${person.email}`, reason: 'A new provider' },
    })
    await database.owner.query(
      `with passed as (update owners set version = version + 300 where id = $1 returning version)
       insert into desk.activity (hash, owner_id, version, command_id, kind, at)
       select '', $1, version - 300 + n, gen_random_uuid(), 'investment-opened', now() from passed, generate_series(1, 300) n`,
      [person.id],
    )
    expect(await looksOf(id)).toEqual(['security_changed'])
    await database.owner.query('analyze desk.activity')
    const { rows } = await database.owner.query<{ 'QUERY PLAN': string }>(`explain ${looksText}`, [
      [id],
    ])
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('activity_of_changes')
  })

  test('say that most of what was available goes out, by one request or by many', async () => {
    const [one, many] = [await investor(1_000), await investor(1_000)]
    const large = await requested(one, 800, `own ${one.id}`)
    expect((await detailsOf(large)).looks).toContainEqual({
      code: 'most_of_balance',
      text: 'It takes 80% of what was available.',
    })
    const small: string[] = []
    for (const amount of [200, 200, 200, 199.99])
      small.push(await requested(many, amount, `own ${many.id}`))
    for (const id of small) expect(await looksOf(id)).not.toContain('most_of_balance')
    small.push(await requested(many, 0.01, `own ${many.id}`))
    for (const id of small)
      expect((await detailsOf(id)).looks).toContainEqual({
        code: 'most_of_balance',
        text: 'Together with other requests that are set aside, it takes 80% of what was available.',
      })
  })

  test('name in the queue what the page of one request says in sentences, and of decided requests nothing', async () => {
    const [person, other, recipient] = [
      await investor(1_000),
      await investor(1_000),
      await signUpSomebody(app),
    ]
    const address = `shared ${person.id}`
    const ids = [await paid(person, 10, address), await requested(person, 900, address)]
    await database.owner.query(
      'insert into chain.tron_accounts (address, script, is_contract) values ($1, $2, true)',
      [address, `41${'ab'.repeat(20)}`],
    )
    ids.push(
      await requested(other, 5, address),
      await requested(other, 5, 'an address of any kind'),
    )
    const transfer = await post(other, '/requestWithdrawal', {
      type: 'tradehub_transfer',
      amount: 10,
      recipientAccountId: recipient.user.accountId,
    })
    ids.push(transfer.body.data.withdrawal._id)
    const toBank = await post(person, '/requestWithdrawal', {
      type: 'bank_account',
      amount: 1,
      bankName: 'Somebody Else',
      bankNumber: 'DE89370400440532013000',
    })
    ids.push(toBank.body.data.withdrawal._id)
    await post(admin, `/verifications/${await sentIn(person)}/refusal`, { reason: 'It is blurred' })
    await ask(app, 'PATCH', `${api}/${person.id}`, {
      token: admin.token,
      payload: { email: `new-${person.email}`, reason: 'A new provider' },
    })
    const { password } = other
    const renamed = await ask(app, 'POST', '/api/user/update', {
      token: other.token,
      payload: { fullName: 'Nora Newname', password, confirmPassword: password },
    })
    expect(renamed.status).toBe(200)
    await post(admin, `/users/${other.id}/freeze`, { reason: 'A letter from the court' })
    await ask(app, 'DELETE', `${api}/${recipient.id}`, { token: admin.token })
    await refusedForGood(other)
    const sides = { entry: 'a', pair: 'a', entries: ['a'], pairs: ['a'] }
    const check = { owner: other.id, ...sides, freezes: 'payouts', finding: null } as const
    expect((await house.run('BeginCheck', check, null)).outcome).toBe('done')
    const queue: { _id: string; status: string; looks: string[] }[] = (
      await read(admin, '/getAllWithdrawals?limit=200')
    ).body
    const found = ids.map((id) => queue.find(({ _id }) => _id === id)!)
    for (const { _id, status, looks } of found)
      expect(looks).toEqual(status === 'pending' ? await looksOf(_id) : [])
    expect(found.map(({ looks }) => looks.length > 0)).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
    ])
    expect(new Set(found.flatMap(({ looks }) => looks))).toEqual(
      new Set(withdrawalLook.options.filter((look) => look !== 'above_usual')),
    )
  })

  test.each([...securityChanges, ...accessChangesMade])(
    'I7 tell the approver of %s 30 hours before, in both modes, and no more after a week',
    async (kind) => {
      const person = await investor(100)
      const address = `mine ${person.id}`
      await paid(person, 10, address)
      const id = await requested(person, 10, address)
      const told = randomUUID()
      // Each of them stands in the activity of its person; which rule wrote it there makes no difference to the approver.
      await desk.run({
        kind: 'RecordSecurityChange',
        id: told,
        command: { owner: person.id, change: kind as SecurityChange, undoneWithinMs: null },
        actor: person.id,
        key: null,
        bodyHash: '',
        requestId: told,
      })
      const passHours = (hours: number) =>
        database.owner.query(`begin; set local session_replication_role = replica;
      update desk.commands set recorded_at = recorded_at - interval '${hours} hours' where id = '${told}'; commit`)
      const looks = async (house: typeof app) =>
        (await ask(house, 'GET', `${api}/withdrawals/${id}`, { token: admin.token })).body.data
          .looks
      await passHours(30)
      const [inDemo, inLive] = [await looks(app), await looks(live)]
      expect(inDemo).toEqual([
        {
          code: 'security_changed',
          text: expect.stringMatching(/^In the last 7 days, changes to the sign-in: [a-z].+\.$/),
        },
      ])
      expect(inLive).toEqual(inDemo)
      await passHours(7 * 24 - 30)
      expect(await looks(app)).toEqual([])
    },
  )

  test('I7 tell the approver of another email in a live firm, while it waits', async () => {
    const person = await investor(100)
    const address = `mine ${person.id}`
    await paid(person, 10, address)
    const id = await requested(person, 10, address)
    const proposed = await ask(live, 'PATCH', `${api}/${person.id}`, {
      token: admin.token,
      payload: { email: `live-${person.email}`, reason: 'A new provider' },
    })
    expect(await looksOf(id)).toEqual([])
    expect(
      (
        await post(
          second,
          `/proposals/${proposed.body.data.proposal.id}/agreement`,
          { shown: proposed.body.data.proposal.facts },
          live,
        )
      ).status,
    ).toBe(200)
    expect((await detailsOf(id)).looks).toEqual([
      {
        code: 'security_changed',
        text: 'In the last 7 days, changes to the sign-in: a new email, or the removal of a second factor, approved and waiting.',
      },
    ])
  })

  test('say what was decided about its owner after it was asked for, and nothing of what was decided before', async () => {
    const person = await investor(1_000)
    const address = `own ${person.id}`
    await paid(person, 10, address)
    const before = await requested(person, 10, address)
    const until = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)
    const id = await sentIn(person)
    expect(await looksOf(before)).toEqual([])
    await openPapers(house, id, admin.user.id)
    expect((await post(admin, `/verifications/${id}/approval`, approval(until))).status).toBe(200)
    const after = await requested(person, 10, address)
    expect((await detailsOf(before)).looks).toEqual([
      {
        code: 'verification_decided',
        text: 'After this was asked for, we decided who this person is: they were verified.',
      },
    ])
    expect(await looksOf(after)).toEqual([])
    await post(admin, `/verifications/${id}/refusal`, { reason: 'The passport was stolen' })
    expect((await detailsOf(after)).looks).toEqual([
      {
        code: 'verification_decided',
        text: 'After this was asked for, we decided who this person is: what they had sent in was refused.',
      },
    ])
  })

  test('say of who was refused for good where money can go, whenever it was asked for', async () => {
    const person = await investor(1_000)
    const address = `own ${person.id}`
    await paid(person, 10, address)
    const before = await requested(person, 10, address)
    await refusedForGood(person)
    const after = await requested(person, 10, address)
    for (const id of [before, after])
      expect((await detailsOf(id)).looks).toEqual([
        {
          code: 'refused_for_good',
          text: 'This person was refused for good: two administrators have to approve the request, and the money goes back to where it came from, where that is known.',
        },
      ])
  })

  test('say that the account is frozen, that a recipient’s account was closed, and nothing of requests that don’t exist', async () => {
    const [person, recipient] = [await investor(100), await signUpSomebody(app)]
    const reply = await post(person, '/requestWithdrawal', {
      type: 'tradehub_transfer',
      amount: 10,
      recipientAccountId: recipient.user.accountId,
    })
    const id = reply.body.data.withdrawal._id
    expect((await detailsOf(id)).recipient).toEqual({
      fullName: recipient.user.fullName,
      status: 'active',
    })
    await post(admin, `/users/${person.id}/freeze`, { reason: 'A letter from the court' })
    await ask(app, 'DELETE', `${api}/${recipient.id}`, { token: admin.token })
    expect((await looksOf(id)).slice(0, 2)).toEqual(['account_frozen', 'recipient_closed'])
    const unknown = await read(admin, `/withdrawals/${randomUUID()}`)
    expect([unknown.status, unknown.body.code]).toEqual([404, 'unknown_withdrawal'])
  })
})

describe('the queue over HTTP', () => {
  test('is searched, sorted and paged, and each page leads to the next with the same question', async () => {
    const person = await investor(100, { fullName: 'Quentin Queued' })
    for (const amount of [3, 1, 2]) await requested(person, amount)
    const first = await read(
      admin,
      '/getAllWithdrawals?search=quentin&sort=amount&status=pending&limit=2',
    )
    expect(first.body.map(({ amount }: { amount: number }) => amount)).toEqual([1, 2])
    const next = /<(\?[^>]+)>; rel="next"/.exec(String(first.headers['link']))![1]!
    expect(Object.fromEntries(new URLSearchParams(next))).toMatchObject({
      search: 'quentin',
      sort: 'amount',
      status: 'pending',
      limit: '2',
    })
    const rest = await read(admin, `/getAllWithdrawals${next}`)
    expect([
      rest.body.map(({ amount }: { amount: number }) => amount),
      rest.headers['link'],
    ]).toEqual([[3], undefined])
  })

  test('is searched for an address, whatever became of the request, a payout’s reference and an amount', async () => {
    const person = await investor(1_000)
    const address = `tb1q ${person.id}`
    const [pending, rejected, paid] = [
      await requested(person, 11.11, address),
      await requested(person, 22.22, address),
      await requested(person, 33.33, address),
    ]
    await post(admin, `/withdrawals/${rejected}/rejection`, { reason: 'Too soon' })
    await post(admin, `/withdrawals/${paid}/approval`)
    const reference = `Tx of ${person.id}`
    await post(second, `/withdrawals/${paid}/payout`, { reference })
    const found = async (search: string) =>
      (await read(admin, `/getAllWithdrawals?search=${encodeURIComponent(search)}`)).body.map(
        ({ _id }: { _id: string }) => _id,
      )
    expect(await found(address)).toEqual([paid, rejected, pending])
    expect(await found(reference)).toEqual([paid])
    expect(await found(`TX-OF-${person.id}`)).toEqual([paid])
    expect(await found('$33.33')).toContain(paid)
    expect(await found(address.slice(0, -1))).toEqual([])
  })

  test('is searched for how an address begins, among what waits for staff', async () => {
    const person = await investor(1_000)
    const beginning = `mine7${person.id.slice(0, 4)}`
    const [pending, approved, ended] = await Promise.all(
      ['one', 'two', 'three'].map((end) => requested(person, 10, `${beginning}${end}`)),
    )
    await post(admin, `/withdrawals/${approved}/approval`)
    await post(admin, `/withdrawals/${ended}/rejection`, { reason: 'Too soon' })
    const found = async (search: string, more = '') =>
      (
        await read(admin, `/getAllWithdrawals?search=${encodeURIComponent(search)}${more}`)
      ).body.map(({ _id }: { _id: string }) => _id)
    expect((await found(beginning)).toSorted()).toEqual([pending, approved].toSorted())
    expect(await found(beginning, '&work=to-pay')).toEqual([approved])
    expect(await found(beginning.slice(0, 5))).toEqual([])
    expect(await found(`${beginning}_%`)).toEqual([])
  })

  test('J7: is searched for an address in letters of any case, whole or as it begins, open or ended', async () => {
    const person = await investor(1_000)
    const [segwit, tron] = [
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs',
    ]
    const open = await requested(person, 10, segwit)
    const ended = await requested(person, 10, segwit)
    const onTron = await requested(person, 10, tron)
    await post(admin, `/withdrawals/${ended}/rejection`, { reason: 'Too soon' })
    const found = async (search: string) =>
      (await read(admin, `/getAllWithdrawals?search=${encodeURIComponent(search)}`)).body
        .map(({ _id }: { _id: string }) => _id)
        .toSorted()
    const inBlocks = segwit.toUpperCase().replaceAll(/(.{4})/g, '$1 ')
    for (const typed of [segwit, segwit.toUpperCase(), inBlocks])
      expect(await found(typed), typed).toEqual([open, ended].toSorted())
    for (const typed of [segwit.slice(0, 12), segwit.slice(0, 12).toUpperCase(), 'BC1qw5'])
      expect(await found(typed), typed).toEqual([open])
    for (const typed of [tron, tron.toLowerCase(), tron.slice(0, 9).toUpperCase()])
      expect(await found(typed), typed).toEqual([onTron])
  })

  test('lets nobody stay signed in by leaving the page open: what it asks by itself is no use of the session', async () => {
    const usedAt = async () =>
      (
        await database.owner.query(
          'select max(updated_at) as at from auth.sessions where person_id = $1',
          [admin.id],
        )
      ).rows[0].at
    await database.owner.query(
      `update auth.sessions set updated_at = updated_at - interval '2 minutes' where person_id = $1`,
      [admin.id],
    )
    const before = await usedAt()
    expect((await read(admin, '/withdrawals/waiting')).status).toBe(200)
    expect(await usedAt()).toEqual(before)
    await read(admin, '/getAllWithdrawals')
    await expect.poll(usedAt).not.toEqual(before)
  })

  test('says how much waits, and above which amount two must approve', async () => {
    const before = (await read(admin, '/withdrawals/waiting')).body.data
    expect(before.secondApprovalAbove).toBeNull()
    await requested(await investor(100), 12.5)
    const { pending } = (await read(admin, '/withdrawals/waiting')).body.data.work
    expect([pending.count, pending.amount]).toEqual([
      before.work.pending.count + 1,
      before.work.pending.amount + 12.5,
    ])
    expect(
      (await ask(strict, 'GET', `${api}/withdrawals/waiting`, { token: second.token })).body.data
        .secondApprovalAbove,
    ).toBe(1_000)
  })
})

describe('B11: Approve and Reject, pressed by two administrators at the same moment', () => {
  test('have one outcome and one posting, a hundred times over, and the loser is told what happened', async () => {
    const [person, recipient] = [await investor(1_000), await investor(1)]
    const transfer = {
      type: 'tradehub_transfer',
      amount: 1,
      recipientAccountId: recipient.user.accountId,
    }
    const ids: string[] = []
    for (let n = 0; n < 100; n += 1)
      ids.push((await post(person, '/requestWithdrawal', transfer)).body.data.withdrawal._id)
    const outcomes = await Promise.all(
      ids.map(async (id, n) => {
        // Now this one is quicker, now the other.
        const [approver, rejecter] = n % 2 === 0 ? [admin, second] : [second, admin]
        const [approved, rejected] = await Promise.all([
          post(approver, `/withdrawals/${id}/approval`, { amount: 1 }),
          post(rejecter, `/withdrawals/${id}/rejection`, { reason: 'No' }),
        ])
        return { id, approved, rejected, approver, rejecter }
      }),
    )
    const { rows } = await database.owner.query<{ id: string; status: string; postings: number }>(
      `select w.id, w.status, (select count(*)::int from desk.commands c join ledger.postings p on p.command_id = c.id where c.input->>'withdrawal' = w.id::text) as postings
        from withdrawals w where w.id = any ($1)`,
      [ids],
    )
    const found = new Map(rows.map((row) => [row.id, row]))
    for (const { id, approved, rejected, approver, rejecter } of outcomes) {
      const { status, postings } = found.get(id)!
      const [winner, loser, who] =
        status === 'approved' ? [approved, rejected, approver] : [rejected, approved, rejecter]
      expect([winner.status, loser.status, loser.body.code]).toEqual([200, 409, 'already_decided'])
      expect(loser.body.message).toBe(
        `This request has already been decided: ${status} by ${who.user.fullName}. Nothing was booked.`,
      )
      expect(postings).toBe(1)
    }
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['approved', 'rejected']))
  })
})
