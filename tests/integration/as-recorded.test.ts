/** I1: before money leaves, a request is held against what its last command left; whoever changed it behind them is found out. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { compare } from '../../src/domains/withdrawals/compare.ts'
import { withdrawals, type WithdrawalRow } from '../../src/domains/withdrawals/table.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { createTestDatabase } from '../support/database.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole, testMacKeys } from '../support/stamp.ts'

/** Made before the tests: on a busy machine that takes longer than a test may. */
const world = await createTestDatabase({ world: true })
const database = await createTestDatabase()
const metrics = createMetrics()
const lines: string[] = []
const log = createLog({ logLevel: 'error' }, { write: (line) => void lines.push(line) })
/** Above $1,000 two administrators must approve. */
const app = await createTestApp(database, {
  metrics,
  log,
  policy: { ...demoPolicy, secondApprovalAboveCents: 100_000n },
})

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

const post = (who: Somebody, path: string, payload?: Record<string, unknown>) =>
  ask(app, 'POST', api + path, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
    ...(payload ? { payload } : {}),
  })
const read = (who: Somebody, path: string) => ask(app, 'GET', api + path, { token: who.token })

async function staff(fullName: string): Promise<Somebody> {
  const person = await signUpSomebody(app, { fullName })
  await setRole(database, person.id, 'admin')
  return person
}
const [anna, berta] = [await staff('Anna First'), await staff('Berta Second')]
const recipient = await signUpSomebody(app)
const other = await signUpSomebody(app)

async function investor(dollars = 10_000): Promise<Somebody> {
  const person = await signUpSomebody(app)
  await post(person, '/demo/deposits', { amount: dollars, asset: 'USDT' })
  return person
}

const address = 'an address of any kind'
const theirs = 'an address of the thief'

/** What a request is for, and how far it has come. */
type Made = { to: 'wallet' | 'account'; amount: number; state: keyof typeof reach }
const reach = {
  pending: async () => {},
  'approved first': async (id: string) =>
    expectStatus(202, post(anna, `/withdrawals/${id}/approval`)),
  approved: async (id: string) => {
    const { status } = await post(anna, `/withdrawals/${id}/approval`)
    if (status === 202) await expectStatus(200, post(berta, `/withdrawals/${id}/approval`))
  },
  rejected: async (id: string) =>
    expectStatus(200, post(anna, `/withdrawals/${id}/rejection`, { reason: 'No' })),
  cancelled: async (id: string, person: Somebody) =>
    expectStatus(200, ask(app, 'DELETE', `${api}/withdrawals/${id}`, { token: person.token })),
  paid: async (id: string): Promise<void> => {
    await reach.approved(id)
    await expectStatus(200, post(berta, `/withdrawals/${id}/payout`, { reference: id }))
  },
  returned: async (id: string): Promise<void> => {
    await reach.approved(id)
    await expectStatus(200, post(anna, `/withdrawals/${id}/return`, { reason: 'It came back' }))
  },
}

async function expectStatus(status: number, asked: ReturnType<typeof ask>): Promise<void> {
  const reply = await asked
  expect([reply.status, reply.text]).toEqual([status, reply.text])
}

async function requested({ to, amount, state }: Made) {
  const person = await investor()
  const target =
    to === 'wallet'
      ? { type: 'bank_transfer', bankName: 'Mine', bankNumber: address }
      : { type: 'tradehub_transfer', recipientAccountId: recipient.user.accountId }
  const { body } = await post(person, '/requestWithdrawal', { ...target, amount })
  const id = body.data.withdrawal._id as string
  await reach[state](id, person)
  return { id, person }
}

