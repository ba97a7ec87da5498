/** Whom the firm knows: what people send in, what staff decide, and what may be moved until then. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { releaseWhatFits } from '../../src/domains/receipts/due.ts'
import { tellOfEnds } from '../../src/domains/verification/ends-soon.ts'
import type { LimitsByState } from '../../src/domains/verification/limits.ts'
import { callToAgree, callToEnd } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { addDocument, approval, openPapers } from '../support/documents.ts'
import { createHouse } from '../support/house.ts'
import {
  api,
  ask,
  createTestApp,
  signUpSomebody,
  testContext,
  verified as confirmed,
} from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const nothing = { day: null, whole: null }
const limits: LimitsByState = {
  unverified: {
    in: { day: 1_000_00n, whole: 1_500_00n },
    invested: { day: null, whole: 500_00n },
    out: { day: 200_00n, whole: null },
  },
  submitted: { in: { day: null, whole: 2_000_00n }, invested: nothing, out: nothing },
  verified: { in: nothing, invested: nothing, out: { day: 5_000_00n, whole: null } },
}
const firm = {
  name: 'A Sample Firm',
  sample: true,
  wallets: [],
  verification: {
    countries: ['DE', 'FR', 'NO'],
    notServed: ['NO'],
    minimumAge: 18,
    kept: { years: 0, law: null },
    limits,
  },
}
const [app, second] = [
  await createTestApp(database, { firm }),
  await createTestApp(database, { firm }),
]
const parts = testContext(database, { firm })
const house = createHouse(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let adam: Somebody
let bea: Somebody
let plan: { id: string; riskVersion: number; termsVersion: number }

const give = (who: Somebody, path: string, payload?: object, to = app) =>
  ask(to, 'POST', api + path, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
    ...(payload ? { payload } : {}),
  })
const read = async (who: Somebody, path: string) =>
  (await ask(app, 'GET', api + path, { token: who.token })).body.data
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
]
const own = (who: Somebody) => read(who, '/verification')
const cash = async (who: Somebody): Promise<number> => (await read(who, '/me')).user.accountBalance

async function details(who: Somebody, given: object = {}) {
  return {
    legalName: 'Ada Example',
    birthDate: '1990-04-23',
    country: 'DE',
    address: 'Example Street 1\n10115 Berlin',
    documents: [
      await addDocument(house, who.id, 'identity'),
      await addDocument(house, who.id, 'address'),
    ],
    ...given,
  }
}
/** Sent in by a new person; answers them and the id of their case. */
async function submitted(given: object = {}): Promise<{ ada: Somebody; id: string }> {
  const ada = await signUpSomebody(app)
  expect((await give(ada, '/verification', await details(ada, given))).status).toBe(201)
  return { ada, id: (await own(ada)).lastCase.id }
}
const inFiveYears = () => new Date(Date.now() + 5 * 365 * 86_400_000).toISOString().slice(0, 10)
const verifyUnseen = (id: string, until = inFiveYears(), who = adam) =>
  give(who, `/verifications/${id}/approval`, approval(until))
async function verify(id: string, until = inFiveYears(), who = adam) {
  await openPapers(house, id, who.id)
  return verifyUnseen(id, until, who)
}
async function verified(): Promise<{ ada: Somebody; id: string }> {
  const found = await submitted()
  expect((await verify(found.id)).status).toBe(200)
  return found
}
async function refusedForGood(who?: { ada: Somebody; id: string }) {
  const found = who ?? (await submitted())
  const path = `/verifications/${found.id}/final-refusal`
  await openPapers(house, found.id, adam.id, bea.id)
  const proposed = await give(adam, path, { reason: 'The passport is forged' })
  expect(proposed.status).toBe(202)
  expect((await give(bea, ...callToAgree(proposed))).status).toBe(200)
  return found
}
const deposit = (who: Somebody, amount: number, to = app) =>
  give(who, '/demo/deposits', { amount, asset: 'BTC' }, to)
const invest = (who: Somebody, amount: number, to = app) =>
  give(
    who,
    '/investments',
    {
      planId: plan.id,
      amount,
      acceptedRiskVersion: plan.riskVersion,
      acceptedTermsVersion: plan.termsVersion,
    },
    to,
  )
const send = (who: Somebody, amount: number, to = app) =>
  give(
    who,
    '/requestWithdrawal',
    { type: 'bank_transfer', amount, bankName: 'Shells', bankNumber: 'my-own-place' },
    to,
  )

