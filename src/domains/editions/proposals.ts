/** An edition of a policy is published by two, to exactly this text and day, and withdrawn by two before its day. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import type { World } from '../../desk/world.ts'
import { firm } from '../../ledger/core/chart.ts'
import { dayMs, type Instant } from '../../lib/instant.ts'
import { aWeekMs, defineProposal } from '../proposals/kind.ts'
import { allEditions, editions, editionsOf, editionTexts } from './table.ts'

/** `countsFrom`: the beginning of the day in the firm's zone; both null of a first edition, which counts at once. */
export type EditionFacts = {
  policy: string
  title: string
  number: number
  digest: string
  day: string | null
  countsFrom: Instant | null
  noticeDays: number
  changed: string
}

/** A first edition begins so much later, so that nothing which is decided meanwhile was decided without having seen it. */
const marginMs = 60_000

const ofFirm = {
  asks: false,
  lastsForMs: aWeekMs,
  about: () => null,
  holds: ({ policy }: { policy: string }) => `edition ${policy}`,
  whenHeld:
    'A change of this policy is proposed already. Nothing was changed: decide on that first.',
  noted: ({ policy, title, number }: { policy: string; title: string; number: number }) => ({
    policy,
    title,
    number: String(number),
  }),
} as const

function refusalOfDay(
  { countsFrom, noticeDays }: EditionFacts,
  last: Instant | undefined,
  at: Instant,
): Refusal | null {
  if (last === undefined) return countsFrom === null ? null : refuse('policy_changed')
  if (countsFrom === null) return refuse('policy_changed')
  if (countsFrom < at + noticeDays * dayMs)
    return refuse(
      'notice_too_short',
      `People are told at least ${noticeDays} days before. Nothing was changed: choose a later day.`,
    )
  return countsFrom > last
    ? null
    : refuse(
        'notice_too_short',
        'Another change of this policy comes later than this day. Nothing was changed: choose a day after it.',
      )
}

export const editionPublication = defineProposal<EditionFacts>({
  ...ofFirm,
  name: 'edition-publication',
  called: 'change of a policy',
  needs: ({ digest }) => ({ owners: [firm], read: [allEditions, editionTexts.byId(digest)] }),
  refusal(world, facts, { at }) {
    const before = editionsOf(world, facts.policy)
    const last = before.findLast(({ status }) => status === 'published')
    if (facts.number !== before.length + 1) return refuse('policy_changed')
    if (last?.digest === facts.digest) return refuse('nothing_to_change')
    return refusalOfDay(facts, last?.countsFrom, at)
  },
  apply(_, { policy, title, number, digest, day, countsFrom, changed }, { id, at, actor }, given) {
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'edition-published' }],
      put: [
        editions.row({
          ...{ id, owner: firm, policy, title, number, digest, day, changed },
          countsFrom: countsFrom ?? at + marginMs,
          status: 'published',
          publishedAt: at,
          firstBy: given.first!.by,
          secondBy: actor!,
          withdrawnAt: null,
        }),
      ],
    }
  },
  show: (facts) => facts,
})

export type WithdrawalFacts = {
  edition: string
  policy: string
  title: string
  number: number
  day: string | null
}

function refusalOfWithdrawal(world: World, { edition }: WithdrawalFacts, at: Instant) {
  const one = world.get(editions, edition)
  if (!one) return refuse('unknown_edition')
  if (one.status === 'withdrawn') return refuse('edition_withdrawn')
  return one.countsFrom <= at ? refuse('edition_counts') : null
}

export const editionWithdrawal = defineProposal<WithdrawalFacts>({
  ...ofFirm,
  name: 'edition-withdrawal',
  called: 'change of a policy',
  needs: () => ({ owners: [firm], read: [allEditions] }),
  refusal: (world, facts, { at }) => refusalOfWithdrawal(world, facts, at),
  apply: (world, { edition }, { at }) => ({
    postings: [],
    activity: [{ owner: firm, kind: 'edition-withdrawn' }],
    put: [editions.row({ ...world.get(editions, edition)!, status: 'withdrawn', withdrawnAt: at })],
  }),
  show: (facts) => facts,
})

export const editionProposals = [editionPublication, editionWithdrawal]
