/**
 * The hash chains and the daily roots: whole while nobody tampers, and broken at the right row when somebody does.
 *
 * @module-tag story
 */
import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditChains } from '../../src/desk/audit-chains.ts'
import { followPart } from '../../src/desk/chain-part.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { afterTampering, chainFaultsAfter } from '../support/tampering.ts'
import { runAudit } from '../support/run-audit.ts'

const database = await createTestDatabase()
const house = createHouse(database)

const faults = async () => (await auditChains(database.pool)).faults

type Row = { version: number; command: string; kind: string }
const rowsOf = async (owner: string): Promise<Row[]> =>
  (
    await database.owner.query(
      'select version::int, command_id as command, kind from desk.activity where owner_id = $1 order by version',
      [owner],
    )
  ).rows

const wallet = { type: 'bank_transfer' as const, walletName: 'Mine', walletAddress: 'of any kind' }

let ada: string
let ben: string
let admin: string
let rows: Row[]

/** How a broken row of Ada’s is named. */
const named = (version: number) =>
  `row ${version} of owner ${ada} (command ${rows[version - 1]!.command})`

beforeAll(async () => {
  await house.fund({ corrections: 1_000_00n })
  admin = await house.person({ role: 'admin', fullName: 'Adam Admin' })
  ada = await house.person({ cash: 500_00n })
  ben = await house.person({ fullName: 'Ben Example', cash: 50_00n })
  await house.run('RequestWithdrawal', { owner: ada, amount: 20_00n, target: wallet }, ada)
  await house.run('CorrectUser', { user: ada, totalProfit: 10_00n, reason: 'a gift' }, admin)
  await house.run(
    'FreezeUser',
    { user: ada, reason: 'a “quoted” reason, and a \\ too: ü 😀' },
    admin,
  )
  await house.run('UnfreezeUser', { user: ada, reason: 'all is well' }, admin)
  await house.run('CreditPlayMoney', { owner: ada, amount: 1_00n, asset: 'USDT' }, ada)
  rows = await rowsOf(ada)
})

