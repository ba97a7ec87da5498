/** What the desk does when something is wrong around it: foreign locks, broken connections, faulty rules, too much to do. */
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { oneIsEnough } from '../../src/domains/approvals/rules.ts'
import { Desk, type DeskLimits } from '../../src/desk/desk.ts'
import type { Rules } from '../../src/desk/command.ts'
import type { Reply } from '../../src/desk/decide.ts'
import { commands, writersOf } from '../../src/domains/nouns.ts'
import { firm } from '../../src/ledger/core/chart.ts'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { createClient } from '../../src/platform/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { answerOf, countAnswers, countOf, times } from '../support/answers.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, seedPlans } from '../support/house.ts'
import { testStamp } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)

afterEach(async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
})

/** Who waits for a lock gets it, however long a busy machine takes until it is let go. */
const unhurried = { patientLockMs: 50_000, answerMs: 50_000 }

/** A desk of one's own, with limits and rules of one's own; `logged` are the faults that it found worth a line. */
function openDesk<K extends Rules>(
  rules: K,
  limits: Partial<DeskLimits> = {},
  beforeCommit?: () => Promise<void>,
) {
  const logged: unknown[] = []
  let opened = 0
  const desk = new Desk<K>({
    rules,
    writers: writersOf('waiting'),
    stamp: testStamp,
    open: (lockMs) => {
      opened += 1
      const client = createClient({
        url: database.url,
        name: 'glasshouse test desk',
        pipeline: true,
        // What a test holds open stays open, however busy the machine is.
        limits: { lockMs, ...(beforeCommit ? { idleInTransactionMs: 0 } : {}) },
      })
      const flight = client.flight.bind(client)
      if (beforeCommit)
        client.flight = async (statements) => {
          if (statements.at(-1)!.text !== 'commit') return flight(statements)
          const answers = await flight(statements.slice(0, -1))
          await beforeCommit()
          return [...answers, ...(await flight(statements.slice(-1)))]
        }
      return client
    },
    db: database.pool,
    log: { error: (fault: unknown) => void logged.push(fault), warn: () => {} },
    newId,
    limits,
  })
  afterAll(() => desk.close())
  return { desk, logged, connections: () => opened }
}

const credit = (
  desk: Desk<typeof commands>,
  owner: string,
  amount = 1n,
  more: { id?: string; key?: string | null; signal?: AbortSignal } = {},
) =>
  desk.run({
    kind: 'CreditPlayMoney',
    command: { owner, amount, asset: 'BTC', limits: null },
    actor: owner,
    key: null,
    bodyHash: '',
    requestId: 'test',
    ...more,
  })

/** Somebody else's transaction, which has done this and keeps its locks until it is told to end. */
async function foreignTransaction(...statements: string[]): Promise<{ end(): Promise<void> }> {
  const client = await database.owner.connect()
  await client.query('begin')
  for (const sql of statements) await client.query(sql)
  return {
    async end() {
      await client.query('commit')
      client.release()
    },
  }
}

const lockOf = (owner: string) => `select from owners where id = '${owner}' for no key update`
const cash = async (owner: string) => (await house.balances(owner)).cash ?? 0n

