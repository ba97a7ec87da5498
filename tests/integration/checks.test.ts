/** Checks that the law requires: who is due, what a possible match stops, how it ends, and who is told what. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { compareDue } from '../../src/domains/comparisons/due.ts'
import { agreementTo, callToAgree, callToEnd } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { addDocument, approval, openPapers } from '../support/documents.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody, testContext } from '../support/http.ts'
import { listOf, loadText } from '../support/listed.ts'
import { runAudit } from '../support/run-audit.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)
const parts = testContext(database)
const house = createHouse(database)
/** Where everybody got their role by a command. */
const plain = createHouse(await createTestDatabase())

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let [adam, bea, cleo, sam, una]: Somebody[] = []

const listed = { name: 'Radomir Madeupovich', born: '1961-02-03' }
const compare = () => compareDue(parts)

const give = (who: Somebody, path: string, payload: object = {}) =>
  ask(app, 'POST', api + path, {
    token: who.token,
    payload,
    headers: { 'idempotency-key': randomUUID() },
  })
const read = async (who: Somebody, path: string) =>
  (await ask(app, 'GET', api + path, { token: who.token })).body.data
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
]
const said = ({ body }: { body: { message?: string } }) => body.message
const person = (fullName: string) => signUpSomebody(app, { fullName })
const rename = ({ id }: Somebody, fullName: string) =>
  house.run('ChangeName', { owner: id, fullName }, id)
const statusOf = async ({ id }: Somebody): Promise<string> =>
  (await database.owner.query('select status from owners where id = $1', [id])).rows[0].status
const matchesOf = async (who: Somebody, query = '') =>
  (await read(adam!, `/checks${query}`)).matches.filter(
    (one: { user: { id: string } }) => one.user.id === who.id,
  )
const comparedAt = async ({ id }: Somebody) =>
  (
    await database.owner.query('select compared_at as at from comparisons where owner_id = $1', [
      id,
    ])
  ).rows[0]?.at ?? null
const decide = (who: Somebody, id: string, isSomebodyElse: boolean, reason = 'Seen the papers') =>
  give(who, `/checks/${id}/decision`, { isSomebodyElse, reason })
async function matched(name = listed.name): Promise<{ ada: Somebody; id: string }> {
  const ada = await person(name)
  await compare()
  const [match] = await matchesOf(ada)
  return { ada, id: match.id }
}
async function clear(id: string): Promise<void> {
  const proposed = await decide(adam!, id, true)
  expect(proposed.status).toBe(202)
  expect((await give(bea!, ...callToAgree(proposed))).status).toBe(200)
  await compare()
}
/** A request of theirs for money that they have. */
async function requested(who: Somebody): Promise<string> {
  await give(who, '/demo/deposits', { amount: 500, asset: 'BTC' })
  const { body } = await give(who, '/requestWithdrawal', {
    type: 'bank_transfer',
    amount: 100,
    bankName: 'Cold storage',
    bankNumber: 'any place at all',
  })
  return body.data.withdrawal._id
}

beforeAll(async () => {
  for (const [name, role] of [
    ['Adam First', 'compliance'],
    ['Bea Second', 'compliance'],
    ['Cleo Approver', 'approver'],
    ['Sam Support', 'support'],
    ['Una Auditor', 'auditor'],
  ] as const) {
    const one = await person(name)
    await setRole(database, one.id, role)
    if (role === 'approver') cleo = one
    else if (role === 'support') sam = one
    else if (role === 'auditor') una = one
    else if (name === 'Adam First') adam = one
    else bea = one
  }
})

