/** What auditors ask for, draw and mark, thought again: words of people need two who did not ask, and every draw stays. */
import type { Refusal } from '../../src/contract/problems.ts'
import type { EvidencePack } from '../../src/domains/evidence-packs/table.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { AuditMark, AuditSample, SampledPerson } from '../../src/domains/samples/table.ts'
import { no, said, type By, type Outcome } from './model-bank.ts'
import type { Person } from './model-state.ts'

const day = 24 * 60 * 60 * 1000

type House = {
  firmsId: string
  packs: EvidencePack[]
  samples: AuditSample[]
  sampled: SampledPerson[]
  marks: AuditMark[]
  person(id: string | null): Person | undefined
  administers(id: string | null): boolean
  enter(person: Person, kind: string, at: number): void
  enterFirm(kind: string, at: number): void
}

export class Auditing {
  readonly #house: House
  constructor(house: House) {
    this.#house = house
  }

  ask({ from, to, withPersons }: CommandOf<'AskForEvidence'>, { id, actor, at }: By): Outcome {
    if (actor === null) return no('forbidden')
    const { packs, firmsId: owner } = this.#house
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
    this.#house.enterFirm('evidence-asked', at)
    const message = withPersons
      ? 'Two administrators who did not ask for it must agree. Nothing is made yet.'
      : 'The pack is being made. It is kept for a week once it is ready.'
    return { status: 202, body: { status: 'success', message, data: { id } } }
  }

  #waiting(id: string, { actor }: By): EvidencePack | Refusal {
    const pack = this.#house.packs.find((one) => one.id === id)
    if (!pack) return no('unknown_pack')
    if (!this.#house.administers(actor)) return no('forbidden')
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
    if (pack.agreedBy === null || !this.#house.administers(pack.agreedBy)) {
      Object.assign(pack, { agreedAt: by.at, agreedBy: by.actor })
      this.#house.enterFirm('evidence-first-agreement', by.at)
      return said(202, 'A second, different administrator must agree too. Nothing is made yet.')
    }
    Object.assign(pack, { status: 'granted', decidedAt: by.at, decidedBy: by.actor })
    this.#house.enterFirm('evidence-agreed', by.at)
    return said(200, 'Both have agreed. The pack is being made.')
  }

  refuse({ pack: id, reason }: CommandOf<'RefuseEvidence'>, by: By): Outcome {
    const pack = this.#waiting(id, by)
    if ('code' in pack) return pack
    const { actor: decidedBy, at: decidedAt } = by
    Object.assign(pack, { status: 'refused', decidedAt, decidedBy, refusalReason: reason })
    this.#house.enterFirm('evidence-refused', by.at)
    return said(200, 'The pack was refused. It is not made.')
  }

  download({ pack: id }: CommandOf<'DownloadEvidence'>, { actor }: By): Outcome {
    const pack = this.#house.packs.find((one) => one.id === id)
    if (pack?.status !== 'granted') return no('unknown_pack')
    return actor === null ? no('forbidden') : said(200, 'The download is recorded.')
  }

  export({ actor }: By): Outcome {
    return actor === null ? no('forbidden') : said(200, 'The export is recorded.')
  }

  draw({ people, among }: CommandOf<'DrawSample'>, { id, actor, at }: By): Outcome {
    if (actor === null) return no('forbidden')
    if (people.length === 0 || people.length > 50)
      return no('nothing_to_change', 'There is nobody to draw yet. Nothing was drawn.')
    const { firmsId: owner, samples, sampled } = this.#house
    samples.push({ id, owner, size: people.length, among, drawnAt: at, drawnBy: actor })
    for (const [place, person] of people.entries())
      sampled.push({ sample: id, person, owner, place })
    this.#house.enterFirm('sample-drawn', at)
    const message =
      people.length === 1 ? 'One user was drawn.' : `${people.length} users were drawn.`
    return { status: 201, body: { status: 'success', message, data: { id } } }
  }

  mark({ sample, person: whom, note }: CommandOf<'MarkLookedAt'>, by: By): Outcome {
    const { id, actor, at } = by
    if (actor === null) return no('forbidden')
    if (actor === whom) return no('not_on_yourself')
    const { samples, sampled, marks } = this.#house
    if (!samples.some((one) => one.id === sample)) return no('unknown_sample')
    if (!sampled.some((one) => one.sample === sample && one.person === whom))
      return no('not_in_sample')
    const person = this.#house.person(whom)
    if (!person) return no('unknown_user')
    if (person.status === 'closed') return no('account_closed')
    const counts = (one: AuditMark) => one.sample === sample && one.owner === whom
    if (marks.some((one) => counts(one) && one.takenBackAt === null)) return no('already_marked')
    marks.push({
      id,
      sample,
      owner: whom,
      markedAt: at,
      markedBy: actor,
      note,
      takenBackAt: null,
      takenBackBy: null,
      takeBackReason: null,
    })
    this.#house.enter(person, 'audit-looked-at', at)
    return said(201, 'Marked as looked at.')
  }

  takeBack({ mark: id, reason }: CommandOf<'TakeMarkBack'>, { actor, at }: By): Outcome {
    const mark = this.#house.marks.find((one) => one.id === id)
    if (!mark) return no('unknown_mark')
    if (mark.markedBy !== actor)
      return no('forbidden', 'Only who made a mark takes it back. Nothing was changed.')
    if (mark.takenBackAt !== null) return no('already_decided')
    const person = this.#house.person(mark.owner)!
    if (person.status === 'closed') return no('account_closed')
    Object.assign(mark, { takenBackAt: at, takenBackBy: actor, takeBackReason: reason })
    this.#house.enter(person, 'audit-mark-taken-back', at)
    return said(200, 'The mark was taken back.')
  }

  erase(person: string): void {
    for (const mark of this.#house.marks)
      if (mark.owner === person) Object.assign(mark, { note: null, takeBackReason: null })
  }
}
