/** Every statement of the runbooks can be asked of a database as it is now. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { fencesIn } from '../support/markdown.ts'
import { filesOf, root } from '../support/source.ts'

const database = await createTestDatabase()

/** What isn't written out stands for nothing. The settings of the whole server aren't a test's to change. */
const statementsIn = (page: string) =>
  fencesIn(page.replaceAll(/^ +/gm, ''))
    .flatMap(({ text }) => text.split(/;\n/))
    .map((statement) => statement.trim().replaceAll(/'…'|…/g, 'null'))
    .filter((statement) => /^(select|update) /.test(statement) && !/pg_reload_conf/.test(statement))

const statements = filesOf('docs/runbooks/*.md').flatMap((path) =>
  statementsIn(readFileSync(join(root, path), 'utf8')).map((sql) => ({ path, sql })),
)

describe('the runbooks', () => {
  test('have statements', () => expect(statements.length).toBeGreaterThan(5))
  test.each(statements)('$path: $sql', async ({ sql }) => {
    const client = await database.owner.connect()
    try {
      await client.query('begin')
      await client.query(sql)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
