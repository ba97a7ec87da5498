/** The links of owners' chains as the database has them, each with its command, and whether one fits the one before it. */
import type { OwnerId } from '../ledger/core/chart.ts'
import { postingsOf } from '../ledger/store/entries.ts'
import type { Instant } from '../lib/instant.ts'
import type { Cents } from '../lib/money.ts'
import { isKeyKnown, type MacKeys } from '../platform/mac.ts'
import { canonical } from '../lib/canonical.ts'
import {
  commandText,
  digestOfText,
  rowHash,
  unlistedHash,
  type ChainedRow,
  type Digest,
  type CommandRow,
} from './chain.ts'
import { faultOfMac, stampColumns, type Stamped } from './journal-mac.ts'
import { faultOfWords, wordColumns, wordJoins, type JournaledWords } from './journaled-words.ts'

/** A row of activity, or a command that stands in nobody's list. */
export type Link = ChainedRow &
  JournaledWords &
  Stamped & {
    version: bigint
    gain: Cents | null
    commandId: string
    hash: Digest
    /** Of a command that stands in nobody's list; 0 for a row of activity. */
    number: bigint
    /** Null where the journal hasn't got the command. */
    journal: Omit<CommandRow, 'id' | 'at'> | null
    input: unknown
    commandAt: Instant
    postings: unknown[]
  }

/** SQL of a row of activity, and of an unlisted command, as links. */
export const listedColumns =
  'owner_id, version, 0::bigint as number, kind, at, amount, balance_after, command_id, hash'
export const unlistedColumns =
  'owner_id, version, number, null::text as kind, null::timestamptz as at, null::bigint as amount, null::bigint as balance_after, command_id, hash'

/** SQL of links with their commands, in the order of their chains. `links` is SQL of rows as `linkColumns` names them. */
export const linksWith = (
  links: string,
): string => `select link.owner_id as owner, link.version, link.number, link.kind, link.at, link.amount as gain, link.balance_after as after, link.command_id as "commandId", encode(link.hash, 'hex') as hash,
    case when command.id is not null then jsonb_build_object('kind', command.kind, 'actor', command.actor, 'subject', command.subject, 'key', command.key, 'bodyHash', command.body_hash, 'outcome', command.outcome) end as journal,
    command.input, command.at as "commandAt", ${wordColumns}, ${stampColumns}, ${postingsOf('link.command_id')} as postings
  from (${links}) link
    left join desk.commands command on command.id = link.command_id
    ${wordJoins}
  order by link.owner_id, link.version, link.number`

/** The text that its command's digest is of, as the command stands in the journal; null where it isn't there. */
export function commandTextOf({
  journal,
  commandId,
  commandAt,
  input,
  particulars,
  postings,
}: Link): string | null {
  if (journal === null) return null
  return commandText(
    { ...journal, id: commandId, at: commandAt },
    { input: canonical(input), particulars, postings },
  )
}

export function digestOfLink(link: Link): Digest | null {
  const text = commandTextOf(link)
  return text === null ? null : digestOfText(text)
}

/** Where a chain has been followed to: the last row's version, how many unlisted commands there were, and the last hash. */
export type Place = { owner: OwnerId; version: bigint; unlisted: bigint; hash: Digest | null }

/** Where the chain is after this link. */
export const placeOf = ({ owner, version, number, hash }: Link, before: Place): Place => ({
  owner,
  version,
  unlisted: number > 0n ? number : before.unlisted,
  hash,
})

/** What is missing between this place and the link that comes next, or null. */
function gapBefore({ number, version }: Link, place: Place): string | null {
  if (number > 0n && number !== place.unlisted + 1n)
    return `the unlisted command before it is ${place.unlisted}: what stood in between is gone`
  if (version !== (number > 0n ? place.version : place.version + 1n))
    return `the row before it is ${place.version}: what stood in between is gone`
  return null
}

/** The MAC is over one place only: that in the subject's activity, where it has one. */
function faultOfPlace(row: Link, command: Digest, macKeys: MacKeys): string | null {
  const { owner, version, number, journal, subjectVersion } = row
  if (number > 0n) return faultOfMac(macKeys, row, command, { listed: null, unlisted: number })
  if (subjectVersion === null)
    return faultOfMac(macKeys, row, command, { listed: null, unlisted: null })
  return owner === journal!.subject && version === subjectVersion
    ? faultOfMac(macKeys, row, command, { listed: row, unlisted: null })
    : null
}

/** What is wrong with a link that comes after this place, or null. */
export function faultOfLink(row: Link, place: Place, macKeys: MacKeys | null): string | null {
  const gap = gapBefore(row, place)
  if (gap) return gap
  const command = digestOfLink(row)
  if (command === null) return 'the journal has no such command'
  if (
    row.hash !==
    (row.number > 0n ? unlistedHash(place.hash, row, command) : rowHash(place.hash, row, command))
  )
    return 'its hash does not match the row before it, the row itself, its command and its postings'
  return faultOfWords(row) ?? (macKeys && faultOfPlace(row, command, macKeys))
}

/** Whether its MAC can't be checked, as after the loss of a secret, where that is no fault. */
export const isUnproven = ({ journal, mac }: Link, macKeys: MacKeys | null): boolean =>
  macKeys !== null && journal !== null && !isKeyKnown(macKeys, mac)

export const nameOfLink = ({ owner, version, number, commandId }: Link) =>
  `${number > 0n ? `unlisted command ${number}` : `row ${version}`} of owner ${owner} (command ${commandId})`
