/** What a process has seen of the journal, in a file of its data folder: a restore of the database doesn't rewind it. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { payoutKind } from '../../contract/payout-block.ts'
import { CannotStart } from '../../platform/cannot-start.ts'
import type { LostPayout } from './rules.ts'

const stored = z.strictObject({
  house: z.string(),
  last: z.strictObject({ id: z.uuid(), recordedAt: z.number() }).nullable(),
  root: z.strictObject({ day: z.string(), root: z.string() }).nullable(),
  /** Of each wallet, by its descriptor, the index of the next address: none is drawn twice behind a restore. */
  nextAddresses: z.record(z.string(), z.int()).default({}),
  /** Payouts until then were let go, since there are more than are kept; null: of the time that counts, all are there. */
  forgottenUntil: z.number().nullable().default(null),
  payouts: z.array(
    z.strictObject({
      id: z.uuid(),
      by: z.uuid().optional(),
      kind: payoutKind,
      person: z.string().nullable(),
      request: z.string().nullable(),
      reference: z.string(),
      amount: z.string().regex(/^\d+$/).transform(BigInt),
      paidAt: z.number(),
    }),
  ),
})

/** `house`: of which database. The last command and the last daily root, the payouts of late, and how far addresses were drawn. */
export type Seen = Omit<z.infer<typeof stored>, 'payouts'> & { payouts: LostPayout[] }

/** Null where nothing is kept yet. Throws `CannotStart` where what is kept can't be read. */
export async function readSeen(file: string): Promise<Seen | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw new CannotStart(`${file} cannot be read (${error.code}).`)
  })
  if (text === null) return null
  try {
    return stored.parse(JSON.parse(text))
  } catch {
    throw new CannotStart(
      `${file} is damaged: it says how far this server has seen the books, so that it is noticed when they are restored. If they were not, remove it; docs/runbooks/restore.md says what to do if they were.`,
    )
  }
}

export const textOfSeen = (seen: Seen): string =>
  JSON.stringify(seen, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

/** Of `textOfSeen`, whole or not at all. */
export async function writeSeen(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`
  await mkdir(dirname(file), { recursive: true })
  await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true })
  await rename(draft, file)
}
