/** Copies of the project in which things may be broken: the tree itself is never touched. */
import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { CannotStart } from '../../src/platform/cannot-start.ts'

const root = join(import.meta.dirname, '../..')

/** A text that occurs exactly once in the file, and its replacement. */
export type Edit = { file: string; find: string; replace: string }

/** The text isn't there, or more than once: the code has changed, and the mutant has to follow. */
export class Stale extends Error {}

async function filesOfProject(): Promise<string[]> {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z'], { cwd: root }).catch(
    (error: Error) => {
      throw new CannotStart(`Only what git knows is copied, and git says: ${error.message}`)
    },
  )
  return stdout.split('\0').filter((path) => path !== '')
}

/** The project's present files. The build is copied too, as servers would build it again. */
export async function copyProject(folder: string): Promise<void> {
  const isMissing = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  }
  for (const path of [...(await filesOfProject()), 'build'])
    await cp(join(root, path), join(folder, path), { recursive: true }).catch(isMissing)
  // Here a checker writes what it found.
  await mkdir(join(folder, '.cache'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
}

export async function copyOfCopy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await cp(from, to, { recursive: true, verbatimSymlinks: true })
}

const migrations = 'db/migrations'

/** The function of the database in whose body a text ends, or null. */
const functionAround = (before: string): string | null =>
  /create (?:or replace )?function ([\w.]+)(?:(?!\$\$;)[^])*$/.exec(before)?.[1] ?? null

/** The migration that makes a function anew, so that what an earlier one says of it counts no more. */
async function madeAnewIn(folder: string, file: string, name: string): Promise<string | null> {
  const later = (await readdir(join(folder, migrations))).filter(
    (one) => `${migrations}/${one}` > file,
  )
  for (const one of later.toSorted().toReversed()) {
    const text = await readFile(join(folder, migrations, one), 'utf8')
    if (text.includes(`function ${name}(`)) return one
  }
  return null
}

/** The text of each file that is changed, as the edits leave it. Throws Stale. */
export async function edited(
  folder: string,
  edits: readonly Edit[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const { file, find, replace } of edits) {
    const text = texts.get(file) ?? (await readFile(join(folder, file), 'utf8').catch(() => ''))
    const [before, after, ...more] = text.split(find)
    if (after === undefined || more.length > 0)
      throw new Stale(
        `${file} has ${after === undefined ? 'no' : 'more than one'} “${find.trim().split('\n')[0]}”`,
      )
    const name = file.startsWith(migrations) ? functionAround(before!) : null
    const anew = name && (await madeAnewIn(folder, file, name))
    if (anew) throw new Stale(`${file} says what ${name} was before ${anew}`)
    texts.set(file, `${before}${replace}${after}`)
  }
  return texts
}

/** Throws Stale. */
export async function edit(folder: string, edits: readonly Edit[]): Promise<void> {
  for (const [file, text] of await edited(folder, edits)) await writeFile(join(folder, file), text)
}
