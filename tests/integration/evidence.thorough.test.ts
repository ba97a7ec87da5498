/** How long a pack of a million postings takes, made and checked, and how much memory. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeRoot } from '../../src/desk/roots.ts'
import { writeBulkHistory } from '../support/bulk-history.ts'
import { createTestDatabase } from '../support/database.ts'
import { newFolder, noPython, python, verifier } from '../support/evidence.ts'
import { createHouse } from '../support/house.ts'
import { skippedBy } from '../support/outside.ts'
import { watchResident } from '../support/resident.ts'
import { projectFolder } from '../support/server.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const folder = join(newFolder(), 'pack')
const postings = 1_000_000
const limits = { seconds: 120, mb: 500 }

/** Of a process from its start to its end. */
async function measured(command: string, args: string[]) {
  const startedAt = Date.now()
  const child = spawn(command, args, {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, DATABASE_URL: database.url },
  })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  const memory = watchResident(child.pid!, 100)
  const code = await new Promise((resolve) => child.once('close', resolve))
  const seconds = (Date.now() - startedAt) / 1000
  const mb = Math.round(memory.stop())
  process.stdout.write(`${args[0]}: ${seconds} s, ${mb} MB\n`)
  return { code, output, seconds, mb }
}

/** In bulk: real commands would take minutes, and a pack reads the same of them. */
beforeAll(async () => {
  const owners: string[] = []
  for (let n = 0; n < 2000; n += 1) owners.push(await house.person())
  await writeBulkHistory(database, { owners, commands: postings, startAt: Date.now() })
  await makeRoot(database.pool)
}, 1_200_000)

describe.skipIf(noPython)(`a million postings${skippedBy(noPython)}`, () => {
  test(
    'are written and checked in two minutes each, and in 500 MB',
    { timeout: 600_000 },
    async () => {
      const days = ['--from', '2020-01-01', '--to', '2099-01-01']
      const made = await measured(process.execPath, ['scripts/evidence.ts', ...days, folder])
      expect(made.output).toContain(`${postings + 2000} commands`)
      const checked = await measured(python, [verifier, folder])
      expect([made.code, checked.code], checked.output).toEqual([0, 0])
      for (const { seconds, mb } of [made, checked]) {
        expect(seconds).toBeLessThanOrEqual(limits.seconds)
        expect(mb).toBeLessThanOrEqual(limits.mb)
      }
    },
  )
})