/** By the house's clock. */
async function today(): Promise<string> {
  const { rows } = await database.owner.query(
    `select to_char(business_now() at time zone 'UTC', 'YYYY-MM-DD') as day`,
  )
  return rows[0].day
}

let number = 0
/** Recorded by Adam and approved by Bea; answers its id. */
async function receipt(who: Somebody, amount: number, payerAccount = 'DE89370400440532013000') {
  number += 1
  const [reference, valueDate] = [`RECEIPT ${number}`, await today()]
  const body = { userId: who.id, amount, reference, valueDate, payerAccount }
  const reply = await agreeTo(await give(adam, '/receipts', body))
  return { id: await latest(), reply }
}
/** The entry that was booked last. */
const latest = async (): Promise<string> =>
  (await read(adam, '/bank-entries?limit=1')).entries[0].id
/** Bea, to what Adam recorded. */
async function agreeTo({ status, body }: Awaited<ReturnType<typeof give>>) {
  expect(status).toBe(202)
  const { id, facts: shown } = body.data.proposal
  return give(bea, `/proposals/${id}/agreement`, { shown })
}
const suspense = async () =>
  Number(
    (
      await database.owner.query(
        `select credits - debits as balance from ledger.accounts where kind = 'suspense'`,
      )
    ).rows[0].balance,
  )

beforeAll(async () => {
  ;[adam, bea] = [
    await signUpSomebody(app, { fullName: 'Adam Admin' }),
    await signUpSomebody(app, { fullName: 'Bea Admin' }),
  ]
  for (const { id } of [adam, bea]) await setRole(database, id, 'admin')
  await house.fund({ returns: 100_000_00n, corrections: 50_000_00n })
  await house.run(
    'OfferPlan',
    {
      terms: {
        title: 'Starter',
        minimum: 50_00n,
        maximum: null,
        durationDays: 5,
        profitPercent: 5,
        riskWarning: 'All of it can be lost.',
      },
    },
    adam.id,
  )
  const { plans } = (await ask(app, 'GET', `${api}/plans`)).body.data
  plan = plans[0]
})

describe('sending in', () => {
  test('is told to the person, who is then submitted and keeps what they entered', async () => {
    const { ada } = await submitted()
    expect(await own(ada)).toMatchObject({
      state: 'submitted',
      isFinal: false,
      maySubmit: false,
      lastCase: {
        status: 'submitted',
        legalName: 'Ada Example',
        birthDate: '1990-04-23',
        address: 'Example Street 1\n10115 Berlin',
        documents: [{ kind: 'identity' }, { kind: 'address' }],
      },
    })
    expect((await read(ada, '/activity')).activity[0]).toMatchObject({
      kind: 'verification-submitted',
      by: 'you',
    })
    expect(codeOf(await give(ada, '/verification', await details(ada)))).toEqual([
      409,
      'verification_open',
    ])
  })

  test('is for people who are old enough, to the day', async () => {
    const ada = await signUpSomebody(app)
    const today = new Date()
    const day = (shift: number) => {
      const born = new Date(today)
      born.setUTCFullYear(born.getUTCFullYear() - 18)
      born.setUTCDate(born.getUTCDate() + shift)
      return born.toISOString().slice(0, 10)
    }
    const tomorrow = await details(ada, { birthDate: day(1) })
    expect(codeOf(await give(ada, '/verification', tomorrow))).toEqual([422, 'too_young'])
    expect((await give(ada, '/verification', { ...tomorrow, birthDate: day(0) })).status).toBe(201)
  })

  test('is for people of the countries that the firm serves', async () => {
    const ada = await signUpSomebody(app)
    const body = await details(ada, { country: 'AT' })
    for (const country of ['AT', 'NO'])
      expect(codeOf(await give(ada, '/verification', { ...body, country }))).toEqual([
        422,
        'country_not_served',
      ])
    for (const country of ['de', 'DEU', '', 'D1'])
      expect((await give(ada, '/verification', { ...body, country })).status).toBe(400)
  })

  test('is refused by country before documents are asked for, and nothing is stored but the attempt', async () => {
    const ada = await signUpSomebody(app)
    const kept = async () => {
      const { rows } = await database.owner.query(
        `select command.outcome, command.input, word.texts, (select count(*)::int from documents where owner_id = $1) as documents,
           (select count(*)::int from verifications where owner_id = $1) as cases
          from desk.commands command left join desk.particulars word on word.command_id = command.id
          where command.kind = 'CheckCountry' and command.subject = $1 order by command.recorded_at`,
        [ada.id],
      )
      return rows
    }
    const refused = await give(ada, '/verification/country', { country: 'NO' })
    expect(codeOf(refused)).toEqual([422, 'country_not_served'])
    expect(refused.body.message).toContain('please don’t send us any documents')
    expect(refused.text).not.toMatch(/Norway|NO\b/)
    expect(await kept()).toMatchObject([{ outcome: 'country_not_served', documents: 0, cases: 0 }])
    expect(JSON.stringify(await kept())).not.toMatch(/Norway|"NO"/)
    expect((await give(ada, '/verification/country', { country: 'DE' })).status).toBe(200)
    expect((await kept()).map(({ outcome }) => outcome)).toEqual(['country_not_served', 'done'])
    expect(
      (await read(ada, '/activity')).activity.map(({ kind }: { kind: string }) => kind),
    ).not.toContain('verification-submitted')
    // Strangers learn of no country, served or not.
    for (const country of ['NO', 'DE']) {
      const reply = await ask(app, 'POST', `${api}/verification/country`, { payload: { country } })
      expect(codeOf(reply)).toEqual([401, 'not_signed_in'])
    }
  })

  test('takes a photo of an identity card and a proof of address, both their own', async () => {
    const [ada, other] = [await signUpSomebody(app), await signUpSomebody(app)]
    const body = await details(ada)
    const [identity, address] = body.documents
    const wanting = async (documents: (string | undefined)[]) =>
      codeOf(await give(ada, '/verification', { ...body, documents }))
    expect(await wanting([identity])).toEqual([422, 'documents_missing'])
    expect(await wanting([identity, identity])).toEqual([422, 'documents_missing'])
    expect(await wanting([identity, randomUUID()])).toEqual([404, 'unknown_document'])
    const foreign = (await details(other)).documents[1]
    expect(await wanting([identity, foreign])).toEqual([404, 'unknown_document'])
    expect(await wanting([identity, address, address])).toEqual([201, undefined])
  })

  test('happens once, however many tabs send it at once', async () => {
    const ada = await signUpSomebody(app)
    const body = await details(ada)
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        give(ada, '/verification', body, at % 2 === 0 ? app : second),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array(11).fill(409)])
  })
})

