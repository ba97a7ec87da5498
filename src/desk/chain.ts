/**
 * The hash chain over an owner's activity: each row's hash holds the hash of the row before, the row, and the command
 * that it tells of, with what that posted. What is written here is hashed: another word or another order is another chain.
 * docs/decisions/025 says what is in it; recorded-words.md lists the words that must stay as they are.
 */
import { hash } from 'node:crypto'
import { firm, type OwnerId } from '../ledger/core/chart.ts'
import type { Account, Booked } from '../ledger/core/posting.ts'
import type { Instant } from '../lib/instant.ts'
import type { Cents } from '../lib/money.ts'
import { canonical } from '../lib/canonical.ts'
import type { Decided } from './decide.ts'

/** A SHA-256 in hexadecimal digits. */
export type Digest = string

export const saltBytes = 16

type Label = 'particulars' | 'command' | 'activity' | 'unlisted' | 'root'

/** Lists of texts, numbers and nulls: where one value ends and the next begins is never in doubt. The first says what it is. */
const textOfList = (label: Label, values: readonly unknown[]) => JSON.stringify([label, ...values])

export const digestOfText = (text: string): Digest => hash('sha256', text, 'hex')

export const digestOf = (label: Label, values: readonly unknown[]): Digest =>
  digestOfText(textOfList(label, values))

export type Particulars = { salt: string; texts: string; status: number; reply: string }

/** Of a person's words (canonical) and the reply. Without the salt, which is erased with them, it says nothing about them. */
export const particularsDigest = ({ salt, texts, status, reply }: Particulars): Digest =>
  digestOf('particulars', [salt, texts, status, reply])

/** The firm's versions are the books' to find out; the desk states none. */
const side = ({ owner, kind }: Account, version: bigint) => [
  owner,
  kind,
  owner === firm ? null : String(version),
]

const postingOf = ({
  event,
  debit,
  debitVersion,
  credit,
  creditVersion,
  amount,
}: Booked): unknown[] => [
  event,
  ...side(debit, debitVersion),
  ...side(credit, creditVersion),
  String(amount),
]

/** A command as the journal keeps it, without its facts and its words. */
export type CommandRow = Pick<
  Decided,
  'id' | 'kind' | 'actor' | 'subject' | 'key' | 'bodyHash' | 'outcome' | 'at'
>

/** What a command's digest is of. `input` is canonical; `postings` are lists of texts and nulls, as `postingOf` makes them. */
export const commandText = (
  { id, kind, actor, subject, key, bodyHash, outcome, at }: CommandRow,
  {
    input,
    particulars,
    postings,
  }: { input: string; particulars: Digest; postings: readonly unknown[] },
): string =>
  textOfList('command', [
    id,
    kind,
    actor,
    subject,
    key,
    bodyHash,
    input,
    outcome,
    at,
    particulars,
    postings,
  ])

export const commandDigest = (...command: Parameters<typeof commandText>): Digest =>
  digestOfText(commandText(...command))

/** A row of an owner's activity; amounts in cents. */
export type ChainedRow = {
  owner: OwnerId
  version: number | bigint
  kind: string
  at: Instant
  gain: Cents | null
  after: Cents | null
}

const textOf = (cents: Cents | null) => (cents === null ? null : String(cents))

/** What of a row is hashed after the hash of the one before. */
export const rowValues = (
  { owner, version, kind, at, gain, after }: ChainedRow,
  command: Digest,
): (string | number | null)[] => [
  owner,
  String(version),
  kind,
  at,
  textOf(gain),
  textOf(after),
  command,
]

/** `before` is the hash of the owner's row before, null at the beginning. */
export const rowHash = (before: Digest | null, row: ChainedRow, command: Digest): Digest =>
  digestOf('activity', [before, ...rowValues(row, command)])

/** A command that is in nobody's activity hangs in its actor's chain: its number there, and the version of the actor's last row. */
export type UnlistedLink = { owner: OwnerId; number: number | bigint; version: number | bigint }

export const unlistedValues = (
  { owner, number, version }: UnlistedLink,
  command: Digest,
): string[] => [owner, String(number), String(version), command]

/** `before` is the hash of the link before, be it a row of activity or another one like this. */
export const unlistedHash = (before: Digest | null, link: UnlistedLink, command: Digest): Digest =>
  digestOf('unlisted', [before, ...unlistedValues(link, command)])

/** What of a decided command is written in canonical form, and the digest of what can be erased. */
export type Sealed = {
  decided: Decided
  input: string
  texts: string
  salt: string
  particulars: Digest
}

export function seal(decided: Decided, salt: string): Sealed {
  const { changes, status, text, input } = decided
  const texts = canonical(changes?.texts ?? {})
  return {
    decided,
    input: canonical({ ...input, ...changes?.facts }),
    texts,
    salt,
    particulars: particularsDigest({ salt, texts, status, reply: text }),
  }
}

/** Where the chains end: the hash of each one's last link, and how many of its links are unlisted commands. Both are moved on. */
export type Ends = { heads: Map<OwnerId, Digest>; unlisted: Map<OwnerId, number> }

/** With its digest and the hashes of its rows of activity; or with the place of a command that has none. */
export type Chained = Sealed & {
  command: Digest
  hashes: Digest[]
  aside: (UnlistedLink & { number: number; hash: Digest }) | null
}

/** Hangs a command onto the chains of those in whose lists it stands, or onto the chain of its actor. */
export function link(sealed: Sealed, { heads, unlisted }: Ends): Chained {
  const { changes, booked, balances, at, asker } = sealed.decided
  const { input, particulars } = sealed
  const command = commandDigest(sealed.decided, {
    input,
    particulars,
    postings: booked.map(postingOf),
  })
  if (asker !== null) {
    const place = {
      owner: asker.owner,
      version: asker.version,
      number: (unlisted.get(asker.owner) ?? 0) + 1,
    }
    const hash = unlistedHash(heads.get(place.owner) ?? null, place, command)
    heads.set(place.owner, hash)
    unlisted.set(place.owner, place.number)
    return { ...sealed, command, hashes: [], aside: { ...place, hash } }
  }
  const hashes = changes!.activity.map(({ owner, kind }, i) => {
    const { version, gain, after } = balances[i]!
    const next = rowHash(
      heads.get(owner) ?? null,
      { owner, version, kind, at, gain, after },
      command,
    )
    heads.set(owner, next)
    return next
  })
  return { ...sealed, command, hashes, aside: null }
}
