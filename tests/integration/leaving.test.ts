/** The runbook for leaving, run as it stands: what is taken along is everything, and can be read without us. */
import { readFileSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createArchived, whyNoBackups } from '../support/backups.ts'
import { newFolder } from '../support/folder.ts'
import { createHouse } from '../support/house.ts'
import { fencesIn } from '../support/markdown.ts'
import { root } from '../support/source.ts'

const why = whyNoBackups()

const fences = fencesIn(readFileSync(join(root, 'docs/runbooks/leaving.md'), 'utf8'))
const [takingAlong, reading] = fences
  .filter(({ language }) => language === 'sh')
  .map(({ text }) => text) as [string, string]
const making = fences.find(({ text }) => text.startsWith('create database'))!.text

describe('leaving', async () => {
  if (why !== null) return test.skip(why)
  const firm = await createArchived()
  const folder = join(await newFolder(), 'leaving')
  const run = (block: string, env: Record<string, string> = {}) =>
    firm.shell(block.replaceAll('/var/tmp/leaving', folder), env)
  const clean = { code: 0, stderr: '' }

  test('takes each table along, with every row, and what people are called', async () => {
    const house = createHouse(firm)
    await house.fund({ returns: 50_000n })
    const ada = await house.person({ fullName: 'Ada "Line\nBreak", Example', cash: 12_345n })
    await house.desk.close()
    expect(await run(takingAlong)).toMatchObject(clean)

    const { rows: tables } = await firm.owner.query<{ name: string; at: string }>(
      `select format('%s.%s', schemaname, tablename) as name, format('%I.%I', schemaname, tablename) as at from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema', 'auth') order by 1`,
    )
    const files = tables.map(({ name }) => `${name}.csv`)
    const others = ['SHA256SUMS', 'database.sql', 'people.csv', 'tables']
    expect((await readdir(folder)).toSorted()).toEqual([...files, ...others].toSorted())
    for (const { name, at } of tables) {
      const { rows } = await firm.owner.query(`select count(*)::int as n from ${at}`)
      const copied = `create temp table taken (like ${at})`
      const read = `\\copy taken from '${join(folder, `${name}.csv`)}' csv header`
      const counted = await firm.shell(
        `psql -X -q -At -c '${copied}' -c "${read}" -c 'select count(*) from taken' "$DATABASE_OWNER_URL"`,
      )
      expect([name, counted.stdout.trim()]).toEqual([name, String(rows[0].n)])
    }
    const people = await readFile(join(folder, 'people.csv'), 'utf8')
    expect(people).toMatch(
      new RegExp(
        `^${ada},[^,]+,"Ada ""Line\\nBreak"", Example",${ada}@people.example,user,active,`,
        'm',
      ),
    )
    expect(await firm.shell(`cd ${folder} && sha256sum --quiet -c SHA256SUMS`)).toMatchObject(clean)
  })

  test('leaves a dump that another database reads, in order', async () => {
    await firm.owner.query(making)
    const there = (url: string) => url.replace('/glasshouse?', '/glasshouse_left?')
    const env = { DATABASE_URL: there(firm.url), DATABASE_OWNER_URL: there(firm.ownerUrl) }
    const { code, stdout, stderr } = await run(reading, env)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Database glasshouse_left on')
    expect(stdout).toContain('The books are in order')
    expect(stdout).toContain('The chains are whole')
    const { rows } = await firm.owner.query('select count(*)::int as n from desk.commands')
    const counted = await firm.shell(
      `psql -X -At -c 'select count(*) from desk.commands' "${env.DATABASE_OWNER_URL}"`,
    )
    expect(counted.stdout.trim()).toBe(String(rows[0].n))
  })
})
