/** The secret that signs sessions: given by setting, or generated once and kept with the data. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from './cannot-start.ts'
import type { Config } from './config.ts'

async function readKept(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new CannotStart(`The signing secret ${file} cannot be read (${error.code}).`)
  })
  if (text === null) return null
  if (/^[\w-]{43}$/.test(text.trim())) return text.trim()
  throw new CannotStart(
    `The signing secret ${file} is damaged. Put it back from a backup; docs/runbooks/keys.md says what to do without one.`,
  )
}

/** A link appears whole or not at all, and only once: two servers that start together end with one secret. */
async function generate(file: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
}

/** Null where none is given or kept yet. */
export async function findSecret(
  config: Pick<Config, 'secret' | 'dataFolder'>,
): Promise<string | null> {
  return config.secret ?? readKept(join(config.dataFolder, 'secret'))
}

export async function readSecret(config: Pick<Config, 'secret' | 'dataFolder'>): Promise<string> {
  const found = await findSecret(config)
  if (found !== null) return found
  const file = join(config.dataFolder, 'secret')
  await mkdir(config.dataFolder, { recursive: true })
  await generate(file)
  return (await readKept(file))!
}
