/** A worker that does nothing but book imports, in a process of its own, which a test can kill: DATABASE. */
import { createPool, createClient } from '../../src/platform/database.ts'
import { Desk } from '../../src/desk/desk.ts'
import { createImporting } from '../../src/domains/customer-imports/due.ts'
import { commands, writersOf } from '../../src/domains/nouns.ts'
import { newId } from '../../src/platform/ids.ts'
import { testMacKeys, testStamp } from './stamp.ts'

const url = process.env.DATABASE!
const pool = createPool({ url, name: 'importer' })
const log = { error: console.error, warn: console.error } as never
const desk = new Desk({
  rules: commands,
  writers: writersOf('waiting'),
  stamp: testStamp,
  open: (lockMs) =>
    createClient({ url, name: 'importer desk', pipeline: true, limits: { lockMs } }),
  db: pool as never,
  log,
  newId,
  limits: {},
  onAltered: () => {},
})
const turn = createImporting({ pool, desk, macKeys: testMacKeys })
process.stdout.write('begun\n')
for (;;) await turn(() => true)