describe('who is due', () => {
  test('while no list is loaded nobody is, and payouts go on', async () => {
    const ada = await person('Nobody Due')
    await compare()
    expect(await comparedAt(ada)).toBe(null)
    const request = await requested(ada)
    expect((await give(cleo!, `/withdrawals/${request}/approval`)).status).toBe(200)
  })

  test('everybody is with a new list, and again only when it or they change', async () => {
    const ada = await person('Plain Ordinary')
    await loadText(database, listOf([listed]))
    await compare()
    const first = await comparedAt(ada)
    await compare()
    expect(await comparedAt(ada)).toEqual(first)
    await rename(ada, 'Plain Extraordinary')
    await compare()
    const second = await comparedAt(ada)
    expect(second).not.toEqual(first)
    await loadText(database, listOf([listed, { name: 'Somebody New' }]))
    await compare()
    expect(await comparedAt(ada)).not.toEqual(second)
  })

  test('nothing leaves for who isn’t compared yet: the request waits, in neutral words', async () => {
    const ada = await person('Quite Ordinary')
    const request = await requested(ada)
    const approve = () => give(cleo!, `/withdrawals/${request}/approval`)
    const refused = await approve()
    expect(codeOf(refused)).toEqual([409, 'law_check'])
    expect(said(refused)).toBe(
      'A check that the law requires is not finished. Nothing was changed: please try again later.',
    )
    await compare()
    expect((await approve()).status).toBe(200)
  })

  test('a name that was left again before the worker came is compared all the same', async () => {
    const ada = await person('Clean Slate')
    await rename(ada, listed.name)
    await rename(ada, 'Clean Slate')
    await compare()
    expect(await matchesOf(ada)).toHaveLength(1)
  })

  test('what somebody says of their birth speaks for a match and not against it', async () => {
    const ada = await person('Slava Somebody')
    const documents = [
      await addDocument(house, ada.id, 'identity'),
      await addDocument(house, ada.id, 'address'),
    ]
    const details = { legalName: listed.name, birthDate: '1999-01-01', country: 'DE' }
    const sent = await give(ada, '/verification', { ...details, address: 'A Street 1', documents })
    expect(sent.status).toBe(201)
    await compare()
    const [match] = await matchesOf(ada)
    expect(match.finding.ours).toMatchObject({ matched: listed.name })
  })
})

