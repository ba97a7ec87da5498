/** `npm run proof:sign -- DAY FILE`: publishes the signature that minisign has made over a day's manifest, offline. */
import '../src/platform/node-version.ts'
import { readFile } from 'node:fs/promises'
import { signProof } from '../src/domains/proofs/sign.ts'
import { isDay } from '../src/lib/instant.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig } from '../src/platform/config.ts'
import { createPool } from '../src/platform/database.ts'
import { runScript, say } from './script.ts'
import { withOwnersDatabase } from './which-database.ts'

async function readSignature(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new CannotStart(`${file} can’t be read: ${error.message}`)
  })
}

await runScript(async () => {
  const [day, file, ...rest] = process.argv.slice(2)
  if (!day || !isDay(day) || !file || rest.length > 0)
    throw new CannotStart('Ask for `npm run proof:sign -- 2026-01-31 2026-01-31.json.minisig`.')
  const signature = await readSignature(file)
  await withOwnersDatabase(readConfig(process.env), async ({ signIn }) => {
    const pool = createPool({ ...signIn, name: 'glasshouse proof', max: 1 })
    try {
      await signProof(pool, day, signature)
    } finally {
      await pool.end()
    }
  })
  say(`Signed: /proofs/${day}.json.minisig`)
})
