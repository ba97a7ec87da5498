/** Evidence that auditors ask for, thought again: words of people need two who did not ask. */
import type { CommandOf } from '../../src/domains/nouns.ts'
import { no, Part, type By, type Outcome } from './model-house.ts'
import type { Thing } from './model-proposals.ts'

const day = 24 * 60 * 60 * 1000

export class Auditing extends Part {
  ask({ from, to, withPersons }: CommandOf<'RequestEvidence'>, { id, actor, at }: By): Outcome {
    if (actor === null) return no('forbidden')
    const { packs, firmsId: owner } = this.house
    if (packs.filter(({ requestedAt }) => at - requestedAt < day).length >= 10)
      return no('packs_today')
    packs.push({
      id,
      owner,
      from,
      to,
      withPersons,
      status: withPersons ? 'requested' : 'granted',
      requestedAt: at,
      requestedBy: actor,
      agreedBy: null,
      decidedBy: null,
    })
    if (!withPersons) this.house.enterFirm('evidence-requested', at)
    const message = withPersons
      ? 'Two administrators who did not ask for it must agree. Nothing is made yet.'
      : 'The pack is being made. It is kept for a week once it is ready.'
    return { status: 202, body: { status: 'success', message, data: { id } } }
  }

  /** A pack with words of people, as it is proposed by whoever asks, who is neither of the two. */
  pack(id: string, { from, to }: CommandOf<'RequestEvidence'>): Thing {
    return {
      kind: 'evidence-pack',
      called: 'pack of evidence',
      others: 2,
      holds: null,
      lastsMs: null,
      facts: { pack: id, from, to },
      shown: { from, to },
      listed: { proposed: 'evidence-requested', ended: 'evidence-refused' },
      unfit: () => null,
      make: ({ at, actor }, _, first) => {
        const pack = this.house.packs.find((one) => one.id === id)!
        Object.assign(pack, { status: 'granted', agreedBy: first!.by, decidedBy: actor })
        this.house.enterFirm('evidence-granted', at)
      },
    }
  }
}