describe('F4: a lock that somebody else holds on an owner', () => {
  test('stops nobody but this owner, who is answered when it is gone', async () => {
    const { desk } = openDesk(commands, unhurried)
    const [ada, ...others] = await Promise.all(times(21, () => house.person()))
    const foreign = await foreignTransaction(lockOf(ada!))
    const waiting = credit(desk, ada!)
    expect(await countAnswers(others.map((owner) => credit(desk, owner)))).toEqual({ done: 20 })
    expect(await countAnswers(others.map((owner) => credit(desk, owner)))).toEqual({ done: 20 })
    expect(await cash(ada!)).toBe(0n)
    await foreign.end()
    expect((await waiting).outcome).toBe('done')
  })

  test('that stays gets the owner a “busy” with nothing booked, others still go on', async () => {
    const { desk } = openDesk(commands, { patienceMs: 20, patientLockMs: 100 })
    const [ada, ben] = await Promise.all(times(2, () => house.person()))
    const foreign = await foreignTransaction(lockOf(ada!))
    const id = newId()
    expect(await answerOf(credit(desk, ada!, 1n, { id }))).toBe('busy')
    expect(await answerOf(credit(desk, ben!))).toBe('done')
    await foreign.end()
    expect(await cash(ada!)).toBe(0n)
    expect(await answerOf(credit(desk, ada!, 1n, { id }))).toBe('done')
  })

  test('keeps the owner’s commands in their order', async () => {
    const { desk } = openDesk(commands)
    const ada = await house.person()
    const foreign = await foreignTransaction(lockOf(ada))
    const replies = times(5, (n) => credit(desk, ada, BigInt(n + 1)))
    await foreign.end()
    const balances = (await Promise.all(replies)).map(
      ({ text }) => JSON.parse(text).data.user.accountBalance,
    )
    expect(balances).toEqual([0.01, 0.03, 0.06, 0.1, 0.15])
  })

  test('hides nothing that its holder changed meanwhile: the name is new, and so stays the email', async () => {
    const ada = await house.person()
    const foreign = await foreignTransaction(
      `update owners set stamped_at = stamped_at where id = '${ada}'`,
      `update auth.persons set email = 'moved-${ada}@people.example' where id = '${ada}'`,
    )
    const { desk } = openDesk(commands, { ...unhurried, patienceMs: 0 })
    const waiting = desk.run({
      kind: 'ChangeName',
      command: { owner: ada, fullName: 'Ada Lovelace' },
      actor: ada,
      key: null,
      bodyHash: '',
      requestId: 'test',
    })
    await untilSomebodyWaits()
    await foreign.end()
    expect(JSON.parse((await waiting).text).data.user).toMatchObject({
      fullName: 'Ada Lovelace',
      email: `moved-${ada}@people.example`,
    })
    const { rows } = await database.owner.query(
      'select full_name, email from auth.persons where id = $1',
      [ada],
    )
    expect(rows).toEqual([{ full_name: 'Ada Lovelace', email: `moved-${ada}@people.example` }])
  })
})

/** Until a connection of a desk waits for a lock. */
async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await database.owner
      .query(`select 1 from pg_stat_activity where datname = current_database()
      and application_name = 'glasshouse test desk' and wait_event_type = 'Lock'`)
    if (rows.length > 0) return
  }
}

test('a key whose command came to nothing belongs to the other body that asked for it meanwhile', async () => {
  // The second waits as long as the first did: the lock is let go at once, and a busy machine needs a moment for it.
  const { desk } = openDesk(commands, { patienceMs: 20, patientLockMs: 2_000 })
  const ada = await house.person()
  const lock = await foreignTransaction(lockOf(ada))
  const first = answerOf(credit(desk, ada, 1n, { key: 'one key' })).finally(() => lock.end())
  const second = answerOf(
    desk.run({
      kind: 'CreditPlayMoney',
      command: { owner: ada, amount: 2n, asset: 'BTC', limits: null },
      actor: ada,
      key: 'one key',
      bodyHash: 'another',
      requestId: 'test',
    }),
  )
  expect([await first, await second]).toEqual(['busy', 'done'])
  expect(await cash(ada)).toBe(2n)
})

