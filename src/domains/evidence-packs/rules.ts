/**
 * Packs of evidence. Auditors and administrators ask for one; with names and words of people in it, two administrators
 * have to agree who did not ask. What was refused stays so: it is asked for anew.
 */
import { packsADay } from '../../contract/evidence.ts'
import { defineStaffCommand, isRefusal, refuse, said, type Journaled } from '../../desk/command.ts'
import { textOf, Unexplained } from '../../desk/recall.ts'
import { firm } from '../../ledger/core/chart.ts'
import { dayMs } from '../../lib/instant.ts'
import { doOrPropose } from '../proposals/propose.ts'
import { evidencePack, makePack } from './proposals.ts'
import { packs, packsLately } from './table.ts'

function flagOf({ input, kind }: Journaled, name: string): boolean {
  const value = input[name]
  if (typeof value !== 'boolean') throw new Unexplained(`${kind} has no ${name}`)
  return value
}

const waits = 'Two administrators who did not ask for it must agree. Nothing is made yet.'

export type RequestEvidence = { from: string; to: string; withPersons: boolean }

export const requestEvidence = defineStaffCommand<RequestEvidence>({
  may: 'take-evidence',
  recall: (kept) => ({
    command: {
      from: textOf(kept, 'from'),
      to: textOf(kept, 'to'),
      withPersons: flagOf(kept, 'withPersons'),
    },
  }),
  journal: ({ from, to, withPersons }) => ({ from, to, withPersons }),
  subject: () => firm,
  needs: () => ({ owners: [firm], staff: true, read: [packsLately] }),
  decide(world, { from, to, withPersons }, context) {
    const { id, actor, at } = context
    if (actor === null) return refuse('forbidden')
    const lately = world.rowsOf(packs, firm).filter(({ requestedAt }) => requestedAt > at - dayMs)
    if (lately.length >= packsADay) return refuse('packs_today')
    const pack = packs.row({
      id,
      owner: firm,
      from,
      to,
      withPersons,
      status: withPersons ? 'requested' : 'granted',
      requestedAt: at,
      requestedBy: actor,
      agreedBy: null,
      decidedBy: null,
    })
    if (!withPersons)
      return {
        postings: [],
        activity: [{ owner: firm, kind: 'evidence-requested' }],
        put: [pack],
        effects: [makePack({ pack: id })],
      }
    const facts = { pack: id, from, to }
    const given = { kind: evidencePack, facts, answer: null, whyTwo: waits }
    const proposed = doOrPropose(world, given, context)
    return isRefusal(proposed) ? proposed : { ...proposed, put: [...proposed.put!, pack] }
  },
  reply: (_, { withPersons }, { id }) => ({
    status: 202,
    body: {
      status: 'success',
      message: withPersons
        ? waits
        : 'The pack is being made. It is kept for a week once it is ready.',
      data: { id },
    },
  }),
})

/** `digest`: the SHA-256 of what is handed out. */
export type DownloadEvidence = { pack: string; digest: string }

/** Recorded before the first byte, each time. */
export const downloadEvidence = defineStaffCommand<DownloadEvidence>({
  may: 'take-evidence',
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
})
