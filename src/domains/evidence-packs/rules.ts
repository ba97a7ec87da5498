/**
 * Packs of evidence. Auditors and administrators ask for one; with names and words of people in it, two administrators
 * have to agree who did not ask. What was refused stays so: it is asked for anew.
 */
import { packsADay } from '../../contract/evidence.ts'
import type { Refusal } from '../../contract/problems.ts'
import {
  defineStaffCommand,
  refuse,
  said,
  type Context,
  type Journaled,
  type Needs,
} from '../../desk/command.ts'
import { defineEffect } from '../../desk/effect.ts'
import { textOf, Unexplained, wordsOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { dayMs } from '../../lib/instant.ts'
import { defineDecisionOfTwo, isAdministrator } from '../approvals/two.ts'
import { packs, packsLately, type EvidencePack } from './table.ts'

/** A worker makes it. */
export const makePack = defineEffect<{ pack: string }>('make-evidence-pack')

function flagOf({ input, kind }: Journaled, name: string): boolean {
  const value = input[name]
  if (typeof value !== 'boolean') throw new Unexplained(`${kind} has no ${name}`)
  return value
}

export type AskForEvidence = { from: string; to: string; withPersons: boolean }

export const askForEvidence = defineStaffCommand<AskForEvidence>(
  {
    recall: (kept) => ({
      command: {
        from: textOf(kept, 'from'),
        to: textOf(kept, 'to'),
        withPersons: flagOf(kept, 'withPersons'),
      },
    }),
    journal: ({ from, to, withPersons }) => ({ from, to, withPersons }),
    subject: () => firm,
    needs: () => ({ owners: [firm], read: [packsLately] }),
    decide(world, { from, to, withPersons }, { id, actor, at }) {
      if (actor === null) return refuse('forbidden')
      const lately = world.rowsOf(packs, firm).filter(({ askedAt }) => askedAt > at - dayMs)
      if (lately.length >= packsADay) return refuse('packs_today')
      const pack: EvidencePack = {
        id,
        owner: firm,
        from,
        to,
        withPersons,
        status: withPersons ? 'asked' : 'granted',
        askedAt: at,
        askedBy: actor,
        agreedAt: null,
        agreedBy: null,
        decidedAt: null,
        decidedBy: null,
        refusalReason: null,
      }
      return {
        postings: [],
        activity: [{ owner: firm, kind: 'evidence-asked' }],
        put: [packs.row(pack)],
        effects: withPersons ? [] : [makePack({ pack: id })],
      }
    },
    reply: (_, { withPersons }, { id }) => ({
      status: 202,
      body: {
        status: 'success',
        message: withPersons
          ? 'Two administrators who did not ask for it must agree. Nothing is made yet.'
          : 'The pack is being made. It is kept for a week once it is ready.',
        data: { id },
      },
    }),
  },
  ['admin', 'auditor'],
)

type OnPack = { pack: string }

const onPack = {
  journal: ({ pack }: OnPack) => ({ pack }),
  subject: (): OwnerId => firm,
  needs: ({ pack }: OnPack): Needs => ({
    owners: [firm],
    administrators: true,
    read: [packs.byId(pack)],
  }),
}

/** What waits for two administrators, before one of them. */
function askedIn(world: World, id: string, { actor }: Context): Refusal | EvidencePack {
  const pack = world.get(packs, id)
  if (!pack) return refuse('unknown_pack')
  if (!isAdministrator(world, actor)) return refuse('forbidden')
  return pack.status === 'asked' ? pack : refuse('already_decided')
}

export const agreeToEvidence = defineDecisionOfTwo<OnPack>({
  ...onPack,
  recall: (kept) => ({ command: { pack: textOf(kept, 'pack') } }),
  decide(world, { pack: id }, context, two) {
    const pack = askedIn(world, id, context)
    if ('code' in pack) return pack
    const { actor, at } = context
    const { askedBy, agreedBy } = pack
    if (actor === askedBy)
      return refuse(
        'not_on_yourself',
        'You asked for this pack: two other administrators must agree. Nothing was changed.',
      )
    const place = two.place({ first: agreedBy })
    if (typeof place !== 'string') return place
    if (place === 'first')
      return {
        postings: [],
        activity: [{ owner: firm, kind: 'evidence-first-agreement' }],
        put: [packs.row({ ...pack, agreedAt: at, agreedBy: actor })],
        facts: { askedBy },
      }
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'evidence-agreed' }],
      put: [packs.row({ ...pack, status: 'granted', decidedAt: at, decidedBy: actor })],
      facts: { askedBy, proposedBy: agreedBy! },
      effects: [makePack({ pack: id })],
    }
  },
  reply: (world, { pack }) =>
    world.get(packs, pack)!.status === 'granted'
      ? said(200, 'Both have agreed. The pack is being made.')
      : said(202, 'A second, different administrator must agree too. Nothing is made yet.'),
})

/** By any administrator, whoever asked. */
export const refuseEvidence = defineStaffCommand<OnPack & { reason: string }>({
  ...onPack,
  recall: (kept) => ({
    command: { pack: textOf(kept, 'pack'), reason: wordsOf(kept, 'reason') },
  }),
  decide(world, { pack: id, reason }, context) {
    const pack = askedIn(world, id, context)
    if ('code' in pack) return pack
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'evidence-refused' }],
      put: [
        packs.row({
          ...pack,
          status: 'refused',
          decidedAt: context.at,
          decidedBy: context.actor,
          refusalReason: reason,
        }),
      ],
      facts: { askedBy: pack.askedBy },
      texts: { reason },
    }
  },
  reply: () => said(200, 'The pack was refused. It is not made.'),
})

/** `digest`: the SHA-256 of what is handed out. */
export type DownloadEvidence = OnPack & { digest: string }

/** Recorded before the first byte, each time. */
export const downloadEvidence = defineStaffCommand<DownloadEvidence>(
  {
    recall: (kept) => ({
      command: { pack: textOf(kept, 'pack'), digest: textOf(kept, 'digest') },
    }),
    journal: ({ pack, digest }) => ({ pack, digest }),
    subject: () => firm,
    needs: ({ pack }) => ({ owners: [firm], read: [packs.byId(pack)] }),
    decide(world, { pack: id }, { actor }) {
      const pack = world.get(packs, id)
      if (pack?.status !== 'granted') return refuse('unknown_pack')
      if (actor === null) return refuse('forbidden')
      const { from, to, withPersons } = pack
      return { postings: [], activity: [], facts: { from, to, withPersons: String(withPersons) } }
    },
    reply: () => said(200, 'The download is recorded.'),
  },
  ['admin', 'auditor'],
)