describe('a decision', () => {
  test('verifies until a day, which holds to its end and is not asked for in the meantime', async () => {
    const { ada, id } = await submitted()
    expect(codeOf(await verify(id, '2020-01-01'))).toEqual([422, 'wrong_day'])
    expect(codeOf(await verify(id, '2099-01-01'))).toEqual([422, 'wrong_day'])
    const until = inFiveYears()
    expect((await verify(id, until)).status).toBe(200)
    expect(await own(ada)).toMatchObject({
      state: 'verified',
      verifiedUntil: `${until}T23:59:59.999Z`,
      maySubmit: false,
    })
    expect(codeOf(await give(ada, '/verification', await details(ada)))).toEqual([
      409,
      'already_verified',
    ])
    expect(codeOf(await verify(id))).toEqual([409, 'already_decided'])
    expect((await read(ada, '/activity')).activity).toContainEqual(
      expect.objectContaining({ kind: 'verification-approved', staffName: 'Adam Admin' }),
    )
  })

  test('refuses with a reason that the person reads, and what was fine can be sent in again', async () => {
    const { ada, id } = await submitted()
    const [identity] = (await own(ada)).lastCase.documents
    const reason = 'The letter is older than three months'
    expect((await give(adam, `/verifications/${id}/refusal`, { reason })).status).toBe(200)
    expect(await own(ada)).toMatchObject({
      state: 'refused',
      isFinal: false,
      maySubmit: true,
      lastCase: { reason },
    })
    const documents = [identity.id, await addDocument(house, ada.id, 'address')]
    expect((await give(ada, '/verification', await details(ada, { documents }))).status).toBe(201)
    expect((await own(ada)).state).toBe('submitted')
  })

  test('is nobody’s on themselves', async () => {
    const staff = await signUpSomebody(app)
    await setRole(database, staff.id, 'admin')
    expect((await give(staff, '/verification', await details(staff))).status).toBe(201)
    const { id } = (await own(staff)).lastCase
    expect(codeOf(await verify(id, undefined, staff))).toEqual([403, 'not_on_yourself'])
    expect(
      codeOf(await give(staff, `/verifications/${id}/final-refusal`, { reason: 'No' })),
    ).toEqual([403, 'not_on_yourself'])
    expect((await verify(id)).status).toBe(200)
  })

  test('J11: takes the one who decides to have opened each document, whoever else has', async () => {
    const { ada, id } = await submitted()
    const unopened = [409, 'documents_unopened']
    const { documents } = (await read(adam, `/verifications/${id}`)).verification
    await openPapers(house, id, bea.id)
    expect(codeOf(await verifyUnseen(id))).toEqual(unopened)
    await house.run('ViewDocument', { document: documents[0].id }, adam.id)
    expect(codeOf(await verifyUnseen(id))).toEqual(unopened)
    // A row that no command of theirs made says nothing.
    await database.pool.query(
      'insert into document_views (document_id, viewer_id, owner_id, viewed_at) values ($1, $2, $3, business_now())',
      [documents[1].id, adam.id, ada.id],
    )
    expect(codeOf(await verifyUnseen(id))).toEqual(unopened)
    await database.owner.query('delete from document_views where document_id = $1', [
      documents[1].id,
    ])
    await house.run('ViewDocument', { document: documents[1].id }, adam.id)
    const { openings } = (await read(adam, `/verifications/${id}`)).verification
    expect(openings.filter(({ userId }: { userId: string }) => userId === adam.id)).toHaveLength(2)
    expect((await verifyUnseen(id)).status).toBe(200)
  })

  test('J11: for good, takes each of the two to have opened each document', async () => {
    const { id } = await submitted()
    const path = `/verifications/${id}/final-refusal`
    const propose = () => give(adam, path, { reason: 'The passport is forged' })
    expect(codeOf(await propose())).toEqual([409, 'documents_unopened'])
    await openPapers(house, id, adam.id)
    const proposed = await propose()
    expect(proposed.status).toBe(202)
    const agree = () => give(bea, ...callToAgree(proposed))
    expect(codeOf(await agree())).toEqual([409, 'documents_unopened'])
    await openPapers(house, id, bea.id)
    expect((await agree()).status).toBe(200)
  })

  test('I1 is not made on anything but what was sent in', async () => {
    for (const [column, value] of [
      ['legal_name', 'Somebody Else'],
      ['birth_date', '1950-01-01'],
      ['documents', randomUUID()],
    ]) {
      const { id } = await submitted()
      await database.owner.query('alter table verifications disable trigger user')
      await database.owner.query(`update verifications set ${column} = $2 where id = $1`, [
        id,
        value,
      ])
      await database.owner.query('alter table verifications enable trigger user')
      expect(codeOf(await verify(id))).toEqual([409, 'not_as_recorded'])
    }
  })

  test('for good takes two administrators, and says nothing to be undone by one', async () => {
    const { ada, id } = await submitted()
    const path = `/verifications/${id}/final-refusal`
    await openPapers(house, id, adam.id, bea.id)
    const proposed = await give(adam, path, { reason: 'The passport is forged' })
    expect(proposed.status).toBe(202)
    expect((await own(ada)).state).toBe('submitted')
    expect(codeOf(await verify(id, undefined, bea))).toEqual([409, 'change_open'])
    expect(codeOf(await give(bea, `/verifications/${id}/refusal`, { reason: 'x' }))).toEqual([
      409,
      'change_open',
    ])
    expect(codeOf(await give(adam, ...callToAgree(proposed)))).toEqual([409, 'same_approver'])
    expect((await give(bea, ...callToAgree(proposed))).status).toBe(200)
    expect(await own(ada)).toMatchObject({
      state: 'refused',
      isFinal: true,
      maySubmit: false,
      lastCase: { reason: 'The passport is forged' },
    })
    expect(codeOf(await give(ada, '/verification', await details(ada)))).toEqual([
      422,
      'finally_refused',
    ])
    expect(codeOf(await verify(randomUUID()))).toEqual([404, 'unknown_verification'])
    for (const again of [verify(id), give(adam, path, { reason: 'Again' })])
      expect(codeOf(await again)).toEqual([409, 'already_decided'])
  })

  test('for good can be rejected by the second, and then anything else be decided', async () => {
    const { ada, id } = await submitted()
    const path = `/verifications/${id}/final-refusal`
    await openPapers(house, id, adam.id, bea.id)
    const proposed = await give(adam, path, { reason: 'The passport is forged' })
    expect((await give(bea, ...callToEnd('refusal', proposed, 'It is not'))).status).toBe(200)
    expect((await read(ada, '/activity')).activity[0]).toMatchObject({
      kind: 'final-refusal-rejected',
      staffName: 'Bea Admin',
    })
    expect(codeOf(await give(bea, ...callToAgree(proposed)))).toEqual([409, 'already_decided'])
    expect((await verify(id)).status).toBe(200)
  })

  test('is listed for staff as work, with what waits longest first', async () => {
    const [one, two] = [await submitted(), await submitted()]
    const work: { id: string; user: { id: string } }[] = (
      await read(adam, '/verifications?work=to-review&limit=200')
    ).verifications
    const ids = work.map(({ id }) => id)
    expect(ids.indexOf(one.id)).toBeGreaterThanOrEqual(0)
    expect(ids.indexOf(two.id)).toBeGreaterThan(ids.indexOf(one.id))
    await openPapers(house, one.id, adam.id)
    await give(adam, `/verifications/${one.id}/final-refusal`, { reason: 'No' })
    const [waiting] = (await read(adam, `/verifications?userId=${one.ada.id}`)).verifications
    expect(waiting).toMatchObject({
      id: one.id,
      finalRefusal: { proposedBy: { fullName: 'Adam Admin' }, words: { reason: 'No' } },
    })
    const { proposals } = await read(bea, '/proposals?mine=to-decide')
    expect(proposals).toContainEqual(waiting.finalRefusal)
  })
})

