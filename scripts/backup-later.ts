/**
 * `npm run backup:later [-- BACKUP]`: after a restore to a moment, lists what the archive has and the database hasn't any
 * more: each command by its id, when it was recorded, what it did and about what. The bank and a chain were not rewound:
 * payouts among them have been made. The archive is that of the latest backup, or of the one with this label. Changes nothing.
 */
import '../src/platform/node-version.ts'
import { readConfig } from '../src/platform/config.ts'
import { createPool } from '../src/platform/database.ts'
import { refuseEmbedded, withCopy } from './backup-copy.ts'
import { sayLater } from './later-commands.ts'
import { runScript } from './script.ts'
import { withOwnersDatabase } from './which-database.ts'

await runScript(async () => {
  const config = readConfig(process.env)
  const [label] = process.argv.slice(2)
  refuseEmbedded(config)
  await withOwnersDatabase(config, ({ signIn }) =>
    withCopy(signIn.url, { timeline: 'current', label }, async ({ pool: copy }) => {
      const live = createPool({ ...signIn, name: 'glasshouse later', readOnly: true, max: 1 })
      try {
        await sayLater(live, copy)
      } finally {
        await live.end()
      }
    }),
  )
})
