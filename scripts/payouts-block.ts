/**
 * `npm run payouts:block [-- BACKUP | --without-archive]`: after a restore, before anybody is let in. Lists what the archive has
 * and the database hasn't any more, as `npm run backup:later` does, and blocks payouts until each payout among them is
 * matched by its reference. Without an archive that goes further, staff list them by the bank's own statement.
 */
import '../src/platform/node-version.ts'
import type pg from 'pg'
import type { Recorded } from '../src/desk/journal-end.ts'
import { blockAll } from '../src/domains/payout-blocks/block.ts'
import { payoutsAmong } from '../src/domains/payout-blocks/payouts.ts'
import type { LostPayout } from '../src/domains/payout-blocks/rules.ts'
import { readConfig, type Config } from '../src/platform/config.ts'
import { refuseEmbedded, withCopy } from './backup-copy.ts'
import { sayLater } from './later-commands.ts'
import { checkSecret, openDesk, serversSecret } from './operators-desk.ts'
import { runScript, say } from './script.ts'
import { withOwnersDatabase } from './which-database.ts'

type Lost = { payouts: LostPayout[]; seenAt: number | null }

async function findLost(live: pg.Pool, copy: pg.Pool): Promise<Lost> {
  const later: Recorded[] = []
  await sayLater(live, copy, (command) => later.push(command))
  return { payouts: await payoutsAmong(copy, later), seenAt: later.at(-1)?.recordedAt ?? null }
}

const inWords = (count: number) =>
  count === 1 ? '1 payout is to be matched' : `${count} payouts are to be matched`

async function block(url: string, secret: string, config: Config): Promise<void> {
  await checkSecret(url, secret, config)
  const [label] = process.argv.slice(2)
  const { desk, db, close } = openDesk({ url, secret, config })
  try {
    const lost: Lost =
      label === '--without-archive'
        ? { payouts: [], seenAt: null }
        : await withCopy(url, { timeline: 'current', label }, ({ pool }) => findLost(db, pool))
    await blockAll(desk, { cause: 'restored', unknownUntil: null, ...lost })
    say(
      `Payouts are blocked: ${inWords(lost.payouts.length)}, on the page Payouts after a restore.`,
    )
  } finally {
    await close()
  }
}

await runScript(async () => {
  const given = readConfig(process.env)
  refuseEmbedded(given)
  const secret = await serversSecret(given)
  await withOwnersDatabase(given, ({ signIn: { url }, config }) => block(url, secret, config))
})
