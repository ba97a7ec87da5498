/** The house decides its journal again by itself: all of it every week, what is new every day, one process at a time. */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeReplay, type Made, type Making } from '../../src/desk/make-replay.ts'
import { keepReplay, readReplays, type KeptReplay } from '../../src/desk/replays.ts'
import { partsOfState } from '../../src/domains/audit-state.ts'
import { createReplays, replayAndRest, type Replaying } from '../../src/domains/replays.ts'
import { dayMs } from '../../src/lib/instant.ts'
import { withClient } from '../../src/platform/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { createTestDatabase } from '../support/database.ts'
import { newFolder, removeFolders } from '../support/folder.ts'
import { createHouse } from '../support/house.ts'
import { startServer, stopServers } from '../support/server.ts'
import { testMacKeys, testSecret } from '../support/stamp.ts'

const [database, served] = await Promise.all([
  createTestDatabase(),
  createTestDatabase({ world: true }),
])
// Who waits for a lock waits until a whole replay is made, on a busy machine too.
const house = createHouse(database, { patientLockMs: 50_000, answerMs: 50_000 })
const folder = await newFolder()
afterAll(removeFolders)
afterAll(stopServers)
const file = join(folder, 'replay-checkpoint')

const [ada, ben] = await Promise.all([
  house.person({ cash: 1_000_00n }),
  house.person({ cash: 1_000_00n }),
])
const credit = async () => {
  const id = newId()
  await house.run('CreditPlayMoney', { owner: ada, amount: 1_00n, asset: 'BTC' }, ada, { id })
  return id
}
const request = async (owner: string) => {
  const id = newId()
  const target = { type: 'bank_transfer', walletName: 'Mine', walletAddress: 'at home' } as const
  await house.run('RequestWithdrawal', { owner, amount: 1_00n, target }, owner, { id })
  return id
}

const connected = <T>(use: Parameters<typeof withClient<T>>[1]) =>
  withClient({ url: database.url, name: 'replay of a test' }, use)
const making = { macKeys: testMacKeys, secret: testSecret, file, partsOf: partsOfState }
const make = (changes: Partial<Making> = {}): Promise<Made | null> =>
  connected((db) => makeReplay(db, { ...making, ...changes }))
/** What is due must be made. */
async function made(changes: Partial<Making> = {}): Promise<KeptReplay & { remarks: string[] }> {
  const one = await make(changes)
  expect(one).not.toBeNull()
  return { ...one!.replay, remarks: one!.remarks }
}

/** With all rights, and the guards off. */
const asOwner = (sql: string) =>
  database.owner.query(`begin; set local session_replication_role = replica; ${sql}; commit`)

/** What was done to rows is taken back when the test ends. */
const undoing: string[] = []
async function tamper(sql: string, undo: string): Promise<void> {
  undoing.push(undo)
  await asOwner(sql)
}

/** As if that many days had passed: every replay was made earlier. */
async function later(days: number): Promise<void> {
  const { rows } = await database.pool.query<KeptReplay>(
    `select started_at as "startedAt", ended_at as "endedAt", part, commands, rows, last_command as "lastCommand", differences from desk.replays`,
  )
  await asOwner('delete from desk.replays')
  const ago = days * dayMs
  for (const { startedAt, endedAt, ...kept } of rows)
    await connected((db) =>
      keepReplay(db, testMacKeys, { ...kept, startedAt: startedAt - ago, endedAt: endedAt - ago }),
    )
}

beforeEach(async () => {
  await asOwner('delete from desk.replays')
  await rm(file, { force: true })
})
afterEach(async () => {
  for (const undo of undoing.splice(0).toReversed()) await asOwner(undo)
})

const accepted = async () =>
  (
    await database.pool.query<{ count: bigint }>(
      `select count(*) as count from desk.commands where outcome = 'done'`,
    )
  ).rows[0]!.count