describe('the chains', () => {
  test('are whole, and say how much was looked at', async () => {
    const report = await auditChains(database.pool)
    const {
      rows: [counted],
    } = await database.owner.query(
      'select count(*) as rows, count(distinct owner_id) as owners from desk.activity',
    )
    expect(report).toMatchObject({ faults: [], roots: 0n, ...counted })
    expect(report.rows).toBeGreaterThan(10n)
  })

  const where = (version: number) => `owner_id = '${ada}' and version = ${version}`
  const command = (version: number) => `'${rows[version - 1]!.command}'`
  const tamperings: [what: string, tampering: () => string, fault: () => string][] = [
    [
      'a flipped byte',
      () =>
        `update desk.activity set hash = set_byte(hash, 7, get_byte(hash, 7) # 1) where ${where(4)}`,
      () => `${named(4)}: its hash does not match`,
    ],
    [
      'an amount of a row',
      () => `update desk.activity set amount = amount + 1 where ${where(2)}`,
      () => `${named(2)}: its hash does not match`,
    ],
    [
      'a deleted row',
      () => `delete from desk.activity where ${where(3)}`,
      () => `${named(4)}: the row before it is 2`,
    ],
    [
      'deleted rows at the end',
      () => `delete from desk.activity where owner_id = '${ada}' and version > 5`,
      () => `the head of owner ${ada} is of row 7, which is gone`,
    ],
    [
      'rows in another order',
      () => `update desk.activity set version = -version where owner_id = '${ada}' and version in (5, 6);
      update desk.activity set version = 11 + version where owner_id = '${ada}' and version < 0`,
      () => `row 5 of owner ${ada} (command ${rows[5]!.command}): its hash does not match`,
    ],
    [
      'another input',
      () =>
        `update desk.commands set input = jsonb_set(input, '{amount}', '"2001"') where id = ${command(3)}`,
      () => `${named(3)}: its hash does not match`,
    ],
    [
      'another actor',
      () => `update desk.commands set actor = '${ben}' where id = ${command(4)}`,
      () => `${named(4)}: its hash does not match`,
    ],
    [
      'another posting',
      () => `update ledger.postings set amount = amount + 1 where command_id = ${command(3)}`,
      () => `${named(3)}: its hash does not match`,
    ],
    [
      'a command taken out of the journal',
      () => `delete from desk.commands where id = ${command(4)}`,
      () => `${named(4)}: the journal has no such command`,
    ],
    [
      'another reason',
      () =>
        `update desk.particulars set texts = jsonb_set(texts, '{reason}', '"something else"') where command_id = ${command(4)}`,
      () => `${named(4)}: its words or its reply are not those`,
    ],
    [
      'another reply',
      () =>
        `update desk.particulars set reply = replace(reply, 'success', 'succes') where command_id = ${command(4)}`,
      () => `${named(4)}: its words or its reply are not those`,
    ],
    [
      'words that fit a digest written anew',
      () => `update desk.commands set particulars_digest = sha256('x') where id = ${command(4)}`,
      () => `${named(4)}: its hash does not match`,
    ],
    [
      'words that are gone while the person is there',
      () => `delete from desk.particulars where command_id = ${command(4)}`,
      () => `${named(4)}: its words and its reply are gone`,
    ],
    [
      'a head that does not match',
      () => `update owners set head = sha256('x') where id = '${ada}'`,
      () => `the head of owner ${ada} is not the hash of row 7`,
    ],
  ]
  test.each(tamperings)('name the first broken row of %s', async (_, tampering, fault) => {
    const found = await chainFaultsAfter(database, tampering())
    expect(found).toEqual([expect.stringContaining(fault())])
    expect(await faults()).toEqual([])
  })

  test.each(tamperings)(
    'don’t hold where one of them is followed after %s',
    async (_, tampering, fault) => {
      const start = { owner: ada, version: 0n, unlisted: 0n, hash: null }
      const follow = (client: PoolClient) => followPart(client, start, null)
      const found = await afterTampering(database, tampering(), follow)
      expect(found!.fault).toContain(fault().startsWith('the head') ? 'the head' : fault())
      expect(await afterTampering(database, 'select', follow)).toMatchObject({
        fault: null,
        count: 7,
      })
    },
  )

  test('name the command of a row that was cut off, though the head was moved back', async () => {
    const cut = `delete from desk.activity where ${where(7)};
      update owners set version = 6, head = (select hash from desk.activity where ${where(6)}) where id = '${ada}'`
    expect(await chainFaultsAfter(database, cut)).toEqual([
      `command ${rows[6]!.command} (CreditPlayMoney, done) stands in no chain.`,
    ])
  })

  test('stay whole when a person is erased', async () => {
    const cay = await house.person({ fullName: 'Cay Leaving', cash: 5_00n })
    const request = await house.run(
      'RequestWithdrawal',
      { owner: cay, amount: 5_00n, target: wallet },
      cay,
    )
    const withdrawal = JSON.parse(request.text).data.withdrawal._id
    await house.run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, admin)
    await house.run('PayWithdrawal', { withdrawal, reference: randomUUID() }, admin)
    const closed = await house.run('CloseUser', { user: cay }, admin)
    expect(closed.outcome).toBe('done')
    const {
      rows: [left],
    } = await database.owner.query(
      'select count(*)::int as rows, count(p.salt)::int as salts from desk.activity a left join desk.particulars p using (command_id) where a.owner_id = $1',
      [cay],
    )
    expect(left).toEqual({ rows: 6, salts: 1 })
    expect(await faults()).toEqual([])
  })

  test('are not forked by two desks at once', async () => {
    const other = createHouse(database)
    const people = [ada, ben]
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, i) => {
        const owner = people[i % 2]!
        return (i % 3 === 0 ? other : house).run(
          'CreditPlayMoney',
          { owner, amount: 1_00n, asset: 'BTC' },
          owner,
        )
      }),
    )
    expect(new Set(replies.map(({ outcome }) => outcome))).toEqual(new Set(['done']))
    expect(await faults()).toEqual([])
  })

  test.each([
    'desk.activity set hash',
    'desk.commands set mac',
    'desk.commands set rules',
    'desk.commands set particulars_digest',
  ])('lose nothing to whoever tries: update %s = null', async (what) => {
    const nothing = () => Promise.resolve()
    const nulled = afterTampering(database, `update ${what} = null`, nothing)
    await expect(nulled).rejects.toMatchObject({ code: '23502' })
  })
})

