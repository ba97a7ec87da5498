import { activityTitles } from '../../contract/activity-kinds.ts'
import type { ActivityItem } from '../../contract/activity.ts'
import { whyNotReinvested } from '../../contract/at-maturity.ts'
import { documentWords, type DocumentKind } from '../../contract/document.ts'
import { readCommands, type Journal } from '../../desk/read-back.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents, formatUsd } from '../../lib/money.ts'
import { askBoth, type Database } from '../../platform/database.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import { readNotesFor } from '../withdrawals/queries.ts'
import {
  chosenItems,
  givers,
  moneyDetails,
  shownDetails,
  shownTexts,
  valuesOfChoice,
  type Choice,
} from './chosen.ts'
import { reasonShown } from './reasons.ts'

type Query = Choice & { limit?: number | undefined; cursor?: string | undefined }

type Listed = {
  version: bigint
  command_id: string
  kind: string
  at: Instant
  amount: bigint | null
  balance_after: bigint | null
}
type Commanded = {
  actor: OwnerId | null
  actor_name: string | null
  proposer_name: string | null
  input: Record<string, string | number | boolean>
}
type Texts =
  | ({ reason?: string; changes?: ActivityItem['changes'] } & Record<string, unknown>)
  | null
export type Row = Listed & Commanded & { texts: Texts }

/** Who reads it: what a friend funded is staff's to know, and not the referrer's. */
type Reader = 'owner' | 'staff'
const forStaffAlone: ReadonlySet<string> = new Set(['fundingAmount'])

function details(
  { input, texts, proposer_name: proposer }: Row,
  reader: Reader,
): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const name of shownDetails) {
    const value = input[name]
    if (value === undefined || (reader === 'owner' && forStaffAlone.has(name))) continue
    if (name === 'documentKind') shown[name] = documentWords[value as DocumentKind] ?? String(value)
    else if (name === 'notReinvested') shown[name] = whyNotReinvested(String(value))
    else
      shown[name] = moneyDetails.includes(name) ? formatUsd(BigInt(String(value))) : String(value)
  }
  // Two administrators made it: the one who approved is who did it.
  if (input.proposedBy !== undefined) shown.proposedBy = proposer ?? 'Staff'
  for (const name of shownTexts) if (typeof texts?.[name] === 'string') shown[name] = texts[name]
  return shown
}

const ofInvestment: ReadonlySet<string> = new Set([
  'investment-matured',
  'investment-not-reinvested',
  'investment-undone',
  'reinvesting-chosen',
  'payout-chosen',
])

/** What an own page can be opened about. A transfer that came in is another person's request. */
function aboutOf({ command_id: id, kind, input }: Row): ActivityItem['about'] {
  // What was invested again is the new one, by the command that ended the one before.
  if (kind === 'investment-opened' || kind === 'investment-reinvested')
    return { noun: 'investment', id }
  if (ofInvestment.has(kind)) return { noun: 'investment', id: String(input.investment) }
  if (kind === 'withdrawal-requested') return { noun: 'withdrawal', id }
  return kind.startsWith('withdrawal-') || kind === 'payout-returned'
    ? { noun: 'withdrawal', id: String(input.withdrawal) }
    : null
}

export function itemFromRow(row: Row, owner: OwnerId, reader: Reader = 'owner'): ActivityItem {
  const by = row.actor === null ? 'system' : row.actor === owner ? 'you' : 'staff'
  return {
    id: row.command_id,
    at: isoFromInstant(row.at),
    kind: row.kind,
    title: activityTitles[row.kind] ?? row.kind,
    amount: row.amount === null ? null : dollarsFromCents(row.amount),
    balanceAfter: row.balance_after === null ? null : dollarsFromCents(row.balance_after),
    by,
    staffName: by === 'staff' ? (row.actor_name ?? 'Staff') : null,
    reason: reasonShown(row.texts?.reason),
    changes: row.texts?.changes ?? [],
    about: aboutOf(row),
    details: details(row, reader),
  }
}

const listedColumns =
  'item.version, item.command_id, item.kind, item.at, item.amount, item.balance_after'
