/** Fills an empty demonstration: plans, pools, sign-ins, and a cast with months of history, made by the real commands. */
import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import { keepContent, ofDocument } from '../domains/documents/contents.ts'
import type { Files, HouseDesk } from '../domains/house-desk.ts'
import type { AnyCommand } from '../domains/nouns.ts'
import { addPerson } from '../domains/sign-in/add-person.ts'
import { readUser } from '../domains/users/queries.ts'
import { settleDue } from '../domains/investments/due.ts'
import { plansFile, seedPlans } from '../domains/plans/seed.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import { contentFileName, readContentFile } from '../platform/content-file.ts'
import type { MacKeys } from '../platform/mac.ts'
import type { Policy } from '../platform/policy.ts'
import { castFile, type Cast } from './cast.ts'
import { isTold, openHistoryClock } from './history-clock.ts'
import { ownerIdOf, scriptOf, type SampleDocument, type Step } from './script.ts'

export type DemoHouse = {
  pool: Pool
  macKeys: MacKeys
  desk: Pick<HouseDesk, 'run' | 'close' | 'queued'>
  policy: Pick<Policy, 'playMoney'>
  files: Pick<Files, 'reader' | 'keys'>
  log: Pick<Logger, 'info' | 'error'>
  lifecycle: { readonly draining: boolean }
}

/** One process tells the history; another one that starts meanwhile waits for the end of it. */
const tellingLock = 7_401_004

const defaultFolder = join(import.meta.dirname, '../../content/demo')

/** The plans and the cast of a content pack. Throws `CannotStart` naming file, line and field of what is wrong. */
function readWorld(folder: string) {
  const { plans } = readContentFile(folder, 'plans.yaml', plansFile('demo'))
  const cast = readContentFile(
    folder,
    'cast.yaml',
    castFile(new Set(plans.map(({ slug }) => slug))),
  )
  // Plans are seeded under their first terms, and nothing of the history changes them.
  const accepted = new Map(
    plans.map(({ slug, risk }) => [
      slug,
      { acceptedRiskVersion: risk.version, acceptedTermsVersion: 1 },
    ]),
  )
  return { plans, cast, script: scriptOf(cast, accepted) }
}

/** For every start, so that a mistake is told while nothing is open yet, and not only by the first one. */
export function judgeWorld(folder: string): void {
  readWorld(folder)
}

/**
 * People with their passwords. Nobody can sign in as one of the cast: theirs is a random one that nobody knows.
 * Owners who exist already are left as they are, since an account that was closed must stay erased.
 */
async function addPeople(
  { pool, macKeys }: Pick<DemoHouse, 'pool' | 'macKeys'>,
  { signIns, people }: Cast,
): Promise<void> {
  const everybody = [...signIns, ...people.map((person) => ({ ...person, password: randomUUID() }))]
  const ids = everybody.map(({ slug }) => ownerIdOf(slug))
  const { rows } = await pool.query<{ id: string }>(
    'select id from auth.persons where id = any ($1) union select id from owners where id = any ($1)',
    [ids],
  )
  const known = new Set(rows.map(({ id }) => id))
  const missing = everybody.filter(({ slug }) => !known.has(ownerIdOf(slug)))
  await Promise.all(
    missing.map(({ slug, name, email, password }) =>
      addPerson({ pool, macKeys }, { id: ownerIdOf(slug), fullName: name, email, password }),
    ),
  )
}

type Photos = (kind: SampleDocument['adds']) => Promise<{ bytes: Buffer; pages: number }>

/** Made anew as people's photos are, each once. */
function photosIn(folder: string, { reader }: DemoHouse['files']): Photos {
  const made = new Map<string, ReturnType<Photos>>()
  const make = async (kind: string) => {
    const photo = await readFile(join(folder, 'documents', `${kind}.jpg`))
    const accepted = await reader.accept(photo)
    if (typeof accepted === 'string' || !accepted.bytes)
      throw new CannotStart(`${contentFileName(folder, `documents/${kind}.jpg`)} is no photo.`)
    return { bytes: Buffer.from(accepted.bytes), pages: accepted.pages }
  }
  return (kind) => made.getOrInsertComputed(kind, make)
}

/** What is told again leaves bytes behind that no command takes: the sweep deletes them. */
async function adding(
  { pool, files }: DemoHouse,
  { adds: kind, owner }: SampleDocument,
  photos: Photos,
): Promise<AnyCommand> {
  const { bytes, pages } = await photos(kind)
  if (files.keys === null) throw new Error('A demonstration makes its own keys of documents')
  const content = await keepContent(pool, files.keys, ofDocument(owner), bytes)
  const digest = createHash('sha256').update(bytes).digest('hex')
  const given = { mediaType: 'image/jpeg', size: bytes.length, digest, pages }
  return { kind: 'AddDocument', command: { owner, kind, content, ...given, mustBeVerified: false } }
}

async function commandIn(house: DemoHouse, { command }: Step, photos: Photos): Promise<AnyCommand> {
  if ('made' in command) return command.made((await readUser(house.pool, command.of))!)
  return 'adds' in command ? adding(house, command, photos) : command
}

async function tell(
  house: DemoHouse,
  step: Step,
  { file, photos }: { file: string; photos: Photos },
): Promise<void> {
  const { id, actor, where } = step
  const { desk } = house
  const asked = await commandIn(house, step, photos)
  const reply = await desk.run({ ...asked, id, actor, key: null, bodyHash: '', requestId: id })
  if (reply.outcome === 'done') return
  // A refusal is recorded for good, as all are: what was told so far can't be told differently.
  const { message } = JSON.parse(reply.text) as { message: string }
  throw new CannotStart(
    `${file}, ${where}: ${asked.kind} was refused: ${message} Correct it and start again: npm run demo:reset`,
  )
}

/** Tells everything that hasn't been told, oldest first. Answers whether it came to the end; a stop makes it break off. */
async function tellHistory(
  house: DemoHouse,
  client: PoolClient,
  { plans, script }: Pick<ReturnType<typeof readWorld>, 'plans' | 'script'>,
  folder: string,
): Promise<boolean> {
  const clock = await openHistoryClock(client, script[0]!.at)
  await seedPlans(house.desk, plans)
  const settle = () => settleDue(house)
  const resumedAt = clock.reached
  const told = {
    file: contentFileName(folder, 'cast.yaml'),
    photos: photosIn(folder, house.files),
  }
  for (const step of script.filter(({ at }) => at >= resumedAt)) {
    if (house.lifecycle.draining) return false
    await clock.moveTo(step.at, settle)
    await tell(house, step, told)
  }
  await clock.finish(settle)
  return true
}

/**
 * Makes the demonstration's world unless it is there. Safe to be killed anywhere: the next start goes on, and
 * ends in the same world. Throws `CannotStart` for a pack that is wrong and for a database with a past of its own.
 */
export async function seedDemo(house: DemoHouse, folder: string = defaultFolder): Promise<void> {
  if (!house.policy.playMoney)
    throw new Error('The demonstration was to be seeded outside of the demonstration')
  if (await isTold(house.pool)) return
  const client = await house.pool.connect()
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [tellingLock])
    if (await isTold(client)) return
    const { plans, cast, script } = readWorld(folder)
    await addPeople(house, cast)
    const complete = await tellHistory(house, client, { plans, script }, folder)
    if (complete)
      house.log.info(
        { people: cast.people.length, commands: script.length },
        'the demonstration’s history was told',
      )
  } finally {
    // Ends the connection: its lock and its settings go with it.
    client.release(true)
  }
}
