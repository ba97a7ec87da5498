/**
 * Books what two agreed to import, one person at a time. Each person is a command under an id of the import and the line, so that
 * whoever is killed in between is followed by another who books what is left, and nobody twice. One process at a time books.
 */
import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { bySystem, runNamed } from '../../desk/by-system.ts'
import { emailMac } from '../../desk/journal-mac.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { inTransaction } from '../../platform/database.ts'
import { idFromName } from '../../platform/ids.ts'
import type { Turn } from '../../platform/loop.ts'
import type { MacKeys } from '../../platform/mac.ts'
import { roomForMails } from '../../platform/mail/waiting.ts'
import { runAlone } from '../../platform/run-alone.ts'
import type { HouseDesk } from '../house-desk.ts'
import {
  broughtBy,
  readBookedImports,
  readBookedLines,
  readBooking,
} from '../import-records/queries.ts'
import type { Import } from '../import-records/table.ts'
import { mailLink } from '../sign-in/links.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import { passwordMac } from '../sign-in/row-macs.ts'
import { rowsOfImport, type ImportedPerson } from './check.ts'
import { digestOf, readLines } from './examine.ts'
import { invitedFor } from './mails.ts'
import { markInvited, readFile, readUninvited, sweepFiles } from './queries.ts'

/** One booker over all processes. */
const bookerLock = 7_401_049
/** Handed to the desk at once. */
const atOnce = 128
/** Where nothing is to be imported. */
const idleMs = 2_000

export type ImportingParts = { pool: Pool; desk: Pick<HouseDesk, 'run'>; macKeys: MacKeys }

/** What is left to be booked of an import, in the order of the file, and how far that is. */
type Walk = { import: string; left: ImportedPerson[]; at: number; refused: number[] }

/** The people of the very file that was agreed to. Throws where it is another one. */
async function readPeople(db: PoolClient, { id, file, digest, people, at }: Import) {
  const content = await readFile(db, file)
  if (content === null || digestOf(content) !== digest)
    throw new Error(`The file of import ${id} is not the one that was agreed to`)
  const found: ImportedPerson[] = []
  // Who is here by now shows when a person is booked.
  const against = { taken: new Map(), today: isoFromInstant(at).slice(0, 10) }
  await readLines(rowsOfImport(content.toString()), against, (_, read) => {
    if (!Array.isArray(read)) found.push(read)
  })
  if (found.length !== people)
    throw new Error(`The file of import ${id} has ${found.length} people, and not ${people}`)
  return found
}

async function beginWalk(db: PoolClient, next: Import): Promise<Walk> {
  const [people, booked] = [await readPeople(db, next), await readBookedLines(db, next.id)]
  const left = people.filter(({ line }) => !booked.has(line))
  return { import: next.id, left, at: 0, refused: [] }
}

/** Of a password that nobody has ever seen: whoever is imported chooses their own by a link. Made once a process. */
let unknownHash: Promise<string> | null = null

/** Answers whether they are here: not where somebody else has their email by now. */
async function bookPerson(
  { desk, macKeys }: ImportingParts,
  id: string,
  { line, reference, fullName, email, balance: amount }: ImportedPerson,
): Promise<boolean> {
  unknownHash ??= hashPassword(randomBytes(48).toString('base64'))
  const [owner, hash] = [idFromName(`person of import ${id} line ${line}`), await unknownHash]
  const person = {
    ...{ fullName, email, passwordHash: hash },
    passwordMac: passwordMac(macKeys, { person: owner, hash }),
    emailMac: emailMac(macKeys, owner, email),
  }
  const { outcome } = await desk.run({
    ...bySystem(idFromName(`import ${id} line ${line}`)),
    kind: 'ImportPerson',
    command: { owner, import: id, line, amount, reference, person },
  })
  if (outcome !== 'done' && outcome !== 'email_taken')
    throw new Error(`Line ${line} of import ${id} could not be booked: ${outcome}`)
  return outcome === 'done'
}

async function finish(parts: ImportingParts, { import: id, refused }: Walk): Promise<void> {
  const outcome = await runNamed(parts, `import ${id} booked`, {
    kind: 'FinishImport',
    command: { import: id, leftOut: refused.toSorted((a, b) => a - b).join(',') },
  })
  if (outcome !== 'done') throw new Error(`Import ${id} could not be finished: ${outcome}`)
}

/** Books some people of a walk; answers whether more are left. */
async function bookSome(parts: ImportingParts, walk: Walk): Promise<boolean> {
  const some = walk.left.slice(walk.at, walk.at + atOnce)
  const here = await Promise.all(some.map((person) => bookPerson(parts, walk.import, person)))
  walk.at += some.length
  walk.refused.push(...some.filter((_, at) => !here[at]).map(({ line }) => line))
  if (walk.at < walk.left.length) return true
  await finish(parts, walk)
  return false
}

/** Whoever was booked gets a link by which they choose a password, once, at the pace of the mails. */
async function invite(pool: Pool, ids: readonly string[], invited: Set<string>): Promise<boolean> {
  const [id] = ids.filter((one) => !invited.has(one))
  if (id === undefined) return false
  const room = await roomForMails(pool, ['account-imported'])
  if (room <= 0) return false
  const people = await readUninvited(pool, { among: broughtBy(`'${id}'`), limit: room })
  if (people.length === 0) invited.add(id)
  for (const person of people)
    await inTransaction(pool, async (client) => {
      await client.query('select from owners where id = $1 for no key update', [person])
      await client.query('select from auth.persons where id = $1 for no key update', [person])
      if (await markInvited(client, person))
        await mailLink(client, person, 'reset-password', {
          ...{ template: 'account-imported', values: {}, worksFor: invitedFor },
        })
    })
  return true
}

/** Each turn books some people of the import that is being booked, or invites some. */
export function createImporting(parts: ImportingParts): Turn {
  let walk: Walk | null = null
  const invited = new Set<string>()
  const work = async (client: PoolClient): Promise<number> => {
    const next = await readBooking(client)
    if (next !== null) {
      const begun = walk?.import === next.id ? walk : await beginWalk(client, next)
      // Forgotten until they are booked: whatever fails is begun from the first line that is left.
      walk = null
      if (await bookSome(parts, begun)) walk = begun
      return 0
    }
    if (await invite(parts.pool, await readBookedImports(client), invited)) return 0
    await sweepFiles(client)
    return idleMs
  }
  return async () => (await runAlone(parts.pool, bookerLock, work)) ?? idleMs
}
