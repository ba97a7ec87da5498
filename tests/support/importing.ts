/** Files of people from another system, and how two import one over HTTP. */
import { createHash, randomUUID } from 'node:crypto'
import { createImporting } from '../../src/domains/customer-imports/due.ts'
import { keepFile } from '../../src/domains/customer-imports/queries.ts'
import { readBooking } from '../../src/domains/import-records/queries.ts'
import { callToAgree } from './agreements.ts'
import type { TestDatabase } from './database.ts'
import type { TestHouse } from './house.ts'
import { api, ask, type createTestApp } from './http.ts'
import { testMacKeys } from './stamp.ts'

const head = 'reference,full name,email,balance,currency'

/** So many people, each with a dollar more than the one before, and a quarter. */
export const fileOf = (count: number, tag = randomUUID().slice(0, 8)): string =>
  [
    head,
    ...Array.from(
      { length: count },
      (_, n) => `${tag}-${n},Person ${n},${tag}-${n}@people.example,${n}.25,USD`,
    ),
  ].join('\n')

export const fileWith = (...lines: string[]): string => [head, ...lines].join('\n')

export const digestOf = (file: string): string => createHash('sha256').update(file).digest('hex')

type App = Awaited<ReturnType<typeof createTestApp>>
type Who = { token: string }

/** Calls of staff about imports. */
export function importingBy(app: App) {
  const post = (who: Who, path: string, body?: object) =>
    ask(app, 'POST', `${api}${path}`, {
      token: who.token,
      headers: { 'idempotency-key': randomUUID() },
      ...(body ? { payload: body } : {}),
    })
  const get = (who: Who, path: string) => ask(app, 'GET', `${api}${path}`, { token: who.token })
  const propose = (who: Who, file: string, digest = digestOf(file)) =>
    post(who, '/imports', { file, digest })
  type Reply = Awaited<ReturnType<typeof propose>>
  return {
    post,
    get,
    propose,
    agree: (who: Who, proposed: Reply) => post(who, ...callToAgree(proposed)),
    check: (who: Who, file: string) => post(who, '/imports/check', { file }),
    list: async (who: Who) => (await get(who, '/imports')).body.data.imports,
  }
}

/** Turns of the worker until no import is being booked, and whoever arrived has a link. */
export async function bookImports(database: TestDatabase, { desk }: TestHouse): Promise<void> {
  const turn = createImporting({ pool: database.pool, desk, macKeys: testMacKeys })
  for (let isWaiting = true; isWaiting;) {
    for (let rest = 0; rest === 0;) rest = await turn(() => true)
    // As if the mail server had taken what was written: it makes room for more.
    const { rowCount } = await database.owner.query(
      `update outbox set state = 'kept' where state = 'waiting' and template = 'account-imported'`,
    )
    // A turn does nothing while the database hasn't yet noticed that a worker before was killed.
    isWaiting = rowCount! > 0 || (await readBooking(database.pool)) !== null
  }
}

/** Keeps a file as a proposal does; answers its id. */
export async function keepImport({ pool }: TestDatabase, file: string): Promise<string> {
  const id = randomUUID()
  await keepFile(pool, { file: id, digest: digestOf(file), content: Buffer.from(file) })
  return id
}
