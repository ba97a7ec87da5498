/** A desk for whoever operates the house, at a shell: what they do stands in the journal, as everything does. */
import { Desk } from '../src/desk/desk.ts'
import { isOurs } from '../src/desk/mac-times.ts'
import { commands, rulesVersion, writersOf } from '../src/domains/nouns.ts'
import { checkMacs } from '../src/open-house.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import type { Config } from '../src/platform/config.ts'
import { createClient, createPool, withClient } from '../src/platform/database.ts'
import { newId } from '../src/platform/ids.ts'
import { createLog } from '../src/platform/log.ts'
import { macKeysOf } from '../src/platform/mac.ts'
import { findSecret } from '../src/platform/secret.ts'

export async function serversSecret(config: Config): Promise<string> {
  const secret = await findSecret(config)
  if (secret !== null) return secret
  throw new CannotStart('GLASSHOUSE_SECRET is missing: give the one of the servers.')
}

/** Throws unless it is the secret of the servers: they would refuse what another one seals. */
export async function checkSecret(url: string, secret: string, config: Config): Promise<void> {
  const keys = macKeysOf(secret, config.earlierSecrets)
  await checkMacs({ url, as: 'owner' }, keys)
  await withClient({ url, name: 'glasshouse shell', as: 'owner' }, async (client) => {
    if (!(await isOurs(client, keys)))
      throw new CannotStart(
        'This is not the secret of the servers: the database was brought up with another one. Give theirs in GLASSHOUSE_SECRET.',
      )
  })
}

type Opening = { url: string; secret: string; config: Config }

/** With the rights of the database's owner, who alone can write some of what is given here. To be closed. */
export function openDesk({ url, secret, config }: Opening) {
  const connecting = { url, name: 'glasshouse shell', as: 'owner' } as const
  const db = createPool({ ...connecting, max: 2 })
  const macKeys = macKeysOf(secret, config.earlierSecrets)
  const desk = new Desk({
    rules: commands,
    open: (lockMs) => createClient({ ...connecting, pipeline: true, limits: { lockMs } }),
    db,
    log: createLog(config),
    newId,
    writers: writersOf(config.smtpUrl ? 'waiting' : 'kept'),
    stamp: { macKeys, rulesVersion },
  })
  const close = async () => {
    await desk.close()
    await db.end()
  }
  return { db, desk, macKeys, close }
}
