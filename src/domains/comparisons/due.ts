/** Compares whoever is due with the lists as they are now, and begins a check of who may be on them. Any number of processes may look. */
import { setImmediate } from 'node:timers/promises'
import type { Pool } from 'pg'
import { bySystem } from '../../desk/by-system.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { canonical } from '../../lib/canonical.ts'
import { newId } from '../../platform/ids.ts'
import type { Turn } from '../../platform/loop.ts'
import { macOf, macsOf, type MacKeys } from '../../platform/mac.ts'
import {
  keepCompared,
  readChecksOf,
  readDue,
  readDueAsking,
  type Compared,
  type DuePerson,
} from '../checks/comparisons.ts'
import type { Finding } from '../../contract/screening.ts'
import { entryOf, pairOf } from '../checks/finding.ts'
import { wasAsked, type Check } from '../checks/table.ts'
import type { FirmFacts, HouseDesk } from '../house-desk.ts'
import { readByAddress, readLists, type LoadedList } from '../screening/queries.ts'
import { readNames, type ListedPeople } from '../screening/search.ts'
import { freezesBy } from './terms.ts'
import { addressesOf, findingsByAddress, findingsOf } from './findings.ts'

/** People at a time. */
const most = 500
/** Between two looks. */
const restMs = 5_000
/** A look at very many takes long: it isn't most of what the database does. */
const restPerLook = 5
/** Of those who wait for money to leave. */
const atOnceAsking = 200
/** So many are compared before others get their turn. */
const atOnce = 20

type Parts = { pool: Pool; desk: Pick<HouseDesk, 'run'>; macKeys: MacKeys; firm: FirmFacts }

type Lists = { version: string; people: ListedPeople; days: ReadonlyMap<string, string> }

const versionOf = (lists: readonly Pick<LoadedList, 'list' | 'digest'>[]) =>
  canonical(Object.fromEntries(lists.map(({ list, digest }) => [list, digest])))

/** Names of all lists; null where none is loaded, or one was loaded meanwhile. */
async function readAll(pool: Pool, before: Lists | null): Promise<Lists | null> {
  const lists = await readLists(pool)
  const version = versionOf(lists)
  if (lists.length === 0 || version === before?.version) return lists.length === 0 ? null : before
  const people = await readNames(pool)
  if (versionOf(await readLists(pool)) !== version) return null
  return { version, people, days: new Map(lists.map(({ list, day }) => [list, day])) }
}

/** What is asked once has the same MACs, under whichever secret. */
const macsFor = (keys: MacKeys, owner: OwnerId, values: readonly string[]) =>
  macsOf(keys, 'check', [owner, ...values])

/** Begins a check of it, unless it was asked before. */
async function beginCheck(
  { desk, macKeys, firm }: Parts,
  owner: OwnerId,
  finding: Finding,
  known: readonly Check[],
): Promise<void> {
  const [entries, pairs] = [entryOf(finding), pairOf(finding)].map((values) =>
    macsFor(macKeys, owner, values),
  ) as [string[], string[]]
  if (wasAsked(known, { pairs, entries })) return
  const { outcome, text } = await desk.run({
    ...bySystem(newId()),
    kind: 'BeginCheck',
    command: {
      owner,
      entry: macOf(macKeys, 'check', [owner, ...entryOf(finding)]),
      pair: macOf(macKeys, 'check', [owner, ...pairOf(finding)]),
      entries,
      pairs,
      freezes: freezesBy(firm),
      finding,
    },
  })
  // Another process asked it, or the account was closed meanwhile.
  if (!['done', 'nothing_to_change', 'account_closed'].includes(outcome))
    throw new Error(`A check could not begin: ${text}`)
}

async function compareAll(parts: Parts, lists: Lists, due: readonly DuePerson[]): Promise<void> {
  const { people, days } = lists
  const dealt = due.flatMap(({ compared }) => addressesOf(compared).map(({ address }) => address))
  const addresses = dealt.length === 0 ? [] : await readByAddress(parts.pool, dealt)
  const found: { owner: OwnerId; findings: Finding[] }[] = []
  for (const [at, { owner, compared }] of due.entries()) {
    if (at % atOnce === 0) await setImmediate()
    const findings = [
      ...findingsOf(people, compared, days),
      ...findingsByAddress(compared, addresses, days),
    ]
    if (findings.length > 0) found.push({ owner, findings })
  }
  const known = await readChecksOf(
    parts.pool,
    found.map(({ owner }) => owner),
  )
  const failed = new Map<OwnerId, unknown>()
  for (const { owner, findings } of found) {
    const own = known.filter((one) => one.owner === owner)
    try {
      for (const finding of findings) await beginCheck(parts, owner, finding, own)
    } catch (error) {
      // Of one alone: the others are compared all the same.
      failed.set(owner, error)
    }
  }
  // After what was found: whoever stops in between compares them again.
  await keepCompared(
    parts.pool,
    due.filter(({ owner }) => !failed.has(owner)),
  )
  for (const error of failed.values()) throw error
}

const isOf = ({ version }: Lists, { lists }: Compared) => canonical(lists) === version

/**
 * Each turn compares whoever waits for money to leave, and then some of all: a round ends with everybody, and another one follows when
 * it has rested.
 */
export function createComparisons(parts: Parts): Turn {
  const { pool } = parts
  let lists: Lists | null = null
  let after: OwnerId = firstId
  /** How long the database was asked in this round: comparing is no reason to rest. */
  let lookedMs = 0
  let restsUntil = 0
  const compare = async (due: readonly DuePerson[]): Promise<boolean> => {
    // A list that was loaded in between is read first.
    if (lists === null || due.some(({ compared }) => !isOf(lists!, compared))) return false
    await compareAll(parts, lists, due)
    return true
  }
  return async () => {
    lists = await readAll(pool, lists)
    if (lists === null) return restMs
    if (!(await compare(await readDueAsking(pool, atOnceAsking)))) return 0
    if (performance.now() < restsUntil) return restMs
    const beganAt = performance.now()
    const { due, last } = await readDue(pool, after, most)
    lookedMs += performance.now() - beganAt
    if (!(await compare(due))) return 0
    if (last !== null) {
      after = last
      return 0
    }
    restsUntil = performance.now() + restPerLook * lookedMs
    after = firstId
    lookedMs = 0
    return restMs
  }
}

const firstId = '00000000-0000-0000-0000-000000000000'

/** All who are due by now: for tests, and for whoever can't wait. */
export async function compareDue(parts: Parts): Promise<void> {
  const turn = createComparisons(parts)
  for (let rest = 0; rest === 0;) rest = await turn(() => true)
}
