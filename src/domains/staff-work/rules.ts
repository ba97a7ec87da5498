/**
 * Work that belongs to somebody. Taking a piece is no lock: whoever may decide on it still can, and is told who has it. A holder
 * counts while they may decide on it; whoever is frozen, has left or lost the role holds nothing. `seen` is who held it on the screen
 * of whoever acts: where another has taken it meanwhile, nothing changes. Pure.
 */
import type { Refusal } from '../../contract/problems.ts'
import { longestPutOffDays, workWords, type WorkName } from '../../contract/staff-work.ts'
import {
  defineStaffCommand,
  refuse,
  said,
  type CommandRule,
  type Context,
  type Decision,
  type Journaled,
} from '../../desk/command.ts'
import { textIfAny, textOf, wordsIfAny, wordsOf } from '../../desk/recall.ts'
import type { WaitingRow, WaitingRows } from '../../desk/waiting-rows.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { dayMs, isoFromInstant } from '../../lib/instant.ts'
import { mayAct, withFirm } from '../approvals/two.ts'
import { workItems, type WorkItem } from './table.ts'

export type OnWork = { work: WorkName; item: string }
export type TakeWork = OnWork & { seen: OwnerId | null }
export type GiveWork = TakeWork & { to: OwnerId; note: string | null }
export type ReturnWork = OnWork & { note: string | null }
/** `until`: a day. */
export type PutOffWork = TakeWork & { until: string; note: string }

type Rule<C> = CommandRule<C, OwnerId>
type RowsOf = (work: WorkName) => WaitingRows

/** A piece that waits, as whoever acts finds it. */
type Piece = {
  row: WorkItem
  mayHold(person: OwnerId | null): boolean
  holder: OwnerId | null
  secret: WaitingRow['secret']
}

/** Whether they may decide on it: who has a part in it already, or whom it is about, may not. */
const holds =
  (world: World, { may, begun, about }: WaitingRow) =>
  (person: OwnerId | null): person is OwnerId =>
    mayAct(world, person, may) && !begun.includes(person) && !about.includes(person)

const untouched = (c: OnWork, owner: OwnerId): WorkItem => ({
  item: c.item,
  work: c.work,
  owner,
  holder: null,
  heldSince: null,
  putOffUntil: null,
  note: null,
  noteBy: null,
  noteAt: null,
})

function refusalOf(
  world: World,
  rowsOf: RowsOf,
  c: OnWork,
  { actor, at, found }: Context<OwnerId>,
): Refusal | (WaitingRow & { owner: OwnerId }) {
  const one = rowsOf(c.work).in(world, c.item)
  if (!one) return refuse('unknown_work')
  if (one.about.includes(actor)) return refuse('not_on_yourself')
  if (!mayAct(world, actor, one.may)) return refuse('forbidden')
  const isOver = one.endsAt !== undefined && one.endsAt !== null && at >= one.endsAt
  // Whose it is was looked up before the lock: what has got an owner since is read again.
  if (!one.waits || isOver || one.owner !== found) return refuse('work_done')
  return one.begun.includes(actor) ? refuse('not_your_work') : one
}

function pieceOf(
  world: World,
  rowsOf: RowsOf,
  c: OnWork,
  context: Context<OwnerId>,
): Refusal | Piece {
  const one = refusalOf(world, rowsOf, c, context)
  if ('code' in one) return one
  const row = world.get(workItems, `${c.item} ${c.work}`) ?? untouched(c, one.owner)
  const mayHold = holds(world, one)
  return {
    row: { ...row, owner: one.owner },
    mayHold,
    holder: mayHold(row.holder) ? row.holder : null,
    secret: one.secret,
  }
}

/** What was seen stands no longer. */
function takenMeanwhile(world: World, holder: OwnerId | null): Refusal {
  return refuse(
    'work_taken',
    holder === null
      ? 'Nobody has this any more. Nothing was changed.'
      : `Taken meanwhile by ${world.nameOf(holder) ?? 'somebody else'}. Nothing was changed.`,
  )
}

type Written = Partial<Pick<WorkItem, 'holder' | 'heldSince' | 'putOffUntil'>> & {
  note?: string | null
}

/** Nothing has happened to whom the piece is about: it is no activity of theirs. */
function changed({ row, secret }: Piece, written: Written, { actor, at }: Context): Decision {
  const { note: given = null, ...held } = written
  const note = given === null ? null : (secret?.told ?? given)
  const noted = note === null ? {} : { note, noteBy: actor, noteAt: at }
  return {
    postings: [],
    activity: [],
    put: [workItems.row({ ...row, ...held, ...noted })],
    ...(note === null ? {} : { texts: { note } }),
    // Decided again, the journal has what it was told.
    ...(secret && actor !== null && given !== null && given !== note
      ? { effects: [secret.keep(given, actor)] }
      : {}),
  }
}

const workIn = (kept: Journaled): OnWork => ({
  work: textOf(kept, 'work') as WorkName,
  item: textOf(kept, 'item'),
})
const seenIn = (kept: Journaled): TakeWork => ({
  ...workIn(kept),
  seen: textIfAny(kept, 'seen') ?? null,
})
const journalOf = ({ work, item }: OnWork) => ({ work, item })
const journalOfSeen = (c: TakeWork) => ({
  ...journalOf(c),
  ...(c.seen === null ? {} : { seen: c.seen }),
})

/** What every act on a piece asks, and how it is recalled. */
const shared = (rowsOf: RowsOf) => ({
  may: 'work-here' as const,
  lookup: ({ work, item }: OnWork) => rowsOf(work).ownerOf(item),
  subject: (_: unknown, found: OwnerId | null) => found,
  needs: ({ work, item }: OnWork, found: OwnerId | null) =>
    found === null
      ? { owners: [] }
      : {
          owners: withFirm([found]),
          staff: true as const,
          read: [...rowsOf(work).read(item), workItems.byId(item)],
        },
})