describe('limits', () => {
  test('stop placing, with what would still fit, and end when one is verified', async () => {
    const { ada, id } = await submitted()
    await deposit(ada, 1_500)
    const other = await signUpSomebody(app)
    await deposit(other, 1_000)
    expect((await invest(other, 100)).status).toBe(201)
    const refused = await invest(other, 401)
    expect(codeOf(refused)).toEqual([422, 'beyond_limit'])
    expect(refused.body.message).toContain('$400.00 more')
    expect((await invest(other, 400)).status).toBe(201)
    expect((await invest(other, 50)).body.message).toContain('nothing more')
    expect((await verify(id)).status).toBe(200)
    expect((await invest(ada, 900)).status).toBe(201)
  })

  test('B13 stop sending in any 24 hours, and what came back counts no more', async () => {
    const ada = await signUpSomebody(app)
    await deposit(ada, 1_000)
    const first = await send(ada, 150)
    expect(first.status).toBe(201)
    expect(codeOf(await send(ada, 51))).toEqual([422, 'beyond_limit'])
    const { _id } = first.body.data.withdrawal
    await ask(app, 'DELETE', `${api}/withdrawals/${_id}`, { token: ada.token })
    expect((await send(ada, 200)).status).toBe(201)
    expect(codeOf(await send(ada, 0.01))).toEqual([422, 'beyond_limit'])
    expect((await own(ada)).allowances).toContainEqual({
      flow: 'out',
      day: { limit: 200, used: 200 },
      whole: { limit: null, used: 200 },
    })
  })

  test('B13 hold when a hundred small ones come at once through two servers', async () => {
    const ada = await signUpSomebody(app)
    await deposit(ada, 1_000)
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        at % 3 === 0
          ? deposit(ada, 10, at % 2 === 0 ? app : second)
          : send(ada, 10, at % 2 === 0 ? app : second),
      ),
    )
    const sent = replies.filter((reply, at) => at % 3 !== 0 && reply.status === 201)
    expect(sent).toHaveLength(20)
    // A thousand in 24 hours is full: nothing more comes in beside what goes out.
    expect(replies.filter((reply, at) => at % 3 === 0 && reply.status === 201)).toEqual([])
  })

  test('in 24 hours are not widened by what the bank takes back of an earlier day', async () => {
    const ada = await signUpSomebody(app)
    const { id } = await receipt(ada, 900)
    await give(adam, '/demo/clock', { days: 2 })
    const valueDate = await today()
    const line = { reference: 'TAKEN BACK', valueDate, reason: 'Recalled by its payer' }
    const taken = await agreeTo(await give(adam, `/receipts/${id}/reversal`, line))
    expect(taken.status).toBe(200)
    expect(await cash(ada)).toBe(0)
    expect((await deposit(ada, 1_000)).status).toBe(201)
    expect(codeOf(await deposit(ada, 400))).toEqual([422, 'beyond_limit'])
    // Of what may come in ever, it is gone.
    expect((await own(ada)).allowances).toContainEqual({
      flow: 'in',
      day: { limit: 1_000, used: 1_000 },
      whole: { limit: 1_500, used: 1_000 },
    })
  })

  test('hold for what other users send, when it is approved', async () => {
    const [ada, bob] = [await signUpSomebody(app), await signUpSomebody(app)]
    await deposit(ada, 1_000)
    await deposit(bob, 950)
    const { accountId } = (await read(bob, '/me')).user
    const transfer = await give(ada, '/requestWithdrawal', {
      type: 'tradehub_transfer',
      amount: 100,
      recipientAccountId: accountId,
    })
    const { _id } = transfer.body.data.withdrawal
    expect(codeOf(await give(adam, `/withdrawals/${_id}/approval`))).toEqual([
      422,
      'recipient_limit',
    ])
    expect(await cash(bob)).toBe(950)
  })

  test('turn aside what arrives beyond them, in the person’s name, until it fits', async () => {
    const { ada, id } = await submitted()
    const before = await suspense()
    expect((await receipt(ada, 1_500)).reply.body.message).toBe('Agreed, and done.')
    const { id: aside, reply } = await receipt(ada, 600)
    expect(reply.body.message).toContain('waits in their name')
    expect([await cash(ada), await suspense()]).toEqual([1_500, before + 600_00])
    expect((await own(ada)).overLimit).toMatchObject([{ id: aside, amount: 600 }])
    expect((await read(ada, '/activity')).activity[0]).toMatchObject({
      kind: 'bank-deposit-over-limit',
    })
    expect(
      codeOf(
        await give(adam, `/receipts/${aside}/assignment`, {
          userId: (await signUpSomebody(app)).id,
          reason: 'Mine',
        }),
      ),
    ).toEqual([409, 'not_in_suspense'])
    expect(await releaseWhatFits(parts, ada.id)).toBe(0)
    expect((await verify(id)).status).toBe(200)
    expect([await cash(ada), await suspense()]).toEqual([2_100, before])
    expect((await own(ada)).overLimit).toEqual([])
    expect(await releaseWhatFits(parts, ada.id)).toBe(0)
  })

  test('turn aside what was in suspense and turns out to be of somebody who is at their limit', async () => {
    const ada = await signUpSomebody(app)
    await deposit(ada, 1_000)
    const body = { amount: 300, reference: 'NOBODY 1', valueDate: await today() }
    await agreeTo(await give(adam, '/receipts', body))
    const id = await latest()
    const hers = { userId: ada.id, reason: 'She wrote to us' }
    const step = await give(adam, `/receipts/${id}/assignment`, hers)
    const before = await suspense()
    expect((await agreeTo(step)).body.message).toContain('waits in their name')
    expect([await cash(ada), await suspense()]).toEqual([1_000, before])
    expect((await own(ada)).overLimit).toMatchObject([{ id, amount: 300 }])
  })

  test('never release twice, and nothing that is proposed to go back', async () => {
    const { ada, id } = await submitted()
    await receipt(ada, 2_000)
    const { id: aside } = await receipt(ada, 50)
    const day = (await read(adam, '/bank-entries?limit=1')).entries[0].valueDate
    const back = {
      account: 'DE89 3704 0044 0532 0130 00',
      reference: 'BACK 1',
      valueDate: day,
      reason: 'She asked for it',
    }
    const step = await give(adam, `/receipts/${aside}/return`, back)
    expect((await verify(id)).status).toBe(200)
    expect(await cash(ada)).toBe(2_000)
    expect((await agreeTo(step)).status).toBe(200)
    expect(await releaseWhatFits(parts, ada.id)).toBe(0)
    expect((await own(ada)).overLimit).toEqual([])
    expect((await read(ada, '/activity')).activity[0]).toMatchObject({ kind: 'deposit-returned' })
  })

  test('keep an account open that money waits for', async () => {
    const ada = await signUpSomebody(app)
    await receipt(ada, 1_600)
    const refused = await ask(app, 'DELETE', `${api}/${ada.id}`, { token: adam.token })
    expect(codeOf(refused)).toEqual([409, 'money_left'])
    expect(refused.body.message).toContain('$1,600.00 set aside beyond a limit')
  })
})

