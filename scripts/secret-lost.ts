/** `npm run secret:lost`: after the secret was lost, believes what people sign in with as it stands, under the secret that is there now. */
import '../src/platform/node-version.ts'
import { renewMacs } from '../src/domains/sign-in/row-macs.ts'
import { renewStates } from '../src/desk/row-states.ts'
import { stateTables } from '../src/domains/audit-state.ts'
import { readConfig, type Config } from '../src/platform/config.ts'
import { withClient } from '../src/platform/database.ts'
import { macKeysOf } from '../src/platform/mac.ts'
import { ownersAddress } from '../src/platform/postgres/open-database.ts'
import { readSecret } from '../src/platform/secret.ts'
import { serversSecret } from './operators-desk.ts'
import { runScript, say } from './script.ts'
import { withOwnersDatabase } from './which-database.ts'

/** One is made for the embedded database alone: servers elsewhere have theirs, and would refuse what another one signs. */
const secretOf = (config: Config): Promise<string> =>
  ownersAddress(config) === null ? readSecret(config) : serversSecret(config)

await runScript(() =>
  withOwnersDatabase(readConfig(process.env), async ({ signIn, config }) => {
    const keys = macKeysOf(await secretOf(config), config.earlierSecrets)
    await withClient({ ...signIn, name: 'secret lost' }, async (client) => {
      await renewMacs(client, keys)
      await renewStates(client, keys, stateTables)
    })
    say(
      'Passwords and passkeys are believed as they stand; recovery codes of the lost secret are gone, and earlier commands are no longer checked by their MAC.',
    )
  }),
)
