/**
 * Decides the journal again when that is due, compares all state with it, and keeps what was found: on top of the last
 * checkpoint or from the beginning. Any number of processes may try; one does.
 */
import type { ClientBase } from 'pg'
import type { MacKeys } from '../platform/mac.ts'
import { readCheckpoint, writeCheckpoint, type Checkpoint } from './checkpoint.ts'
import { endOfJournal, isStillThere } from './journal-position.ts'
import { dueReplay, keepReplay, readReplays, wallTime, type KeptReplay } from './replays.ts'
import { verifyState, type StateParts } from './verify-state.ts'

export type Making = {
  macKeys: MacKeys
  /** Seals the checkpoint. */
  secret: string
  /** Of the checkpoint. */
  file: string
  partsOf(macKeys: MacKeys): StateParts
}

/** `remarks` are for the log: why it was more work than it should have been. */
export type Made = { replay: KeptReplay; remarks: string[] }

const makerLock = 7_401_014

type Remarking = Making & { remarks: string[] }

/** Null, with a remark, where all has to be decided again. */
async function usableCheckpoint(
  db: ClientBase,
  { secret, file, remarks }: Remarking,
  parts: StateParts,
): Promise<Checkpoint | null> {
  const unusable = (why: string) => {
    remarks.push(`the whole journal is decided again: ${why}`)
    return null
  }
  try {
    const found = await readCheckpoint(file, secret, parts)
    if (found === null) return unusable('there is no checkpoint of this form')
    return (await isStillThere(db, found.position))
      ? found
      : unusable('what the checkpoint was made of is not what the journal has')
  } catch (error) {
    return unusable(`the checkpoint can't be read: ${(error as Error).message}`)
  }
}

type Found = Omit<KeptReplay, 'startedAt' | 'endedAt'>

/** In one snapshot. Where nothing differs, what it came to is where the next one begins. */
async function decideAgain(
  db: ClientBase,
  due: KeptReplay['part'],
  remarking: Remarking,
): Promise<Found & { keepNext(): Promise<void> }> {
  await db.query('begin isolation level repeatable read read only')
  // All of a cursor is read: the plan that is through soonest.
  await db.query('set local cursor_tuple_fraction = 1')
  const parts = { ...remarking.partsOf(remarking.macKeys), saysWords: false }
  const checkpoint = due === 'new' ? await usableCheckpoint(db, remarking, parts) : null
  const { replay, differences, ...decided } = await verifyState(db, parts, checkpoint)
  const position = differences.length === 0 ? await endOfJournal(db) : null
  await db.query('commit')
  return {
    part: checkpoint ? 'new' : 'whole',
    commands: BigInt(decided.commands),
    rows: BigInt(decided.rows),
    lastCommand: decided.last,
    differences,
    async keepNext() {
      const { file, secret } = remarking
      if (position) await writeCheckpoint(file, secret, { replay, position }, parts)
    },
  }
}

async function makeDue(db: ClientBase, due: KeptReplay['part'], making: Making): Promise<Made> {
  const remarks: string[] = []
  const startedAt = await wallTime(db)
  const { keepNext, ...found } = await decideAgain(db, due, { ...making, remarks })
  const replay = { ...found, startedAt, endedAt: await wallTime(db) }
  await keepReplay(db, making.macKeys, replay)
  await keepNext().catch((error: Error) => {
    remarks.push(`the checkpoint can't be written: ${error.message}`)
  })
  return { replay, remarks }
}

/**
 * Null where none is due, or another process is making it. The connection is the caller's own, without limits on time,
 * and is closed afterwards: the lock goes with it.
 */
export async function makeReplay(db: ClientBase, making: Making): Promise<Made | null> {
  const { rows } = await db.query('select pg_try_advisory_lock($1) as free', [makerLock])
  if (!rows[0].free) return null
  // After the lock: what the last holder found is there.
  const due = dueReplay(await readReplays(db, making.macKeys), await wallTime(db))
  return due === null ? null : makeDue(db, due, making)
}
