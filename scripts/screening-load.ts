/**
 * `npm run screening:load -- [--day DAY] [--older] [--smaller] FILE…`: takes over lists of people and firms under sanctions, each
 * in place of its version before. A file that is broken, cut off, older or far smaller is refused, and the list stays as it was.
 */
import '../src/platform/node-version.ts'
import { parseArgs } from 'node:util'
import { screeningLists } from '../src/contract/screening-lists.ts'
import { openLists } from '../src/domains/screening/read-files.ts'
import { loadList } from '../src/domains/screening/store.ts'
import { isDay } from '../src/lib/instant.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig } from '../src/platform/config.ts'
import { withClient } from '../src/platform/database.ts'
import { runScript, say } from './script.ts'
import { withOwnersDatabase } from './which-database.ts'

const usage = new CannotStart(
  'Ask for `npm run screening:load -- FILE…`, with `--day 2026-01-31` where a file doesn’t say its day.',
)

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        day: { type: 'string' },
        older: { type: 'boolean', default: false },
        smaller: { type: 'boolean', default: false },
      },
    })
    return { ...values, day: values.day ?? null, files: positionals }
  } catch {
    throw usage
  }
}

/** A large list takes longer to be deleted and entered than a request may. */
const limits = { statementMs: 600_000, idleInTransactionMs: 600_000 }

await runScript(async () => {
  const { day, older, smaller, files } = readArguments()
  if (files.length === 0 || (day !== null && !isDay(day))) throw usage
  const config = readConfig(process.env)
  const opened = await openLists(files)
  await withOwnersDatabase(config, async ({ signIn }) =>
    withClient({ ...signIn, name: 'glasshouse screening', limits }, async (client) => {
      for (const file of opened) {
        const { list, format, names, ...loaded } = await loadList(client, file, {
          day,
          older,
          smaller,
        })
        say(
          `${screeningLists[list]} (${format}), of ${loaded.day}: ${loaded.entries} entries with ${names} names and ${loaded.addresses} addresses. SHA-256 ${loaded.digest}`,
        )
      }
    }),
  )
})