describe('what stands in nobody’s list', async () => {
  type Link = {
    owner: string
    number: number
    version: number
    kind: string
    outcome: string
    command: string
  }
  const linksOf = async (...owners: string[]): Promise<Link[]> =>
    (
      await database.owner.query(
        `select u.owner_id as owner, u.number::int, u.version::int, c.kind, c.outcome, c.id as command
    from desk.unlisted u join desk.commands c on c.id = u.command_id where u.owner_id = any ($1) order by u.owner_id, u.number`,
        [owners],
      )
    ).rows
  const unknown = () => ({ withdrawal: randomUUID(), secondApprovalAbove: null })
  const tooMuch = { amount: 900_000_00n, target: wallet }
  const firm = '00000000-0000-0000-0000-000000000000'
  let fay: string
  let staff: string
  const nobody = randomUUID()

  beforeAll(async () => {
    fay = await house.person({ fullName: 'Fay Refused', cash: 10_00n })
    staff = await house.person({ role: 'admin', fullName: 'Stan Staff' })
    await house.run('RequestWithdrawal', { owner: fay, ...tooMuch }, fay)
    await house.run('RequestWithdrawal', { owner: fay, amount: 1_00n, target: wallet }, fay)
    await house.run('ChangeName', { owner: fay, fullName: 'Fay Refused' }, fay)
    await house.run('RequestWithdrawal', { owner: fay, ...tooMuch }, fay)
    await house.run('ApproveWithdrawal', unknown(), staff)
    await house.run('UnfreezeUser', { user: fay, reason: 'none' }, staff)
    await house.run('FreezeUser', { user: staff, reason: 'myself' }, staff)
    await house.run('WriteNote', { user: fay, text: 'asked for a call' }, staff)
    await house.run('UnfreezeUser', { user: fay, reason: 'nobody with an account' }, nobody)
  })

  test('C6: hangs in the chain of whoever asked, between the rows of their activity', async () => {
    const brief = (links: Link[]) =>
      links.map(
        ({ number, version, kind, outcome }) =>
          `${number} after row ${version}: ${kind} ${outcome}`,
      )
    expect(brief(await linksOf(fay))).toEqual([
      '1 after row 2: RequestWithdrawal insufficient_balance',
      '2 after row 3: ChangeName done',
      '3 after row 3: RequestWithdrawal insufficient_balance',
    ])
    expect(brief(await linksOf(staff))).toEqual([
      '1 after row 1: ApproveWithdrawal unknown_withdrawal',
      '2 after row 1: UnfreezeUser not_frozen',
      '3 after row 1: FreezeUser not_on_yourself',
      '4 after row 1: WriteNote done',
    ])
    expect(await faults()).toEqual([])
  })

  test('hangs in the firm’s where nobody asked who has an account; the house’s own refusals are not kept', async () => {
    const before = await linksOf(firm)
    expect(before.at(-1)).toMatchObject({ kind: 'UnfreezeUser', outcome: 'not_frozen' })
    expect(
      (await house.run('SettleInvestment', { investment: randomUUID(), owner: fay }, null)).outcome,
    ).toBe('unknown_investment')
    expect(await linksOf(firm)).toEqual(before)
  })

  test('shows in no activity, and changes no version that a form was opened with', async () => {
    expect((await rowsOf(fay)).map(({ kind }) => kind)).toEqual([
      'account-opened',
      'deposit',
      'withdrawal-requested',
    ])
    const {
      rows: [owner],
    } = await database.owner.query('select version::int, unlisted::int from owners where id = $1', [
      fay,
    ])
    expect(owner).toEqual({ version: 3, unlisted: 3 })
  })

  const tampered: [what: string, sql: string, fault: (links: Link[]) => string][] = [
    [
      'a deleted refusal, its command too',
      `delete from desk.commands where id = (select command_id from desk.unlisted where owner_id = '$fay' and number = 1); delete from desk.unlisted where owner_id = '$fay' and number = 1`,
      () => `row 3 of owner ${fay}`,
    ],
    [
      'the last of them, deleted',
      `delete from desk.commands where id = (select command_id from desk.unlisted where owner_id = '$fay' and number = 3); delete from desk.unlisted where owner_id = '$fay' and number = 3`,
      () => `the head of owner ${fay} is of unlisted command 3, which is gone`,
    ],
    [
      'the last of them, deleted with its number',
      `delete from desk.commands where id = (select command_id from desk.unlisted where owner_id = '$fay' and number = 3);
      delete from desk.unlisted where owner_id = '$fay' and number = 3; update owners set unlisted = 2 where id = '$fay'`,
      () => `the head of owner ${fay} is not the hash of row 3 or unlisted command 2`,
    ],
    [
      'another outcome',
      `update desk.commands set outcome = 'busy' where id = (select command_id from desk.unlisted where owner_id = '$fay' and number = 3)`,
      (links) =>
        `unlisted command 3 of owner ${fay} (command ${links[2]!.command}): its hash does not match`,
    ],
    [
      'another actor',
      `update desk.commands set actor = '${firm}' where id = (select command_id from desk.unlisted where owner_id = '$fay' and number = 1)`,
      () => `unlisted command 1 of owner ${fay}`,
    ],
    [
      'another place',
      `update desk.unlisted set version = 2 where owner_id = '$fay' and number = 2`,
      () => `owner ${fay}`,
    ],
    [
      'a refusal in another’s words',
      `update desk.particulars set reply = replace(reply, 'Insufficient', 'Sufficient') where command_id = (select command_id from desk.unlisted where owner_id = '$fay' and number = 1)`,
      () => 'its words or its reply',
    ],
    [
      'a refusal without a place',
      `insert into desk.commands (id, kind, actor, subject, body_hash, rules, mac, particulars_digest, input, outcome, at) values ('${randomUUID()}', 'X', '$fay', '$fay', '', 1, '', '', '{}', 'busy', now())`,
      () => 'stands in no chain',
    ],
    [
      'a refusal that claims another’s row',
      `insert into desk.commands (id, kind, actor, subject, body_hash, rules, mac, particulars_digest, input, outcome, at, subject_version) values ('${randomUUID()}', 'X', '$fay', '$fay', '', 1, '', '', '{}', 'busy', now(), 1)`,
      () => 'stands in no chain',
    ],
    [
      'a refusal that claims a row that nobody has',
      `insert into desk.commands (id, kind, actor, subject, body_hash, rules, mac, particulars_digest, input, outcome, at, subject_version) values ('${randomUUID()}', 'X', '$fay', '$fay', '', 1, '', '', '{}', 'busy', now(), 99)`,
      () => 'stands in no chain',
    ],
  ]
  test.each(tampered)('C6: names %s', async (_, sql, fault) => {
    const found = await chainFaultsAfter(database, sql.replaceAll('$fay', fay))
    expect(found[0]).toContain(fault(await linksOf(fay)))
    expect(found).toHaveLength(1)
    expect(await faults()).toEqual([])
  })

  test('is not forked by two desks at once, and nobody’s acts wait for refused ones of others', async () => {
    const other = createHouse(database)
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, i) => {
        const at = i % 2 === 0 ? house : other
        return i % 3 === 0
          ? at.run('ApproveWithdrawal', unknown(), staff)
          : i % 3 === 1
            ? at.run('UnfreezeUser', { user: fay, reason: 'none' }, staff)
            : at.run('CreditPlayMoney', { owner: staff, amount: 1_00n, asset: 'BTC' }, staff)
      }),
    )
    expect(replies.map(({ outcome }) => outcome).toSorted()).toEqual([
      ...Array(20).fill('done'),
      ...Array(20).fill('not_frozen'),
      ...Array(20).fill('unknown_withdrawal'),
    ])
    expect((await linksOf(staff)).map(({ number }) => number)).toEqual(
      Array.from({ length: 44 }, (_, i) => i + 1),
    )
    expect(await faults()).toEqual([])
  })

  test('staff who are refused wait for their own lock; what they do is not held up by it', async () => {
    const holder = await database.owner.connect()
    try {
      await holder.query('begin')
      await holder.query('select from owners where id = $1 for no key update', [staff])
      const refused = house.run('UnfreezeUser', { user: fay, reason: 'none' }, staff)
      expect(
        (await house.run('FreezeUser', { user: ada, reason: 'meanwhile' }, staff)).outcome,
      ).toBe('done')
      expect(
        (await house.run('UnfreezeUser', { user: ada, reason: 'meanwhile' }, staff)).outcome,
      ).toBe('done')
      await holder.query('rollback')
      expect((await refused).outcome).toBe('not_frozen')
    } finally {
      holder.release()
    }
  })

  test('stays as it is, whoever asks', async () => {
    await expect(database.owner.query('delete from desk.unlisted')).rejects.toThrow('append-only')
    await expect(database.owner.query('update desk.unlisted set number = number')).rejects.toThrow(
      'append-only',
    )
    await expect(database.pool.query('delete from desk.unlisted')).rejects.toThrow(
      'permission denied',
    )
  })
})

describe('npm run audit -- --chain', () => {
  test('says what it looked at, and ends well', async () => {
    const { code, output } = await runAudit(database, '--chain')
    expect(output).toMatch(
      /^The chains are whole: \d+ rows.* and \d+ unlisted commands in the chains of \d+ owners, and \d+ daily roots\.$/m,
    )
    expect(code).toBe(0)
  })

  test('C6: names the broken row and ends with 1', async () => {
    const change = (gain: number) =>
      database.owner.query(`begin; set local session_replication_role = replica;
      update desk.activity set amount = amount + ${gain} where owner_id = '${ada}' and version = 2; commit`)
    await change(1)
    const { code, output } = await runAudit(database, '--chain')
    await change(-1)
    expect(output).toContain(`Broken: ${named(2)}: its hash does not match`)
    expect(code).toBe(1)
  })

  test('knows no other options', async () =>
    expect(await runAudit(database, '--chains')).toEqual({
      code: 1,
      output:
        'Ask for `npm run audit`, `npm run audit -- --chain` or `npm run audit -- --replay`.\n',
    }))
})