describe('F4: a lock that somebody else holds on the firm’s accounts', () => {
  const lockFirm = `select from ledger.accounts where owner = '${firm}' for update`

  test('lets a whole batch go as busy after one wait, not each of its commands after one of its own', async () => {
    // Forty waits, one after the other, would be longer than a test may take.
    const { desk, logged } = openDesk(commands, { patientLockMs: 2_000, inFlight: 1 })
    const people = await Promise.all(times(40, () => house.person()))
    const foreign = await foreignTransaction(lockFirm)
    expect(await countAnswers(people.map((owner) => credit(desk, owner)))).toEqual({ busy: 40 })
    await foreign.end()
    expect(await countAnswers(people.map((owner) => credit(desk, owner)))).toEqual({ done: 40 })
    expect(logged).toEqual([])
  })

  test('because a pool is being filled, is waited for: nothing is refused by what may be old', async () => {
    const plans = await seedPlans(database)
    const ada = await house.person({ cash: 1_000_00n })
    await house.run('PayInCapital', { amount: 120_00n, reference: 'for the pool' }, null)
    const { promise: mayCommit, resolve: letCommit } = Promise.withResolvers<void>()
    const { desk: filling } = openDesk(commands, unhurried, () => mayCommit)
    const filled = filling.run({
      kind: 'FundPool',
      command: { pool: 'returns', amount: 120_00n, ...oneIsEnough },
      actor: null,
      key: null,
      bodyHash: '',
      requestId: 'test',
    })
    const locked = () =>
      database.owner
        .query(`select 1 from pg_locks l join pg_stat_activity a using (pid) where a.application_name = 'glasshouse test desk'
      and a.state = 'idle in transaction' and l.relation = 'ledger.postings'::regclass and l.mode = 'RowExclusiveLock'`)
    while ((await locked()).rows.length === 0);
    const { desk: opening } = openDesk(commands, unhurried)
    const opened = opening.run({
      kind: 'OpenInvestment',
      command: {
        owner: ada,
        planId: plans.advanced,
        amount: 1_000_00n,
        acceptedRiskVersion: 1,
        acceptedTermsVersion: 1,
        limits: null,
        coolingOffMs: 0,
        needsAnswers: false,
      },
      actor: ada,
      key: null,
      bodyHash: '',
      requestId: 'test',
    })
    await untilSomebodyWaits()
    letCommit()
    expect((await filled).outcome).toBe('done')
    expect((await opened).outcome).toBe('done')
  })

  test('doesn’t keep those in the queue beyond their deadline', async () => {
    const { desk } = openDesk(commands, { inFlight: 1, deadlineMs: 100, patientLockMs: 30_000 })
    const [ada, ben] = await Promise.all(times(2, () => house.person()))
    const foreign = await foreignTransaction(lockFirm)
    const taken = credit(desk, ada!)
    await untilSomebodyWaits()
    expect(await answerOf(credit(desk, ben!))).toBe('busy')
    await foreign.end()
    expect((await taken).outcome).toBe('done')
    expect(await cash(ben!)).toBe(0n)
  })
})

describe('F1: too much to do', () => {
  test('is refused as busy beyond the length of the queue, at once', async () => {
    const { desk } = openDesk(commands, { ...unhurried, queue: 10 })
    const ada = await house.person()
    const foreign = await foreignTransaction(lockOf(ada))
    const replies = times(15, () => credit(desk, ada))
    expect(await countAnswers(replies.slice(10))).toEqual({ busy: 5 })
    await foreign.end()
    expect(await countAnswers(replies.slice(0, 10))).toEqual({ done: 10 })
    expect(await cash(ada)).toBe(10n)
  })

  test('is dropped when whoever asked has left, and nothing is booked', async () => {
    const { desk } = openDesk(commands)
    const ada = await house.person()
    const leaving = new AbortController()
    const reply = credit(desk, ada, 1n, { signal: leaving.signal })
    leaving.abort()
    expect(await answerOf(reply)).toBe('busy')
    expect(await cash(ada)).toBe(0n)
  })

  test('is done before a desk closes, and nothing new is taken', async () => {
    const { desk } = openDesk(commands)
    const people = await Promise.all(times(30, () => house.person()))
    const replies = people.map((owner) => credit(desk, owner))
    const closed = desk.close()
    expect(await answerOf(credit(desk, people[0]!))).toBe('busy')
    expect(await countAnswers(replies)).toEqual({ done: 30 })
    await closed
  })
})

