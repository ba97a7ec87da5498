/** Roles are given and taken by two administrators, about somebody else, and by no other way. */
import {
  administrators,
  auditors,
  noRoles,
  rolesByWord,
  rolesIn,
  type Role,
} from '../../src/contract/roles.ts'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { canonical } from '../../src/lib/canonical.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { agreementToRole } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, moveDays } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)
const strict = await createTestApp(database, {
  policy: { ...demoPolicy, staffNeedSecondFactor: true },
})
const house = createHouse(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let adam: Somebody
let bea: Somebody

async function person(role: Role = 'user', fullName = 'Ada Example'): Promise<Somebody> {
  const somebody = await signUpSomebody(app, { fullName })
  if (role !== 'user') await setRole(database, somebody.id, role)
  return somebody
}

const give = (who: Somebody, path: string, payload?: object, through = app) =>
  ask(through, 'POST', api + path, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
    ...(payload ? { payload } : {}),
  })
const propose = (who: Somebody, about: Somebody, role: Role, through = app) =>
  give(
    who,
    `/users/${about.id}/role-changes`,
    { roles: rolesIn(rolesByWord[role]), reason: 'She keeps the books now' },
    through,
  )
const agree = async (who: Somebody, id: string, through = app) => {
  const { rows } = await database.owner.query('select facts from proposals where id = $1', [id])
  return give(who, `/proposals/${id}/agreement`, { shown: JSON.parse(rows[0].facts) }, through)
}
const refuse = (who: Somebody, id: string) =>
  give(who, `/proposals/${id}/refusal`, { reason: 'Not now' })
const withdraw = (who: Somebody, id: string) =>
  give(who, `/proposals/${id}/withdrawal`, { reason: 'Not now' })
const read = (who: Somebody, path: string) => ask(app, 'GET', api + path, { token: who.token })
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
]

async function proposed(
  who: Somebody,
  about: Somebody,
  role: Role,
  through = app,
): Promise<string> {
  const reply = await propose(who, about, role, through)
  expect(reply.status).toBe(202)
  return reply.body.data.proposal.id
}
const roleOf = async ({ id }: Somebody) =>
  (await database.owner.query('select role from owners where id = $1', [id])).rows[0].role
const staffList = async () => (await read(adam, '/staff')).body.data
const waiting = async (who: Somebody) =>
  (await read(who, '/proposals?mine=to-decide')).body.data.proposals

beforeAll(async () => {
  adam = await person('admin', 'Adam Admin')
  bea = await person('admin', 'Bea Admin')
})

describe('a role', () => {
  test('is given when somebody else agrees, and ends the sessions of whom it is about', async () => {
    const ada = await person()
    const id = await proposed(adam, ada, 'auditor')
    expect(await roleOf(ada)).toBe('user')
    expect((await read(ada, '/staff')).status).toBe(403)
    expect((await waiting(bea)).at(-1)).toMatchObject({
      id,
      kind: 'role-change',
      about: { id: ada.id },
      facts: { from: noRoles, roles: auditors },
      words: { reason: 'She keeps the books now' },
      proposedBy: { fullName: 'Adam Admin' },
    })
    expect((await agree(bea, id)).body.message).toBe('Agreed, and done.')
    expect(await roleOf(ada)).toBe('auditor')
    expect((await read(ada, '/me')).status).toBe(401)
    const { staff } = await staffList()
    expect(await waiting(bea)).toEqual([])
    expect(staff).toContainEqual(
      expect.objectContaining({ id: ada.id, roles: ['auditor'], genuine: true, sessions: 0 }),
    )
    const signedIn = await ask(app, 'POST', `${api}/login`, {
      payload: { email: ada.email, password: ada.password },
    })
    expect(signedIn.body.data.user.role).toBe('auditor')
  })

  test('is taken in the same way, and nothing of staff is left', async () => {
    const carl = await person('admin', 'Carl Leaving')
    const { token } = carl
    await agree(bea, await proposed(adam, carl, 'user'))
    expect(await roleOf(carl)).toBe('user')
    expect((await read({ ...carl, token }, '/users')).status).toBe(401)
  })

  test('takes with it what its holder gave before, and what nobody has decided yet', async () => {
    const [carl, ada] = [await person('admin'), await person()]
    const freeze = () => house.run('FreezeUser', { user: ada.id, reason: 'Asked for' }, carl.id)
    await agree(bea, await proposed(adam, carl, 'auditor'))
    expect((await freeze()).outcome).toBe('forbidden')
    await agree(adam, await proposed(bea, carl, 'admin'))
    expect((await freeze()).outcome).toBe('done')
  })

  test('is told to whom it is about, and to every administrator', async () => {
    const ada = await person()
    await agree(bea, await proposed(adam, ada, 'auditor'))
    const { rows } = await database.owner.query(
      `select owner_id as owner, template from outbox where template like 'role-%' and created_at > now() - interval '1 minute' and (owner_id = any ($1)) order by id desc limit 5`,
      [[ada.id, adam.id, bea.id]],
    )
    expect(rows.map(({ owner, template }) => `${owner} ${template}`)).toEqual(
      expect.arrayContaining([
        `${ada.id} role-changed`,
        `${adam.id} role-decided`,
        `${bea.id} role-decided`,
        `${bea.id} role-proposed`,
      ]),
    )
  })

  test('stands in the activity of whom it is about, and in the audit, with both names', async () => {
    const ada = await person('user', 'Ada Audited')
    await agree(bea, await proposed(adam, ada, 'auditor'))
    const { items } = (await read(adam, `/audit?subject=${ada.id}`)).body.data
    expect(items.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
      'Bea Admin agreed to making Ada Audited an auditor: “She keeps the books now”',
      'Adam Admin proposed to make Ada Audited an auditor: “She keeps the books now”',
    ])
    expect(items[1].outcome).toBe('proposed')
  })
})