/** As whoever has all rights of the database, past its guards. */
async function tamper(text: string, id: string): Promise<void> {
  const client = await database.owner.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    const { rowCount } = await client.query(text.replaceAll('$1', `'${id}'`))
    expect(rowCount, text).toBeGreaterThan(0)
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Everything that was booked, and what the journal has accepted. */
async function booked() {
  const { rows } = await database.owner.query(
    `select (select count(*)::int from ledger.postings) as postings, (select count(*)::int from desk.commands where outcome = 'done') as done,
      (select json_agg(withdrawals order by id) from withdrawals) as requests`,
  )
  return rows[0]
}

const alarms = async () => {
  const { values } = await metrics.differences.get()
  return values.find(({ labels }) => labels.table === 'withdrawals')?.value ?? 0
}

/** What staff are shown of a request, wherever they meet it. */
async function shown(id: string, person: Somebody) {
  const queue = await read(berta, `/getAllWithdrawals?search=${encodeURIComponent(person.email)}`)
  const details = await read(berta, `/withdrawals/${id}`)
  const ofUser = await read(berta, `/users/${person.id}/withdrawals`)
  return { queue, details, ofUser }
}

const set = (assignment: string) => `update withdrawals set ${assignment} where id = $1`

/** SQL of the digest that these words would have with an empty reply. */
const digestOf = (words: string) =>
  `sha256(convert_to('${JSON.stringify(['particulars', '00', words, 201, '{}'])}', 'UTF8'))`
const wordsOfTheThief = JSON.stringify({ walletAddress: theirs, walletName: 'Theirs' })
const altered = 'it is not as the last command left it'

/** An approval that nobody gave, with everything that belongs to it but its MAC. */
const forgedApproval = (recordedAt: string) => `with forged as (
    insert into desk.commands (id, kind, actor, subject, body_hash, rules, mac, input, outcome, at, recorded_at, particulars_digest, subject_version)
      select gen_random_uuid(), 'ApproveWithdrawal', '${anna.id}', owner.id, '', 1, '', jsonb_build_object('withdrawal', $1, 'amount', '10000'), 'done', asked.created_at, ${recordedAt}, ${digestOf('{}')}, owner.version + 1
        from withdrawals asked join owners owner on owner.id = asked.owner_id where asked.id = $1 returning id, subject, subject_version, at
  ), listed as (
    insert into desk.activity (hash, owner_id, version, command_id, kind, at) select '', subject, subject_version, id, 'withdrawal-approved', at from forged
  ), words as (
    insert into desk.particulars (command_id, owner_id, texts, reply_status, reply, salt) select id, subject, '{}', 201, '{}', '\\x00' from forged
  ) update withdrawals set status = 'approved', decided_at = created_at, decided_by = '${anna.id}' where id = $1`

/** What was changed, how far the request had come, and the change. */
const changes: [what: string, made: Made, change: string][] = [
  [
    'wallet address of a pending request',
    { to: 'wallet', amount: 100, state: 'pending' },
    set(`wallet_address = '${theirs}'`),
  ],
  [
    'wallet address',
    { to: 'wallet', amount: 100, state: 'approved' },
    set(`wallet_address = '${theirs}'`),
  ],
  ['wallet name', { to: 'wallet', amount: 100, state: 'approved' }, set(`wallet_name = 'Theirs'`)],
  [
    'amount of a pending request',
    { to: 'wallet', amount: 100, state: 'pending' },
    set('amount = amount + 1'),
  ],
  ['amount', { to: 'wallet', amount: 100, state: 'approved' }, set('amount = amount + 1')],
  [
    'recipient',
    { to: 'account', amount: 100, state: 'pending' },
    set(`recipient_id = '${other.id}'`),
  ],
  [
    'account ID of the recipient',
    { to: 'account', amount: 100, state: 'pending' },
    set(`recipient_account_id = '${other.user.accountId}'`),
  ],
  [
    'method',
    { to: 'account', amount: 100, state: 'pending' },
    set(
      `type = 'bank_transfer', recipient_id = null, recipient_account_id = null, wallet_address = '${theirs}'`,
    ),
  ],
  ['user', { to: 'wallet', amount: 100, state: 'approved' }, set(`owner_id = '${other.id}'`)],
  [
    'date',
    { to: 'wallet', amount: 100, state: 'approved' },
    set(`created_at = created_at - interval '1 day'`),
  ],
  [
    'status, pending made approved',
    { to: 'wallet', amount: 100, state: 'pending' },
    set(`status = 'approved', decided_at = created_at, decided_by = '${anna.id}'`),
  ],
  [
    'status, approved by the first of two made approved',
    { to: 'wallet', amount: 2_000, state: 'approved first' },
    set(`status = 'approved', decided_at = created_at, decided_by = '${berta.id}'`),
  ],
  [
    'status, cancelled made approved',
    { to: 'wallet', amount: 100, state: 'cancelled' },
    set(`status = 'approved'`),
  ],
  [
    'status, rejected made pending',
    { to: 'wallet', amount: 100, state: 'rejected' },
    set(`status = 'pending', reason = null, decided_at = null, decided_by = null`),
  ],
  [
    'status, paid made approved',
    { to: 'wallet', amount: 100, state: 'paid' },
    set(`status = 'approved', payout_reference = null`),
  ],
  [
    'status, returned made approved',
    { to: 'wallet', amount: 100, state: 'returned' },
    set(`status = 'approved', reason = null`),
  ],
  [
    'status, approved made pending',
    { to: 'wallet', amount: 100, state: 'approved' },
    set(`status = 'pending', decided_at = null, decided_by = null`),
  ],
  [
    'first approver, who would be another',
    { to: 'wallet', amount: 2_000, state: 'approved first' },
    set(`first_approved_by = '${berta.id}'`),
  ],
  [
    'first approver, who never was',
    { to: 'wallet', amount: 2_000, state: 'pending' },
    set(`first_approved_by = '${anna.id}', first_approved_at = created_at`),
  ],
  [
    'administrator who decided',
    { to: 'wallet', amount: 100, state: 'approved' },
    set(`decided_by = '${berta.id}'`),
  ],
  [
    'words, with the row',
    { to: 'wallet', amount: 100, state: 'approved' },
    `with words as (update desk.particulars set texts = jsonb_set(texts, '{walletAddress}', '"${theirs}"') where command_id = $1) ${set(`wallet_address = '${theirs}'`)}`,
  ],
  [
    'kind of activity, the first of two made the only one',
    { to: 'wallet', amount: 2_000, state: 'approved first' },
    `with listed as (update desk.activity set kind = 'withdrawal-approved' where kind = 'withdrawal-first-approval' and owner_id = (select owner_id from withdrawals where id = $1)) ${set(`status = 'approved', decided_at = first_approved_at, decided_by = first_approved_by, first_approved_at = null, first_approved_by = null`)}`,
  ],
  [
    'words, with the row and the digest in the journal',
    { to: 'wallet', amount: 100, state: 'approved' },
    `with words as (update desk.particulars set texts = '${wordsOfTheThief}', salt = '\\x00', reply_status = 201, reply = '{}' where command_id = $1),
      digest as (update desk.commands set particulars_digest = ${digestOf(wordsOfTheThief)} where id = $1)
      update withdrawals set wallet_name = 'Theirs', wallet_address = '${theirs}' where id = $1`,
  ],
  [
    'amount, with the journal',
    { to: 'wallet', amount: 100, state: 'pending' },
    `with input as (update desk.commands set input = jsonb_set(input, '{amount}', '"10001"') where id = $1) ${set('amount = 10001')}`,
  ],
  [
    'status, with an approval in the journal that nobody gave',
    { to: 'wallet', amount: 100, state: 'pending' },
    forgedApproval('clock_timestamp()'),
  ],
  [
    'status, with an approval from before there were MACs',
    { to: 'wallet', amount: 100, state: 'pending' },
    forgedApproval(`'2020-01-01Z'`),
  ],
  [
    'last state, which is copied from another request',
    { to: 'wallet', amount: 100, state: 'pending' },
    `with other as (select * from desk.row_states where table_name = 'withdrawals' and key <> $1::text limit 1)
      insert into desk.row_states select table_name, $1::text, 2, command_id, words, mac from other`,
  ],
]

describe('I1: a request of which somebody changed', () => {
  test.each(changes)('the %s, is neither shown nor decided nor paid', async (_, made, change) => {
    const { id, person } = await requested(made)
    await tamper(change, id)
    const before = await booked()
    const alarmed = await alarms()

    const { queue, details, ofUser } = await shown(id, person)
    const nowhere = {
      bankName: null,
      bankNumber: null,
      recipientAccountId: null,
      difference: altered,
    }
    expect(details.body.data.withdrawal).toMatchObject({ _id: id, ...nowhere })
    expect(details.body.data.recipient).toBeNull()
    for (const { text } of [queue, details, ofUser]) {
      expect(text).not.toContain(theirs)
      expect(text).not.toContain(address)
    }
    for (const { body } of [queue.body, ofUser.body.data.withdrawals])
      for (const row of body ?? []) expect(row).toMatchObject(nowhere)
    expect(await alarms()).toBeGreaterThan(alarmed)

    const acts: [path: string, body?: Record<string, unknown>][] = [
      ['approval'],
      ['payout', { reference: randomUUID() }],
      ['rejection', { reason: 'No' }],
      ['return', { reason: 'No' }],
    ]
    for (const [act, body] of acts) {
      const refused = await post(berta, `/withdrawals/${id}/${act}`, body)
      expect([act, refused.status, refused.body.code, refused.body.message]).toEqual([
        act,
        409,
        'not_as_recorded',
        'The withdrawal that decides this is not what was recorded of it. Nothing was booked or changed, and nothing can be until that is explained.',
      ])
    }
    const cancelled = await ask(app, 'DELETE', `${api}/withdrawals/${id}`, {
      token: person.token,
    })
    expect(cancelled.status).toBeGreaterThanOrEqual(400)
    expect(await booked()).toEqual(before)
  })
})

describe('I1: what stands there without a command', () => {
  test('is neither shown nor paid', async () => {
    const person = await investor()
    const id = randomUUID()
    await database.owner.query(
      `insert into withdrawals (id, owner_id, type, amount, wallet_name, wallet_address, status, created_at, decided_at, decided_by)
        values ($1, $2, 'bank_transfer', 100, 'Theirs', $3, 'approved', now(), now(), $4)`,
      [id, person.id, theirs, anna.id],
    )
    const { queue, details, ofUser } = await shown(id, person)
    for (const { text } of [queue, details, ofUser]) expect(text).not.toContain(theirs)
    expect(queue.body[0]).toMatchObject({ _id: id, difference: 'no command wrote it' })
    const refused = await post(berta, `/withdrawals/${id}/payout`, { reference: id })
    expect([refused.status, refused.body.code]).toEqual([409, 'not_as_recorded'])
  })
})

describe('I1: the alarm', () => {
  test('is a line of the log that names the request and no words of its user, and a figure of the metrics', async () => {
    const { id } = await requested({ to: 'wallet', amount: 100, state: 'approved' })
    await tamper(set(`wallet_address = '${theirs}'`), id)
    lines.length = 0
    const before = await alarms()
    await read(anna, `/withdrawals/${id}`)
    await post(berta, `/withdrawals/${id}/payout`, { reference: id })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        level: 'error',
        msg: 'security',
        event: 'not-as-recorded',
        table: 'withdrawals',
        id,
        difference: altered,
      },
      { level: 'error', msg: 'security', id, difference: 'PayWithdrawal was refused' },
    ])
    expect(lines.join()).not.toContain(theirs)
    expect(await alarms()).toBe(before + 2)
    expect(await metrics.registry.metrics()).toMatch(
      /^glasshouse_differences_total\{table="withdrawals"\} \d+$/m,
    )
  })

  test('leaves the refusal in the journal, in the chain of who asked', async () => {
    const { id } = await requested({ to: 'wallet', amount: 100, state: 'approved' })
    await tamper(set(`wallet_address = '${theirs}'`), id)
    await post(berta, `/withdrawals/${id}/payout`, { reference: id })
    const { rows } = await database.owner.query(
      `select kind, outcome, unlisted_number is not null as chained from desk.commands where input->>'withdrawal' = $1 and actor = $2`,
      [id, berta.id],
    )
    expect(rows).toEqual([{ kind: 'PayWithdrawal', outcome: 'not_as_recorded', chained: true }])
  })
})

