/**
 * A day of a firm with ten staff of five roles, by the API: each does what their own lists offer them, until nothing waits. Nothing
 * may stay that nobody may do, and nobody does alone what takes two.
 *
 * @module-tag story
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Proposal } from '../../src/contract/proposal.ts'
import type { BuiltInRole, Capability } from '../../src/contract/roles.ts'
import type { QueuedWithdrawal } from '../../src/contract/withdrawal.ts'
import { logIn, newcomersPassword, signUp, type ApiReply, type Client } from '../support/client.ts'
import { capitalised } from '../../src/lib/text.ts'
import { createTestDatabase } from '../support/database.ts'
import { approval, openCase, sendWhoTheyAre } from '../support/documents.ts'
import { runAudit } from '../support/run-audit.ts'
import { setRole } from '../support/stamp.ts'
import { smallWorld, startServer, stopServers } from '../support/server.ts'

const database = await createTestDatabase()
const server = await startServer({
  databaseUrl: database.url,
  env: { ...smallWorld, GLASSHOUSE_SECOND_APPROVAL_ABOVE: '1000' },
})
afterAll(stopServers)

const today = new Date().toISOString().slice(0, 10)
const until = new Date(Date.now() + 366 * 86_400_000).toISOString().slice(0, 10)

type Job = Exclude<BuiltInRole, 'auditor'>
type Staff = { client: Client; role: Job }
const firm: Staff[] = []
/** Whose the receipt is that nobody knew at first. */
let known: Client | null = null
type Did = (what: string, matter: string, reply: ApiReply) => void
const as = (role: Job, nth = 0): Client => firm.filter((one) => one.role === role)[nth]!.client

/** What each of them did, in words that say which matter and which step. */
const done: { what: string; by: Staff; matter: string }[] = []

/** By the first two administrators. */
async function employ(role: Job, name: string, by: readonly [Client, Client]): Promise<Staff> {
  const { user } = await signUp(server.url, { fullName: name })
  const { proposal } = await by[0].ok('POST', `/users/${user.id}/role-changes`, {
    roles: [role],
    reason: 'They begin today',
  })
  await by[1].ok('POST', `/proposals/${proposal.id}/agreement`, { shown: proposal.facts })
  return { client: await logIn(server.url, user.email, newcomersPassword), role }
}

/** What a reply proposes, agreed to by an approver. */
const agreed = ({ proposal }: { proposal: Proposal }) =>
  as('approver').ok('POST', `/proposals/${proposal.id}/agreement`, { shown: proposal.facts })

const receipt = (userId: string | null, amount: number) => ({
  userId,
  amount,
  reference: randomUUID(),
  valueDate: today,
  payerText: 'As it stands on the statement',
  payerAccount: 'DE89 3704',
})

async function customer(name: string, cash: number): Promise<Client> {
  const client = await signUp(server.url, { fullName: name })
  if (cash > 0) await client.ok('POST', '/demo/deposits', { amount: cash, asset: 'BTC' })
  return client
}
const asks = (client: Client, amount: number) =>
  client.ok('POST', '/requestWithdrawal', {
    type: 'bank_account',
    amount,
    bankName: client.user.fullName,
    bankNumber: 'DE89370400440532013000',
  })

/** The day’s matters, each begun by whose work it is. */
async function begin(): Promise<void> {
  const [ada, ben, cleo, dora] = [
    await customer('Ada Arriving', 5_000),
    await customer('Ben Borderless', 9_000),
    await customer('Cleo Careful', 0),
    await customer('Dora Doubtful', 2_000),
  ]
  known = cleo
  for (const one of [ada, ben, cleo]) await sendWhoTheyAre(one)
  await asks(ada, 120)
  await asks(ben, 4_000)
  await ben.ok('POST', '/requestWithdrawal', {
    type: 'tradehub_transfer',
    amount: 75,
    recipientAccountId: ada.user.accountId,
  })
  await as('treasurer').ok('POST', '/receipts', receipt(cleo.user.id, 700))
  await as('treasurer', 1).ok('POST', '/receipts', receipt(null, 333))
  const capital = { amount: 10_000, reference: randomUUID() }
  await as('treasurer').ok('POST', '/treasury/capital', capital)
  await as('treasurer', 1).ok('POST', '/treasury/funding', { pool: 'referral', amount: 500 })
  await as('administrator').ok('PATCH', `/${dora.user.id}`, {
    accountBalance: 4_500,
    reason: 'A receipt that was booked in part',
  })
  const { user: newcomer } = await customer('Eve Employed', 0)
  await as('administrator').ok('POST', `/users/${newcomer.id}/role-changes`, {
    roles: ['support', 'treasurer'],
    reason: 'She begins on Monday',
  })
  await as('support').ok('POST', `/users/${dora.user.id}/freeze`, { reason: 'She called' })
}

const listed = async (by: Client, status: string): Promise<QueuedWithdrawal[]> =>
  (await by.ok('GET', `/getAllWithdrawals?status=${status}&limit=200`)) as QueuedWithdrawal[]

