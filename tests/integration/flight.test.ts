/** Statements that go to the database together: one Sync for all of them, and the meaning that they had with one each. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { QueryConfig } from 'pg'
import { Connection, ConnectionLost, NotSent, statementOf } from '../../src/desk/connection.ts'
import { createClient, Unconfirmed } from '../../src/platform/database.ts'
import { createTestDatabase } from '../support/database.ts'
import { times } from '../support/answers.ts'

const database = await createTestDatabase()
await database.owner.query(`create table notes (id int primary key, words text);
  grant select, insert, update, delete on notes to glasshouse_app`)
afterEach(() => database.owner.query('truncate notes'))

const name = 'a flight'
const open = () => createClient({ url: database.url, name, pipeline: true })

const note = (id: number): QueryConfig => ({
  name: 'note',
  text: 'insert into notes (id, words) values ($1, $2)',
  values: [id, `note ${id}`],
})
const allNotes: QueryConfig = { name: 'all', text: 'select id from notes order by id' }
const warning: QueryConfig = statementOf(`do $$ begin raise warning 'a warning'; end $$`)
const [begin, commit, rollback] = ['begin', 'commit', 'rollback'].map(statementOf) as [
  QueryConfig,
  QueryConfig,
  QueryConfig,
]
const noted = async () => (await database.pool.query('select id from notes order by id')).rows

describe('a flight', () => {
  let client: ReturnType<typeof open>
  beforeEach(async () => {
    client = open()
    client.on('error', () => {})
    await client.connect()
  })
  afterEach(() => client.end())

  test.each(['when its statements are new to the connection', 'when they are known'])(
    'answers each statement as the driver does, %s',
    async (when) => {
      const statements: QueryConfig[] = [
        begin,
        {
          name: 'values',
          text: `select 9007199254740993::int8 as big, timestamptz '2026-01-31 09:30+02' as at, null::text as nothing,
            '' as empty, true as yes, array['a "b"', null] as words, n from generate_series(1, $1::int) as numbers(n)`,
          values: [3],
        },
        { name: 'none', text: 'select id from notes where id = any ($1)', values: [[7, 8]] },
        note(1),
        { name: 'change', text: `update notes set words = 'changed' returning id, words` },
        { text: 'select $1::text as words, $2::bytea as bytes', values: ['ä', Buffer.from('ä')] },
        statementOf('discard plans'),
        statementOf(''),
        rollback,
      ]
      if (when.endsWith('known')) await client.flight(statements)
      const one = await database.pool.connect()
      for (const [i, answer] of (await client.flight(statements)).entries()) {
        const { command, rowCount, rows } = await one.query({ ...statements[i]!, name: undefined })
        expect(answer).toEqual({ command: command ?? '', rowCount, rows })
      }
      one.release()
    },
  )

  test('is ended once, and its statements are parsed once for a connection, twice in it or not', async () => {
    let ends = 0
    client.connection.on('readyForQuery', () => {
      ends += 1
    })
    let parsed = 0
    client.connection.on('parseComplete', () => {
      parsed += 1
    })
    await client.flight([begin, note(1), note(2), allNotes, commit])
    await client.flight([begin, note(3), allNotes, commit])
    expect({ ends, parsed }).toEqual({ ends: 2, parsed: 4 })
    const { rows } = await client.query(
      `select name, (generic_plans + custom_plans)::int as used from pg_prepared_statements where name in ('note', 'all') order by name`,
    )
    expect(rows).toEqual([
      { name: 'all', used: 2 },
      { name: 'note', used: 3 },
    ])
  })

  test('waits for the one before it, and goes on with what that one has parsed', async () => {
    const both = await Promise.all([
      client.flight([allNotes, note(1)]),
      client.flight([allNotes, note(2)]),
    ])
    expect(both.map(([answer]) => answer!.rows)).toEqual([[], [{ id: 1 }]])
  })

  test('carries what is larger than any buffer, both ways', async () => {
    const text = 'x'.repeat(1_000_000)
    const echoes = await client.flight(
      times(12, () => ({ name: 'echo', text: 'select $1::text as text', values: [text] })),
    )
    expect(echoes.every(({ rows }) => rows[0].text === text)).toBe(true)
  })

  test('shows a statement what the one before it waited for', async () => {
    const statements = [
      begin,
      statementOf('select from notes where id = 1 for no key update'),
      statementOf('select words from notes where id = 2'),
      commit,
    ]
    await client.flight([note(1), note(2)])
    await client.flight(statements)
    const foreign = await database.owner.connect()
    await foreign.query(`begin; update notes set words = words where id = 1`)
    const answers = client.flight(statements)
    for (let waits = 0; waits === 0;)
      waits = (
        await database.owner.query(
          `select from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'`,
          [name],
        )
      ).rowCount!
    await foreign.query(`update notes set words = 'meanwhile' where id = 2; commit`)
    foreign.release()
    expect((await answers)[2]!.rows).toEqual([{ words: 'meanwhile' }])
  })

  describe('with an error in the middle', () => {
    const wrong = [begin, note(1), note(1), note(2), commit]

    test('throws that error, does nothing of what follows, and leaves the transaction to be rolled back', async () => {
      await expect(client.flight(wrong)).rejects.toMatchObject({ code: '23505' })
      expect(client.getTransactionStatus()).toBe('E')
      await expect(client.flight([note(3), commit])).rejects.toMatchObject({ code: '25P02' })
      await client.flight([rollback])
      expect(await noted()).toEqual([])
      await client.flight([begin, note(4), commit])
      expect(await noted()).toEqual([{ id: 4 }])
    })

    test('answers a COMMIT of what has failed before with ROLLBACK', async () => {
      await expect(client.flight(wrong)).rejects.toThrow()
      expect(await client.flight([commit])).toMatchObject([{ command: 'ROLLBACK' }])
    })

    test('knows which statements were parsed: those before it, its own, and none after it', async () => {
      await expect(client.flight([begin, note(1), note(1), allNotes])).rejects.toThrow('duplicate')
      await expect(
        client.flight([rollback, statementOf('select nonsense'), allNotes]),
      ).rejects.toMatchObject({ code: '42703' })
      await client.flight([begin, note(5), commit])
      const [answer] = await client.flight([allNotes])
      expect(answer!.rows).toEqual([{ id: 5 }])
    })

    test('goes on with a statement that failed when it was new, and with its rows', async () => {
      const divided: QueryConfig = { name: 'divided', text: 'select 12 / $1::int as result' }
      await expect(client.flight([{ ...divided, values: [0] }])).rejects.toThrow('division by zero')
      expect((await client.flight([{ ...divided, values: [3] }]))[0]!.rows).toEqual([{ result: 4 }])
    })

    test('is over when the server is done with it', async () => {
      await expect(client.flight([statementOf('select 1 / 0')])).rejects.toThrow('division')
      expect(client.getTransactionStatus()).toBe('I')
    })
  })

  test('with a row that can’t be read throws, and the connection goes on', async () => {
    const odd = statementOf(`select timestamptz 'infinity' as at from generate_series(1, 3)`)
    await expect(client.flight([odd, odd, allNotes])).rejects.toThrow(
      new RangeError('not an instant in UTC: infinity'),
    )
    expect(await client.flight([allNotes])).toMatchObject([{ rows: [] }])
  })

  test('that can’t be sent sends nothing at all', async () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    const unsendable = { name: 'unsendable', text: 'select $1::jsonb', values: [circle] }
    await expect(client.flight([note(1), unsendable])).rejects.toThrow(TypeError)
    const other = { ...allNotes, text: 'select words from notes' }
    await expect(client.flight([note(1), allNotes, other])).rejects.toThrow('prepared as all')
    expect(await client.flight([allNotes])).toMatchObject([{ rows: [] }])
    await expect(client.flight([note(1), other])).rejects.toThrow('prepared as all')
    expect(await noted()).toEqual([])
  })

  test('parses again what the server has put away', async () => {
    await client.flight([note(1), allNotes])
    await client.flight([statementOf('deallocate all')])
    expect((await client.flight([note(2), allNotes]))[1]!.rows).toEqual([{ id: 1 }, { id: 2 }])
    await client.flight([statementOf('discard all')])
    expect((await client.flight([note(3), allNotes]))[1]!.rows).toHaveLength(3)
  })

  describe('with a warning', () => {
    test.each([
      ['before a change', [begin, warning, note(1), commit]],
      ['before the COMMIT', [begin, note(1), warning, commit]],
      ['of the COMMIT itself', [note(1), rollback, commit]],
    ])('%s is no promise', async (_, statements) => {
      await expect(client.flight(statements)).rejects.toThrow(Unconfirmed)
      await client.query('rollback')
    })

    test('after which nothing is changed is one, and so is the next flight', async () => {
      await client.flight([note(1), warning, allNotes])
      expect(await client.flight([begin, note(2), commit])).toHaveLength(3)
    })

    test('says so rather than what fails after it', async () => {
      await expect(client.flight([begin, warning, note(1), note(1)])).rejects.toThrow(Unconfirmed)
    })
  })
})

/** Ends the connection that sleeps, as soon as it does. */
async function terminateSleeper(): Promise<void> {
  for (let ended = 0; ended === 0;)
    ended = (
      await database.owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and wait_event = 'PgSleep'`,
        [name],
      )
    ).rowCount!
}

type Silence = {
  sleep: QueryConfig
  answerMs?: number
  terminated?: 'meanwhile' | 'afterwards'
}

describe('a connection of the desk', () => {
  function openConnection(answerMs?: number) {
    let opened = 0
    const connection = new Connection(() => ((opened += 1), open()), answerMs)
    afterAll(() => connection.close())
    return { connection, opened: () => opened }
  }

  const forLong = statementOf('select pg_sleep(60)')
  test.each([
    ['is ended', { sleep: forLong, terminated: 'meanwhile' }],
    [
      // Its code is none of those by which a broken connection is known.
      'ends itself',
      {
        sleep: {
          text: `do $$ begin set local transaction_timeout = 20; perform pg_sleep(60); end $$`,
        },
      },
    ],
    ['says nothing any more', { sleep: forLong, answerMs: 300, terminated: 'afterwards' }],
  ] as [string, Silence][])(
    'that %s in a flight is lost, and the next one knows nothing',
    async (_, { sleep, answerMs, terminated }) => {
      const { connection, opened } = openConnection(answerMs)
      await connection.begin([note(1), allNotes])
      await connection.pipeline([commit])
      const lost = connection
        .begin([note(2), sleep, note(3), commit])
        .catch((error: unknown) => error)
      if (terminated === 'meanwhile') await terminateSleeper()
      const fault = await lost
      if (terminated === 'afterwards') await terminateSleeper()
      expect(fault).toBeInstanceOf(ConnectionLost)
      expect(fault).not.toBeInstanceOf(NotSent)
      await connection.rollback()
      await expect(connection.pipeline([commit])).rejects.toThrow(NotSent)
      const [, answer] = await connection.begin([note(4), allNotes])
      await connection.pipeline([commit])
      expect(answer!.rows).toEqual([{ id: 1 }, { id: 4 }])
      expect(opened()).toBe(2)
    },
  )

  test('keeps its statements when they are planned again', async () => {
    const { connection } = openConnection()
    for (const id of [1, 2, 3, 4, 5]) {
      const [, answer] = await connection.begin([note(id), allNotes])
      expect(answer!.rows).toHaveLength(id)
      await connection.pipeline([commit])
    }
  })
})
