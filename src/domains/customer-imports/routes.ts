import { randomUUID } from 'node:crypto'
import {
  checkImport,
  getImportFile,
  getImports,
  getOwnImport,
  proposeImport,
  proposeOpeningReversal,
  type ImportCheck,
} from '../../contract/imports.ts'
import { ProblemError } from '../../contract/problems.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { route, succeeded } from '../../platform/route.ts'
import { recordExport } from '../exported-lists/record.ts'
import { readImports, readOwnImport } from '../import-records/queries.ts'
import { mustBeUser } from '../people/queries.ts'
import type { Askers, RoutesOf } from '../routes.ts'
import { examine } from './examine.ts'
import type { AskedOfImport } from './proposals.ts'
import { keepFile, readFile } from './queries.ts'

async function check(db: Database, text: string): Promise<ImportCheck> {
  const { digest, file, tally } = await examine(db, text)
  const { columns, leftOut } = file.head
  return {
    ...{ digest, columns, leftOut, lines: file.rows.length },
    ...{ people: tally.people, wrong: tally.wrong, counts: tally.counts },
    sum: dollarsFromCents(tally.sum),
    faults: tally.faults,
    first: tally.first.map(({ line, reference, fullName, email, balance }) => ({
      ...{ line, reference, fullName, email, balance: dollarsFromCents(balance) },
    })),
  }
}

/** What the very text comes to now. */
async function askOf(db: Database, text: string): Promise<AskedOfImport> {
  const { digest, tally } = await examine(db, text)
  const { people, sum, wrong } = tally
  return { digest, people: String(people), amount: String(sum), wrong: String(wrong) }
}

const gone: AskedOfImport = { digest: null, people: '0', amount: '0', wrong: '0' }

export const askers: Askers = {
  async import({ pool }, { file }) {
    const kept = await readFile(pool, String(file))
    return kept === null ? gone : askOf(pool, kept.toString())
  },
}

export const routes: RoutesOf = ({ pool, desk }) => [
  route(checkImport, async ({ body: { file } }) => succeeded(await check(pool, file))),
  route(getImports, async ({ query }) => succeeded(await readImports(pool, query))),
  route(proposeImport, ({ asked, body: { file: text, digest } }) =>
    desk.runPrepared({
      ...asked,
      kind: 'ProposeImport',
      async prepare() {
        const found = await askOf(pool, text)
        const file = randomUUID()
        // One that no proposal takes is swept.
        if (found.digest === digest && found.wrong === '0')
          await keepFile(pool, { file, digest, content: Buffer.from(text) })
        return { file, digest, people: Number(found.people), amount: found.amount, found }
      },
    }),
  ),
  route(getImportFile, async ({ asked, params: { id } }) => {
    const content = await readFile(pool, id)
    if (content === null) throw new ProblemError('unknown_import')
    const name = 'import.csv'
    const rows = content.toString().split('\n').length
    await recordExport(desk, { asked, file: name, query: { file: id }, rows })
    return { file: content, name }
  }),
  route(getOwnImport, async ({ params: { userId } }) => {
    await mustBeUser(pool, userId)
    return succeeded({ imported: await readOwnImport(pool, userId) })
  }),
  route(proposeOpeningReversal, ({ asked, params: { userId: user }, body }) =>
    desk.run({ ...asked, kind: 'ProposeOpeningReversal', command: { user, ...body } }),
  ),
]
