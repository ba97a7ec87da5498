/** `npm run proof:check`: an own proof against what its owner kept, on a machine that knows nothing of the firm’s. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makeRoot } from '../../src/desk/roots.ts'
import { buildProof } from '../../src/domains/proofs/build.ts'
import { createReadOwnProof } from '../../src/domains/proofs/own.ts'
import { readPublished } from '../../src/domains/proofs/queries.ts'
import { readProof, proofText } from '../../src/lib/liabilities/proof.ts'
import { inSnapshot } from '../../src/platform/snapshot.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, moveDays } from '../support/house.ts'
import { startRefused } from '../support/server.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const folder = await mkdtemp(join(tmpdir(), 'proof-check-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const ada = await house.person({ cash: 123_456n })
for (const days of [0, 1, 1]) {
  await moveDays(database, days)
  await makeRoot(database.pool, (db, root) =>
    buildProof(db, root, { name: 'A firm', sample: true }),
  )
}
const { rows } = await database.owner.query<{ account: string }>(
  'select account_id as account from owners where id = $1',
  [ada],
)
const { account } = rows[0]!
const [last, before, first] = await readPublished(database.pool, 3)
const own = await inSnapshot(database.pool, (db) => createReadOwnProof()(db, account, null))
const text = own.text!

async function fileOf(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
const proof = await fileOf('proof.json', text)

const check = (...args: string[]) =>
  startRefused({ command: [process.execPath, 'scripts/proof-check.ts', ...args] })

describe('a proof', () => {
  test('is checked by itself, and what it says is compared with by hand', async () => {
    const { code, stdout, stderr } = await check(proof)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /^Counted: your \$1,234\.56 of play money is in the \$1,234\.56 that A firm says it owes/,
    )
    for (const words of [account, last!.hash, 'Make sure that this account is yours', 'play money'])
      expect(stdout).toContain(words)
  })
  test('is compared with the manifest that was kept, or the one before it', async () => {
    const kept = await fileOf('kept.json', last!.manifest)
    const same = await check(proof, '--account', account, '--manifest', kept)
    expect([same.code, same.stdout]).toEqual([
      0,
      expect.stringContaining('It is the manifest that you kept.'),
    ])
    const rests = await check(proof, '--hash', before!.hash)
    expect([rests.code, rests.stdout]).toEqual([
      0,
      expect.stringContaining('It rests on the manifest that you kept'),
    ])
  })
  test('shows nothing where it isn’t what it is compared with, or isn’t whole', async () => {
    const changed = readProof(text)
    changed.parts[0]!.nonce = '0'.repeat(64)
    const asked: [string[], RegExp][] = [
      [
        [proof, '--manifest', await fileOf('first.json', first!.manifest)],
        /take a proof of the same day/,
      ],
      [[proof, '--account', 'GH-1000000000'], /It is another account’s/],
      [[await fileOf('changed.json', proofText(changed))], /doesn’t lead to the manifest’s root/],
      [[join(folder, 'none.json')], /none\.json can’t be read/],
      [[], /Say which file/],
      [[proof, '--day', 'today'], /Say which file/],
    ]
    for (const [args, why] of asked)
      expect(await check(...args)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(why),
      })
  })
})
