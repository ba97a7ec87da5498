/**
 * What is committed here and on no other machine: PostgreSQL waits at COMMIT for its standby, and somebody ends the wait.
 * With the server that we bring, and with the oldest one that Debian has here.
 */
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { Desk } from '../../src/desk/desk.ts'
import { commands, writersOf } from '../../src/domains/nouns.ts'
import { createClient, inTransaction, Unconfirmed } from '../../src/platform/database.ts'
import { barrierChange } from '../../src/desk/write.ts'
import { readinessOf } from '../../src/platform/health.ts'
import { WriteProbe } from '../../src/platform/write-probe.ts'
import { newId } from '../../src/platform/ids.ts'
import { answerOf } from '../support/answers.ts'
import { createHouse } from '../support/house.ts'
import { debianPostgres, missingParts } from '../support/outside.ts'
import { createPair, type Pair } from '../support/standby.ts'
import { testStamp } from '../support/stamp.ts'

const missing = missingParts('postgresql')

describe.each([
  ['the embedded PostgreSQL', null, null],
  ['Debian’s PostgreSQL', debianPostgres(), missing],
] as const)(
  'I20: a commit that no standby has confirmed, with %s',
  async (_, program, whyMissing) => {
    if (whyMissing) return test.skip(whyMissing)
    const pair = await createPair(program)
    const house = createHouse(pair)
    let standbyIsThere = true

    const away = async () => {
      await pair.stopStandby()
      standbyIsThere = false
    }
    const back = async () => {
      if (!standbyIsThere) await pair.startStandby()
      standbyIsThere = true
    }
    afterEach(back)

    const credit = (owner: string, key: string) =>
      house.desk.run({
        kind: 'CreditPlayMoney',
        command: { owner, amount: 5n, asset: 'BTC', limits: null },
        actor: owner,
        key,
        bodyHash: '',
        requestId: 'test',
      })
    const cash = async (owner: string) => (await house.balances(owner)).cash ?? 0n
    const commandsOf = async (db: Pair['owner'], key: string) =>
      (await db.query('select from desk.commands where key = $1', [key])).rowCount

    test.each(['cancel', 'terminate'] as const)(
      'is never told as done, however often the wait is ended by pg_%s_backend',
      async (how) => {
        const ada = await house.person()
        await away()
        expect(await endingWaits(pair, how, answerOf(credit(ada, how)))).toBe('outcome_unknown')
        // It is to be seen here, and only here.
        expect(await cash(ada)).toBe(5n)
        expect(
          await endingWaits(pair, how, answerOf(credit(ada, how))),
          'nor is it when the same key is asked again',
        ).toBe('outcome_unknown')
        await back()
        expect(await answerOf(credit(ada, how))).toBe('done')
        expect(await cash(ada)).toBe(5n)
        await expect.poll(() => commandsOf(pair.standby, how)).toBe(1)
      },
    )

    test.each(['cancel', 'terminate'] as const)(
      'is told as done when a standby has it after all, though the first wait was ended by pg_%s_backend',
      async (how) => {
        const ada = await house.person()
        await away()
        const reply = answerOf(credit(ada, `${how} once`))
        await endWait(pair, how, reply)
        // The desk has found the command in the journal, and waits until that is on the standby as well.
        await somebodyWaits(pair, reply)
        // A backend that is being ended still seems to wait for a moment, and what it committed is seen when it has gone.
        await expect.poll(() => commandsOf(pair.owner, `${how} once`)).toBe(1)
        await back()
        expect(await reply).toBe('done')
        await expect.poll(() => commandsOf(pair.standby, `${how} once`)).toBe(1)
        expect(await cash(ada)).toBe(5n)
      },
    )

    test('is not read back without a wait of its own where the command locks nobody', async () => {
      const admin = await house.person({ role: 'admin' })
      const decide = () =>
        answerOf(
          house.run('AgreeToProposal', { proposal: newId(), shown: '{}' }, admin, {
            key: 'locks nobody',
          }),
        )
      await away()
      expect(await endingWaits(pair, 'terminate', decide())).toBe('outcome_unknown')
      // The refusal stands in the administrator's chain, under their lock; whoever asks for it again takes none.
      const again = decide()
      await somebodyWaits(pair, again)
      expect(await endingWaits(pair, 'terminate', again)).toBe('outcome_unknown')
      await back()
      expect(await decide()).toBe('unknown_proposal')
    })

    test('is found out by another desk too, which has only the key', async () => {
      const ada = await house.person()
      const other = new Desk({
        rules: commands,
        writers: writersOf('waiting'),
        stamp: testStamp,
        db: pair.pool,
        newId,
        log: { error: () => {}, warn: () => {} },
        open: (lockMs) =>
          createClient({
            url: pair.url,
            name: 'glasshouse test desk',
            pipeline: true,
            limits: { lockMs },
          }),
      })
      afterAll(() => other.close())
      await away()
      expect(await endingWaits(pair, 'cancel', answerOf(credit(ada, 'another desk')))).toBe(
        'outcome_unknown',
      )
      const again = answerOf(
        other.run({
          kind: 'CreditPlayMoney',
          command: { owner: ada, amount: 5n, asset: 'BTC', limits: null },
          actor: ada,
          key: 'another desk',
          bodyHash: '',
          requestId: 'test',
        }),
      )
      await somebodyWaits(pair, again)
      await back()
      expect(await again).toBe('done')
      expect(await cash(ada)).toBe(5n)
    })

    test('a server whose database is the standby isn’t ready, and says why', async () => {
      const lifecycle = { draining: false }
      const ready = (probe: Pair['owner']) =>
        readinessOf({ probe: { pool: probe, change: barrierChange }, lifecycle })()
      expect(await ready(pair.owner)).toBeNull()
      expect(await ready(pair.standby)).toBe('the database is a standby, which takes no changes')
      await away()
      expect(await ready(pair.standby)).toBe('the database does not answer')
    })

    test('a server whose changes no standby confirms isn’t ready, and leaves one waiting, however often it is asked', async () => {
      const probe = new WriteProbe(
        { pool: pair.owner, change: barrierChange },
        { patienceMs: 500, restMs: 0, slowMs: 0 },
      )
      await away()
      for (const _ of [1, 2, 3])
        expect(await probe.whyNot()).toBe('the database confirms no changes')
      const { rows } = await pair.owner.query(`select count(*)::int as count ${waiting}`)
      expect(rows[0].count).toBe(1)
      await back()
      await expect.poll(() => probe.whyNot()).toBeNull()
    })

    const write = `insert into auth.link_requests (email, use) values ('somebody@people.example', 'reset-password')`

    test.each([
      [
        'a transaction whose wait is cancelled',
        'cancel',
        () => inTransaction(pair.pool, (client) => client.query(write)),
      ],
      [
        'a transaction whose connection is ended',
        'terminate',
        () => inTransaction(pair.pool, (client) => client.query(write)),
      ],
      ['a statement by itself', 'cancel', () => pair.pool.query(write)],
      [
        'a statement by itself, on a connection of its own',
        'cancel',
        () => inTransaction(pair.owner, async () => {}).then(() => pair.owner.query(write)),
      ],
    ] as const)('is no success either of %s', async (_what, how, work) => {
      await away()
      await expect(endingWaits(pair, how, work())).rejects.toThrow(Unconfirmed)
      await back()
      await work()
    })
  },
)

const waiting = `from pg_stat_activity where wait_event = 'SyncRep' and backend_type = 'client backend'`

/** Until the answer is waited for. Throws where it comes without any wait. */
async function somebodyWaits({ owner }: Pair, answer: Promise<unknown>): Promise<void> {
  let answered: unknown
  const note = (given: unknown) => {
    answered = { given }
  }
  answer.then(note, note)
  while ((await owner.query(`select ${waiting}`)).rowCount === 0)
    if (answered) throw new Error('answered without a wait', { cause: answered })
}

async function endWait(
  pair: Pair,
  how: 'cancel' | 'terminate',
  answer: Promise<unknown>,
): Promise<void> {
  await somebodyWaits(pair, answer)
  await pair.owner.query(`select pg_${how}_backend(pid) ${waiting}`)
}

/** Ends every wait for the standby until there is an answer. */
async function endingWaits<T>(
  pair: Pair,
  how: 'cancel' | 'terminate',
  answer: Promise<T>,
): Promise<T> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  answer.then(settle, settle)
  while (!isSettled) await pair.owner.query(`select pg_${how}_backend(pid) ${waiting}`)
  return answer
}