describe('a possible match', () => {
  test('freezes the account, and stands with both sides before who may read it', async () => {
    const { ada } = await matched()
    expect(await statusOf(ada)).toBe('frozen')
    const [match] = await matchesOf(ada)
    expect(match).toMatchObject({
      status: 'open',
      freezes: 'account',
      finding: {
        ours: { as: 'person', matched: listed.name },
        theirs: { list: 'opensanctions', matched: listed.name, births: [listed.born] },
        day: '2026-11-20',
      },
    })
    expect(match.finding.score).toBeGreaterThan(86)
  })

  test('is lifted by its end alone, and that takes two', async () => {
    const { ada, id } = await matched()
    const unfreeze = await give(adam!, `/users/${ada.id}/unfreeze`, { reason: 'I know them' })
    expect([unfreeze.status, unfreeze.body.code]).toEqual([409, 'law_check'])
    const proposed = await decide(adam!, id, true)
    expect(proposed.status).toBe(202)
    expect(codeOf(await give(adam!, ...callToAgree(proposed)))).toEqual([409, 'same_approver'])
    expect(codeOf(await give(sam!, ...callToAgree(proposed)))).toEqual([403, 'forbidden'])
    expect(await statusOf(ada)).toBe('frozen')
    expect((await give(bea!, ...callToAgree(proposed))).status).toBe(200)
    expect(await statusOf(ada)).toBe('active')
    await compare()
    expect(await matchesOf(ada)).toEqual([])
  })

  test('that was cleared is asked again when either side has changed', async () => {
    const { ada, id } = await matched()
    await clear(id)
    await rename(ada, 'Other Name')
    await rename(ada, listed.name)
    await compare()
    expect(await matchesOf(ada)).toEqual([])
    await loadText(database, listOf([{ ...listed, born: '1962-02-03' }]))
    await compare()
    expect(await matchesOf(ada)).toHaveLength(1)
    await loadText(database, listOf([listed]))
    await compare()
  })

  test('that was confirmed stays frozen when the list lets them go, until two say otherwise', async () => {
    const { ada, id } = await matched()
    const proposed = await decide(adam!, id, false)
    await give(bea!, ...callToAgree(proposed))
    await loadText(database, listOf([{ name: 'Somebody New' }]))
    await compare()
    expect(await statusOf(ada)).toBe('frozen')
    await clear(id)
    expect(await statusOf(ada)).toBe('active')
    await loadText(database, listOf([listed]))
    await compare()
  })

  test('of a frozen account leaves it frozen when it ends', async () => {
    const ada = await person(listed.name)
    await house.run('FreezeUser', { user: ada.id, reason: 'A lost phone' }, adam!.id)
    await compare()
    const [match] = await matchesOf(ada)
    await clear(match.id)
    expect(await statusOf(ada)).toBe('frozen')
  })

  test.each([
    [
      'staff',
      async ({ id }: Somebody) =>
        house.run('FreezeUser', { user: id, reason: 'A court says so' }, adam!.id),
    ],
    [
      'the person',
      async ({ id }: Somebody) =>
        house.run('FreezeOwnAccount', { owner: id, reason: 'A court says so' }, id),
    ],
  ])('is ended, and a freeze by %s since stays with its own reason', async (_, freeze) => {
    const { ada, id } = await matched()
    expect((await freeze(ada)).outcome).toBe('done')
    expect((await freeze(ada)).outcome).toBe('already_frozen')
    await clear(id)
    expect(await statusOf(ada)).toBe('frozen')
    const { activity } = await read(ada, '/activity?kind=account-frozen')
    expect(activity[0].reason).toBe('A court says so')
    const lifted = await give(adam!, `/users/${ada.id}/unfreeze`, { reason: 'The court agrees' })
    expect([lifted.status, await statusOf(ada)]).toEqual([200, 'active'])
  })

  test('of two, the account goes on with the last', async () => {
    const twin = { ...listed, reference: 'MU-twin' }
    await loadText(database, listOf([listed, twin]))
    const ada = await person(listed.name)
    await compare()
    const [one, other] = await matchesOf(ada)
    await clear(one.id)
    expect(await statusOf(ada)).toBe('frozen')
    await clear(other.id)
    expect(await statusOf(ada)).toBe('active')
    await loadText(database, listOf([listed]))
    await compare()
  })

  test('isn’t cleared by who verified the person', async () => {
    const { ada, id } = await matched()
    const documents = [
      await addDocument(house, ada.id, 'identity'),
      await addDocument(house, ada.id, 'address'),
    ]
    const details = { legalName: 'Rado Mad', birthDate: '1999-01-01', country: 'DE' }
    await give(ada, '/verification', { ...details, address: 'A Street 1', documents })
    const { verifications } = await read(adam!, `/verifications?userId=${ada.id}`)
    await openPapers(house, verifications[0].id, adam!.id)
    const until = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)
    const path = `/verifications/${verifications[0].id}/approval`
    expect((await give(adam!, path, approval(until))).status).toBe(200)
    expect(codeOf(await decide(adam!, id, true))).toEqual([403, 'verified_by_you'])
    const proposed = await decide(bea!, id, true)
    expect(codeOf(await give(adam!, ...callToAgree(proposed)))).toEqual([403, 'verified_by_you'])
  })

  test('was cleared by two, and neither verifies the person then', async () => {
    const { ada, id } = await matched()
    await clear(id)
    const documents = [
      await addDocument(house, ada.id, 'identity'),
      await addDocument(house, ada.id, 'address'),
    ]
    const details = { legalName: 'Rado Mad', birthDate: '1999-01-01', country: 'DE' }
    await give(ada, '/verification', { ...details, address: 'A Street 1', documents })
    const { verifications } = await read(adam!, `/verifications?userId=${ada.id}`)
    const until = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)
    for (const one of [adam!, bea!]) {
      await openPapers(house, verifications[0].id, one.id)
      const path = `/verifications/${verifications[0].id}/approval`
      expect(codeOf(await give(one, path, approval(until)))).toEqual([403, 'lifted_by_you'])
    }
  })

  test('keeps its account from being closed, and what was found from being erased', async () => {
    const { ada } = await matched()
    const closed = await house.run(
      'CloseUser',
      { user: ada.id, unverified: false, asked: false, kept: null },
      adam!.id,
    )
    expect(closed.outcome).toBe('forbidden')
    await setRole(database, adam!.id, 'admin')
    const again = await house.run(
      'CloseUser',
      { user: ada.id, unverified: false, asked: false, kept: null },
      adam!.id,
    )
    await setRole(database, adam!.id, 'compliance')
    expect(again.outcome).toBe('law_check')
  })

  test('whose finding was changed in the database isn’t shown as found', async () => {
    const { ada, id } = await matched()
    await database.owner.query(
      `update check_findings set finding = jsonb_set(finding, '{ours,matched}', '"Somebody Harmless"') where check_id = $1`,
      [id],
    )
    expect((await matchesOf(ada))[0].finding).toBe(null)
    expect(codeOf(await decide(adam!, id, true))).toEqual([409, 'not_as_recorded'])
  })

  test('whose finding was changed after it was proposed isn’t agreed to', async () => {
    const { ada, id } = await matched()
    const proposed = await decide(adam!, id, true)
    const change = (finding: unknown) =>
      database.owner.query('update check_findings set finding = $2 where check_id = $1', [
        id,
        JSON.stringify(finding),
      ])
    const [{ finding }] = await matchesOf(ada)
    await change({ ...finding, ours: { ...finding.ours, matched: 'Somebody Harmless' } })
    const agree = () => give(bea!, ...callToAgree(proposed))
    expect(codeOf(await agree())).toEqual([409, 'not_as_recorded'])
    expect(await statusOf(ada)).toBe('frozen')
    await change(finding)
    expect((await agree()).status).toBe(200)
  })

  test('is read by its id, decided or not', async () => {
    const { ada, id } = await matched()
    const one = async () => (await read(bea!, `/checks?check=${id}`)).matches
    expect(await one()).toEqual(await matchesOf(ada))
    await clear(id)
    expect(await one()).toMatchObject([{ id, status: 'cleared' }])
    expect((await read(bea!, `/checks?check=${randomUUID()}`)).matches).toEqual([])
  })
})

