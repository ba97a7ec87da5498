/** Makes the packs that were asked for: one after the other, on disk first, then in parts that are locked as documents are. */
import { createHash } from 'node:crypto'
import { mkdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import { CannotStart } from '../../platform/cannot-start.ts'
import type { Config } from '../../platform/config.ts'
import { createPool } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { inParts, keepPart } from '../documents/parts.ts'
import { keysOf } from '../documents/take.ts'
import { makeEvidence } from '../evidence/make.ts'
import type { Files } from '../house-desk.ts'
import {
  addPart,
  claimPack,
  finishPack,
  letGo,
  noteProgress,
  ofPart,
  Superseded,
  type Claim,
} from './files.ts'
import { filesFor, sizeOfTar, tarred } from './tar.ts'

export type PackMaker = {
  pool: Pool
  databaseUrl: string
  files: Files
  log: Log
  config: Pick<Config, 'mode' | 'dataFolder'>
  /** Ends one that is being made. */
  signal: AbortSignal
}

/** How often it is said how far a pack has come, and that its worker is alive. */
const tellEveryMs = 1_000
/** Of the whole, what writing the files is; locking them is the rest. */
const writing = 80

/** How far a pack has come. It is told by itself; whoever moves it on learns that the pack is another worker's, or that the house stops. */
class Progress {
  readonly #pool: Pool
  readonly #claim: Claim
  readonly #signal: AbortSignal
  readonly #timer: NodeJS.Timeout
  #percent = 0
  #over: unknown = null

  constructor({ pool, signal }: PackMaker, claim: Claim) {
    this.#pool = pool
    this.#claim = claim
    this.#signal = signal
    this.#timer = setInterval(() => void this.#tell(), tellEveryMs)
  }

  /** Throws `Superseded`, and where the house stops. Whole is only what is ready. */
  reach(percent: number): void {
    this.#signal.throwIfAborted()
    if (this.#over) throw this.#over
    this.#percent = Math.min(99, Math.trunc(percent))
  }

  async #tell(): Promise<void> {
    try {
      await noteProgress(this.#pool, this.#claim, this.#percent)
    } catch (error) {
      // A database that doesn't answer for a moment is no other worker.
      if (error instanceof Superseded) this.#over = error
    }
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

/** The files of the pack, in this folder. */
async function write(maker: PackMaker, claim: Claim, folder: string, progress: Progress) {
  const { databaseUrl, config } = maker
  const pool = createPool({ url: databaseUrl, name: 'glasshouse evidence', max: 4 })
  try {
    return await makeEvidence(pool, folder, {
      from: claim.from,
      to: claim.to,
      withPersons: claim.withPersons,
      mode: config.mode,
      onCommand: (done, of) => progress.reach((writing * done) / Math.max(done, of)),
    })
  } finally {
    await pool.end()
  }
}

async function make(
  maker: PackMaker,
  claim: Claim,
  { folder, progress }: { folder: string; progress: Progress },
): Promise<void> {
  progress.reach(0)
  const { pool } = maker
  const keys = keysOf(maker.files)
  const { files, manifest } = await write(maker, claim, folder, progress)
  const packed = await filesFor(
    folder,
    ['manifest.json', ...files.map(({ name }) => name)],
    `evidence-${claim.from}-${claim.to}`,
  )
  const whole = sizeOfTar(packed.map(({ size }) => size))
  const digest = createHash('sha256')
  let number = 0
  let size = 0
  for await (const bytes of inParts(tarred(packed, Math.trunc(Date.now() / 1000)))) {
    await keepPart({ pool, keys }, ofPart(claim.pack, number), bytes, (content) =>
      addPart(pool, claim, { number, content }),
    )
    digest.update(bytes)
    number += 1
    size += bytes.length
    progress.reach(writing + ((100 - writing) * size) / whole)
  }
  await finishPack(pool, claim, { size, digest: digest.digest('hex'), manifest })
}

/** Where files lie while they are written. Words of people may be in them: nobody else may read it. */
const draftsIn = ({ config }: PackMaker) => join(config.dataFolder, 'evidence-drafts')

/** One is made at a time: what lies there at first was left by a worker that died, and at last only this attempt's is ours to delete. */
async function withDraft(
  maker: PackMaker,
  claim: Claim,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const drafts = draftsIn(maker)
  const folder = join(drafts, `${claim.pack}-${claim.attempt}`)
  await rm(drafts, { recursive: true, force: true })
  await mkdir(drafts, { recursive: true, mode: 0o700 })
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
    // Another worker's may be beside it.
    await rmdir(drafts).catch(() => {})
  }
}

const faultOf = (error: unknown): string =>
  error instanceof CannotStart || error instanceof ProblemError
    ? error.message
    : 'Something went wrong that the log of the server names. Ask for it again.'

/** Answers whether there was one to make. */
export async function makeNextPack(maker: PackMaker): Promise<boolean> {
  const { pool, log } = maker
  const claim = await claimPack(pool)
  if (claim === null) return false
  const progress = new Progress(maker, claim)
  try {
    await withDraft(maker, claim, (folder) => make(maker, claim, { folder, progress }))
  } catch (error) {
    if (error instanceof Superseded) return true
    if (!maker.signal.aborted)
      log.error(
        { err: error, pack: claim.pack, attempt: claim.attempt },
        'a pack of evidence could not be made',
      )
    await letGo(pool, claim, faultOf(error))
  } finally {
    progress.stop()
  }
  return true
}