/** How each kind of work is done by whoever may, from its own list; answers whether it was. */
const desk: { may: Capability; go(one: Staff, did: Did): Promise<void> }[] = [
  {
    may: 'work-here',
    async go({ client }, did) {
      const { proposals } = await client.ok('GET', '/proposals?limit=200')
      for (const { id, kind, facts, proposedBy } of proposals as Proposal[])
        if (proposedBy.id !== client.user.id)
          did(
            `agree to ${kind}`,
            id,
            await client.send('POST', `/proposals/${id}/agreement`, { shown: facts }),
          )
    },
  },
  {
    may: 'decide-cases',
    async go({ client }, did) {
      const { verifications } = await client.ok('GET', '/verifications?work=to-review&limit=200')
      for (const { id } of verifications) {
        await openCase(client, id)
        const reply = await client.send('POST', `/verifications/${id}/approval`, approval(until))
        did('verify', id, reply)
      }
    },
  },
  {
    may: 'unfreeze',
    async go({ client }, did) {
      const { users } = await client.ok('GET', '/users?status=frozen')
      for (const { id } of users) {
        const reason = 'She called again, and knows the words that she chose'
        did('unfreeze', id, await client.send('POST', `/users/${id}/unfreeze`, { reason }))
      }
    },
  },
  {
    may: 'agree-to-money',
    async go({ client }, did) {
      for (const { _id } of await listed(client, 'pending'))
        did('approve', _id, await client.send('POST', `/withdrawals/${_id}/approval`))
    },
  },
  {
    may: 'pay-out',
    async go({ client }, did) {
      for (const { _id, type } of await listed(client, 'approved'))
        if (type !== 'tradehub_transfer')
          did(
            'pay',
            _id,
            await client.send('POST', `/withdrawals/${_id}/payout`, { reference: `paid ${_id}` }),
          )
    },
  },
  {
    may: 'book-money',
    async go({ client }, did) {
      const { entries } = await client.ok('GET', '/bank-entries?work=suspense')
      for (const { id, step } of entries)
        if (step === null)
          did(
            'assign',
            id,
            await client.send('POST', `/receipts/${id}/assignment`, {
              userId: known!.user.id,
              reason: 'She sent us her receipt',
            }),
          )
    },
  },
]

/** Goes through the lists of one of staff; answers how much of it was done. What they may not is refused, and stays for others. */
async function work(one: Staff): Promise<number> {
  const before = done.length
  for (const { may, go } of desk)
    if (one.client.user.capabilities.includes(may))
      await go(one, (what, matter, { status, body }) => {
        if (status < 300) done.push({ what, by: one, matter })
        else expect(body.code, `${one.role}: ${what}: ${JSON.stringify(body)}`).toMatch(keptApart)
      })
  return done.length - before
}

/** Why one of two isn't the other, or what somebody else may. */
const keptApart =
  /^(same_approver|approved_alone|forbidden|not_on_yourself|verified_by_you|lifted_by_you)$/

const by = (what: string) => done.filter((one) => one.what === what)

beforeAll(async () => {
  const [first, second] = [await signUp(server.url), await signUp(server.url)]
  for (const { user } of [first, second]) await setRole(database, user.id, 'admin')
  const jobs: readonly Job[] = ['support', 'compliance', 'treasurer', 'approver', 'administrator']
  for (const role of jobs)
    for (const nth of ['One', 'Two'])
      firm.push(await employ(role, `${capitalised(role)} ${nth}`, [first, second]))
  const capital = { amount: 100_000, reference: randomUUID() }
  await agreed(await as('treasurer').ok('POST', '/treasury/capital', capital))
  for (const pool of ['corrections', 'referral'])
    await agreed(await as('treasurer').ok('POST', '/treasury/funding', { pool, amount: 20_000 }))
}, 120_000)

test('everything is done by somebody who may, and nothing waits at the end', async () => {
  await begin()
  // Administrators come last: they may do everything, and are to do what is theirs.
  for (const desks of [firm.filter(({ role }) => role !== 'administrator'), firm]) {
    let progress = 0
    do {
      progress = 0
      for (const one of desks) progress += await work(one)
    } while (progress > 0)
  }
  for (const { client, role } of firm) {
    const { work: waits } = await client.ok('GET', '/staff-work')
    expect(waits, role).toEqual([])
  }
  expect((await as('treasurer').ok('GET', '/bank-entries?work=suspense')).entries).toEqual([])
  for (const status of ['pending', 'approved']) {
    const left = await listed(as('treasurer'), status)
    expect(left.filter(({ type }) => type !== 'tradehub_transfer')).toEqual([])
  }
  expect((await runAudit(database)).code).toBe(0)
})

test('who approved alone didn’t pay, and above the limit two approved', () => {
  expect(by('pay')).toHaveLength(2)
  for (const { matter, by: payer } of by('pay')) {
    const approvals = by('approve').filter((one) => one.matter === matter)
    const approvers = new Set(approvals.map((one) => one.by))
    expect(approvers.size).toBe(approvals.length)
    if (approvers.size === 1) expect(approvers).not.toContain(payer)
  }
  expect(by('approve')).toHaveLength(4)
})

test('each role did its own work, and support decided on nothing', () => {
  const jobsOf = (what: string) => new Set(by(what).map((one) => one.by.role))
  expect(done.filter((one) => one.by.role === 'support')).toEqual([])
  expect(jobsOf('verify')).toEqual(new Set(['compliance']))
  expect(jobsOf('unfreeze')).toEqual(new Set(['compliance']))
  expect(jobsOf('assign')).toEqual(new Set(['treasurer']))
  expect(jobsOf('pay')).toEqual(new Set(['treasurer']))
  expect(jobsOf('agree to bank-entry')).toEqual(new Set(['approver']))
  expect(jobsOf('agree to role-change')).toEqual(new Set(['administrator']))
  expect(jobsOf('agree to correction')).toEqual(new Set(['approver']))
})