test('a decision on a check that isn’t there is refused', async () => {
  expect(codeOf(await decide(adam!, randomUUID(), true))).toEqual([404, 'unknown_check'])
})

test('as the pack says, only payouts wait, or nothing does', async () => {
  const firm = { ...parts.firm, screening: { freezes: 'payouts' as const, lists: [] } }
  const ada = await person(listed.name)
  const request = await requested(ada)
  await compareDue({ ...parts, firm })
  expect(await statusOf(ada)).toBe('active')
  expect(codeOf(await give(cleo!, `/withdrawals/${request}/approval`))).toEqual([409, 'law_check'])
  const bob = await person(listed.name)
  const own = await requested(bob)
  await compareDue({ ...parts, firm: { ...firm, screening: { freezes: 'nothing', lists: [] } } })
  expect((await give(cleo!, `/withdrawals/${own}/approval`)).status).toBe(200)
})

test('a confirmed match stops payouts and new investments whatever the pack says', async () => {
  const firm = { ...parts.firm, screening: { freezes: 'nothing' as const, lists: [] } }
  const ada = await person(listed.name)
  const request = await requested(ada)
  // Of no plan: whoever may invest at all is told that.
  const invest = () =>
    give(ada, '/investments', {
      planId: randomUUID(),
      amount: 300,
      acceptedRiskVersion: 1,
      acceptedTermsVersion: 1,
    })
  await compareDue({ ...parts, firm })
  expect(codeOf(await invest())).toEqual([404, 'unknown_plan'])
  const [{ id }] = await matchesOf(ada)
  const proposed = await decide(adam!, id, false)
  expect((await give(bea!, ...callToAgree(proposed))).status).toBe(200)
  expect(codeOf(await invest())).toEqual([409, 'law_check'])
  expect(codeOf(await give(cleo!, `/withdrawals/${request}/approval`))).toEqual([409, 'law_check'])
  await clear(id)
  expect((await give(cleo!, `/withdrawals/${request}/approval`)).status).toBe(200)
})

test('a request of somebody whom a check holds is marked, before its approval and after, and so is one that is approved and not compared', async () => {
  const firm = { ...parts.firm, screening: { freezes: 'payouts' as const, lists: [] } }
  const to = { type: 'bank_transfer', bankName: 'Cold storage', bankNumber: 'any place at all' }
  const ask = async (who: Somebody, target: object) =>
    (await give(who, '/requestWithdrawal', { amount: 10, ...target })).body.data.withdrawal
      ._id as string
  const [ada, bob] = [await person('Quite Ordinary'), await person('Quite Usual')]
  for (const one of [ada, bob]) await give(one, '/demo/deposits', { amount: 500, asset: 'BTC' })
  const { accountId: recipientAccountId } = ada.user
  const transfer = await ask(bob, { type: 'tradehub_transfer', recipientAccountId })
  const [paid, waiting] = [await ask(ada, to), await ask(ada, to)]
  const marks = async (id: string) => {
    const looks = (await read(cleo!, `/withdrawals/${id}`)).looks as {
      code: string
      text: string
    }[]
    const who = id === transfer ? bob : ada
    const { withdrawals } = await read(cleo!, `/users/${who.id}/withdrawals`)
    const row = withdrawals.find(({ _id }: { _id: string }) => _id === id)
    return [
      looks.find(({ code }) => code === 'law_check')?.text,
      row.looks.includes('law_check') as boolean,
    ]
  }
  const all = () => Promise.all([paid, waiting, transfer].map(marks))
  const none = [undefined, false]
  const marked = ['A check that the law requires goes on for this person.', true]
  // In seconds they are compared: while a decision waits, nothing is said of it.
  expect(await all()).toEqual([none, none, none])
  await compare()
  expect((await give(cleo!, `/withdrawals/${paid}/approval`)).status).toBe(200)
  expect(await all()).toEqual([none, none, none])
  await rename(ada, listed.name)
  expect(await all()).toEqual([marked, none, none])
  await compareDue({ ...parts, firm })
  expect(await statusOf(ada)).toBe('active')
  expect(await all()).toEqual([
    marked,
    marked,
    ['A check that the law requires goes on for this person or the recipient.', true],
  ])
  await clear((await matchesOf(ada))[0].id)
  expect(await all()).toEqual([none, none, none])
})

