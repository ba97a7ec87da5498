/** What takes two administrators, thought again: one proposes, another agrees to what they saw, and whoever has gone counts no more. */
import type { Refusal } from '../../src/contract/problems.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { Answer } from '../../src/domains/proposals/kind.ts'
import type { Agreement, Proposal } from '../../src/domains/proposals/table.ts'
import { no, Part, type By, type Outcome } from './model-house.ts'
import { moment } from './model-words.ts'

type Facts = Record<string, string | number | boolean | null>

/** What is asked for: in words for the row, as it is shown, and how it is done. */
export type Thing = {
  kind: string
  /** What people call it, after "the". */
  called: string
  /** Of what only one is proposed at a time, and for how long; null: any number of them, until it is decided. */
  holds: string | null
  /** Another of which only one is. */
  holdsToo?: string | null
  /** What is said of one that is open, which then stays open whatever has become of it. */
  stays?: string
  lastsMs: number | null
  facts: Facts
  shown: Facts
  /** Words of the firm's own. */
  words?: Record<string, string>
  /** What whoever agreed is told besides, or null. `id`: of the command that did it. */
  outcome?(id: string): string | null
  /** Whom it is about, with words of theirs, and how their list tells of it; left out: the firm. */
  about?: { person: string; words: Record<string, string>; proposed?: string; ended?: string }
  /** How the firm's list tells of it, where not as usual. */
  listed?: { proposed: string; ended: string }
  /** How many others must agree, where not one: whoever proposed it isn't one of the two. */
  others?: 2
  /** Another whom it is about. */
  besides?: string
  /** Why it can't be done as things stand. */
  unfit(by: By, answer: Answer): Refusal | null
  /** Whether whoever proposes it or agrees hasn't looked at what they must. */
  unseen?(by: By): Refusal | null
  /** With what was answered, and who agreed first; null: one was enough. */
  make(by: By, answer: Answer, first: Agreement | null): void
}

const sorted = (facts: Facts) =>
  JSON.stringify(Object.fromEntries(Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1))))

export class Proposals extends Part {
  /** How each of them is done, by its id. */
  readonly #things = new Map<string, Thing>()

