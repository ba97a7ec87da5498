/** Of a database from before names lay apart: replies that were rewritten, and refused commands that stand in no chain. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditChains } from '../../src/desk/audit-chains.ts'
import { canonical } from '../../src/lib/canonical.ts'
import { commandDigest, particularsDigest, rowHash, type Digest } from '../../src/desk/chain.ts'
import { mentionOf } from '../../src/desk/spoken.ts'
import type { OwnerId } from '../../src/ledger/core/chart.ts'
import { createTestDatabase } from '../support/database.ts'
import { chainFaultsAfter } from '../support/tampering.ts'

const database = await createTestDatabase()
const [ben, rita, gone, first, second] = Array.from({ length: 5 }, () => randomUUID()) as [
  string,
  string,
  string,
  string,
  string,
]
const [request, fast, correction] = Array.from({ length: 3 }, () => randomUUID()) as [
  string,
  string,
  string,
]
const at = Date.UTC(2026, 4, 5, 6, 7, 8)
const moment = new Date(at).toISOString()

/** As replies named people then; in the order of their fields. */
const user = (referredBy: string | null, referredById: string | null) => ({
  id: ben,
  fullName: 'Ben "by" Example',
  referralCode: 'X',
  referredBy,
  referredById,
  createdAt: moment,
})
const withdrawal = (id: string, approvals: string[], decidedBy: string | null) => ({
  withdrawal: {
    _id: id,
    reason: null,
    approvals: approvals.map((by) => ({ by, at: moment })),
    createdAt: moment,
    decidedAt: moment,
    decidedBy,
    payoutReference: null,
  },
})
const proposed = (proposedBy: string, decidedBy: string | null) => ({
  user: user('Rita "Q" Öldwick', rita),
  correction: {
    id: correction,
    reason: 'x',
    proposedAt: moment,
    proposedById: first,
    proposedBy,
    decidedAt: null,
    decidedBy,
    refusalReason: null,
  },
})
const done = (data: object) => ({ status: 'success', message: 'It is done', data })
const refused = (detail: string) => ({
  type: '/docs/api#already_decided',
  title: 'Already decided',
  status: 409,
  detail,
  code: 'already_decided',
  message: detail,
  requestId: 'r',
})

type Old = {
  kind: string
  actor: string
  outcome?: string
  input?: object
  texts?: object
  body: object
  names: string[]
}
const told: Old[] = [
  { kind: 'OpenOwner', actor: ben, body: user('Rita Oldwick', rita), names: ['Rita Oldwick'] },
  {
    kind: 'CreditPlayMoney',
    actor: ben,
    body: done({ user: user('Rita "Q" Öldwick', rita) }),
    names: ['Rita "Q" Öldwick'],
  },
  {
    kind: 'ChangeName',
    actor: ben,
    texts: { changes: [{ to: 'Ben "by" Example', from: 'Ben', field: 'fullName' }] },
    body: done({ user: user('Gone Away', gone) }),
    names: ['Gone Away'],
  },
  {
    kind: 'ApproveWithdrawal',
    actor: first,
    body: done(withdrawal(request, ['First Admin'], null)),
    names: ['First Admin'],
  },
  {
    kind: 'ApproveWithdrawal',
    actor: second,
    body: done(withdrawal(request, ['First Admin', 'Second \\ Admin'], 'Second \\ Admin')),
    names: ['First Admin', 'Second \\ Admin'],
  },
  {
    kind: 'ApproveWithdrawal',
    actor: second,
    body: done(withdrawal(fast, ['Second \\ Admin'], 'Second \\ Admin')),
    names: ['Second \\ Admin'],
  },
  {
    kind: 'ApproveCorrection',
    actor: second,
    body: done(proposed('First Admin', 'Second \\ Admin')),
    names: ['First Admin', 'Second \\ Admin', 'Rita "Q" Öldwick'],
  },
  { kind: 'CancelWithdrawal', actor: ben, body: done(withdrawal(request, [], null)), names: [] },
]
const aside: Old[] = [
  {
    kind: 'WriteNote',
    actor: first,
    body: done({
      note: { id: randomUUID(), at: moment, by: 'First Admin', text: 'a call was asked for' },
    }),
    names: ['First Admin'],
  },
  {
    kind: 'ApproveWithdrawal',
    actor: first,
    outcome: 'already_decided',
    input: { withdrawal: request },
    names: ['Second \\ Admin'],
    body: refused(
      'This request has already been decided: approved by Second \\ Admin. Nothing was booked.',
    ),
  },
  {
    kind: 'RejectCorrection',
    actor: first,
    outcome: 'already_decided',
    input: { correction },
    names: ['Second \\ Admin'],
    body: refused(
      'This correction has already been decided: approved by Second \\ Admin. Nothing was posted.',
    ),
  },
]

