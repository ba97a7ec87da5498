/** The database of this installation: the one of DATABASE_URL, or else the embedded one. */
import type pg from 'pg'
import type { Config } from '../config.ts'
import { CannotStart } from '../cannot-start.ts'
import { checkServer, withClient } from '../database.ts'
import { readRoleFacts } from '../signed-in-role.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres, type Starting } from './embedded.ts'

export type OpenDatabase = {
  url: string
  close(): Promise<void>
}

type Where = Pick<Config, 'databaseUrl' | 'dataFolder'>
type ScriptsWhere = Where & Pick<Config, 'databaseOwnerUrl' | 'mode'>

function given(url: string): OpenDatabase {
  return { url, async close() {} }
}

/** For the server: the embedded database is started or adopted, and is this server's alone. */
export async function openDatabase(
  config: Where,
  starting: Omit<Starting, 'dataFolder'>,
): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) return given(config.databaseUrl)
  const embedded = await startEmbeddedPostgres({ ...starting, dataFolder: config.dataFolder })
  return { url: embedded.url, close: () => embedded.stop() }
}

/** Throws `CannotStart` where the embedded database can't be the one that is meant: it is always a demonstration's. */
function checkEmbeddedIsMeant({ databaseUrl, databaseOwnerUrl, mode }: ScriptsWhere): void {
  if (databaseUrl !== null) return
  if (mode === 'live')
    throw new CannotStart(
      'DATABASE_URL is missing: a firm in live has a database of its own, never the embedded one.',
    )
  if (databaseOwnerUrl !== null)
    throw new CannotStart(
      'DATABASE_URL is missing: DATABASE_OWNER_URL alone isn’t used here, and the embedded database would be another one.',
    )
}

/** For scripts: beside a running server, or with the embedded database started for a moment. */
export async function joinDatabase(
  config: ScriptsWhere,
  say: (line: string) => void,
): Promise<OpenDatabase> {
  checkEmbeddedIsMeant(config)
  const running = config.databaseUrl ?? (await findEmbeddedPostgres(config.dataFolder))
  return running === null ? openDatabase(config, { say }) : given(running)
}

/** The address of a database of one's own at which its owner signs in; null for the embedded one. */
export const ownersAddress = ({
  databaseOwnerUrl,
  databaseUrl,
}: Pick<Config, 'databaseOwnerUrl' | 'databaseUrl'>): string | null =>
  databaseOwnerUrl ?? databaseUrl

/** As before, for what takes the owner's rights. Throws `CannotStart` where another role signs in. */
export async function joinAsOwner(
  config: ScriptsWhere,
  say: (line: string) => void,
): Promise<OpenDatabase> {
  const database = await joinDatabase({ ...config, databaseUrl: ownersAddress(config) }, say)
  await checkOwner(database.url)
  return database
}

/** Throws `CannotStart` unless the owner of the database signs in at this address. */
export async function checkOwner(url: string): Promise<void> {
  const { name, isOwner } = await reach(url, readRoleFacts)
  if (!isOwner)
    throw new CannotStart(
      `The role ${name} is not the owner of the database: give the owner’s address in DATABASE_OWNER_URL.`,
    )
}

/** Asks with the rights of who signs in at this address. Throws `CannotStart` when the server can't be reached or refuses. */
export async function reach<T>(url: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  try {
    return await withClient({ url, name: 'glasshouse check', as: 'owner' }, ask)
  } catch (error) {
    if (error instanceof CannotStart) throw error
    const { hostname, pathname } = new URL(url)
    throw new CannotStart(
      `The database ${pathname.slice(1)} on ${hostname} cannot be opened: ${(error as Error).message || (error as NodeJS.ErrnoException).code}.`,
    )
  }
}

/** Throws `CannotStart` when the server can't be reached, is too old, or doesn't keep what it acknowledges. */
export const checkDatabase = (url: string): Promise<void> => reach(url, checkServer)