describe('I1: a request that is changed while a decision waits for its lock', () => {
  /** Somebody holds the owner's row until the decision waits for it, and changes the request meanwhile. */
  async function changedMeanwhile(
    id: string,
    owner: string,
    change: string,
    act: () => ReturnType<typeof post>,
  ) {
    const thief = await database.owner.connect()
    try {
      await thief.query('begin; set local session_replication_role = replica')
      await thief.query('select from owners where id = $1 for no key update', [owner])
      const reply = act()
      await expect
        .poll(async () => {
          const { rows } = await database.owner.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return rows.length
        })
        .toBeGreaterThan(0)
      await thief.query(change.replaceAll('$1', `'${id}'`))
      await thief.query('commit')
      return await reply
    } finally {
      thief.release()
    }
  }

  test.each([
    ['payout', 'approved', set(`wallet_address = '${theirs}'`)],
    ['approval', 'approved first', set(`first_approved_by = '${berta.id}'`)],
  ] as const)('is refused its %s', async (act, state, change) => {
    const amount = state === 'approved' ? 100 : 2_000
    const { id, person } = await requested({ to: 'wallet', amount, state })
    const before = await database.owner.query('select count(*) from ledger.postings')
    const body = act === 'payout' ? { reference: id } : undefined
    const refused = await changedMeanwhile(id, person.id, change, () =>
      post(anna, `/withdrawals/${id}/${act}`, body),
    )
    expect([refused.status, refused.body.code]).toEqual([409, 'not_as_recorded'])
    expect((await database.owner.query('select count(*) from ledger.postings')).rows).toEqual(
      before.rows,
    )
  })
})