describe('refused for good', () => {
  test('ends money in and plans, whatever was verified', async () => {
    const found = await verified()
    await deposit(found.ada, 1_000)
    await refusedForGood(found)
    expect(codeOf(await deposit(found.ada, 1))).toEqual([422, 'finally_refused'])
    expect(codeOf(await invest(found.ada, 100))).toEqual([422, 'finally_refused'])
    const { reply } = await receipt(found.ada, 10)
    expect(reply.body.message).toContain('waits in their name')
    expect(await cash(found.ada)).toBe(1_000)
  })

  test('lets out what is theirs to where it came from, by two administrators', async () => {
    const found = await submitted()
    const { ada } = found
    await receipt(ada, 1_500)
    await refusedForGood(found)
    expect(codeOf(await send(ada, 100))).toEqual([422, 'not_where_it_came_from'])
    const { accountId } = (await read(await signUpSomebody(app), '/me')).user
    const transfer = { type: 'tradehub_transfer', amount: 1, recipientAccountId: accountId }
    expect(codeOf(await give(ada, '/requestWithdrawal', transfer))).toEqual([
      422,
      'finally_refused',
    ])
    const home = {
      type: 'bank_account',
      amount: 1_500,
      bankName: 'Ada Example',
      bankNumber: 'DE89 3704 0044 0532 0130 00',
    }
    const asked = await give(ada, '/requestWithdrawal', home)
    expect(asked.status).toBe(201)
    const { _id } = asked.body.data.withdrawal
    const first = await give(adam, `/withdrawals/${_id}/approval`)
    expect([first.status, first.body.message]).toEqual([202, expect.stringContaining('for good')])
    expect(codeOf(await give(adam, `/withdrawals/${_id}/approval`))).toEqual([409, 'same_approver'])
    expect((await give(bea, `/withdrawals/${_id}/approval`)).status).toBe(200)
  })

  test('holds for a request from before, which one administrator can’t approve alone', async () => {
    const found = await submitted()
    await receipt(found.ada, 500)
    const asked = await send(found.ada, 100)
    await refusedForGood(found)
    const { _id } = asked.body.data.withdrawal
    expect(codeOf(await give(adam, `/withdrawals/${_id}/approval`))).toEqual([
      422,
      'not_where_it_came_from',
    ])
  })

  test('is told to both sides while a withdrawal is pending', async () => {
    const found = await submitted()
    await deposit(found.ada, 500)
    await send(found.ada, 100)
    expect(await read(adam, `/verifications/${found.id}`)).toMatchObject({
      verification: { pendingWithdrawals: 1 },
    })
    await refusedForGood(found)
    const { rows } = await database.owner.query(
      `select template from outbox where owner_id = $1 and template = 'finally-refused'`,
      [found.ada.id],
    )
    expect(rows).toHaveLength(1)
  })
})

