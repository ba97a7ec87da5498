/** Every block of the runbooks is run by a test, or stands here with the reason why not: what it takes, and who runs it. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { writeDocumentKeys } from '../support/document-keys.ts'
import { newFolder } from '../support/folder.ts'
import { fencesIn } from '../support/markdown.ts'
import { missingParts, skippedBy } from '../support/outside.ts'
import { harbour, projectFolder, startServer, stopServers } from '../support/server.ts'
import { filesOf, root } from '../support/source.ts'
import { testSecret } from '../support/stamp.ts'

type Block = { page: string; text: string }

const blocks: Block[] = filesOf('docs/runbooks/*.md').flatMap((path) =>
  fencesIn(readFileSync(join(root, path), 'utf8').replaceAll(/^ +/gm, '')).map(({ text }) => ({
    page: path.split('/').at(-1)!,
    text,
  })),
)

/** Run by tests of their own, page by page. */
const runElsewhere: Record<string, string> = {
  'deploy.md': 'from-nothing.thorough.test.ts and compose.thorough.test.ts',
  'going-live.md': 'from-nothing.thorough.test.ts',
  'backup.md':
    'from-nothing.thorough.test.ts; the embedded database’s copy by built copies in process.test.ts',
  'restore.md': 'restore.test.ts and from-nothing.thorough.test.ts',
  'leaving.md': 'leaving.test.ts',
}

/** Begins of blocks, and what keeps them from being run here. */
const notHere: Record<string, string> = {
  'psql "postgresql://': 'the embedded database of whoever reads it',
  'umask 077\nopenssl rand -base64 32 >': 'writes to /etc; deploy.md has the same',
  'DATABASE_OWNER_URL=… GLASSHOUSE_SECRET=… PUBLIC_URL=… npm run admin:create':
    'a firm in live; going-live.test.ts',
  'python3 verify.py': 'Python; evidence.thorough.test.ts',
  'curl -O https://firm.example': 'a firm’s address and minisign; proofs.test.ts',
  'npm run reserves': 'signed coins; reserves.test.ts',
  'kill -TERM': 'ends the reader’s own server; demo-reset.test.ts and process.test.ts',
  'npm ci && npm start': 'the README’s own',
}

/** runbooks.test.ts asks these of a database. */
const isSql = ({ text }: Block) => /^(select|update|alter) /.test(text)
const isNotHere = ({ text }: Block) => Object.keys(notHere).some((begin) => text.startsWith(begin))
const runHere = blocks.filter(
  (block) => !(block.page in runElsewhere) && !isSql(block) && !isNotHere(block),
)

test('what is left out is still there', () => {
  for (const begin of Object.keys(notHere))
    expect(
      blocks.some(({ text }) => text.startsWith(begin)),
      begin,
    ).toBe(true)
  for (const page of Object.keys(runElsewhere))
    expect(
      blocks.some((block) => block.page === page),
      page,
    ).toBe(true)
})

describe('run as printed, beside a server', async () => {
  const database = await createTestDatabase()
  const day = async (): Promise<string> =>
    (await database.owner.query(`select (business_now() - interval '1 day')::date::text as day`))
      .rows[0].day
  const here: [printed: string, stands: string][] = []
  let env: Record<string, string> = {}
  beforeAll(async () => {
    const GLASSHOUSE_DOCUMENT_KEYS_FILE = await writeDocumentKeys()
    const server = await startServer({
      databaseUrl: database.url,
      env: { GLASSHOUSE_CONTENT: harbour, GLASSHOUSE_DOCUMENT_KEYS_FILE },
    })
    here.push(
      ['localhost:3000', new URL(server.url).host],
      ['localhost:9464', new URL(server.metricsUrl).host],
      ['/srv/evidence/2026-01', join(await newFolder(), 'pack')],
      ['2026-01-01', await day()],
      ['2026-01-31', await day()],
      ['DATABASE_OWNER_URL=…', `DATABASE_OWNER_URL=${database.url}`],
    )
    env = {
      PATH: `${join(projectFolder, 'node_modules/.bin')}:${process.env.PATH}`,
      HOME: process.env.HOME ?? '/',
      DATABASE_URL: database.url,
      GLASSHOUSE_SECRET: testSecret,
      GLASSHOUSE_DATA: server.dataFolder,
      GLASSHOUSE_DOCUMENT_KEYS_FILE,
    }
  })
  afterAll(stopServers)

  const usesCurl = ({ text }: Block) => /\bcurl /.test(text)
  const noCurl = missingParts('curl')
  test.each(runHere.filter((block) => !usesCurl(block)))('$page: $text', asPrinted)
  test.skipIf(noCurl !== null).each(runHere.filter(usesCurl))(
    `$page: $text${skippedBy(noCurl)}`,
    asPrinted,
  )

  async function asPrinted({ text }: Block): Promise<void> {
    const block = here.reduce(
      (written, [printed, stands]) => written.replaceAll(printed, stands),
      text,
    )
    // No line of a figure means that nothing was found: grep says so by 1.
    const script = block.replaceAll(
      /\| grep (-E )?('[^']*'|\S+)/g,
      '| { grep $1$2 || [ $? = 1 ]; }',
    )
    const { code, said } = await new Promise<{ code: number; said: string }>((resolve) =>
      execFile(
        'bash',
        ['-e', '-o', 'pipefail', '-c', script],
        { cwd: projectFolder, env },
        (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
      ),
    )
    expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' })
  }
})
