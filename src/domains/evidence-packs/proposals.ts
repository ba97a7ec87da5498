/** A pack with names and words of people takes two administrators who did not ask for it. */
import { defineEffect } from '../../desk/effect.ts'
import { firm } from '../../ledger/core/chart.ts'
import { defineProposal } from '../proposals/kind.ts'
import { packs } from './table.ts'

/** A worker makes it. */
export const makePack = defineEffect<{ pack: string }>('make-evidence-pack')

/** `pack`: the command that asked for it, whose proposal has the same id. */
export type PackFacts = { pack: string; from: string; to: string }

export const evidencePack = defineProposal<PackFacts>({
  name: 'evidence-pack',
  called: 'pack of evidence',
  lastsForMs: null,
  others: 2,
  about: () => null,
  holds: () => null,
  asks: false,
  needs: ({ pack }) => ({ owners: [firm], read: [packs.byId(pack)] }),
  refusal: () => null,
  apply(world, { pack }, { actor }, { first }) {
    const granted = { status: 'granted', agreedBy: first!.by, decidedBy: actor } as const
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'evidence-granted' }],
      put: [packs.row({ ...world.get(packs, pack)!, ...granted })],
      effects: [makePack({ pack })],
    }
  },
  show: ({ from, to }) => ({ from, to }),
  noted: ({ from, to }) => ({ from, to }),
  listedAs: { proposed: 'evidence-requested', ended: 'evidence-refused' },
})