describe('what the application’s role writes by itself', () => {
  const asRole = (text: string, values: unknown[]) => database.pool.query(text, values)

  test('I1 puts no receipt of nobody’s into somebody’s name', async () => {
    const ada = await signUpSomebody(app)
    const body = { amount: 70, reference: 'NOBODY 2', valueDate: await today() }
    expect((await agreeTo(await give(adam, '/receipts', body))).status).toBe(200)
    const id = await latest()
    await asRole('update bank_entries set owner_id = $2 where id = $1', [id, ada.id])
    expect(await releaseWhatFits(parts)).toBe(0)
    expect(await cash(ada)).toBe(0)
    await database.owner.query('alter table bank_entries disable trigger user')
    await database.owner.query('update bank_entries set owner_id = null where id = $1', [id])
    await database.owner.query('alter table bank_entries enable trigger user')
  })

  test('I1 approves no receipt in place of the second person', async () => {
    const ada = await signUpSomebody(app)
    const body = { userId: ada.id, amount: 90, reference: 'NEVER 1', valueDate: await today() }
    const { id } = (await give(adam, '/receipts', body)).body.data.proposal
    await asRole(
      `insert into bank_entries (id, kind, owner_id, account, amount, reference, reference_key, value_date, status, first_at, first_by, booked_at, booked_by)
        values ($1, 'receipt', $2, 'client-bank', 9000, 'NEVER 1', 'NEVER1', $3, 'suspense', business_now(), $4, business_now(), $5)`,
      [id, ada.id, body.valueDate, adam.id, bea.id],
    )
    expect(await releaseWhatFits(parts)).toBe(0)
    expect(await cash(ada)).toBe(0)
  })

  test('I1 verifies nobody: nothing is decided on it', async () => {
    const { ada } = await submitted()
    await deposit(ada, 1_000)
    await asRole(
      `update verifications set status = 'verified', decided_at = now(), decided_by = $2, verified_by = $2, verified_until = now() + interval '5 years' where owner_id = $1`,
      [ada.id, adam.id],
    )
    expect(codeOf(await invest(ada, 501))).toEqual([409, 'not_as_recorded'])
    expect(codeOf(await send(ada, 201))).toEqual([409, 'not_as_recorded'])
  })
})

