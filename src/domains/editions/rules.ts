/** Policies are changed by two of staff, told to everybody, and accepted by each person. Pure. */
import {
  defineCommand,
  defineStaffCommand,
  refuse,
  refuseUnlessOpen,
  said,
} from '../../desk/command.ts'
import { numberIfAny, numberOf, subjectOf, textIfAny, textOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import { doOrPropose, needsOf, replyOfProposed } from '../proposals/propose.ts'
import { mail } from './mails.ts'
import {
  editionPublication,
  editionWithdrawal,
  type EditionFacts,
  type WithdrawalFacts,
} from './proposals.ts'
import {
  acceptances,
  acceptedIn,
  editions,
  editionsOf,
  editionTexts,
  needsOfEditions,
  type Edition,
} from './table.ts'

/**
 * `content`: the whole text as the pack has it, and `digest` over it. `day` and `countsFrom`: null where no edition has counted yet.
 * `fault`: why the words of staff aren't told to people; what was proposed had none, whatever is looked for later.
 */
export type ProposeEdition = {
  policy: string
  title: string
  content: string
  digest: string
  day: string | null
  countsFrom: Instant | null
  noticeDays: number
  changed: string
  fault: string | null
}

const factsOfEdition = (
  { content: _, fault: __, ...facts }: ProposeEdition,
  number: number,
): EditionFacts => ({ ...facts, number })

const whyTwo = 'Two change what people accept.'

export const proposeEdition = defineStaffCommand<ProposeEdition>({
  may: 'offer-plans',
  recall: (kept) => ({
    command: {
      policy: textOf(kept, 'policy'),
      title: textOf(kept, 'title'),
      content: textOf(kept, 'content'),
      digest: textOf(kept, 'digest'),
      day: textIfAny(kept, 'day') ?? null,
      countsFrom: numberIfAny(kept, 'countsFrom') ?? null,
      noticeDays: numberOf(kept, 'noticeDays'),
      changed: textOf(kept, 'changed'),
      fault: null,
    },
  }),
  journal: ({ fault: _, day, countsFrom, ...facts }) => ({
    ...facts,
    ...(day === null ? {} : { day, countsFrom }),
  }),
  subject: () => firm,
  needs: (c) => needsOf(editionPublication, factsOfEdition(c, 0), null),
  decide(world, c, context) {
    if (c.fault !== null) return refuse('asks_for_payment', `${c.fault} Nothing was changed.`)
    const facts = factsOfEdition(c, editionsOf(world, c.policy).length + 1)
    const asked = { kind: editionPublication, facts, answer: null, whyTwo }
    const decision = doOrPropose(world, asked, context)
    if ('code' in decision || world.get(editionTexts, c.digest)) return decision
    const text = editionTexts.row({ digest: c.digest, content: c.content })
    return { ...decision, put: [...(decision.put ?? []), text] }
  },
  reply: (world, _, context) => replyOfProposed(world, editionPublication, context, whyTwo)!,
})

export type ProposeEditionWithdrawal = { edition: string }

const factsOfWithdrawal = ({ id, policy, title, number, day }: Edition): WithdrawalFacts => ({
  ...{ edition: id, policy, title, number, day },
})

const whyTwoWithdraw = 'Two withdraw what people were told.'

/** Before its day: what counts is changed by another edition alone. */
export const proposeEditionWithdrawal = defineStaffCommand<ProposeEditionWithdrawal, string>({
  may: 'offer-plans',
  recall(kept, world) {
    const edition = textOf(kept, 'edition')
    return { command: { edition }, found: world.get(editions, edition)?.policy ?? null }
  },
  journal: ({ edition }) => ({ edition }),
  lookup: ({ edition }) => ({
    name: 'edition-policy',
    text: 'select policy from editions where id = $1',
    value: edition,
    from: ({ policy }) => policy,
    inMemory: (world) => world.get(editions, edition)?.policy ?? null,
  }),
  subject: () => firm,
  needs: ({ edition }, policy) =>
    policy === null
      ? { owners: [firm] }
      : needsOf(editionWithdrawal, { edition, policy, title: '', number: 0, day: null }, null),
  decide(world, { edition }, context) {
    const before = world.get(editions, edition)
    if (!before) return refuse('unknown_edition')
    const facts = factsOfWithdrawal(before)
    const asked = { kind: editionWithdrawal, facts, answer: null, whyTwo: whyTwoWithdraw }
    return doOrPropose(world, asked, context)
  },
  reply: (world, _, context) => replyOfProposed(world, editionWithdrawal, context, whyTwoWithdraw)!,
})

/** `digest`: of the text that was shown. */
export type AcceptEdition = { owner: OwnerId; edition: string; digest: string }

const toldOf = ({ policy, title, number }: Edition) => ({ policy, title, number: String(number) })

/** It was published, whenever it was withdrawn in the order of the journal: who is told or accepts doesn't wait for the firm's lock. */
function asPublished(world: World, id: string) {
  const row = world.get(editions, id)
  return row ? [editions.row({ ...row, status: 'published', withdrawnAt: null })] : []
}

/** Whether a later edition of the same policy counts by now. */
const isReplaced = (world: World, one: Edition, at: Instant) =>
  editionsOf(world, one.policy).some(
    ({ status, countsFrom }) =>
      status === 'published' && countsFrom > one.countsFrom && countsFrom <= at,
  )

/** By a frozen account too: to accept moves nothing. */
export const acceptEdition = defineCommand<AcceptEdition>({
  recall(kept, world) {
    const edition = textOf(kept, 'edition')
    return {
      command: { owner: subjectOf(kept), edition, digest: textOf(kept, 'digest') },
      seen: asPublished(world, edition),
    }
  },
  journal: ({ edition, digest }) => ({ edition, digest }),
  subject: (c) => c.owner,
  needs: ({ owner }) => ({ owners: [owner], read: needsOfEditions(owner) }),
  decide(world, { owner, edition, digest }, { id, at, actor }) {
    if (actor !== owner) return refuse('forbidden')
    const closed = refuseUnlessOpen(world.owners.get(owner))
    if (closed) return closed
    const one = world.get(editions, edition)
    if (!one) return refuse('unknown_edition')
    if (one.digest !== digest) return refuse('policy_changed')
    if (one.status === 'withdrawn') return refuse('edition_withdrawn')
    if (isReplaced(world, one, at)) return refuse('policy_changed')
    if (acceptedIn(world, owner).has(edition)) return refuse('already_accepted')
    return {
      postings: [],
      activity: [{ owner, kind: 'policy-accepted' }],
      put: [acceptances.row({ id, owner, edition, at })],
      facts: toldOf(one),
    }
  },
  reply: (world, { edition }) => said(200, `Accepted: ${world.get(editions, edition)!.title}`),
})

/** `isWithdrawn`: that it won't count after all, of what they were told before. */
export type TellOfEdition = { owner: OwnerId; edition: string; isWithdrawn: boolean }

/** By the system, once each: nobody has to look for what changes. */
export const tellOfEdition = defineCommand<TellOfEdition>({
  recall(kept, world) {
    const [edition, isWithdrawn] = [textOf(kept, 'edition'), kept.input.isWithdrawn === true]
    return {
      command: { owner: subjectOf(kept), edition, isWithdrawn },
      seen: isWithdrawn ? [] : asPublished(world, edition),
    }
  },
  journal: ({ edition, isWithdrawn }) => ({ edition, ...(isWithdrawn ? { isWithdrawn } : {}) }),
  subject: (c) => c.owner,
  needs: ({ owner }) => ({ owners: [owner], read: needsOfEditions(owner) }),
  decide(world, { owner, edition, isWithdrawn }, { actor }) {
    if (actor !== null) return refuse('forbidden')
    const closed = refuseUnlessOpen(world.owners.get(owner))
    if (closed) return closed
    const one = world.get(editions, edition)
    if (!one) return refuse('unknown_edition')
    if ((one.status === 'withdrawn') !== isWithdrawn) return refuse('nothing_to_change')
    if (!isWithdrawn && acceptedIn(world, owner).has(edition)) return refuse('already_accepted')
    const { title, day, changed } = one
    const told = isWithdrawn ? 'policy-change-withdrawn' : 'policy-changes'
    return {
      postings: [],
      activity: [{ owner, kind: told }],
      facts: { ...toldOf(one), ...(day === null ? {} : { day }) },
      // An address that nobody has confirmed may be a stranger's.
      effects: world.owners.get(owner)!.emailVerified
        ? [
            mail({
              owner,
              template: told,
              values: { title, changed, ...(day === null ? {} : { day }) },
            }),
          ]
        : [],
    }
  },
  reply: () => said(200, 'They are told.'),
})
