/** What a batch writes: for each table one statement for all its commands. The postings come last, since they lock the firm's accounts. */
import type { QueryConfig } from 'pg'
import { noRoles, type Roles } from '../contract/roles.ts'
import { postStatement } from '../ledger/store/post.ts'
import type { OwnerId } from '../ledger/core/chart.ts'
import { columnOfTotal, totalNames } from '../ledger/core/posting.ts'
import { givenRows, insertRows, updateRows, type Given } from './bulk.ts'
import type { Chained, Ends } from './chain.ts'
import type { Decided } from './decide.ts'
import type { EffectKind } from './effect.ts'
import { commandMac, emailMac, roleMac, type Stamp } from './journal-mac.ts'
import type { Owner } from './records.ts'
import type { AnyRows, Put } from './read.ts'
import { forgetWords, stateStatements, type Left } from './row-states.ts'
import { erasingStatements as erasingRows, rowStatements } from './store-table.ts'
import type { AnyTable } from './table.ts'
import type { World } from './world.ts'

type Effects<V> = readonly { value: V; command: string }[]

/**
 * How effects of one kind are written; what is erased of it with a person. Whoever erases gets the effects of this kind of
 * the same commands: what of a person has to be kept is copied before its rows lose it, and afterwards it would be too late.
 */
export type EffectWriter = {
  // oxlint-disable-next-line typescript/no-explicit-any -- effects of all kinds share a list; each is typed where it is defined
  kind: EffectKind<any>
  // oxlint-disable-next-line typescript/no-explicit-any -- the same list
  write(effects: Effects<any>): QueryConfig[]
  // oxlint-disable-next-line typescript/no-explicit-any -- the same list
  erase?(people: readonly OwnerId[], effects: Effects<any>): QueryConfig[]
}

export const writesEffect = <V>(
  kind: EffectKind<V>,
  write: (effects: Effects<V>) => QueryConfig[],
  erase?: (people: readonly OwnerId[], effects: Effects<V>) => QueryConfig[],
): EffectWriter => ({ kind, write, ...(erase ? { erase } : {}) })

/** What writes the rows and effects of the nouns, in the order in which a batch does it. */
export type Writers = readonly (AnyTable | EffectWriter)[]

/** Where the command stands in the activity of the person whom it is about; null where it isn't listed. */
function subjectVersion({ changes, subject, balances }: Decided): number | null {
  const place = changes?.activity.findIndex(({ owner }) => owner === subject) ?? -1
  return balances[place]?.version ?? null
}

function journalStatements(chained: readonly Chained[], stamp: Stamp): QueryConfig[] {
  const activity = chained.flatMap(({ decided: { id, at, changes, balances }, hashes }) =>
    (changes?.activity ?? []).map((row, i) => ({
      ...balances[i]!,
      ...row,
      id,
      at,
      hash: hashes[i]!,
    })),
  )
  return [
    ...insertRows('desk.commands', chained, {
      id: ['uuid', ({ decided }) => decided.id],
      kind: ['word', ({ decided }) => decided.kind],
      actor: ['uuid', ({ decided }) => decided.actor],
      subject: ['uuid', ({ decided }) => decided.subject],
      key: ['text', ({ decided }) => decided.key],
      body_hash: ['text', ({ decided }) => decided.bodyHash],
      input: ['json', ({ input }) => input],
      outcome: ['word', ({ decided }) => decided.outcome],
      at: ['instant', ({ decided }) => decided.at],
      particulars_digest: ['bytes', ({ particulars }) => particulars],
      subject_version: ['count', ({ decided }) => subjectVersion(decided)],
      unlisted_number: ['count', ({ aside }) => aside?.number ?? null],
      rules: ['integer', () => stamp.rulesVersion],
      mac: ['bytes', (one) => commandMac(one, stamp)],
    }),
    ...insertRows('desk.particulars', chained, {
      command_id: ['uuid', ({ decided }) => decided.id],
      owner_id: ['uuid', ({ decided }) => decided.subject],
      texts: ['json', ({ texts }) => texts],
      reply_status: ['integer', ({ decided }) => decided.status],
      reply: ['text', ({ decided }) => decided.text],
      listed: ['flag', ({ decided }) => subjectVersion(decided) !== null],
      salt: ['bytes', ({ salt }) => salt],
    }),
    ...insertRows('desk.activity', activity, {
      owner_id: ['uuid', ({ owner }) => owner],
      version: ['count', ({ version }) => version],
      command_id: ['uuid', ({ id }) => id],
      kind: ['word', ({ kind }) => kind],
      at: ['instant', ({ at }) => at],
      amount: ['cents', ({ gain }) => gain],
      balance_after: ['cents', ({ after }) => after],
      hash: ['bytes', ({ hash }) => hash],
    }),
    ...unlistedStatements(chained),
  ]
}