describe('The journal is decided again', () => {
  test('as a whole at first, and what was found is kept', async () => {
    const last = await credit()
    const { remarks, ...replay } = await made()
    expect(replay).toMatchObject({ part: 'whole', differences: [], lastCommand: last })
    expect(replay.commands).toBe(await accepted())
    expect(remarks).toEqual([])
    expect(await readReplays(database.pool, testMacKeys)).toEqual({
      whole: replay,
      new: null,
      different: null,
    })
  })

  test('not before a day has passed', async () => {
    await made()
    expect(await make()).toBeNull()
    await later(0.99)
    expect(await make()).toBeNull()
  })

  test('after a day from where it had ended, and after another from there', async () => {
    await made()
    await later(1)
    const ids = [await credit(), await request(ben)]
    const first = await made()
    expect(first).toMatchObject({ part: 'new', commands: 2n, differences: [], remarks: [] })
    expect(first.lastCommand).toBe(ids[1])
    await later(1)
    expect(await made()).toMatchObject({
      part: 'new',
      commands: 0n,
      lastCommand: null,
      remarks: [],
    })
  })

  test('as a whole after a week, however often what was new was', async () => {
    await made()
    for (let day = 1; day <= 6; day += 1) {
      await later(1)
      expect((await made()).part).toBe('new')
    }
    await later(1)
    expect((await made()).part).toBe('whole')
  })

  test('by one process, whoever tries', async () => {
    const all = await Promise.all([make(), make(), make()])
    expect(all.filter((one) => one !== null)).toHaveLength(1)
  })

  test('by nobody else while one is at it', async () => {
    await connected(async (db) => {
      await db.query('select pg_advisory_lock(7401014)')
      expect(await make()).toBeNull()
    })
    await made()
  })
})