describe('a faulty rule', () => {
  const faulty = {
    ...commands,
    Explode: {
      ...commands.CreditPlayMoney,
      decide: () => {
        throw new Error('a faulty rule')
      },
    },
    Overdraw: {
      ...commands.CreditPlayMoney,
      decide: (_: unknown, { owner }: { owner: string }) => ({
        postings: [
          {
            event: 'withdrawal-requested',
            debit: { owner, kind: 'cash' },
            credit: { owner, kind: 'held' },
            amount: 1n,
          },
        ],
        activity: [{ owner, kind: 'overdrawn' }],
      }),
    },
    WriteNonsense: {
      ...commands.CreditPlayMoney,
      decide: (_: unknown, { owner }: { owner: string }) => ({
        postings: [],
        activity: [{ owner, kind: 'nonsense' }],
        texts: { words: '\u0000' },
      }),
    },
  } as typeof commands &
    Record<'Explode' | 'Overdraw' | 'WriteNonsense', typeof commands.CreditPlayMoney>

  test('or a row that nobody can read is told and logged as a fault of ours, not as a connection that broke', async () => {
    const { desk, logged } = openDesk(commands)
    const ada = await house.person()
    await database.owner.query(`update owners set stamped_at = 'infinity' where id = $1`, [ada])
    expect(await answerOf(credit(desk, ada))).toBe('internal_error')
    expect(logged).toMatchObject([
      { err: new RangeError('not an instant in UTC: infinity'), kind: 'CreditPlayMoney' },
    ])
    await database.owner.query(`update owners set stamped_at = created_at where id = $1`, [ada])
    expect(await answerOf(credit(desk, ada))).toBe('done')
  })

  test('is told as one where it is met before the desk, too', async () => {
    const ada = await house.person()
    const db = {
      query: async () => {
        throw new TypeError('a fault of ours')
      },
    }
    const desk = new Desk({
      rules: commands,
      writers: writersOf('waiting'),
      stamp: testStamp,
      open: () => createClient({ url: database.url, name: 'glasshouse test desk', pipeline: true }),
      db,
      log: { error: () => {}, warn: () => {} },
      newId,
    })
    const asking = desk.run({
      kind: 'RequestWithdrawal',
      command: {
        owner: ada,
        amount: 1n,
        target: { type: 'tradehub_transfer', recipientAccountId: 'GH-1' },
      },
      actor: ada,
      key: null,
      bodyHash: '',
      requestId: 'test',
    } as never)
    await expect(asking).rejects.toThrow(TypeError)
    await desk.close()
  })

  test.each(['Explode', 'Overdraw', 'WriteNonsense'] as const)(
    'that is to %s fails alone; its neighbours in the batch are booked',
    async (kind) => {
      const { desk, logged } = openDesk(faulty, { inFlight: 1 })
      const people = await Promise.all(times(20, () => house.person()))
      const submit = (owner: string, n: number) =>
        desk.run({
          kind: n === 7 ? kind : 'CreditPlayMoney',
          command: { owner, amount: 5n, asset: 'BTC', limits: null },
          actor: owner,
          key: null,
          bodyHash: '',
          requestId: 'test',
        })
      expect(await countAnswers(people.map(submit))).toEqual({ done: 19, internal_error: 1 })
      expect(await Promise.all(people.map(cash))).toEqual(people.map((_, n) => (n === 7 ? 0n : 5n)))
      expect(logged).toHaveLength(1)
      expect(await answerOf(submit(people[7]!, 0)), 'and the person goes on').toBe('done')
    },
  )
})

