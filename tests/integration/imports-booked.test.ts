/**
 * @module-tag story
 * An import that two agreed to: every person of the file is here once, with what the dry run said, and new business waits for
 * their money. Its commands are ProposeImport, ImportPerson and FinishImport.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp, readOutbox, signUpSomebody } from '../support/http.ts'
import { bookImports, digestOf, fileOf, fileWith, importingBy } from '../support/importing.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)
const house = createHouse(database)
const plans = await seedPlans(database)
const { get, propose, agree, check, list } = importingBy(app)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
async function staff(role: 'administrator' | 'approver' | 'support'): Promise<Somebody> {
  const person = await signUpSomebody(app, { fullName: `A ${role}` })
  await setRole(database, person.id, role)
  return person
}
const [adam, bea, approver, support] = [
  await staff('administrator'),
  await staff('administrator'),
  await staff('approver'),
  await staff('support'),
]
await house.fund({ returns: 1_000_000_00n, corrections: 1_000_000_00n })

afterEach(async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
})

const book = () => bookImports(database, house)
const migration = async () =>
  (await house.balances('00000000-0000-0000-0000-000000000000')).migration
const people = async (tag: string) =>
  (
    await database.owner.query<{
      id: string
      email: string
      name: string
      verified: boolean
      cash: bigint
      mails: number
    }>(
      `select person.id, person.email, person.full_name as name, owner.email_verified as verified,
          coalesce((select credits - debits from ledger.accounts where owner = person.id and kind = 'cash'), 0) as cash,
          (select count(*)::int from outbox where owner_id = person.id) as mails
        from auth.persons person join owners owner on owner.id = person.id where person.email like $1 || '-%' order by person.email`,
      [tag],
    )
  ).rows
describe('an import', () => {
  test('is proposed without wrong lines alone, agreed to by another, and booked as the dry run said', async () => {
    const file = fileOf(300, 'dry')
    const checked = (await check(adam, file)).body.data
    const wrong = await propose(adam, fileWith('1,Ada,ada@people.example,-5,USD'))
    expect([wrong.status, wrong.body.code]).toEqual([409, 'import_lines_wrong'])
    expect((await propose(adam, file, digestOf('x'))).body.code).toBe('import_file_changed')
    expect((await propose(support, file)).body.code).toBe('forbidden')
    expect((await propose(approver, file)).body.code).toBe('forbidden')

    const proposed = await propose(adam, file)
    const { facts } = proposed.body.data.proposal
    expect(facts).toEqual({
      ...{ file: expect.any(String), digest: checked.digest },
      ...{ people: checked.people, amount: checked.sum },
    })
    const kept = await get(bea, `/imports/files/${facts.file}`)
    expect([kept.status, kept.text]).toEqual([200, file])
    expect((await get(support, `/imports/files/${facts.file}`)).status).toBe(403)
    expect((await get(bea, `/imports/files/${randomUUID()}`)).body.code).toBe('unknown_import')
    expect((await agree(adam, proposed)).status).toBe(409)
    expect((await agree(approver, proposed)).body.code).toBe('forbidden')
    // Whoever proposed it has another role by then: the other is the first, and nothing begins.
    await setRole(database, adam.id, 'support')
    expect((await agree(bea, proposed)).status).toBe(202)
    await setRole(database, adam.id, 'administrator')
    await book()
    expect(await people('dry')).toEqual([])

    expect((await agree(adam, proposed)).status).toBe(200)
    await book()
    const found = await people('dry')
    expect(found).toHaveLength(checked.people)
    expect(found.reduce((sum, { cash }) => sum + cash, 0n)).toBe(
      BigInt(Math.round(checked.sum * 100)),
    )
    expect(-(await migration())!).toBe(BigInt(Math.round(checked.sum * 100)))
    expect(new Set(found.map(({ verified, mails }) => `${verified} ${mails}`))).toEqual(
      new Set(['false 1']),
    )
    for (const { email, name } of [found[0]!, found.at(-1)!])
      expect(file).toContain(`${email.split('@')[0]},${name},${email},`)
    expect((await list(adam))[0]).toMatchObject({
      ...{ state: 'booked', people: 300, done: 300, leftOut: [], digest: checked.digest },
      ...{ amount: checked.sum, booked: checked.sum, takenBack: 0, cleared: 0 },
    })
    await book()
    expect((await people('dry')).map(({ mails }) => mails)).toEqual(found.map(() => 1))
  }, 60_000)

  test('gives each a link by which they choose a password, and confirms their address with it', async () => {
    const { text } = await readOutbox(app)
    const mail = text.split('<article>').find((article) => article.includes('To dry-'))!
    const email = /To (dry-\d+@people\.example)</.exec(mail)![1]!
    expect(mail).toContain('within 14 days')
    const link = /\/reset-password\/([\w.-]+)/.exec(mail)![1]
    const words = { newPassword: 'a new set of words', confirmPassword: 'a new set of words' }
    const reset = await ask(app, 'POST', `${api}/reset-password/${link}`, { payload: words })
    expect(reset.status, reset.text).toBe(200)
    const login = { email, password: words.newPassword }
    const entered = await ask(app, 'POST', `${api}/login`, { payload: login })
    expect(entered.status, entered.text).toBe(200)
    const again = await ask(app, 'POST', `${api}/reset-password/${link}`, { payload: words })
    expect(again.body.code).toBe('link_ended')
    expect((await people('dry')).find((one) => one.email === email)!.verified).toBe(true)
  })

  test('lets no other begin, and no new business, and keeps nothing that is due', async () => {
    const other = await propose(adam, fileOf(2, 'other'))
    expect(other.body.code).toBe('import_open')
    const ada = await house.person({ cash: 1_000_00n, vouched: true })
    const invest = () =>
      house.run(
        'OpenInvestment',
        {
          owner: ada,
          planId: plans.advanced!,
          amount: 500_00n,
          acceptedRiskVersion: 1,
          acceptedTermsVersion: 1,
        },
        ada,
      )
    expect((await invest()).outcome).toBe('import_not_cleared')
    const asked = randomUUID()
    const target = {
      type: 'bank_transfer',
      walletName: 'Ledger',
      walletAddress: 'place-1',
    } as const
    const request = await house.run(
      'RequestWithdrawal',
      { owner: ada, amount: 100_00n, target },
      ada,
      { id: asked },
    )
    expect(request.outcome).toBe('done')
    const approve = await house.run('ApproveWithdrawal', { withdrawal: asked }, bea.id)
    expect(approve.outcome).toBe('import_not_cleared')
    expect(
      (await house.run('CorrectUser', { user: ada, accountBalance: 0n, reason: 'Less' }, adam.id))
        .outcome,
    ).toBe('import_not_cleared')
    expect(
      (
        await house.run(
          'CorrectUser',
          { user: ada, accountBalance: 950_00n, reason: 'More' },
          adam.id,
        )
      ).outcome,
    ).toBe('done')
    expect(
      (await house.run('CancelWithdrawal', { owner: ada, withdrawal: asked }, ada)).outcome,
    ).toBe('done')
  })
})