/** The links of what stands in nobody's list, and with them the ends of those chains: nothing else of their owners has changed. */
function unlistedStatements(chained: readonly Chained[]): QueryConfig[] {
  const links = chained.flatMap(({ decided: { id }, aside }) =>
    aside === null ? [] : [{ ...aside, id }],
  )
  return [
    ...insertRows('desk.unlisted', links, {
      owner_id: ['uuid', ({ owner }) => owner],
      number: ['count', ({ number }) => number],
      version: ['count', ({ version }) => version],
      command_id: ['uuid', ({ id }) => id],
      hash: ['bytes', ({ hash }) => hash],
    }),
    ...updateRows({ table: 'owners', key: ['id'], name: 'owners.update-ends' }, links, {
      id: ['uuid', ({ owner }) => owner],
      head: ['bytes', ({ hash }) => hash],
      unlisted: ['count', ({ number }) => number],
    }),
  ]
}

const totals: Given<Owner> = Object.fromEntries(
  totalNames.map((total) => [
    columnOfTotal(total),
    ['cents', (owner: Owner) => owner.totals[total]],
  ]),
)

/** What a batch leaves behind, and the ends of the chains. */
export type After = { world: World } & Ends

const macOfRoles = (keys: Stamp['macKeys'], owner: OwnerId, roles: Roles) =>
  roles === noRoles ? null : roleMac(keys, owner, roles)

/** An owner begins as an active user. Anything else the database takes only with a command that this transaction has recorded. */
function roleAndStatusStatements(accepted: readonly Decided[]): QueryConfig[] {
  const given = accepted.flatMap(({ id: command, changes }) => {
    const { opened, owners = [] } = changes!
    return [
      ...(opened && opened.role !== 'user'
        ? [{ command, owner: opened.id, role: opened.role, status: null }]
        : []),
      ...owners.flatMap(({ id: owner, status }) =>
        status === undefined ? [] : [{ command, owner, role: null, status }],
      ),
    ]
  })
  if (given.length === 0) return []
  const { values } = givenRows(given, {
    command: ['uuid', ({ command }) => command],
    owner: ['uuid', ({ owner }) => owner],
    role: ['text', ({ role }) => role],
    status: ['text', ({ status }) => status],
  })
  return [
    {
      name: 'owners.set-role-or-status',
      text: 'select desk.set_role_or_status($1, $2, $3, $4)',
      values,
    },
  ]
}

/** An email address is verified once, and in the database by the same rule. */
function verifiedStatements(accepted: readonly Decided[]): QueryConfig[] {
  const given = accepted.flatMap(({ id: command, changes }) => {
    const { opened, owners = [] } = changes!
    return [...(opened ? [opened] : []), ...owners].flatMap(({ id: owner, emailVerified }) =>
      emailVerified ? [{ command, owner }] : [],
    )
  })
  if (given.length === 0) return []
  const { values } = givenRows(given, {
    command: ['uuid', ({ command }) => command],
    owner: ['uuid', ({ owner }) => owner],
  })
  return [{ name: 'owners.set-verified', text: 'select desk.set_email_verified($1, $2)', values }]
}

