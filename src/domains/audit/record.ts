/** One command as the journal keeps it, and the chain that it hangs in, computed again. */
import type { Pool, PoolClient } from 'pg'
import type { AuditPart, AuditRecord } from '../../contract/audit.ts'
import { ProblemError } from '../../contract/problems.ts'
import type { Capability } from '../../contract/roles.ts'
import { commandTextOf, type Link, type Place } from '../../desk/chain-links.ts'
import { followPart, rawLink, readLink } from '../../desk/chain-part.ts'
import { digestOfText, type Digest } from '../../desk/chain.ts'
import { party } from '../../desk/spoken.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import { createLimiter } from '../../platform/limiter.ts'
import type { MacKeys } from '../../platform/mac.ts'
import { inSnapshot } from '../../platform/snapshot.ts'
import { secretsIn } from '../../contract/check-secrets.ts'
import { presentAuditItem, type AuditRow } from './present.ts'
import { readRows } from './queries.ts'

type Kept = {
  key: string | null
  recordedAt: Instant
  rules: number
  listed: bigint | null
  unlisted: bigint | null
}

/** Where it hangs: in the list of whom it is about, or in the chain of who asked; null where that place is gone. */
const linkOf = (db: PoolClient, row: AuditRow, { listed, unlisted }: Kept) => {
  if (listed !== null) return readLink(db, row.subject!, { version: listed })
  return unlisted === null || row.actor === null
    ? null
    : readLink(db, row.actor, { number: unlisted })
}

function ownerOf({ owner }: Link, row: AuditRow): { id: OwnerId; fullName: string } {
  if (owner === firm) return { id: owner, fullName: 'The firm' }
  const name = owner === row.actor ? row.actor_name : row.subject_name
  return party(owner, name)
}

function presentLink(
  found: { link: Link; before: Digest | null } | null,
  row: AuditRow,
  mayReadMatches: boolean,
): Pick<AuditRecord, 'command' | 'link' | 'words'> {
  const raw = found && rawLink(found.link)
  if (!found || !raw) return { command: null, link: null, words: row.texts }
  const text = commandTextOf(found.link)!
  // The text is hashed as a whole: a part of it would prove nothing.
  const isWhole = mayReadMatches || secretsIn(row.kind, row.input).length === 0
  return {
    command: isWhole ? { text, digest: digestOfText(text) } : null,
    link: { owner: ownerOf(found.link, row), before: found.before, ...raw },
    words: row.texts,
  }
}

/** Throws `unknown_action` for what no staff asked for. */
export function readRecord(
  pool: Pool,
  id: string,
  may: ReadonlySet<Capability>,
): Promise<AuditRecord> {
  return inSnapshot(pool, async (db) => {
    const [row] = await readRows(db, { id }, 1)
    if (!row) throw new ProblemError('unknown_action')
    const {
      rows: [kept],
    } = await db.query<Kept>({
      name: 'audit.kept',
      text: `select key, recorded_at as "recordedAt", rules, subject_version as listed, unlisted_number as unlisted from desk.commands where id = $1`,
      values: [id],
    })
    const { key, recordedAt, rules } = kept!
    return {
      item: presentAuditItem(row),
      recordedAt: isoFromInstant(recordedAt),
      key,
      rules,
      ...presentLink(await linkOf(db, row, kept!), row, may.has('read-matches')),
    }
  })
}

const placeIn = (owner: OwnerId, cursor: string | undefined): Place => {
  const [version, unlisted, hash] = decodeCursor(cursor, ['integer', 'integer', 'text'])
  return {
    owner,
    version: BigInt(version ?? 0),
    unlisted: BigInt(unlisted ?? 0),
    hash: hash || null,
  }
}

/** Each part reads hundreds of commands with their postings and computes as many hashes: one at a time, whoever asks. */
const limited = createLimiter({ concurrency: 1, maxWaiting: 40, perAsker: 4 })

/** Throws `unknown_user` where nobody has this chain. */
export function verifyPart(
  pool: Pool,
  macKeys: MacKeys,
  owner: OwnerId,
  cursor: string | undefined,
): Promise<AuditPart> {
  const after = placeIn(owner, cursor)
  return limited(async () => {
    const part = await inSnapshot(pool, (db) => followPart(db, after, macKeys))
    if (!part) throw new ProblemError('unknown_user')
    const { end, isHead, ...found } = part
    return {
      ...found,
      before: after.hash,
      end: end?.hash ?? null,
      isHead,
      nextCursor:
        isHead || !end
          ? null
          : encodeCursor([String(end.version), String(end.unlisted), end.hash ?? '']),
    }
  })
}