  /** Done now, and nothing is answered; or answered. `why` is empty where one is enough. */
  give(thing: Thing, why: string, by: By, answer: Answer = null): Outcome | null {
    const refused = thing.unfit(by, answer)
    if (refused) return refused
    const over: Proposal[] = []
    for (const open of this.waitingFor([thing.holds, thing.holdsToo ?? null])) {
      const before = open.kind === thing.kind ? this.#things.get(open.id) : undefined
      const isFit = thing.stays !== undefined || !before?.unfit(by, answer)
      if (isFit && (open.endsAt === null || by.at < open.endsAt))
        return no(
          'change_open',
          thing.stays ??
            `The ${thing.called} is proposed already. Nothing was changed: decide on that first.`,
        )
      over.push(open)
    }
    const giveWay = () => {
      for (const open of over) Object.assign(open, { status: 'expired', decidedAt: by.at })
    }
    if (why === '') {
      giveWay()
      thing.make(by, answer, null)
      return null
    }
    if (!this.house.proposes(by.actor, thing.kind)) return no('forbidden')
    const unseen = thing.unseen?.(by)
    if (unseen) return unseen
    giveWay()
    return this.#said(
      202,
      `A second, different person must agree. Nothing has been changed yet. ${why}`,
      this.propose(thing, by),
    )
  }

  /** It waits from now on. */
  propose(thing: Thing, by: By): Proposal {
    const words = thing.about?.words ?? thing.words ?? {}
    const proposal: Proposal = {
      id: by.id,
      owner: thing.about?.person ?? this.house.firmsId,
      besides: thing.besides ?? null,
      kind: thing.kind,
      facts: sorted(thing.facts),
      words: Object.keys(words).length > 0 ? sorted(words) : null,
      holds: thing.holds,
      holdsToo: thing.holdsToo ?? null,
      status: 'open',
      endsAt: thing.lastsMs === null ? null : by.at + thing.lastsMs,
      proposedAt: by.at,
      proposedBy: by.actor!,
      refusalReason: null,
      decidedAt: null,
      decidedBy: null,
    }
    this.#things.set(by.id, thing)
    this.house.waiting.push(proposal)
    if (thing.others === undefined) this.#sign(proposal, by)
    this.#enter(proposal, (thing.listed ?? thing.about)?.proposed ?? 'proposed', by.at)
    return proposal
  }

  /** What is open of any of these. */
  waitingFor(held: readonly (string | null)[]): Proposal[] {
    return this.house.waiting.filter(
      ({ status, holds, holdsToo }) =>
        status === 'open' &&
        held.some((one) => one !== null && (one === holds || one === holdsToo)),
    )
  }

  #enter({ owner }: Proposal, kind: string, at: number): void {
    const person = this.house.person(owner)
    if (person) this.house.enter(person, kind, at)
    else this.house.enterFirm(kind, at)
  }

  #sign({ id }: Proposal, { actor, at }: By): void {
    const shown = this.shownOf(id)
    this.house.agreed.push({ proposal: id, by: actor!, at, shown })
  }

  /** As a screen has it. */
  shownOf(id: string): string {
    return sorted(this.#things.get(id)?.shown ?? {})
  }

  #open(id: string, by: By): Proposal | Refusal {
    const proposal = this.house.waiting.find((one) => one.id === id)
    if (!proposal) return no('unknown_proposal')
    if (proposal.status !== 'open')
      return no('already_decided', 'This proposal has already been decided. Nothing was changed.')
    if (proposal.owner === by.actor || (by.actor !== null && proposal.besides === by.actor))
      return no('not_on_yourself')
    return this.house.works(by.actor) ? proposal : no('forbidden')
  }

  agree({ proposal: id, shown, answer }: CommandOf<'AgreeToProposal'>, by: By): Outcome {
    const proposal = this.#open(id, by)
    if ('code' in proposal) return proposal
    if (!this.house.agreesTo(by.actor, proposal.kind)) return no('forbidden')
    if (shown !== this.shownOf(id)) return no('not_as_shown')
    if (proposal.endsAt !== null && by.at >= proposal.endsAt) return no('proposal_ended')
    const thing = this.#things.get(id)!
    const asker = thing.others === undefined ? null : proposal.proposedBy
    if (by.actor === asker)
      return no(
        'not_on_yourself',
        'You asked for this: two others must agree. Nothing was changed.',
      )
    const signed = this.#signed(id)
    const isOwn = signed.some((one) => one.by === by.actor)
    const concerned = [by.actor, proposal.owner, proposal.besides, asker]
    const first = signed.find(
      (one) => !concerned.includes(one.by) && this.#counts(proposal, one.by),
    )
    if (!first && isOwn) return no('same_approver')
    const unseen = thing.unseen?.(by)
    if (unseen) return unseen
    if (!first) {
      this.#sign(proposal, by)
      this.#enter(proposal, 'proposal-agreed', by.at)
      return this.#said(
        202,
        signed.length === 0
          ? 'You are the first of two. Somebody else must agree, too.'
          : 'You are the first of two now, since who agreed before can’t act any more. Somebody else must agree, too.',
        proposal,
      )
    }
    const refused = thing.unfit(by, answer)
    if (refused) return refused
    thing.make(by, answer, first)
    Object.assign(proposal, { status: 'done', decidedAt: by.at, decidedBy: by.actor })
    if (!isOwn) this.#sign(proposal, by)
    const outcome = thing.outcome?.(by.id) ?? ''
    return this.#said(200, `Agreed, and done. ${outcome}`.trim(), proposal)
  }

  end(
    status: 'refused' | 'withdrawn',
    { proposal: id, reason }: CommandOf<'RefuseProposal'>,
    by: By,
  ): Outcome {
    const proposal = this.#open(id, by)
    if ('code' in proposal) return proposal
    const isOwn = proposal.proposedBy === by.actor
    if (status === 'withdrawn' && !isOwn)
      return no('forbidden', 'Somebody else proposed this: refuse it instead. Nothing was changed.')
    if (status === 'refused' && isOwn)
      return no(
        'forbidden',
        'You have proposed this yourself: withdraw it instead. Nothing was changed.',
      )
    if (status === 'refused' && !this.house.agreesTo(by.actor, proposal.kind))
      return no('forbidden')
    Object.assign(proposal, {
      status,
      refusalReason: reason,
      decidedAt: by.at,
      decidedBy: by.actor,
    })
    const { listed, about } = this.#things.get(id)!
    const ended = (listed ?? about)?.ended ?? `proposal-${status}`
    this.#enter(proposal, ended, by.at)
    return this.#said(200, `Proposal ${status}. Nothing was changed.`, proposal)
  }

  /** Whoever proposed it counts by what proposing takes, anybody else by what agreeing takes. */
  #counts({ kind, proposedBy }: Proposal, by: string): boolean {
    return by === proposedBy ? this.house.proposes(by, kind) : this.house.agreesTo(by, kind)
  }

  #signed(id: string): Agreement[] {
    return this.house.agreed
      .filter((one) => one.proposal === id)
      .sort((a, b) => a.at - b.at || (a.by < b.by ? -1 : 1))
  }

  #said(status: number, message: string, proposal: Proposal): Outcome {
    const called = (id: string | null) => ({
      id: id!,
      fullName: this.house.nameOf(id) ?? 'Closed account',
    })
    const isEnded = proposal.status === 'refused' || proposal.status === 'withdrawn'
    const said = {
      id: proposal.id,
      kind: proposal.kind,
      about: proposal.owner === this.house.firmsId ? null : called(proposal.owner),
      besides: proposal.besides === null ? null : called(proposal.besides),
      proposedBy: called(proposal.proposedBy),
      proposedAt: moment(proposal.proposedAt),
      needs: this.#things.get(proposal.id)!.others ?? 1,
      agreements: this.#signed(proposal.id).map(({ by, at }) => ({
        by: called(by),
        at: moment(at),
      })),
      status: proposal.status,
      waitsUntil: null,
      endsAt: proposal.endsAt === null ? null : moment(proposal.endsAt),
      refusal: isEnded
        ? {
            by: called(proposal.decidedBy),
            at: moment(proposal.decidedAt!),
            reason: proposal.refusalReason,
          }
        : null,
      words: proposal.words === null ? {} : (JSON.parse(proposal.words) as Facts),
      facts: JSON.parse(this.shownOf(proposal.id)) as Facts,
    }
    return { status, body: { status: 'success', message, data: { proposal: said } } }
  }
}
