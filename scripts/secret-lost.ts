/** `npm run secret:lost`: after the secret was lost, believes what people sign in with as it stands, under the secret that is there now. */
import '../src/platform/node-version.ts'
import { renewMacs } from '../src/domains/sign-in/row-macs.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig } from '../src/platform/config.ts'
import { withClient } from '../src/platform/database.ts'
import { macKeysOf } from '../src/platform/mac.ts'
import { joinAsOwner } from '../src/platform/open-database.ts'
import { readSecret } from '../src/platform/secret.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

try {
  const config = readConfig(process.env)
  const keys = macKeysOf(await readSecret(config), config.earlierSecrets)
  const database = await joinAsOwner(config, say)
  try {
    await withClient({ url: database.url, name: 'secret lost', as: 'owner' }, (client) =>
      renewMacs(client, keys),
    )
  } finally {
    await database.close()
  }
  say(
    'Passwords and passkeys are believed as they stand; recovery codes of the lost secret are gone, and earlier commands are no longer checked by their MAC.',
  )
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