/** Other roles, with their MAC: the database takes them only from two who may give them. */
function roleStatements(accepted: readonly Decided[], { macKeys }: Stamp): QueryConfig[] {
  const given = accepted.flatMap(({ id: command, changes }) =>
    (changes!.owners ?? []).flatMap(({ id: owner, roles }) =>
      roles === undefined ? [] : [{ command, owner, roles }],
    ),
  )
  if (given.length === 0) return []
  const { values } = givenRows(given, {
    command: ['uuid', ({ command }) => command],
    owner: ['uuid', ({ owner }) => owner],
    roles: ['text', ({ roles }) => roles],
    mac: ['bytes', ({ owner, roles }) => macOfRoles(macKeys, owner, roles)],
  })
  return [{ name: 'owners.change-roles', text: 'select desk.change_roles($1, $2, $3, $4)', values }]
}

/** Owners as they stand after the batch: their locks are held, so whole values are written. */
function ownerStatements(
  accepted: readonly Decided[],
  { world: { owners }, heads }: After,
  stamp: Stamp,
): QueryConfig[] {
  const { macKeys } = stamp
  const changes = accepted.map((decided) => decided.changes!)
  const openedNow = new Set(changes.flatMap(({ opened }) => (opened ? [opened.id] : [])))
  const touched = new Set(changes.flatMap(({ activity }) => activity.map(({ owner }) => owner)))
  const renamed = changes.flatMap((change) =>
    (change.owners ?? []).filter(
      ({ fullName, email }) => fullName !== undefined || email !== undefined,
    ),
  )
  const now = (ids: Iterable<OwnerId>) => [...ids].map((id) => owners.get(id)!)
  const head = ['bytes', ({ id }: Owner) => heads.get(id) ?? null] as const
  return [
    ...insertRows('owners', now(openedNow), {
      id: ['uuid', ({ id }) => id],
      account_id: ['text', ({ accountId }) => accountId],
      referral_code: ['text', ({ referralCode }) => referralCode],
      referrer_id: ['uuid', ({ referrer }) => referrer],
      fixed: ['flag', ({ fixed }) => fixed],
      created_at: ['instant', ({ createdAt }) => createdAt],
      version: ['count', ({ version }) => version],
      stamped_at: ['instant', ({ stampedAt }) => stampedAt],
      head,
      role_mac: ['bytes', ({ id, roles }) => macOfRoles(macKeys, id, roles)],
    }),
    ...updateRows(
      { table: 'owners', key: ['id'] },
      // Of whoever is opened with money, the insert has no totals.
      now(touched).filter(
        ({ id, totals: sums }) =>
          !openedNow.has(id) || totalNames.some((name) => sums[name] !== 0n),
      ),
      {
        id: ['uuid', ({ id }) => id],
        version: ['count', ({ version }) => version],
        stamped_at: ['instant', ({ stampedAt }) => stampedAt],
        head,
        ...totals,
      },
    ),
    ...roleAndStatusStatements(accepted),
    ...verifiedStatements(accepted),
    ...roleStatements(accepted, stamp),
    ...personStatements(now(renamed.map(({ id }) => id)), stamp),
  ]
}

/**
 * Another email is a change of how the person signs in. One that stays keeps the MAC that it has, or hasn't: an edit of the
 * name vouches for no address that somebody wrote into the database.
 */
function personStatements(renamed: readonly Owner[], { macKeys }: Stamp): QueryConfig[] {
  if (renamed.length === 0) return []
  const { table, values } = givenRows(renamed, {
    id: ['uuid', ({ id }) => id],
    full_name: ['text', ({ fullName }) => fullName],
    email: ['text', ({ email }) => email],
    email_mac: ['bytes', ({ id, email }) => emailMac(macKeys, id, email)],
  })
  return [
    {
      name: 'auth.persons.update',
      text: `update auth.persons person set full_name = given.full_name, email = given.email, updated_at = clock_timestamp(),
        email_mac = case when person.email = given.email then person.email_mac else given.email_mac end,
        security_changed_at = case when person.email = given.email then person.security_changed_at else clock_timestamp() end
        from ${table} where person.id = given.id`,
      values,
    },
  ]
}