/** Whose name each of them is, by its number: the first is 1, those from before names were numbered count backwards from 0. */
const names: [name: string, person: string, number: number][] = [
  ['Rita Oldwick', rita, 0],
  ['Rita "Q" Öldwick', rita, -1],
  ['Gone Away', gone, 0],
  ['First Admin', first, 1],
  ['Second \\ Admin', second, 1],
]
const escaped = (text: string) => JSON.stringify(text).slice(1, -1)

/** A reply as it is kept since: with mentions in place of others’ names. */
function rewritten(old: Old, reply: string): string {
  return names
    .filter(([name]) => old.names.includes(name))
    .reduce(
      (text, [name, id, number]) =>
        text.replaceAll(escaped(name), escaped(mentionOf(id as OwnerId, { text: name, number }))),
      reply,
    )
}

const ids = new Map<Old, string>()

/** Writes a command as the desk did, and its reply as it was rewritten; answers the hash of its row, where it has one. */
async function record(
  old: Old,
  version: number | null,
  before: Digest | null,
): Promise<Digest | null> {
  const [id, salt] = [randomUUID(), '00112233445566778899aabbccddeeff']
  ids.set(old, id)
  const { kind, actor, outcome = 'done', input = {}, texts = {}, body } = old
  const [reply, status] = [JSON.stringify(body), outcome === 'done' ? 200 : 409]
  const digestOf = (kept: string) =>
    particularsDigest({ salt, texts: canonical(texts), status, reply: kept })
  const particulars = digestOf(reply)
  const kept = rewritten(old, reply)
  await database.owner.query(
    `insert into desk.commands (id, kind, actor, subject, body_hash, input, outcome, at, particulars_digest, subject_version)
    values ($1, $2, $3, $4, '', $5, $6, $7, decode($8, 'hex'), $9)`,
    [id, kind, actor, ben, input, outcome, moment, particulars, version],
  )
  await database.owner.query(
    `insert into desk.particulars (command_id, owner_id, texts, reply_status, reply, listed, salt) values ($1, $2, $3, $4, $5, $6, decode($7, 'hex'))`,
    [id, ben, texts, status, kept, version !== null, salt],
  )
  if (kept !== reply)
    await database.owner.query(`insert into desk.respoken values ($1, decode($2, 'hex'))`, [
      id,
      digestOf(kept),
    ])
  if (version === null) {
    await database.owner.query('insert into desk.unchained values ($1)', [id])
    return before
  }
  const command = commandDigest(
    { id, kind, actor, subject: ben, key: null, bodyHash: '', outcome, at },
    { input: canonical(input), particulars, postings: [] },
  )
  const hash = rowHash(
    before,
    { owner: ben, version, kind: 'deposit', at, gain: null, after: null },
    command,
  )
  await database.owner.query(
    `insert into desk.activity (owner_id, version, command_id, kind, at, hash) values ($1, $2, $3, 'deposit', $4, decode($5, 'hex'))`,
    [ben, version, id, moment, hash],
  )
  return hash
}

const replyOf = async (old: Old): Promise<{ kept: string; said: string }> =>
  (
    await database.owner.query(
      'select reply as kept, desk.said(reply) as said from desk.particulars where command_id = $1',
      [ids.get(old)],
    )
  ).rows[0]