test('a receipt that was assigned and is beyond a limit comes to its owner once it fits', async () => {
  const { ada, id: verification } = await submitted()
  await receipt(ada, 2_000)
  const body = { amount: 300, reference: 'NOBODY 3', valueDate: await today() }
  await agreeTo(await give(adam, '/receipts', body))
  const hers = { userId: ada.id, reason: 'She wrote to us' }
  const step = await give(adam, `/receipts/${await latest()}/assignment`, hers)
  expect((await agreeTo(step)).status).toBe(200)
  expect(await cash(ada)).toBe(2_000)
  expect((await verify(verification)).status).toBe(200)
  expect(await cash(ada)).toBe(2_300)
})

test('a cent from elsewhere, which waits in the name of whoever was refused for good, makes that no place of theirs', async () => {
  const found = await submitted()
  await receipt(found.ada, 1_000)
  await refusedForGood(found)
  const elsewhere = 'FR1420041010050500013M02606'
  await receipt(found.ada, 0.01, elsewhere)
  const asked = await give(found.ada, '/requestWithdrawal', {
    type: 'bank_account',
    amount: 1_000,
    bankName: 'Ada Example',
    bankNumber: elsewhere,
  })
  expect(codeOf(asked)).toEqual([422, 'not_where_it_came_from'])
})

