/** The database that a script works on: which one it is, said before anything is done there, and as whom it is worked on. */
import type pg from 'pg'
import { readNamedFirm } from '../src/domains/proofs/queries.ts'
import type { Config, Mode } from '../src/platform/config.ts'
import { applicationRole, type Connecting } from '../src/platform/database.ts'
import { readHouse } from '../src/platform/house.ts'
import { readMode, refuseOtherMode } from '../src/platform/migrations/migrate.ts'
import { mayBecomeApplication } from '../src/platform/migrations/roles.ts'
import { joinAsOwner, joinDatabase, reach } from '../src/platform/postgres/open-database.ts'
import { judgeRole, readRoleFacts, type SignedInAs } from '../src/platform/signed-in-role.ts'
import { say, utc } from './script.ts'

export type WhichDatabase = {
  /**
   * With the application's rights, or with the owner's: the owner of deploy/roles.sh is no member of the application's role,
   * and may do all that it may anyway.
   */
  signIn: Required<Pick<Connecting, 'url' | 'as'>>
  /** In the mode of the database: the setting need not say it. */
  config: Config
}

type Facts = {
  mode: Mode | null
  firm: string | null
  createdAt: number | null
  user: string
  place: string
}

async function readFacts(client: pg.Client): Promise<Facts> {
  // A member may have been told not to inherit its rights.
  if (await mayBecomeApplication(client)) await client.query(`set role ${applicationRole}`)
  const mode = await readMode(client)
  return {
    mode,
    firm: mode === null ? null : await readNamedFirm(client),
    createdAt: mode === null ? null : Number(await readHouse(client)) * 1000,
    user: String(client.user),
    place: `${client.database} on ${client.host}:${client.port}`,
  }
}

/** As a line: the place as it was given, then what the database says of itself. */
function lineOf({ mode, firm, createdAt, user, place }: Facts): string {
  if (mode === null || createdAt === null) return `Database ${place}, as ${user}: empty.`
  const of = firm === null ? 'no firm named yet' : `of ${firm}`
  return `Database ${place}, as ${user}: ${mode}, ${of}, created ${utc(createdAt)}.`
}

/** Says which one it is. Throws `CannotStart` where it can't be reached. */
export async function sayDatabase(url: string): Promise<Mode | null> {
  const facts = await reach(url, readFacts)
  say(lineOf(facts))
  return facts.mode
}

/** As before. Throws `CannotStart` where it is of the mode that the settings don't say. */
async function inItsMode(url: string, config: Config): Promise<Config> {
  const mode = await sayDatabase(url)
  if (config.modeGiven) refuseOtherMode(mode, config.mode)
  return { ...config, mode: mode ?? config.mode }
}

/** The application's role where who signs in may take it on; else their own rights. */
export const rightsAt = (url: string): Promise<SignedInAs> =>
  reach(url, async (client) => ((await mayBecomeApplication(client)) ? 'application' : 'owner'))

/** Throws `CannotStart` where who signs in is neither. */
async function judgedRightsAt(url: string): Promise<SignedInAs> {
  const rights = await rightsAt(url)
  return rights === 'application' ? rights : judgeRole(await reach(url, readRoleFacts))
}

type Use<T> = (which: WhichDatabase) => Promise<T>

/** For what the application's rights are enough for, at DATABASE_URL. The embedded one only where nothing says another. */
export async function withDatabase<T>(config: Config, use: Use<T>): Promise<T> {
  const { url, close } = await joinDatabase(config, say)
  try {
    const known = await inItsMode(url, config)
    return await use({ signIn: { url, as: await judgedRightsAt(url) }, config: known })
  } finally {
    await close()
  }
}

/** For what takes the owner's rights, at DATABASE_OWNER_URL. Throws `CannotStart` where another role signs in there. */
export async function withOwnersDatabase<T>(config: Config, use: Use<T>): Promise<T> {
  const { url, close } = await joinAsOwner(config, say)
  try {
    return await use({ signIn: { url, as: 'owner' }, config: await inItsMode(url, config) })
  } finally {
    await close()
  }
}