beforeAll(async () => {
  const people = [
    [ben, 'Ben "by" Example', 'active'],
    [rita, 'Rita Nowcalled', 'active'],
    [gone, null, 'closed'],
    [first, 'First Admin', 'active'],
    [second, 'Second \\ Admin', 'active'],
  ] as const
  for (const [id, name, status] of people) {
    if (name)
      await database.owner.query(
        `insert into auth.persons (id, full_name, email) values ($1, $2, $3)`,
        [id, name, `${id}@people.example`],
      )
    await database.owner.query(
      `insert into owners (id, role, status, created_at, stamped_at) values ($1, 'user', $2, $3, $3)`,
      [id, status, moment],
    )
  }
  for (const [name, id, number] of names.filter(([, id, number]) => id !== gone && number < 1))
    await database.owner.query('insert into auth.names values ($1, $2, $3)', [id, number, name])
  let head: Digest | null = null
  for (const [place, old] of told.entries()) head = await record(old, place + 1, head)
  for (const old of aside) await record(old, null, head)
  await database.owner.query(
    `update owners set version = $2, head = decode($3, 'hex') where id = $1`,
    [ben, told.length, head],
  )
})

describe('a reply from before', () => {
  test.each([...told, ...aside])(
    'I6 of $kind by $actor reads as it did, and holds no names of others',
    async (old) => {
      const { kept, said } = await replyOf(old)
      expect(said).toBe(JSON.stringify(old.body).replaceAll('Gone Away', 'a closed account'))
      for (const name of old.names) expect(kept).not.toContain(JSON.stringify(name).slice(1, -1))
    },
  )

  test('the chains are whole: these replies are listed, and refusals of before are named as unchained', async () => {
    const report = await auditChains(database.pool)
    expect(report).toMatchObject({ faults: [], respoken: BigInt(told.length - 1), unlisted: 0n })
    expect(report.older.toSorted()).toEqual(
      aside.map((old) => `${ids.get(old)} (${old.kind}, ${old.outcome ?? 'done'})`).toSorted(),
    )
  })

  test.each([
    [
      'another word in a listed reply',
      () =>
        `update desk.particulars set reply = replace(reply, 'It is done', 'It was done') where command_id = '${ids.get(told[1]!)}'`,
    ],
    [
      'another person in one',
      () =>
        `update desk.particulars set reply = replace(reply, '\\u0002${rita}', '\\u0002${first}') where command_id = '${ids.get(told[1]!)}'`,
    ],
    [
      'a name put back into one',
      () =>
        `update desk.particulars set reply = desk.said(reply) where command_id = '${ids.get(told[1]!)}'`,
    ],
  ])('C6: %s is named', async (_, tampering) => {
    expect(await chainFaultsAfter(database, tampering())).toEqual([
      expect.stringContaining('its words or its reply are not those'),
    ])
  })

  test('C6: a refusal that was there before can’t be added to the list of those without a place', async () => {
    const added = `insert into desk.commands (id, kind, actor, subject, body_hash, input, outcome, at) values ('${randomUUID()}', 'X', '${ben}', '${ben}', '', '{}', 'busy', now())`
    expect(await chainFaultsAfter(database, added)).toEqual([
      expect.stringContaining('stands in no chain'),
    ])
    await expect(
      database.pool.query(`insert into desk.unchained values ('${randomUUID()}')`),
    ).rejects.toThrow('permission denied')
    await expect(database.owner.query('delete from desk.unchained')).rejects.toThrow('append-only')
    await expect(
      database.pool.query(`insert into desk.respoken values ('${randomUUID()}', '')`),
    ).rejects.toThrow('permission denied')
  })

  test('I6 erasing somebody takes all of their names, and the chains stay whole', async () => {
    await database.owner.query('delete from auth.persons where id = $1', [rita])
    await database.owner.query(`update owners set status = 'closed' where id = $1`, [rita])
    for (const old of told.slice(0, 2))
      expect((await replyOf(old)).said).toBe(
        JSON.stringify(old.body).replace(
          /"referredBy":"(?:[^"\\]|\\.)*"/,
          '"referredBy":"a closed account"',
        ),
      )
    const { rows } = await database.owner.query(
      `select count(*)::int as names from auth.names where person_id = $1`,
      [rita],
    )
    expect([rows[0].names, (await auditChains(database.pool)).faults]).toEqual([0, []])
  })
})