describe('I1: words that were changed in the journal alone', () => {
  test('are not shown to staff in the activity of their user, and raise the alarm', async () => {
    const { id, person } = await requested({ to: 'wallet', amount: 100, state: 'pending' })
    const itemOf = async () =>
      (await read(anna, `/users/${person.id}/activity`)).body.data.activity.find(
        (item: { id: string }) => item.id === id,
      )
    const before = await itemOf()
    expect(before.details).toMatchObject({ walletName: 'Mine', walletAddress: address })
    await tamper(
      `update desk.particulars set texts = jsonb_set(texts, '{walletAddress}', '"${theirs}"') where command_id = $1`,
      id,
    )
    lines.length = 0
    const nothing = 'not what was recorded'
    expect(await itemOf()).toEqual({
      ...before,
      details: { ...before.details, walletName: nothing, walletAddress: nothing },
    })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'not-as-recorded', table: 'desk.particulars', id },
    ])
  })
})

describe('I1: a payout', () => {
  test('of something else than its request says is refused, whichever part of it differs', async () => {
    const { id } = await requested({ to: 'wallet', amount: 100, state: 'approved' })
    const seen = { amount: 100, destination: address }
    for (const otherwise of [
      { ...seen, amount: 99.99 },
      { ...seen, destination: theirs },
    ]) {
      const refused = await post(berta, `/withdrawals/${id}/payout`, {
        ...otherwise,
        reference: id,
      })
      expect([refused.status, refused.body.code]).toEqual([409, 'not_as_shown'])
    }
    const paid = await post(berta, `/withdrawals/${id}/payout`, { ...seen, reference: id })
    expect([paid.status, paid.body.data.withdrawal.status]).toEqual([200, 'paid'])
  })
})

