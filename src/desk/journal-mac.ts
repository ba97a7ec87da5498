/**
 * The code that each command carries: over the version of the rules that decided it, its digest as the chain has it, and
 * its place there. Chains can be computed by anybody who can write them; this can't be made without the server's secret.
 */
import { wordOf, type Role, type Roles } from '../contract/roles.ts'
import type { Cents } from '../lib/money.ts'
import type { OwnerId } from '../ledger/core/chart.ts'
import { isKeyKnown, isMacOf, macOf, type Mac, type MacKeys } from '../platform/mac.ts'
import { isSince, sinceColumns, type Since } from './mac-times.ts'
import type { Chained, Digest } from './chain.ts'

/** Under which a desk records what it decides. */
export type Stamp = { macKeys: MacKeys; rulesVersion: number }

/** Where the command stands in its subject's activity; amounts in cents. */
type Listed = {
  version: number | bigint | string
  kind: string
  gain: Cents | string | null
  after: Cents | string | null
}

const textOf = (amount: Cents | string | null) => (amount === null ? null : String(amount))

/** Of a command that its subject's activity doesn't list, the number of its unlisted link, if it has one. */
const placeOf = (listed: Listed | null, unlisted: number | bigint | null) =>
  listed === null
    ? ['unlisted', unlisted === null ? null : String(unlisted)]
    : ['listed', String(listed.version), listed.kind, textOf(listed.gain), textOf(listed.after)]

function listedOf({ decided: { changes, balances, subject } }: Chained): Listed | null {
  const place = changes?.activity.findIndex(({ owner }) => owner === subject) ?? -1
  return place < 0 ? null : { ...balances[place]!, kind: changes!.activity[place]!.kind }
}

export function commandMac(chained: Chained, { macKeys, rulesVersion }: Stamp): Mac {
  const place = placeOf(listedOf(chained), chained.aside?.number ?? null)
  return macOf(macKeys, 'command', [rulesVersion, chained.command, ...place])
}

/** Of who works here: a role that somebody wrote into the database is none. */
export const roleMac = (keys: MacKeys, owner: OwnerId, roles: Roles): Mac =>
  macOf(keys, 'role', [owner, roles])
export const isRoleMac = (
  keys: MacKeys,
  { owner, role, roles, mac }: { owner: OwnerId; role: Role; roles: Roles; mac: Mac | null },
): boolean => isMacOf(keys, mac, 'role', [owner, roles]) && wordOf(roles) === role

/** Of the address that links are mailed to: one that somebody wrote into the database is nobody's. */
export const emailMac = (keys: MacKeys, person: string, email: string): Mac =>
  macOf(keys, 'email', [person, email])
export const isEmailMac = (
  keys: MacKeys,
  { person, email, mac }: { person: string; email: string; mac: Mac | null },
): boolean => isMacOf(keys, mac, 'email', [person, email])

/** What the journal keeps of a command beside what its digest covers. */
export type Stamped = Since & {
  mac: Mac
  /** The version of the rules that decided it. */
  rules: number
  /** Recorded since every MAC is of a known key. */
  isKeyNeeded: boolean
  subjectVersion: bigint | null
}

/** SQL of it; `command` is its row. */
export const stampColumns = `encode(command.mac, 'hex') as mac, command.rules, command.recorded_at > (select since from desk.macs) as "isKeyNeeded", ${sinceColumns}, command.subject_version as "subjectVersion"`

/** What is wrong with a command's MAC, or null. `command` is its digest, computed from what stands there. */
export function faultOfMac(
  keys: MacKeys,
  { mac, rules, isKeyNeeded, ...time }: Stamped,
  command: Digest,
  place: { listed: Listed | null; unlisted: bigint | null },
): string | null {
  // Of a secret that was lost: before that was said, nobody can tell any more.
  if (!isKeyNeeded && !isKeyKnown(keys, mac) && isSince(keys, time)) return null
  const values = [rules, command, ...placeOf(place.listed, place.unlisted)]
  return isMacOf(keys, mac, 'command', values)
    ? null
    : 'its MAC is not of this command, of its place in the activity, and of a key of this server'
}
