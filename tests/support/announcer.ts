/** A worker that does nothing but send announcements, in a process of its own, which a test can kill: DATABASE, PACE. */
import { createPool, createClient } from '../../src/platform/database.ts'
import { Desk } from '../../src/desk/desk.ts'
import { createAnnouncing } from '../../src/domains/announcements/due.ts'
import { commands, writersOf } from '../../src/domains/nouns.ts'
import { newId } from '../../src/platform/ids.ts'
import { testStamp } from './stamp.ts'

const url = process.env.DATABASE!
const pool = createPool({ url, name: 'announcer' })
const log = { error: console.error, warn: console.error } as never
const desk = new Desk({
  rules: commands,
  writers: writersOf('waiting'),
  stamp: testStamp,
  open: (lockMs) =>
    createClient({ url, name: 'announcer desk', pipeline: true, limits: { lockMs } }),
  db: pool as never,
  log,
  newId,
  limits: {},
  onAltered: () => {},
})
const turn = createAnnouncing({ pool, desk, pace: Number(process.env.PACE) })
process.stdout.write('begun\n')
for (;;) await turn(() => true)