describe('people who have left', () => {
  test('are no work of staff’s any more', async () => {
    const { ada, id } = await submitted()
    expect((await ask(app, 'DELETE', `${api}/${ada.id}`, { token: adam.token })).status).toBe(200)
    const { verifications } = await read(adam, '/verifications?work=to-review&limit=200')
    expect(verifications.map((one: { id: string }) => one.id)).not.toContain(id)
  })
})

test('to refuse what somebody was verified by takes all of it back', async () => {
  const { ada, id } = await submitted()
  const soon = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  expect((await verify(id, soon)).status).toBe(200)
  expect((await give(ada, '/verification', await details(ada))).status).toBe(201)
  const renewal = (await own(ada)).lastCase.id
  expect((await verify(renewal)).status).toBe(200)
  const reason = 'The passport was reported as stolen'
  expect((await give(adam, `/verifications/${renewal}/refusal`, { reason })).status).toBe(200)
  expect(await own(ada)).toMatchObject({ state: 'refused', isFinal: false, maySubmit: true })
})

test('how long a review usually takes is said from enough of them, and not before', async () => {
  const { ada } = await submitted()
  for (let decided = 0; decided < 5; decided += 1) await verified()
  const { usual } = await own(ada)
  expect(usual.cases).toBeGreaterThanOrEqual(5)
  expect(usual.minutes).toBeGreaterThanOrEqual(0)
  const { rows } = await database.owner.query(
    'select count(*)::int as n from verifications where decided_at is not null',
  )
  expect(usual.cases).toBe(rows[0].n)
})

describe('the mail that a verification ends soon', () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const tell = async () => {
    while (await tellOfEnds(database)) continue
  }
  const told = async ({ id }: Somebody) =>
    (
      await database.owner.query<{ until: string }>(
        `select "values" ->> 'until' as until from outbox where owner_id = $1 and template = 'verification-ends' order by id`,
        [id],
      )
    ).rows.map(({ until }) => until)
  async function verifiedUntil(until: string, isConfirmed = true) {
    const { ada, id } = await submitted()
    if (isConfirmed) await confirmed(app, database, ada)
    expect((await verify(id, until)).status).toBe(200)
    return ada
  }

  test('is sent a month before, once, and again only for another end', async () => {
    const [soon, later] = [await verifiedUntil(day(29)), await verifiedUntil(day(40))]
    await Promise.all([tell(), tell()])
    await tell()
    expect([await told(soon), await told(later)]).toEqual([[day(29)], []])

    // Whoever has sent in what follows is told nothing while it is reviewed, and then only of the new end.
    const again = await ask(app, 'POST', `${api}/login`, {
      payload: { email: later.email, password: later.password },
    })
    const back = { ...later, token: again.body.token as string }
    expect((await give(back, '/verification', await details(back))).status).toBe(201)
    await database.owner.query(`update business_clock set advance = advance + interval '15 days'`)
    await tell()
    expect(await told(later)).toEqual([])
    expect((await verify((await own(back)).lastCase.id, day(44))).status).toBe(200)
    await tell()
    expect(await told(later)).toEqual([day(44)])
    await tell()
    expect([await told(soon), await told(later)]).toEqual([[day(29)], [day(44)]])
  })

  test('is sent to no address that nobody has confirmed, and to nobody who was refused for good', async () => {
    const unconfirmed = await verifiedUntil(day(40), false)
    const refused = await verifiedUntil(day(41))
    const again = await ask(app, 'POST', `${api}/login`, {
      payload: { email: refused.email, password: refused.password },
    })
    const back = { ...refused, token: again.body.token as string }
    expect((await give(back, '/verification', await details(back))).status).toBe(201)
    await refusedForGood({ ada: back, id: (await own(back)).lastCase.id })
    await tell()
    expect([await told(unconfirmed), await told(refused)]).toEqual([[], []])
  })
})