const commandColumns =
  'command.actor, actor.full_name as actor_name, proposer.full_name as proposer_name, command.input'

/** SQL of what a row is made of, beside a relation `item` that is `said`. */
export const columnsOfItem = `${listedColumns}, ${commandColumns}, particulars.texts`

/** Each row of a long past lies somewhere else on the disk: the commands and their words are read side by side. */
async function readSaid(db: Database, owner: OwnerId, listed: readonly Listed[]): Promise<Row[]> {
  const ids = listed.map(({ command_id: id }) => id)
  const [commands, words] = await askBoth(
    db,
    () =>
      db.query<Commanded & { id: string }>({
        name: 'activity.commands',
        text: `select command.id, ${commandColumns} from desk.commands command ${givers} where command.id = any ($1)`,
        values: [ids],
      }),
    () =>
      db.query<{ id: string; texts: Texts }>({
        name: 'activity.texts',
        text: 'select command_id as id, texts from desk.particulars where command_id = any ($1) and owner_id = $2',
        values: [ids, owner],
      }),
  )
  const commandOf = new Map(commands.rows.map(({ id, ...command }) => [id, command]))
  const textsOf = new Map(words.rows.map(({ id, texts }) => [id, texts]))
  const received = listed.flatMap(({ kind, command_id: id }) => {
    const command = kind === 'transfer-received' && commandOf.get(id)
    return command ? String(command.input.withdrawal) : []
  })
  const notes = await readNotesFor(db, owner, received)
  return listed.flatMap((item) => {
    const command = commandOf.get(item.command_id)
    if (!command) return []
    const note = notes.get(String(command.input.withdrawal))
    const texts =
      textsOf.get(item.command_id) ?? (note === undefined ? null : { recipientNote: note })
    return [{ ...item, ...command, texts }]
  })
}

/** Everything that happened to an owner, newest first. The words of a command are shown to whom they belong only. */
export async function readActivity(
  db: Database,
  owner: OwnerId,
  { limit = 50, cursor, ...choice }: Query,
  reader: Reader = 'owner',
) {
  const [before] = decodeCursor(cursor, ['integer'])
  const { rows } = await db.query<Listed>({
    name: choice.search ? 'activity.found' : 'activity.page',
    text: `select ${listedColumns} from ${chosenItems({ search: choice.search, from: 3 })}
        and item.version < coalesce($2::bigint, 9223372036854775807)
      order by item.version desc limit $3`,
    values: [owner, before, limit + 1, ...valuesOfChoice(choice)],
  })
  const { shown: page, nextCursor } = pageOf(rows, limit, (last) => [String(last.version)])
  return {
    activity: (await readSaid(db, owner, page)).map((row) => itemFromRow(row, owner, reader)),
    nextCursor,
  }
}

/** In place of words that are not those of their digest. */
const notTheirs = 'not what was recorded'

const withoutDestination = ({ details: said, ...item }: ActivityItem): ActivityItem => ({
  ...item,
  details: Object.fromEntries(
    Object.entries(said).map(([name, value]) => [
      name,
      shownTexts.includes(name) ? notTheirs : value,
    ]),
  ),
})

/**
 * As staff read it, who might send money to what they find there: where it was to go is only said in words that were
 * recorded. `changed` are the commands whose words weren't.
 */
export async function readUserActivity(journal: Journal, owner: OwnerId, query: Query) {
  const { activity, nextCursor } = await readActivity(journal.pool, owner, query, 'staff')
  const ids = activity.flatMap(({ id, details: said }) =>
    shownTexts.some((name) => name in said) ? [id] : [],
  )
  if (ids.length === 0) return { activity, nextCursor, changed: [] }
  const commands = await readCommands(journal, journal.pool, {
    name: 'activity.words',
    chosen: 'select asked.id::text as about, asked.id from unnest($1::uuid[]) asked (id)',
    ids,
  })
  const changed = commands.filter(({ fault }) => fault !== null)
  return {
    activity: activity.map((item) =>
      changed.some(({ id }) => id === item.id) ? withoutDestination(item) : item,
    ),
    nextCursor,
    changed,
  }
}
