/** What a batch locks and reads: owners, what the journal has of its commands, and what these need beside it. */
import type { QueryConfig, QueryResult } from 'pg'
import { noRoles } from '../contract/roles.ts'
import type { OwnerId } from '../ledger/core/chart.ts'
import type { Answer } from '../platform/flight.ts'
import type { MacKeys } from '../platform/mac.ts'
import { textArray, uuidArray } from '../platform/sql-array.ts'
import type { Needs } from './command.ts'
import { isRoleMac } from './journal-mac.ts'
import { ownerColumns, ownerTables } from './owners.ts'
import type { Read, Source } from './read.ts'
import { journalText, readBack } from './read-back.ts'
import { arrayOf } from './bulk.ts'
import { compareRows, withStates } from './row-states.ts'
import type { AnyTable } from './table.ts'
import type { World } from './world.ts'

/**
 * Takes the owners' locks, and nothing else: a statement that waited for a lock sees the owner's row as it is now, but
 * whatever is joined to it as it was before. A fast batch passes over owners that another transaction holds; a patient
 * one waits for them in the order of their ids, so that two of them can't wait for each other.
 */
export function lockStatement(owners: readonly OwnerId[], patient: boolean): QueryConfig {
  return {
    name: patient ? 'desk.lock-patient' : 'desk.lock',
    text: `select id from owners where id = any ($1) order by id for no key update ${patient ? '' : 'skip locked'}`,
    values: [uuidArray(owners)],
  }
}

export const peopleStatement = (ids: readonly OwnerId[]): QueryConfig => ({
  name: 'desk.people',
  text: `select ${ownerColumns}, encode(owner.head, 'hex') as head, owner.unlisted from ${ownerTables} where owner.id = any ($1)`,
  values: [uuidArray(ids)],
})

/**
 * Commands recorded before, by their ids or by their actors' keys. Asked after the locks: a key of a command that was
 * still under way shows now. Ids that were made for this very attempt need not be asked.
 */
export const recordedStatement = (
  ids: readonly string[],
  actors: readonly (string | null)[],
  keys: readonly (string | null)[],
): QueryConfig => ({
  name: 'desk.recorded',
  // `offset 0` keeps each a query per row: joined, a plan made while the table was small would scan a whole index.
  text: `select command.*, particulars.reply_status, desk.said(particulars.reply) as reply
    from (
      select id, actor, key, body_hash, outcome from desk.commands where id = any ($1)
      union all
      select found.* from unnest($2::uuid[], $3::text[]) as asked(actor, key), lateral (
        select id, actor, key, body_hash, outcome from desk.commands where actor = asked.actor and key = asked.key offset 0
      ) found
    ) command left join lateral (select reply_status, reply from desk.particulars where command_id = command.id offset 0) particulars on true`,
  values: [uuidArray(ids), uuidArray(actors), textArray(keys)],
})
export type RecordedRow = {
  id: string
  actor: string | null
  key: string | null
  body_hash: string
  outcome: string
  reply_status: number | null
  reply: string | null
}

type Taken = QueryConfig & {
  fill(world: World, rows: QueryResult['rows'], macKeys: MacKeys): void
}

const emailsOf = (emails: string[]): Taken => ({
  name: 'desk.emails',
  text: 'select id, email from auth.persons where email = any ($1)',
  values: [emails],
  fill(world, rows) {
    for (const { email, id } of rows) world.emails.set(email, id)
  },
})
const accountIdsOf = (accountIds: string[]): Taken => ({
  name: 'desk.account-ids',
  text: 'select account_id from owners where account_id = any ($1)',
  values: [accountIds],
  fill(world, rows) {
    for (const row of rows) world.accountIds.add(row.account_id)
  },
})
/** A role that somebody wrote into the database counts for nothing. */
const staff: Taken = {
  name: 'desk.staff',
  text: `select id as owner, role, roles, encode(role_mac, 'hex') as mac from owners where roles <> '${noRoles}' and status = 'active'`,
  fill(world, rows, macKeys) {
    const genuine = rows.filter((row) => isRoleMac(macKeys, row))
    world.staff = new Map(genuine.map(({ owner, roles }) => [owner, roles]))
  },
}

/** Only the statements that these commands need. */
export function takenStatements(needs: readonly Needs[]): {
  statements: QueryConfig[]
  fill(world: World, answers: readonly Answer[], macKeys: MacKeys): void
} {
  const emails = needs.flatMap(({ email }) => (email === undefined ? [] : [email]))
  const accountIds = needs.flatMap((need) => need.accountIds ?? [])
  const asked = [
    ...(emails.length > 0 ? [emailsOf(emails)] : []),
    ...(accountIds.length > 0 ? [accountIdsOf(accountIds)] : []),
    ...(needs.some((need) => need.staff) ? [staff] : []),
  ]
  return {
    statements: asked.map(({ fill: _, ...statement }) => statement),
    fill(world, answers, macKeys) {
      for (const [i, { fill }] of asked.entries()) fill(world, answers[i]!.rows, macKeys)
    },
  }
}

function textOf({ text, ofJournal, table }: Source): string {
  if (ofJournal) return journalText(text)
  return table ? withStates(table as AnyTable, text) : text
}

/** The statements of what a batch asks, and where their answers belong. */
export function readStatements(reads: readonly Read[]): {
  statements: QueryConfig[]
  fill(world: World, answers: readonly Answer[], macKeys: MacKeys): void
} {
  const asked = [...Map.groupBy(reads, ({ source }) => source)].map(
    ([source, all]) => [source, [...new Set(all.map(({ arg }) => arg))]] as const,
  )
  return {
    statements: asked.map(([source, args]) => ({
      name: source.name,
      text: textOf(source),
      values: source.form === null ? [] : [arrayOf(source.form, args)],
    })),
    fill(world, answers, macKeys) {
      for (const [i, [source, args]] of asked.entries()) {
        const { rows } = answers[i]!
        source.fill(world, source.ofJournal ? readBack(rows, macKeys) : rows, args)
        if (source.table) compareRows(world, source.table as AnyTable, rows, macKeys)
      }
    },
  }
}