describe('What is new is decided on top of a checkpoint', () => {
  test('C6: and every row is compared: one that was changed is named', async () => {
    const id = await request(ada)
    await made()
    await later(1)
    await tamper(
      `update withdrawals set amount = 2 where id = '${id}'`,
      `update withdrawals set amount = 100 where id = '${id}'`,
    )
    const { part, differences } = await made()
    expect(part).toBe('new')
    expect(differences).toEqual([
      expect.stringMatching(
        `^withdrawals: ${id} \\(owner ${ada}, .*\\): amount is "2", and must be "100"$`,
      ),
    ])
  })

  test('without a person’s words in what is kept', async () => {
    const id = await request(ada)
    await made()
    await later(1)
    await tamper(
      `update withdrawals set wallet_address = 'elsewhere' where id = '${id}'`,
      `update withdrawals set wallet_address = 'at home' where id = '${id}'`,
    )
    const [difference] = (await made()).differences
    expect(difference).toMatch(/walletAddress is not what it must be$/)
    expect(difference).not.toMatch(/elsewhere|at home/)
  })

  test('and a row that was changed is named again the day after', async () => {
    await made()
    await tamper(
      `update owners set fixed = true where id = '${ada}'`,
      `update owners set fixed = false where id = '${ada}'`,
    )
    for (let day = 1; day <= 2; day += 1) {
      await later(1)
      expect((await made()).differences.join()).toContain(`owners: ${ada}: fixed is true`)
    }
    await asOwner(`update owners set fixed = false where id = '${ada}'`)
    await later(1)
    expect(await made()).toMatchObject({ part: 'new', differences: [] })
    const { different } = await readReplays(database.pool, testMacKeys)
    expect(different!.differences.join()).toContain('fixed is true')
  })

  test('and a command that was recorded before it and committed after it isn’t missed', async () => {
    const client = await database.owner.connect()
    try {
      await client.query(`begin; select from ledger.accounts where kind = 'client-bank' for update`)
      const late = credit()
      for (;;) {
        const { rowCount } = await database.owner.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        if (rowCount) break
      }
      const earlier = await request(ben)
      const whole = await made()
      expect(whole).toMatchObject({ lastCommand: earlier, differences: [] })
      await client.query('rollback')
      const id = await late
      const { rows } = await database.owner.query(
        `select (select recorded_at from desk.commands where id = $1) < (select recorded_at from desk.commands where id = $2) as "isEarlier"`,
        [id, earlier],
      )
      expect(rows).toEqual([{ isEarlier: true }])
      await later(1)
      expect(await made()).toMatchObject({
        part: 'new',
        commands: 1n,
        lastCommand: id,
        differences: [],
      })
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('and one that came with a time long before it makes it a whole one', async () => {
    await made()
    const id = await credit()
    await later(1)
    await tamper(
      `update desk.commands set recorded_at = recorded_at - interval '2 days' where id = '${id}'`,
      `update desk.commands set recorded_at = recorded_at + interval '2 days' where id = '${id}'`,
    )
    const { part, differences, remarks, commands } = await made()
    expect({ part, differences }).toEqual({ part: 'whole', differences: [] })
    expect(commands).toBe(await accepted())
    expect(remarks.join()).toContain('is not what the journal has')
  })

  test('unless what had been decided was changed since: then all is, and says so', async () => {
    const id = await credit()
    await made()
    await later(1)
    const set = (amount: number) =>
      `update desk.commands set input = jsonb_set(input, '{amount}', '"${amount}"') where id = '${id}'`
    await tamper(set(1_01), set(1_00))
    const { part, differences, remarks } = await made()
    expect(part).toBe('whole')
    expect(remarks.join()).toContain('is not what the journal has')
    expect(differences.join()).toContain(`desk.commands: CreditPlayMoney ${id}`)
  })

  test('unless what had been decided was deleted', async () => {
    const id = await credit()
    await made()
    await later(1)
    await asOwner(`create table kept_aside as select * from desk.commands where id = '${id}'`)
    await tamper(
      `delete from desk.commands where id = '${id}'`,
      'insert into desk.commands table kept_aside; drop table kept_aside',
    )
    expect(await made()).toMatchObject({ part: 'whole', differences: [expect.anything()] })
  })

  test('and a command that nobody gave is named, today and tomorrow', async () => {
    await made()
    const id = newId()
    await tamper(
      `insert into desk.commands (id, kind, actor, subject, body_hash, rules, mac, particulars_digest, input, outcome, at)
        values ('${id}', 'CreditPlayMoney', '${ada}', '${ada}', '', 1, '', '', '{"amount": "100", "asset": "BTC"}', 'done', now())`,
      `delete from desk.commands where id = '${id}'`,
    )
    for (let day = 1; day <= 2; day += 1) {
      await later(1)
      const { part, differences } = await made()
      expect(part).toBe('new')
      expect(differences).toEqual([
        expect.stringMatching(`^desk\\.commands: CreditPlayMoney ${id} `),
      ])
    }
  })

  test('with what counts of the days before: how much an administrator did alone', async () => {
    const admin = await house.person({ role: 'admin' })
    const rich = await house.person({ cash: 1_000_00n })
    const approve = async () =>
      house.run(
        'ApproveWithdrawal',
        { withdrawal: await request(rich), secondApprovalAbove: 1_50n },
        admin,
      )
    await approve()
    await made()
    await approve()
    const { rows } = await database.pool.query(
      'select status from withdrawals where owner_id = $1 order by status',
      [rich],
    )
    expect(rows).toEqual([{ status: 'approved' }, { status: 'pending' }])
    await later(1)
    expect(await made()).toMatchObject({ part: 'new', commands: 2n, differences: [] })
  })

  test('of an erased person too', async () => {
    const gone = await house.person({ cash: 1_00n })
    const id = await request(gone)
    const admin = await house.person({ role: 'admin' })
    await made()
    await house.run('ApproveWithdrawal', { withdrawal: id, secondApprovalAbove: null }, admin)
    await house.run('PayWithdrawal', { withdrawal: id, reference: newId() }, admin)
    expect((await house.run('CloseUser', { user: gone }, admin)).outcome).toBe('done')
    await later(1)
    expect(await made()).toMatchObject({ part: 'new', commands: 3n, differences: [], remarks: [] })
  })
})

describe('A checkpoint', () => {
  const unusable: [what: string, spoil: () => Promise<unknown>, remark: string][] = [
    ['that is gone', () => rm(file), 'there is no checkpoint'],
    [
      'with another byte in it',
      async () => {
        const bytes = await readFile(file)
        bytes[200]! ^= 1
        await writeFile(file, bytes)
      },
      'it was changed, or written under another secret',
    ],
    [
      'that was cut off',
      async () => writeFile(file, (await readFile(file)).subarray(0, -40)),
      'it ends too soon',
    ],
    ['of nothing', () => writeFile(file, ''), 'it ends too soon'],
    ['that is a folder', () => rm(file).then(() => mkdir(file)), 'can’t be read'],
    [
      'of another server’s secret',
      async () => {
        await asOwner('delete from desk.replays')
        await made({ secret: 'another secret, 0123456789 abcdef' })
        await asOwner('delete from desk.replays')
        await made({ file: join(folder, 'elsewhere') })
        await later(1)
      },
      'it was changed, or written under another secret',
    ],
    [
      'of another form',
      async () => {
        await asOwner('delete from desk.replays')
        await made({
          partsOf: (macKeys) => {
            const parts = partsOfState(macKeys)
            return { ...parts, facts: [...parts.facts, { ...parts.facts[0]!, name: 'another' }] }
          },
        })
        await later(1)
      },
      'there is no checkpoint of this form',
    ],
  ]
  test.each(unusable)('%s is not believed: all is decided again', async (_, spoil, remark) => {
    await made()
    await later(1)
    await spoil()
    const { part, remarks, commands } = await made()
    expect(part).toBe('whole')
    expect(commands).toBe(await accepted())
    expect(remarks.join().replaceAll('’', "'")).toContain(remark.replaceAll('’', "'"))
    await rm(file, { recursive: true, force: true })
  })

  test('from before the last one only means more work', async () => {
    await made()
    await copyFile(file, `${file}.earlier`)
    await credit()
    await later(1)
    await made()
    await credit()
    await later(1)
    await copyFile(`${file}.earlier`, file)
    expect(await made()).toMatchObject({ part: 'new', commands: 2n, differences: [], remarks: [] })
  })

  test('says nothing to who reads the file', async () => {
    await request(ada)
    await made()
    const bytes = await readFile(file)
    for (const word of ['at home', ada, 'people.example', 'withdrawals'])
      expect(bytes.includes(word), word).toBe(false)
  })

  test('that can’t be written costs a whole replay tomorrow, and not this one', async () => {
    await writeFile(join(folder, 'no folder'), '')
    const nowhere = join(folder, 'no folder', 'checkpoint')
    const { remarks } = await made({ file: nowhere })
    expect(remarks.join()).toContain("the checkpoint can't be written")
    await later(1)
    expect((await made({ file: nowhere })).part).toBe('whole')
  })
})

describe('A result', () => {
  test('that no server made is none, though the application’s role may write rows', async () => {
    await made()
    await later(7)
    const columns = 'ended_at, part, commands, rows, last_command, differences, mac'
    await database.pool.query(
      `insert into desk.replays (started_at, ${columns}) select now() - interval '1 minute', ${columns} from desk.replays`,
    )
    await database.pool.query(
      `insert into desk.replays (started_at, ${columns}) values (now(), now(), 'whole', 1, 1, null, '{}', '')`,
    )
    expect((await made()).part).toBe('whole')
  })

  test('of the time to come counts when it has come', async () => {
    await made()
    await later(-9)
    expect((await made()).part).toBe('whole')
  })

  test('stays as it is', async () => {
    await made()
    for (const change of ['delete from desk.replays', 'update desk.replays set commands = 1']) {
      await expect(database.owner.query(change)).rejects.toThrow('append-only')
      await expect(database.pool.query(change)).rejects.toThrow('permission denied')
    }
  })
})

describe('The server', () => {
  const said: { level: string; said: unknown[] }[] = []
  const say =
    (level: string) =>
    (...words: unknown[]) =>
      said.push({ level, said: words })
  const replaying = (changes: Partial<Replaying> = {}): Replaying => ({
    pool: database.pool,
    log: { error: say('error'), warn: say('warn'), info: say('info') } as Replaying['log'],
    metrics: createMetrics(),
    databaseUrl: database.url,
    macKeys: testMacKeys,
    secret: testSecret,
    dataFolder: folder,
    signal: new AbortController().signal,
    ...changes,
  })
  const found = () => readReplays(database.pool, testMacKeys)
  beforeEach(() => void said.splice(0))

  test('makes none right after its start, but tells what was found before', async () => {
    await made()
    await later(8)
    const metrics = createMetrics()
    const look = createReplays(replaying({ metrics }))
    expect(await look()).toBe(600_000)
    const text = await metrics.registry.metrics()
    const { whole } = await found()
    expect(text).toContain(
      `glasshouse_replay_ended_timestamp_seconds{part="whole"} ${whole!.endedAt / 1000}`,
    )
    await look()
    expect((await found()).whole!.startedAt).toBeGreaterThan(whole!.startedAt)
  })

  test('makes one in a thread, shows it in the metrics, and rests until the next', async () => {
    const metrics = createMetrics()
    const house = replaying({ metrics })
    expect(await replayAndRest(house)).toBe(300_000)
    const { whole } = await found()
    expect(whole).toMatchObject({ part: 'whole', differences: [] })
    expect(said.map(({ level }) => level)).toEqual(['info'])
    const text = await metrics.registry.metrics()
    expect(text).toContain(`glasshouse_replay_commands{part="whole"} ${whole!.commands}`)
    expect(text).toContain('glasshouse_replay_differences{part="whole"} 0')
    expect(text).not.toContain('{part="new"}')
    await replayAndRest(house)
    expect((await found()).whole).toEqual(whole)
  })

  test('shows no figure of a result that is there no more', async () => {
    await made()
    const metrics = createMetrics()
    await createReplays(replaying({ metrics }))()
    expect(await metrics.registry.metrics()).toContain('{part="whole"}')
    await asOwner('delete from desk.replays')
    await createReplays(replaying({ metrics }))()
    expect(await metrics.registry.metrics()).not.toContain('{part="whole"}')
  })

  test('raises its voice at a difference', async () => {
    await tamper(
      `update owners set fixed = true where id = '${ben}'`,
      `update owners set fixed = false where id = '${ben}'`,
    )
    const metrics = createMetrics()
    await replayAndRest(replaying({ metrics }))
    expect(said).toEqual([
      {
        level: 'error',
        said: [
          expect.objectContaining({ part: 'whole', differences: [expect.stringContaining(ben)] }),
          'the state is not what the journal says',
        ],
      },
    ])
    expect(await metrics.registry.metrics()).toContain(
      'glasshouse_replay_differences{part="whole"} 1',
    )
  })

  test('says why all was decided again', async () => {
    await made()
    await later(1)
    await rm(file)
    await replayAndRest(replaying())
    expect(said.map(({ level }) => level)).toEqual(['warn', 'info'])
  })

  test('gives one up when it stops', async () => {
    const stopping = new AbortController()
    const making = replayAndRest(replaying({ signal: stopping.signal }))
    stopping.abort()
    await making
    expect(await found()).toEqual({ whole: null, new: null, different: null })
    expect(said).toEqual([])
  })

  test('doesn’t try again at once what failed', async () => {
    const broken = replaying({ databaseUrl: 'postgresql://nobody@127.0.0.1:1/none' })
    expect(await replayAndRest(broken)).toBe(3_600_000)
    expect(said.map(({ level }) => level)).toEqual(['error'])
  })

  test('begins with it at its start, in every process', async () => {
    await withClient({ url: served.url, name: 'replay of a test' }, (db) =>
      keepReplay(db, testMacKeys, {
        startedAt: Date.UTC(2026, 0, 31),
        endedAt: Date.UTC(2026, 0, 31, 0, 0, 7),
        part: 'whole',
        commands: 300n,
        rows: 500n,
        lastCommand: null,
        differences: [],
      }),
    )
    const server = await startServer({
      databaseUrl: served.url,
      env: { GLASSHOUSE_SECRET: testSecret },
    })
    await expect
      .poll(async () => (await fetch(server.metricsUrl)).text())
      .toContain('glasshouse_replay_duration_seconds{part="whole"} 7')
    expect((await server.stop()).code).toBe(0)
  })
})