describe('F3: a connection that breaks', () => {
  /** Ends connections of the desks again and again, from within the database: it keeps no time with the load. */
  async function killer(rounds: number): Promise<void> {
    await database.owner.query(`do $$ begin for round in 1..${rounds} loop
      perform pg_stat_clear_snapshot();
      perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'glasshouse test desk';
      perform pg_sleep(random() * 0.05);
    end loop; end $$`)
  }

  const recorded = async (key: string) =>
    (
      await database.owner.query('select count(*)::int as n from desk.commands where key = $1', [
        key,
      ])
    ).rows[0].n as number

  test('in the middle of a load loses nothing that was answered and books nothing twice', async () => {
    const { desk, connections } = openDesk(commands)
    const people = await Promise.all(times(30, () => house.person()))
    const answers = new Map<string, { owner: string; answer: string; text: string | null }>()
    let onDone = () => {}
    const ask = async (owner: string, key: string) => {
      let reply: Reply | null = null
      const answer = await answerOf(credit(desk, owner, 1n, { key }).then((got) => (reply = got)))
      if (answer === 'done') onDone()
      answers.set(key, { owner, answer, text: (reply as Reply | null)?.text ?? null })
    }
    let killing = true
    // As often as connections come back, and each time until something is done again, however busy the machine is.
    const killUntilMany = async (): Promise<void> => {
      await killer(10)
      await new Promise<void>((resolve) => (onDone = resolve))
      if (connections() <= 10) await killUntilMany()
    }
    const killed = killUntilMany().finally(() => {
      killing = false
    })
    await Promise.all(
      people.map(async (owner) => {
        for (let n = 0; killing; n += 1) await ask(owner, `${owner} ${n}`)
      }),
    )
    await killed

    const counts = countOf([...answers.values()].map(({ answer }) => answer))
    expect(connections()).toBeGreaterThan(10)
    expect(
      Object.keys(counts).filter(
        (answer) => !['done', 'outcome_unknown', 'unavailable'].includes(answer),
      ),
    ).toEqual([])
    expect(counts.done).toBeGreaterThan(0)
    for (const [key, { owner, answer, text }] of answers) {
      const before = await recorded(key)
      expect(
        answer === 'done' ? before === 1 : answer === 'unavailable' ? before === 0 : before <= 1,
      ).toBe(true)
      if (answer === 'done' && !key.endsWith('0')) continue
      const again = await credit(desk, owner, 1n, { key })
      expect(again.outcome).toBe('done')
      if (text !== null) expect(again.text).toBe(text)
      expect(await recorded(key)).toBe(1)
    }
    const asked = countOf([...answers.values()].map(({ owner }) => owner))
    for (const [owner, count] of Object.entries(asked))
      expect(await cash(owner)).toBe(BigInt(count))
  })

  test('after the database has committed, and before it could say so, is found out', async () => {
    const { desk, broken } = openBreakingDesk({ after: 'commit', times: 1 })
    const ada = await house.person()
    expect((await credit(desk, ada, 5n)).outcome).toBe('done')
    expect(broken()).toBe(1)
    expect(await cash(ada)).toBe(5n)
  })

  test('between two statements leaves nothing to run outside a transaction', async () => {
    const { desk, broken } = openBreakingDesk({ after: 'desk.now', times: 1 })
    const ada = await house.person()
    const id = newId()
    expect((await credit(desk, ada, 5n, { id })).outcome).toBe('done')
    expect(broken()).toBe(1)
    const { rows } = await database.owner.query(
      'select c.xmin = p.xmin as together from desk.commands c join ledger.postings p on p.command_id = c.id where c.id = $1',
      [id],
    )
    expect(rows).toEqual([{ together: true }])
  })

  test('without a word is noticed, and another one takes over', async () => {
    const { desk, broken } = openBreakingDesk({ after: 'desk.now', times: 1, silently: true })
    const ada = await house.person()
    expect((await credit(desk, ada, 5n)).outcome).toBe('done')
    expect(broken()).toBe(1)
    expect(await cash(ada)).toBe(5n)
  })

  test('again and again is told: unknown when it may have been booked, unavailable when nothing can have been', async () => {
    const ada = await house.person()
    const { desk } = openBreakingDesk({ after: 'commit' })
    expect(await answerOf(credit(desk, ada, 5n, { key: 'always' }))).toBe('outcome_unknown')
    expect(await cash(ada)).toBe(5n)
    expect(await answerOf(credit(house.desk, ada, 5n, { key: 'always' }))).toBe('done')
    expect(await cash(ada)).toBe(5n)
    const { desk: early } = openBreakingDesk({ after: 'desk.now' })
    expect(await answerOf(credit(early, ada))).toBe('unavailable')
    const { desk: nowhere } = openBreakingDesk({ url: 'postgres://nobody@127.0.0.1:1/none' })
    expect(await answerOf(credit(nowhere, ada))).toBe('unavailable')
    expect(await cash(ada)).toBe(5n)
  })

  /** A desk whose connections break when the flight with a statement has been answered, and before anybody hears of the answer. */
  function openBreakingDesk({
    after = '',
    times: most = Infinity,
    url = database.url,
    silently = false,
  }: {
    after?: string
    times?: number
    url?: string
    silently?: boolean
  }) {
    let broken = 0
    const desk = new Desk({
      rules: commands,
      writers: writersOf('waiting'),
      stamp: testStamp,
      open: (lockMs) => {
        const client = createClient({
          url,
          name: 'glasshouse breaking desk',
          pipeline: true,
          limits: { lockMs },
        })
        const flight = client.flight.bind(client)
        client.flight = async (statements) => {
          const answers = await flight(statements)
          if (broken >= most || !statements.some(({ name }) => name === after)) return answers
          broken += 1
          if (silently) {
            // Nothing that arrives is read any more.
            client.connection.stream.pause()
            return answers
          }
          const ended = new Promise((resolve) => client.once('end', resolve))
          client.connection.stream.destroy()
          await ended
          if (after === 'commit') throw new Error('Connection terminated unexpectedly')
          return answers
        }
        return client
      },
      db: database.pool,
      log: { error: () => {}, warn: () => {} },
      newId,
      limits: { answerMs: 300 },
    })
    afterAll(() => desk.close())
    return { desk, broken: () => broken }
  }
})

describe('an idle desk', () => {
  test('holds no timer', async () => {
    const timers = () =>
      process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const before = timers()
    const { desk } = openDesk(commands)
    const people = await Promise.all(times(10, () => house.person()))
    expect(
      await countAnswers(people.flatMap((owner) => times(5, () => credit(desk, owner)))),
    ).toEqual({ done: 50 })
    expect(timers()).toBeLessThanOrEqual(before)
  })
})