test('who works here isn’t frozen by it, but paid nothing', async () => {
  const ada = await person(listed.name)
  await setRole(database, ada.id, 'support')
  await compare()
  expect(await statusOf(ada)).toBe('active')
  expect((await matchesOf(ada))[0]).toMatchObject({ freezes: 'payouts' })
})

test('the journal decides all of it again', async () => {
  const [one, other] = [
    await plain.person({ role: 'admin' }),
    await plain.person({ role: 'admin' }),
  ]
  const answer = { isAsRecorded: true }
  const begun = async (entry: string) => {
    const owner = await plain.person({ cash: 100_00n })
    const sides = { entry, pair: `pair of ${entry}`, entries: [entry], pairs: [`pair of ${entry}`] }
    const id = randomUUID()
    const begin = { owner, ...sides, freezes: 'account', finding: null } as const
    expect((await plain.run('BeginCheck', begin, null, { id })).outcome).toBe('done')
    expect((await plain.run('BeginCheck', begin, null)).outcome).toBe('nothing_to_change')
    return id
  }
  for (const [entry, ends] of [
    ['a', true],
    ['b', false],
  ] as const) {
    const check = await begun(entry)
    // A freeze beside it stays.
    if (ends) {
      const { rows } = await plain.database.owner.query('select owner_id as id from checks')
      const freeze = { user: rows[0].id, reason: 'A lost phone' }
      expect((await plain.run('FreezeUser', freeze, one)).outcome).toBe('done')
    }
    const decision = { check, ends, reason: 'Seen', answer }
    const proposed = await plain.run('ProposeCheckDecision', decision, one)
    const agreed = await plain.run('AgreeToProposal', agreementTo(proposed, answer), other)
    expect(agreed.outcome).toBe('done')
  }
  const refused = await plain.run(
    'ProposeCheckDecision',
    { check: await begun('c'), ends: true, reason: 'Seen', answer },
    one,
  )
  const { proposal } = agreementTo(refused)
  await plain.run('RefuseProposal', { proposal, reason: 'Not seen' }, other)
  const { code, output } = await runAudit(plain.database, '--replay')
  expect(output).toContain('The state is what the journal says')
  expect(code).toBe(0)
}, 60_000)

test('a proposal about it that is refused keeps the reason for who may read matches', async () => {
  const { ada, id } = await matched()
  const proposed = await decide(adam!, id, true, 'Their passport differs')
  await give(bea!, ...callToEnd('refusal', proposed, 'The passport is a copy'))
  const [match] = await matchesOf(ada)
  expect(match.reasons.map(({ reason }: { reason: string }) => reason)).toEqual([
    'Their passport differs',
    'The passport is a copy',
  ])
  expect((await read(una!, '/checks')).matches.length).toBeGreaterThan(0)
  for (const told of [await read(ada, '/activity'), await read(sam!, `/users/${ada.id}/activity`)])
    expect(JSON.stringify(told)).not.toContain('passport')
})

describe('whom and what somebody deals with', () => {
  test('is compared too: the holder of a bank account, a payer, and an address that coins go to', async () => {
    const address = '0x52908400098527886E0F7030069857D2E4169EE7'
    await loadText(database, listOf([listed, { name: 'Wallet', address }]))
    const [ada, bob, cy] = [
      await person('Some One'),
      await person('Some Other'),
      await person('A Third'),
    ]
    await compare()
    const to = async (who: Somebody, target: object) => {
      await give(who, '/demo/deposits', { amount: 500, asset: 'BTC' })
      return (await give(who, '/requestWithdrawal', { amount: 100, ...target })).body.data
        .withdrawal
    }
    const bank = { holder: listed.name, account: 'DE89370400440532013000' }
    await house.run(
      'SaveDestination',
      {
        owner: ada.id,
        name: 'Theirs',
        place: { type: 'bank_account', ...bank },
        isOfFirm: false,
      },
      ada.id,
    )
    const wallet = { type: 'bank_transfer', bankName: 'Cold', bankNumber: address.toLowerCase() }
    const { _id: request } = await to(bob, wallet)
    expect(codeOf(await give(cleo!, `/withdrawals/${request}/approval`))).toEqual([
      409,
      'law_check',
    ])
    await compare()
    expect((await matchesOf(ada))[0].finding.ours).toMatchObject({ as: 'holder' })
    expect((await matchesOf(bob))[0].finding).toMatchObject({
      ours: { as: 'paid-to', matched: address.toLowerCase() },
      theirs: { matched: address },
      score: 100,
    })
    expect(codeOf(await give(cleo!, `/withdrawals/${request}/approval`))).toEqual([
      403,
      'account_frozen',
    ])
    expect(await matchesOf(cy)).toEqual([])
  })
})