describe('I1: a request that nobody has changed', () => {
  test('differs nowhere in the sample world', async () => {
    const { rows } = await world.pool.query<WithdrawalRow>(
      `select ${withdrawals.columns} from ${withdrawals.from}`,
    )
    expect(new Set(rows.map(({ status }) => status)).size).toBeGreaterThan(3)
    const compared = await compare({ ...world, macKeys: testMacKeys }, rows)
    expect(compared.filter(({ difference }) => difference !== null)).toEqual([])
  })

  const open = ['pending', 'approved first', 'approved'] as const
  const ended = ['rejected', 'cancelled', 'paid', 'returned'] as const

  test.each(open)('is shown with its destination while it is %s', async (state) => {
    const { id, person } = await requested({ to: 'wallet', amount: 2_000, state })
    const { queue, details, ofUser } = await shown(id, person)
    for (const row of [
      queue.body[0],
      details.body.data.withdrawal,
      ofUser.body.data.withdrawals[0],
    ]) {
      expect(row).toMatchObject({ _id: id, bankName: 'Mine', bankNumber: address })
      expect(row).not.toHaveProperty('difference')
    }
  })

  test.each(ended)('differs in nothing once it was %s', async (state) => {
    for (const to of ['wallet', 'account'] as const) {
      if (to === 'account' && (state === 'paid' || state === 'returned')) continue
      const { id } = await requested({ to, amount: 2_000, state })
      const { body } = await read(anna, `/withdrawals/${id}`)
      expect(body.data.withdrawal).toMatchObject({ status: state })
      expect(body.data.withdrawal).not.toHaveProperty('difference')
    }
  })

  test('goes through after its user’s name and email changed, and at another server', async () => {
    const { id, person } = await requested({ to: 'wallet', amount: 2_000, state: 'approved first' })
    await expectStatus(
      200,
      ask(app, 'PATCH', `${api}/${person.id}`, {
        token: anna.token,
        payload: { email: `new-${person.email}`, fullName: 'Another Name', reason: 'Married' },
      }),
    )
    const elsewhere = await createTestApp(database)
    const at = (path: string, payload: Record<string, unknown>) =>
      ask(elsewhere, 'POST', api + path, { token: berta.token, payload })
    await expectStatus(
      200,
      at(`/withdrawals/${id}/approval`, { amount: 2_000, destination: address }),
    )
    await expectStatus(200, at(`/withdrawals/${id}/payout`, { reference: id }))
  })

  test('isn’t taken for a changed one when it is decided between its row and the journal', async () => {
    const { id } = await requested({ to: 'wallet', amount: 100, state: 'pending' })
    const { rows } = await database.pool.query<WithdrawalRow>(
      `select ${withdrawals.columns} from ${withdrawals.from} where withdrawal.id = $1`,
      [id],
    )
    await reach.approved(id)
    expect(await compare({ ...database, macKeys: testMacKeys }, rows)).toMatchObject([
      { id, status: 'approved', walletAddress: address, difference: null },
    ])
  })

  test('is neither a difference once its user has left, and their words with them', async () => {
    const person = await investor(100)
    const asked = {
      type: 'tradehub_transfer',
      amount: 40,
      recipientAccountId: recipient.user.accountId,
    }
    const ids: string[] = []
    for (const body of [
      asked,
      { type: 'bank_transfer', amount: 60, bankName: 'Mine', bankNumber: address },
    ]) {
      const { data } = (await post(person, '/requestWithdrawal', body)).body
      ids.push(data.withdrawal._id)
      await reach[ids.length === 1 ? 'approved' : 'paid'](ids.at(-1)!)
    }
    await expectStatus(200, ask(app, 'DELETE', `${api}/${person.id}`, { token: anna.token }))
    for (const id of ids)
      expect((await read(anna, `/withdrawals/${id}`)).body.data.withdrawal).not.toHaveProperty(
        'difference',
      )
    await tamper(
      set(`status = 'approved', wallet_address = '${theirs}', payout_reference = null`),
      ids[1]!,
    )
    expect((await read(anna, `/withdrawals/${ids[1]!}`)).body.data.withdrawal.difference).toBe(
      altered,
    )
  })
})
