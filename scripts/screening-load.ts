/**
 * `npm run screening:load -- [--day DAY] [--older] [--smaller] FILE…`: takes over lists of people and firms under sanctions, each
 * in place of its version before. A file that is broken, cut off, older or far smaller is refused, and the list stays as it was.
 * `npm run screening:load -- --watch FOLDER [--every SECONDS]` does so with each file that is put into the folder, until it is stopped.
 */
import '../src/platform/node-version.ts'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { screeningLists } from '../src/contract/screening-lists.ts'
import { watchFolder } from '../src/domains/screening/folder.ts'
import { openLists, type ListFile } from '../src/domains/screening/read-files.ts'
import { loadList, type Said } from '../src/domains/screening/store.ts'
import { isDay } from '../src/lib/instant.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig } from '../src/platform/config.ts'
import { withClient } from '../src/platform/database.ts'
import { runScript, say } from './script.ts'
import { withOwnersDatabase, type WhichDatabase } from './which-database.ts'

const usage = new CannotStart(
  'Ask for `npm run screening:load -- FILE…`, with `--day 2026-01-31` where a file doesn’t say its day, or for `npm run screening:load -- --watch FOLDER`.',
)

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        day: { type: 'string' },
        older: { type: 'boolean', default: false },
        smaller: { type: 'boolean', default: false },
        watch: { type: 'string' },
        every: { type: 'string' },
      },
    })
    const { watch = null, every = null, day = null, older, smaller } = values
    return { watch, every, said: { day, older, smaller }, files: positionals }
  } catch {
    throw usage
  }
}

/** A large list takes longer to be deleted and entered than a request may. */
const limits = { statementMs: 600_000, idleInTransactionMs: 600_000 }

type Use = (load: (file: ListFile) => Promise<string>) => Promise<void>

/** Lends what takes over a list and says what it was. */
const withLoading = (signIn: WhichDatabase['signIn'], said: Said, use: Use) =>
  withClient({ ...signIn, name: 'glasshouse screening', limits }, (client) =>
    use(async (file) => {
      const { list, format, names, ...loaded } = await loadList(client, file, said)
      return `${screeningLists[list]} (${format}), of ${loaded.day}: ${loaded.entries} entries with ${names} names and ${loaded.addresses} addresses. SHA-256 ${loaded.digest}`
    }),
  )

async function loadFiles(files: readonly string[], said: Said): Promise<void> {
  if (files.length === 0 || (said.day !== null && !isDay(said.day))) throw usage
  const config = readConfig(process.env)
  const opened = await openLists(files)
  await withOwnersDatabase(config, ({ signIn }) =>
    withLoading(signIn, said, async (load) => {
      for (const file of opened) say(await load(file))
    }),
  )
}

/** Nobody is there to say that an older file, or a smaller one, is meant. */
const nothingSaid: Said = { day: null, older: false, smaller: false }

/** Until it is told to stop. What is being taken over then is taken over to its end. */
async function watch(folder: string, everyMs: number): Promise<void> {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
  const { signal } = stopping
  await withOwnersDatabase(readConfig(process.env), async ({ signIn }) => {
    const look = await watchFolder({
      folder,
      say,
      now: Date.now,
      // A connection for each: one that was lost meanwhile is no reason to end.
      async take(path) {
        const lines: string[] = []
        await withLoading(signIn, nothingSaid, async (load) => {
          for (const file of await openLists([path])) lines.push(await load(file))
        })
        return lines.join('\n')
      },
    })
    say(`Looking into ${folder}.`)
    while (!signal.aborted) {
      await look(signal)
      await setTimeout(everyMs, undefined, { signal }).catch(() => {})
    }
  })
}

await runScript(async () => {
  const { watch: folder, every, said, files } = readArguments()
  if (folder === null) return every === null ? loadFiles(files, said) : Promise.reject(usage)
  const isAlone = files.length === 0 && said.day === null && !said.older && !said.smaller
  if (!isAlone || !/^[1-9]\d{0,4}$/.test(every ?? '60')) throw usage
  return watch(folder, Number(every ?? 60) * 1000)
})