describe('what was found beside a name', () => {
  const address = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'

  test('an address of the same entry is a check of its own, which the end of the name’s leaves', async () => {
    const entry = { name: 'Ondrej Inventedsky', reference: 'MU-OI' }
    await loadText(database, listOf([listed, entry, { ...entry, address }]))
    const ada = await person('Ondrej Inventedsky')
    await give(ada, '/demo/deposits', { amount: 500, asset: 'BTC' })
    await give(ada, '/requestWithdrawal', {
      type: 'bank_transfer',
      amount: 100,
      bankName: 'Cold storage',
      bankNumber: address,
    })
    await compare()
    const open = await matchesOf(ada)
    const byName = open.find((one: any) => one.finding.ours.as === 'person')
    expect(open.length).toBeGreaterThan(1)
    await clear(byName.id)
    expect(await statusOf(ada)).toBe('frozen')
    expect((await matchesOf(ada)).map((one: any) => one.finding.ours.matched)).toContain(address)
  })

  test('of a long text each part is compared', async () => {
    const ada = await person(
      `One Two Three Four Five Six Seven Eight Nine Ten Twelve ${listed.name}`,
    )
    await compare()
    expect(await matchesOf(ada)).toHaveLength(1)
  })
})

test('who proposes that it ends and verifies the person then isn’t one of the two', async () => {
  await loadText(database, listOf([listed]))
  const { ada, id } = await matched()
  const documents = [
    await addDocument(house, ada.id, 'identity'),
    await addDocument(house, ada.id, 'address'),
  ]
  const [verification, entered] = [
    randomUUID(),
    { legalName: listed.name, birthDate: '1990-04-23', country: 'DE', address: 'Street 1' },
  ]
  await house.run('SubmitVerification', { owner: ada.id, ...entered, documents }, ada.id, {
    id: verification,
  })
  const proposed = await decide(adam!, id, true)
  expect(proposed.status).toBe(202)
  await openPapers(house, verification, adam!.id)
  const until = new Date(Date.now() + 366 * 86_400_000).toISOString().slice(0, 10)
  const verified = await give(adam!, `/verifications/${verification}/approval`, approval(until))
  expect(codeOf(verified)[0]).toBe(200)
  const second = await give(bea!, ...callToAgree(proposed))
  expect([second.status, await statusOf(ada)]).toEqual([202, 'frozen'])
})

describe('a note that is handed over', () => {
  const note = 'The passport has another birthplace'
  const giveTo = (work: string, item: string) =>
    give(adam!, `/staff-work/${work}/${item}/giving`, { seen: null, to: bea!.id, note })
  const kept = async () =>
    JSON.stringify(
      (await database.owner.query('select texts from desk.particulars')).rows.concat(
        (await database.owner.query('select note from work_items')).rows,
      ),
    )

  test('about a check stands beside it, and in nothing that a pack of evidence is made of', async () => {
    const { ada, id } = await matched()
    expect((await giveTo('checks', id)).status).toBe(200)
    const proposed = await decide(bea!, id, true)
    const proposal = proposed.body.data.proposal.id
    expect(codeOf(await giveTo('proposals', proposal))).toEqual([409, 'cannot_be_given'])
    const until = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    const putOff = { seen: null, until, note }
    const later = await give(adam!, `/staff-work/proposals/${proposal}/putting-off`, putOff)
    expect(later.status).toBe(200)
    const [match] = await matchesOf(ada)
    expect(match.reasons.map(({ reason }: { reason: string }) => reason)).toEqual([
      note,
      'Seen the papers',
      note,
    ])
    expect(await kept()).not.toContain('birthplace')
  })
})