describe('nobody', () => {
  test('changes their own role, or decides about it', async () => {
    expect(codeOf(await propose(adam, adam, 'user'))).toEqual([403, 'not_on_yourself'])
    const id = await proposed(adam, bea, 'user')
    expect(codeOf(await agree(bea, id))).toEqual([403, 'not_on_yourself'])
    expect(codeOf(await refuse(bea, id))).toEqual([403, 'not_on_yourself'])
    expect((await withdraw(adam, id)).body.message).toBe('Proposal withdrawn. Nothing was changed.')
  })

  test('agrees alone to what they proposed', async () => {
    const id = await proposed(adam, await person(), 'auditor')
    expect(codeOf(await agree(adam, id))).toEqual([409, 'same_approver'])
    expect((await refuse(bea, id)).body.message).toBe('Proposal refused. Nothing was changed.')
    expect(codeOf(await agree(bea, id))).toEqual([409, 'already_decided'])
  })

  test('who is no administrator proposes or decides', async () => {
    const auditor = await person('auditor')
    const ada = await person()
    const id = await proposed(adam, ada, 'auditor')
    for (const who of [auditor, await person()]) {
      expect(codeOf(await propose(who, ada, 'admin'))).toEqual([403, 'forbidden'])
      expect(codeOf(await agree(who, id))).toEqual([403, 'forbidden'])
    }
    await withdraw(adam, id)
  })

  test('with the application’s rights alone gets another role', async () => {
    const ada = await person()
    const by = [adam.id, adam.id]
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      const [proposal, approval] = [randomUUID(), randomUUID()]
      await client.query(
        `insert into proposals (id, owner_id, kind, facts, status, proposed_at, proposed_by) values ($1, $2, 'role-change', $4, 'open', now(), $3)`,
        [
          proposal,
          ada.id,
          by[0],
          canonical({ user: ada.id, from: noRoles, roles: administrators }),
        ],
      )
      await client.query(
        `insert into agreements (proposal_id, agreed_by, agreed_at, shown) values ($1, $2, now(), '{}')`,
        [proposal, by[0]],
      )
      await client.query(
        `insert into desk.commands (id, kind, actor, subject, body_hash, rules, mac, particulars_digest, input, outcome, at) values ($1, 'AgreeToProposal', $2, $3, '', 1, '', '', jsonb_build_object('proposal', $4::text), 'done', now())`,
        [approval, by[1], ada.id, proposal],
      )
      const asked = client.query('select desk.change_roles($1, $2, $3, $4)', [
        [approval],
        [ada.id],
        [administrators],
        [null],
      ])
      await expect(asked).rejects.toMatchObject({ code: 'GH006' })
    } finally {
      await client.query('rollback')
      client.release()
    }
    await expect(
      database.pool.query(`update owners set role_mac = null where id = $1`, [adam.id]),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('a proposal ends', () => {
  test('for whoever made it when they lose the role or are frozen: it takes two others', async () => {
    for (const way of ['lost', 'frozen']) {
      const [carl, ada] = [await person('admin'), await person()]
      const id = await proposed(carl, ada, 'auditor')
      if (way === 'lost') await agree(bea, await proposed(adam, carl, 'user'))
      else await give(adam, `/users/${carl.id}/freeze`, { reason: 'Asked for' })
      expect((await agree(bea, id)).status).toBe(202)
      expect(await roleOf(ada)).toBe('user')
      expect(codeOf(await agree(bea, id))).toEqual([409, 'same_approver'])
      expect((await agree(adam, id)).status).toBe(200)
      expect(await roleOf(ada)).toBe('auditor')
    }
  })

  test('after seven days; it can be made again, and another one not beside it', async () => {
    const ada = await person()
    const id = await proposed(adam, ada, 'auditor')
    expect(codeOf(await propose(bea, ada, 'admin'))).toEqual([409, 'change_open'])
    await moveDays(database, 7)
    expect(codeOf(await agree(bea, id))).toEqual([409, 'proposal_ended'])
    const again = await proposed(bea, ada, 'admin')
    const { rows } = await database.owner.query(
      'select status from proposals where owner_id = $1 order by proposed_at',
      [ada.id],
    )
    expect(rows.map(({ status }) => status)).toEqual(['expired', 'open'])
    await withdraw(bea, again)
  })
})

describe('no role is for', () => {
  test('somebody frozen, or one who has it already', async () => {
    const ada = await person()
    expect(codeOf(await propose(adam, ada, 'user'))).toEqual([422, 'nothing_to_change'])
    await give(adam, `/users/${ada.id}/freeze`, { reason: 'Asked for' })
    expect(codeOf(await propose(adam, ada, 'auditor'))).toEqual([403, 'account_frozen'])
  })

  test('an auditor who has money here, also where it came after the proposal', async () => {
    const ada = await person()
    const id = await proposed(adam, ada, 'auditor')
    await give(ada, '/demo/deposits', { amount: 100, asset: 'BTC' })
    const refused = await agree(bea, id)
    expect(codeOf(refused)).toEqual([409, 'money_left'])
    expect(refused.body.message).toBe(
      'An auditor has no money here, and this account holds $100.00 balance. Nothing was changed.',
    )
    await withdraw(adam, id)
    await withdraw(adam, await proposed(adam, ada, 'admin'))
  })

  test('an account of the demonstration, which is the same for everybody', async () => {
    const ada = await person()
    await database.owner.query('update owners set fixed = true where id = $1', [ada.id])
    expect(codeOf(await propose(adam, ada, 'admin'))).toEqual([403, 'fixed_account'])
  })

  test('somebody without a second factor, where staff need one', async () => {
    const has = (who: Somebody, factor: boolean) =>
      database.owner.query('update auth.persons set has_second_factor = $2 where id = $1', [
        who.id,
        factor,
      ])
    const ada = await person()
    for (const who of [adam, bea]) await has(who, true)
    expect(codeOf(await propose(adam, ada, 'auditor', strict))).toEqual([409, 'role_needs_factor'])
    await has(ada, true)
    const id = await proposed(adam, ada, 'auditor', strict)
    await has(ada, false)
    expect(codeOf(await agree(bea, id, strict))).toEqual([409, 'role_needs_factor'])
    await withdraw(adam, id)
  })
})

test('at least two administrators who can act are left, whatever is decided at once', async () => {
  const other = createHouse(database)
  for (let round = 0; round < 3; round += 1) {
    const [carl, dora] = [await person('admin'), await person('admin')]
    const [first, second] = [randomUUID(), randomUUID()]
    const asked = { roles: noRoles, reason: 'Moving on' }
    await house.run('ProposeRoleChange', { user: dora.id, ...asked }, carl.id, { id: first })
    await house.run('ProposeRoleChange', { user: carl.id, ...asked }, dora.id, { id: second })
    const taking = (id: string, { id: user }: Somebody) =>
      agreementToRole(id, { user, from: administrators, roles: noRoles })
    await Promise.all([
      house.run('AgreeToProposal', taking(first, dora), adam.id),
      other.run('AgreeToProposal', taking(second, carl), bea.id),
    ])
    // Whoever is second finds that who proposed it can't act any more.
    expect([await roleOf(carl), await roleOf(dora)].toSorted()).toEqual(['admin', 'user'])
  }
})
