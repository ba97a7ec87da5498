/** Migrations leave people booking while they run: what the files do to tables that are in use. */
import { describe, expect, test } from 'vitest'
import { isBaseline, label, readMigrations } from '../src/platform/migrations/files.ts'
import { migrationsFolder } from './support/cluster.ts'
import { faultsOfMigration } from './support/migration-rules.ts'

const files = readMigrations(migrationsFolder)

describe('J19: a migration stops nobody from booking', () => {
  test.each([
    ['none yet', ''],
    ...files.filter((file) => !isBaseline(file)).map((file) => [label(file), file.sql]),
  ])('%s', (name, sql) =>
    expect(faultsOfMigration(sql!, files.find((file) => label(file) === name)?.isOutside)).toEqual(
      [],
    ),
  )
})

describe('J19: of what is done to a table that is in use', () => {
  const notValid = 'a check or a foreign key is added NOT VALID, and validated by a later file'
  test('the chart changed in one step is refused, and in two it is not', () => {
    const change = `alter table ledger.postings drop constraint postings_in_chart,
        add constraint postings_in_chart check (event = 'transfer' and debit_kind in ('held', 'cash'))`
    expect(faultsOfMigration(`${change};`)).toContain(notValid)
    expect(faultsOfMigration(`${change} not valid;`)).toEqual([])
    expect(
      faultsOfMigration('alter table ledger.postings validate constraint postings_in_chart;'),
    ).toEqual([])
  })

  test.each([
    [
      'validated where it is added',
      'alter table a add constraint b check (c > 0) not valid; alter table a validate constraint b;',
      /file of its own/,
    ],
    [
      'a foreign key that is looked up at once',
      'alter table a add constraint b foreign key (c) references d;',
      /NOT VALID/,
    ],
    ['an index that blocks writers', 'create index a_by_b on ledger.a (b);', /CONCURRENTLY/],
    ['a unique index that blocks writers', 'create unique index on a (b);', /CONCURRENTLY/],
    [
      'CONCURRENTLY in a transaction',
      'create index concurrently a_by_b on a (b);',
      /outside a transaction/,
    ],
    ['a key without its index', 'alter table a add constraint b unique (c);', /USING an INDEX/],
    [
      'a column with another value in each row',
      'alter table a add column b uuid default gen_random_uuid();',
      /constant/,
    ],
    [
      'a column of the time that goes by',
      'alter table a add b timestamptz not null default clock_timestamp();',
      /constant/,
    ],
    [
      'a column with its own check',
      "alter table a add column b text default 'x' check (b <> '');",
      /bare/,
    ],
    ['a column that refers', 'alter table a add column b uuid references c;', /bare/],
    ['another type', 'alter table a alter column b type bigint;', /rewrites/],
    ['NOT NULL', 'alter table a add column c int, alter column b set not null;', /is not null/],
    [
      'rows changed under the lock of a column',
      'alter table a add column b text; update a set b = c;',
      /another file/,
    ],
    ['a lock', 'lock table a in share mode;', /locks/],
  ])('%s is refused', (_, sql, fault) => expect(faultsOfMigration(sql).join()).toMatch(fault))

  test.each([
    [
      'a table of its own, with all that it wants',
      'create table a (b int); create index on a (b); alter table a add constraint c check (b > 0), add d uuid default gen_random_uuid();',
    ],
    [
      'columns with constants',
      `alter table a add column b text not null default 'x, y', add column c numeric(3, 1) default -1.5, add d timestamptz default now();`,
    ],
    [
      'what stands in a function or a comment',
      `create function f() returns void language sql as $$ create index on a (b); $$; -- create index on a (b);`,
    ],
    ['a key on an index that is there', 'alter table a add constraint b unique using index c;'],
    ['rows changed by themselves', 'update a set b = c;'],
  ])('%s is not', (_, sql) => expect(faultsOfMigration(sql)).toEqual([]))

  test('an index is created by a file outside a transaction, in which nothing else is', () => {
    const index =
      'drop index concurrently if exists a_by_b; create index concurrently a_by_b on a (b);'
    expect(faultsOfMigration(index, true)).toEqual([])
    expect(faultsOfMigration(`${index} update a set b = 1;`, true)).not.toEqual([])
  })
})
