/** A folder into which somebody puts lists: each is taken over once nobody writes to it any more, and moved out of the way. */
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '../../platform/cannot-start.ts'
import { operatorsLine } from '../../platform/operators-line.ts'

export type Watched = {
  folder: string
  /** Takes over the list in this file, and says what it was; throws `CannotStart` for one that is refused. */
  take(path: string): Promise<string>
  say(line: string): void
  now(): number
}

/** Files that whoever writes hides until they are whole aren't ours yet. */
async function sizesIn(folder: string): Promise<Map<string, number>> {
  const files = (await readdir(folder, { withFileTypes: true })).filter(
    (entry) => entry.isFile() && !entry.name.startsWith('.'),
  )
  const sizes = await Promise.all(
    files.map(async ({ name }) => [name, (await stat(join(folder, name))).size] as const),
  )
  return new Map(sizes.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Text that the database can't keep is the file’s fault, too. */
const isDataFault = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && /^22...$/.test(String(error.code))

/** Why the file is refused; null where it can’t be helped, such as a database that doesn’t answer. */
const refusalOf = (error: unknown): string | null =>
  error instanceof CannotStart || isDataFault(error) ? error.message : null

/** The same name may come again tomorrow. */
const stamped = (name: string, now: number) =>
  `${new Date(now).toISOString().replaceAll(':', '')} ${name}`

async function takeFile({ folder, take, say, now }: Watched, name: string): Promise<void> {
  const path = join(folder, name)
  try {
    const what = await take(path)
    await rename(path, join(folder, 'loaded', stamped(name, now())))
    say(what)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === null) throw error
    const kept = join(folder, 'refused', stamped(name, now()))
    // Before the file goes: whoever finds it there finds the reason.
    await writeFile(`${kept}.txt`, `${refusal}\n`)
    await rename(path, kept)
    say(`Refused: ${refusal}`)
  }
}

/** One look after another: each takes what has the size that it had in the look before. Throws `CannotStart` where there is no such folder. */
export async function watchFolder(
  watched: Watched,
): Promise<(signal?: AbortSignal) => Promise<void>> {
  const { folder, say } = watched
  if (!(await stat(folder).catch(() => null))?.isDirectory())
    throw new CannotStart(`${folder} is no folder.`)
  for (const name of ['loaded', 'refused']) await mkdir(join(folder, name), { recursive: true })
  let before = new Map<string, number>()
  return async (signal) => {
    try {
      const sizes = await sizesIn(folder)
      const unchanged = [...sizes.keys()].filter((name) => before.get(name) === sizes.get(name))
      before = sizes
      for (const name of unchanged) if (!signal?.aborted) await takeFile(watched, name)
    } catch (error) {
      // What stays in the folder is tried again at the next look.
      say(operatorsLine(error) ?? String(error instanceof Error ? error.stack : error))
    }
  }
}
