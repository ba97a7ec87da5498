/** The drawings of the tables in docs/architecture.md are the database's own tables and keys, both ways. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { fencesIn } from '../support/markdown.ts'
import { projectFolder } from '../support/server.ts'

const database = await createTestDatabase()

const drawings = fencesIn(readFileSync(join(projectFolder, 'docs/architecture.md'), 'utf8'))
  .filter(({ language, text }) => language === 'mermaid' && text.startsWith('erDiagram'))
  .map(({ text }) => text)
  .join('')

/** Each relation as `from (columns) to`; dotted where no foreign key holds it. Those of one line have “and” between. */
const relations = [
  ...drawings.matchAll(/^ {2}"(\S+)" \S\S(--|\.\.)\S\S "(\S+)" : "?(.*?)"?$/gm),
].flatMap(([, from, line, to, several]) =>
  several!
    .split(' and ')
    .map((columns) => ({ from: from!, to: to!, columns, isKey: line === '--' })),
)

/** Each table with the columns of its key; one that only lines name is known by its id. */
const drawnKeys = new Map(
  [...drawings.matchAll(/^ {2}"(\S+)"(?: \{\n([^}]*)\})?$/gm)].map(([, name, keys = '']) => [
    name!,
    [...keys.matchAll(/^ +\S+ (\S+) PK$/gm)].map(([, column]) => column).join(', '),
  ]),
)
const drawn = new Set([...drawnKeys.keys(), ...relations.flatMap(({ from, to }) => [from, to])])
const tables = [...drawn].map((name) => `${name}: ${drawnKeys.get(name) ?? 'id'}`)

const asText = ({ from, to, columns }: Record<'from' | 'to' | 'columns', string>) =>
  `${from} (${columns}) ${to}`

const ours = `n.nspname in ('public', 'auth', 'desk', 'ledger', 'chain')`
const nameOf = (oid: string) =>
  `(select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = ${oid})`
const columnsOf = (table: string, key: string) =>
  `(select coalesce(string_agg(a.attname, ', ' order by k.place), '') from unnest(${key}) with ordinality k (number, place) join pg_attribute a on a.attrelid = ${table} and a.attnum = k.number)`

describe('the drawings of the tables', () => {
  test('have every table with its key, and no other', async () => {
    const { rows } = await database.owner.query<{ name: string; key: string }>(
      `select ${nameOf('t.oid')} as name, ${columnsOf('t.oid', 'p.conkey')} as key
         from pg_class t join pg_namespace n on n.oid = t.relnamespace
         left join pg_constraint p on p.conrelid = t.oid and p.contype = 'p'
        where t.relkind in ('r', 'p') and ${ours}`,
    )
    expect(tables.toSorted()).toEqual(rows.map(({ name, key }) => `${name}: ${key}`).toSorted())
  })
  test('draw every foreign key as a line, and no other', async () => {
    const { rows } = await database.owner.query<{ from: string; to: string; columns: string }>(
      `select ${nameOf('f.conrelid')} as from, ${nameOf('f.confrelid')} as to, ${columnsOf('f.conrelid', 'f.conkey')} as columns
         from pg_constraint f join pg_namespace n on n.oid = f.connamespace where f.contype = 'f' and ${ours}`,
    )
    const lines = relations.filter(({ isKey }) => isKey)
    expect(lines.map(asText).toSorted()).toEqual(rows.map(asText).toSorted())
  })
  test('draw as dotted only what is a column, of tables that are drawn', async () => {
    const { rows } = await database.owner.query<{ column: string }>(
      `select ${nameOf('t.oid')} || '.' || a.attname as column from pg_attribute a join pg_class t on t.oid = a.attrelid
         join pg_namespace n on n.oid = t.relnamespace where a.attnum > 0 and not a.attisdropped and ${ours}`,
    )
    const known = rows.map(({ column }) => column)
    const dotted = relations.filter(({ isKey }) => !isKey)
    const columns = dotted.flatMap(({ from, columns: names }) =>
      names.split(', ').map((name) => `${from}.${name}`),
    )
    expect(dotted).not.toEqual([])
    expect(columns.filter((column) => !known.includes(column))).toEqual([])
    const existing = new Set(known.map((column) => column.slice(0, column.lastIndexOf('.'))))
    expect(dotted.filter(({ to }) => !existing.has(to))).toEqual([])
  })
})