const foundIn = (rowsOf: RowsOf, { work, item }: OnWork, world: World) =>
  rowsOf(work).in(world, item)?.owner ?? null

const taking = (rowsOf: RowsOf): Rule<TakeWork> =>
  defineStaffCommand<TakeWork, OwnerId>({
    ...shared(rowsOf),
    recall: (kept, world) => ({
      command: seenIn(kept),
      found: foundIn(rowsOf, workIn(kept), world),
    }),
    journal: journalOfSeen,
    decide(world, c, context) {
      const piece = pieceOf(world, rowsOf, c, context)
      if ('code' in piece) return piece
      const { holder } = piece
      if (holder === context.actor)
        return refuse('work_taken', 'This is yours already. Nothing was changed.')
      if (holder !== c.seen) return takenMeanwhile(world, holder)
      const held = { holder: context.actor, heldSince: context.at, putOffUntil: null }
      return changed(piece, held, context)
    },
    reply: (_, { work }) => said(200, `${workWords[work].title} taken: it is yours.`),
  })

const giving = (rowsOf: RowsOf): Rule<GiveWork> =>
  defineStaffCommand<GiveWork, OwnerId>({
    ...shared(rowsOf),
    needs: (c, found) => ({ ...shared(rowsOf).needs(c, found), people: [c.to] }),
    recall: (kept, world) => ({
      command: {
        ...seenIn(kept),
        to: textOf(kept, 'to') as OwnerId,
        note: wordsIfAny(kept, 'note'),
      },
      found: foundIn(rowsOf, workIn(kept), world),
    }),
    journal: (c) => ({ ...journalOfSeen(c), to: c.to }),
    decide(world, c, context) {
      const piece = pieceOf(world, rowsOf, c, context)
      if ('code' in piece) return piece
      if (piece.holder !== c.seen) return takenMeanwhile(world, piece.holder)
      if (!piece.mayHold(c.to)) return refuse('cannot_be_given')
      const held = { holder: c.to, heldSince: context.at, putOffUntil: null }
      return changed(piece, { ...held, note: c.note }, context)
    },
    reply: (world, c) =>
      said(200, `${workWords[c.work].title} given to ${world.nameOf(c.to) ?? 'somebody else'}.`),
  })

const notHeld = () => refuse('work_taken', 'This isn’t yours: take it first. Nothing was changed.')

const returning = (rowsOf: RowsOf): Rule<ReturnWork> =>
  defineStaffCommand<ReturnWork, OwnerId>({
    ...shared(rowsOf),
    recall: (kept, world) => ({
      command: { ...workIn(kept), note: wordsIfAny(kept, 'note') },
      found: foundIn(rowsOf, workIn(kept), world),
    }),
    journal: journalOf,
    decide(world, c, context) {
      const piece = pieceOf(world, rowsOf, c, context)
      if ('code' in piece) return piece
      if (piece.holder !== context.actor) return notHeld()
      const held = { holder: null, heldSince: null, putOffUntil: null }
      return changed(piece, { ...held, note: c.note }, context)
    },
    reply: (_, { work }) => said(200, `${workWords[work].title} given back: nobody has it.`),
  })

/** Why it can't be put off to this day, or null. What lapses is decided before. */
function refusalOfDay(until: number, endsAt: number | null, at: number): Refusal | null {
  if (until <= at) return refuse('not_that_day', 'Choose a later day. Nothing was changed.')
  if (until > at + longestPutOffDays * dayMs) return refuse('not_that_day')
  return endsAt !== null && until >= endsAt
    ? refuse(
        'not_that_day',
        `It lapses on ${isoFromInstant(endsAt).slice(0, 10)}: choose a day before. Nothing was changed.`,
      )
    : null
}

const puttingOff = (rowsOf: RowsOf): Rule<PutOffWork> =>
  defineStaffCommand<PutOffWork, OwnerId>({
    ...shared(rowsOf),
    recall: (kept, world) => ({
      command: { ...seenIn(kept), until: textOf(kept, 'until'), note: wordsOf(kept, 'note') },
      found: foundIn(rowsOf, workIn(kept), world),
    }),
    journal: (c) => ({ ...journalOfSeen(c), until: c.until }),
    decide(world, c, context) {
      const piece = pieceOf(world, rowsOf, c, context)
      if ('code' in piece) return piece
      const { actor, at } = context
      if (piece.holder !== c.seen) return takenMeanwhile(world, piece.holder)
      if (piece.holder !== null && piece.holder !== actor) return notHeld()
      const until = Date.parse(`${c.until}T00:00:00Z`)
      const endsAt = rowsOf(c.work).in(world, c.item)?.endsAt ?? null
      const refusal = refusalOfDay(until, endsAt, at)
      if (refusal) return refusal
      const heldSince = piece.holder === null ? at : piece.row.heldSince
      return changed(piece, { holder: actor, heldSince, putOffUntil: until, note: c.note }, context)
    },
    reply: (_, { work, until }) => said(200, `${workWords[work].title} put off until ${until}.`),
  })

export const workCommandNames = ['TakeWork', 'GiveWork', 'ReturnWork', 'PutOffWork'] as const

/** The commands about what waits of every noun. */
export const workCommands = (rowsOf: RowsOf) =>
  ({
    TakeWork: taking(rowsOf),
    GiveWork: giving(rowsOf),
    ReturnWork: returning(rowsOf),
    PutOffWork: puttingOff(rowsOf),
  }) satisfies Record<(typeof workCommandNames)[number], unknown>
