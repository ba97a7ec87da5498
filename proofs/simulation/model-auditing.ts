/** Evidence that auditors ask for, thought again: words of people need two who did not ask. */
import type { Refusal } from '../../src/contract/problems.ts'
import type { EvidencePack } from '../../src/domains/evidence-packs/table.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import { no, Part, said, type By, type Outcome } from './model-house.ts'

const day = 24 * 60 * 60 * 1000

export class Auditing extends Part {
  ask({ from, to, withPersons }: CommandOf<'AskForEvidence'>, { id, actor, at }: By): Outcome {
    if (actor === null) return no('forbidden')
    const { packs, firmsId: owner } = this.house
    if (packs.filter(({ askedAt }) => at - askedAt < day).length >= 10) return no('packs_today')
    packs.push({
      id,
      owner,
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
    })
    this.house.enterFirm('evidence-asked', at)
    const message = withPersons
      ? 'Two administrators who did not ask for it must agree. Nothing is made yet.'
      : 'The pack is being made. It is kept for a week once it is ready.'
    return { status: 202, body: { status: 'success', message, data: { id } } }
  }

  #waiting(id: string, { actor }: By): EvidencePack | Refusal {
    const pack = this.house.packs.find((one) => one.id === id)
    if (!pack) return no('unknown_pack')
    if (!this.house.administers(actor)) return no('forbidden')
    return pack.status === 'asked' ? pack : no('already_decided')
  }

  agree({ pack: id }: CommandOf<'AgreeToEvidence'>, by: By): Outcome {
    const pack = this.#waiting(id, by)
    if ('code' in pack) return pack
    if (pack.askedBy === by.actor)
      return no(
        'not_on_yourself',
        'You asked for this pack: two other administrators must agree. Nothing was changed.',
      )
    if (pack.agreedBy === by.actor) return no('same_approver')
    if (pack.agreedBy === null || !this.house.administers(pack.agreedBy)) {
      Object.assign(pack, { agreedAt: by.at, agreedBy: by.actor })
      this.house.enterFirm('evidence-first-agreement', by.at)
      return said(202, 'A second, different administrator must agree too. Nothing is made yet.')
    }
    Object.assign(pack, { status: 'granted', decidedAt: by.at, decidedBy: by.actor })
    this.house.enterFirm('evidence-agreed', by.at)
    return said(200, 'Both have agreed. The pack is being made.')
  }

  refuse({ pack: id, reason }: CommandOf<'RefuseEvidence'>, by: By): Outcome {
    const pack = this.#waiting(id, by)
    if ('code' in pack) return pack
    const { actor: decidedBy, at: decidedAt } = by
    Object.assign(pack, { status: 'refused', decidedAt, decidedBy, refusalReason: reason })
    this.house.enterFirm('evidence-refused', by.at)
    return said(200, 'The pack was refused. It is not made.')
  }
}