/** Erases what is personal. The books, the journal and the owner stay. */
function erasingStatements(accepted: readonly Decided[], writers: Writers): QueryConfig[] {
  const erased = accepted.flatMap(({ changes }) => (changes!.erased ? [changes!.erased] : []))
  if (erased.length === 0) return []
  return [
    {
      name: 'desk.erase-particulars',
      text: `delete from desk.particulars where owner_id = any ($1) and command_id in (
        select command_id from desk.activity where owner_id = any ($1)
        union all select command_id from desk.particulars where owner_id = any ($1) and not listed)`,
      values: [erased],
    },
    ...writers.flatMap((writer) =>
      'kind' in writer
        ? (writer.erase?.(erased, effectsOf(writer, accepted)) ?? [])
        : [...forgetWords(writer, erased), ...erasingRows(writer, erased)],
    ),
    // With their names, by which what is kept of others speaks of them.
    {
      name: 'desk.erase-persons',
      text: 'delete from auth.persons where id = any ($1)',
      values: [erased],
    },
  ]
}

type LastPut = Put & { command: string }

/** The rows that commands leave, by table: each once, as it stands after all of them, with the last command that put it. */
function lastPutsIn(accepted: readonly Decided[]): ReadonlyMap<AnyRows, readonly LastPut[]> {
  const puts = accepted.flatMap(({ id: command, changes }) =>
    (changes!.put ?? []).map((put) => ({ ...put, command })),
  )
  const byTable = Map.groupBy(puts, ({ table }) => table)
  return new Map(
    byTable
      .entries()
      .map(([table, all]) => [
        table,
        [...new Map(all.map((put) => [table.keyOf(put.row), put])).values()],
      ]),
  )
}

function putStatements(table: AnyTable, puts: readonly LastPut[], world: World): QueryConfig[] {
  if (puts.length === 0) return []
  const [changed, created] = [false, true].map((isCreated) =>
    puts.filter((put) => world.isCreated(put) === isCreated).map(({ row }) => row),
  )
  return rowStatements(table, { created: created!, changed: changed! })
}

const leftOf = (table: AnyTable, puts: readonly LastPut[], world: World): Left[] =>
  table.isCompared
    ? puts.map((put) => ({
        table,
        row: put.row,
        command: put.command,
        before: world.statesOf(put),
      }))
    : []

const effectsOf = ({ kind: wanted }: EffectWriter, accepted: readonly Decided[]) =>
  accepted.flatMap(({ id, changes }) =>
    (changes!.effects ?? [])
      .filter(({ kind }) => kind === wanted)
      .map(({ value }) => ({ value, command: id })),
  )

function effectStatements(writer: EffectWriter, accepted: readonly Decided[]): QueryConfig[] {
  const effects = effectsOf(writer, accepted)
  return effects.length > 0 ? writer.write(effects) : []
}

/**
 * Written by a transaction that answers from the journal. One that only reads would commit without waiting for any
 * standby; what writes commits after everything that it has read, and its COMMIT says that both are there.
 */
export const barrierStatements: readonly QueryConfig[] = [
  { name: 'desk.raise-barrier', text: 'insert into desk.barrier default values' },
  // Nobody else's is ever visible.
  { name: 'desk.lower-barrier', text: 'delete from desk.barrier' },
]

/** The same in one message, for a transaction that does nothing else. */
export const barrierChange = barrierStatements.map(({ text }) => text).join('; ')

/** All statements of a batch, in order. */
export function writeStatements(
  chained: readonly Chained[],
  after: After,
  { writers, stamp }: { writers: Writers; stamp: Stamp },
): QueryConfig[] {
  const accepted = chained.map(({ decided }) => decided).filter(({ changes }) => changes !== null)
  const puts = lastPutsIn(accepted)
  const bookings = accepted
    .filter((d) => d.booked.length > 0)
    .map((d) => ({ command: d.id, at: d.at, postings: d.booked }))
  return [
    ...erasingStatements(accepted, writers),
    ...journalStatements(chained, stamp),
    ...ownerStatements(accepted, after, stamp),
    ...writers.flatMap((writer) =>
      'kind' in writer
        ? effectStatements(writer, accepted)
        : putStatements(writer, puts.get(writer) ?? [], after.world),
    ),
    ...stateStatements(
      writers.flatMap((writer) =>
        'kind' in writer ? [] : leftOf(writer, puts.get(writer) ?? [], after.world),
      ),
      stamp.macKeys,
    ),
    ...(bookings.length > 0 ? [postStatement(bookings)] : []),
  ]
}
