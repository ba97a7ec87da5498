/** Policies, thought again: two publish a text for a day, everybody is told, and who hasn't accepted what counts begins nothing new. */
import type { Refusal } from '../../src/contract/problems.ts'
import type { Edition } from '../../src/domains/editions/table.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { Apart } from './model-apart.ts'
import { day, firmsId, no, Part, said, type By, type House, type Outcome } from './model-house.ts'
import type { Proposals, Thing } from './model-proposals.ts'

const minute = 60_000

/** The last one of a policy that has begun by then, of those that nobody withdrew. */
function counting({ editions }: House, policy: string, at: number): Edition | undefined {
  return editions
    .filter((one) => one.policy === policy && one.status === 'published' && one.countsFrom <= at)
    .toSorted((a, b) => b.countsFrom - a.countsFrom)[0]
}

const hasAccepted = ({ acceptances }: House, person: string, { id }: Edition) =>
  acceptances.some(({ owner, edition }) => owner === person && edition === id)

/** What this person would have to accept before anything new. */
export function lackingOf(house: House, person: string, at: number): Edition[] {
  return [...new Set(house.editions.map(({ policy }) => policy))]
    .map((policy) => counting(house, policy, at))
    .filter((one) => one !== undefined && !hasAccepted(house, person, one)) as Edition[]
}

function listed(titles: readonly string[]): string {
  const sorted = titles.toSorted()
  if (sorted.length < 3) return sorted.join(' and ')
  return `${sorted.slice(0, -1).join(', ')}, and ${sorted.at(-1)}`
}

/** For whoever begins something new: an investment, or money for another account. */
export function notByPolicies(house: House, person: string, at: number): Refusal | null {
  const lacking = lackingOf(house, person, at).map(({ title }) => title)
  return lacking.length === 0
    ? null
    : no(
        'policies_to_accept',
        `Please read and accept our ${listed(lacking)} first, on the page Policies. Nothing was booked; you can withdraw your money at any time.`,
      )
}

const held = (policy: string) => ({
  called: 'change of a policy',
  holds: `edition ${policy}`,
  stays: 'A change of this policy is proposed already. Nothing was changed: decide on that first.',
  lastsMs: 7 * day,
})

function publication(house: House, c: CommandOf<'ProposeEdition'>): Thing {
  const { content: _, fault: __, ...rest } = c
  const ofPolicy = () => house.editions.filter(({ policy }) => policy === c.policy)
  const facts = { ...rest, number: ofPolicy().length + 1 }
  return {
    ...held(c.policy),
    kind: 'edition-publication',
    facts,
    shown: facts,
    unfit({ at }) {
      const last = ofPolicy().findLast(({ status }) => status === 'published')
      if (facts.number !== ofPolicy().length + 1) return no('policy_changed')
      if (last?.digest === c.digest) return no('nothing_to_change')
      // The first counts at once, and each later one from a day on.
      if ((last === undefined) !== (c.countsFrom === null)) return no('policy_changed')
      if (last === undefined) return null
      if (c.countsFrom! - at < c.noticeDays * day)
        return no(
          'notice_too_short',
          `People are told at least ${c.noticeDays} days before. Nothing was changed: choose a later day.`,
        )
      return c.countsFrom! <= last.countsFrom
        ? no(
            'notice_too_short',
            'Another change of this policy comes later than this day. Nothing was changed: choose a day after it.',
          )
        : null
    },
    make({ id, at, actor }, _answer, first) {
      house.editions.push({
        id,
        owner: firmsId,
        policy: c.policy,
        title: c.title,
        number: facts.number,
        digest: c.digest,
        day: c.day,
        countsFrom: c.countsFrom ?? at + minute,
        changed: c.changed,
        status: 'published',
        publishedAt: at,
        firstBy: first!.by,
        secondBy: actor!,
        withdrawnAt: null,
      })
      house.enterFirm('edition-published', at)
    },
  }
}

function withdrawal(house: House, one: Edition): Thing {
  const facts = {
    ...{ edition: one.id, policy: one.policy, title: one.title },
    ...{ number: one.number, day: one.day },
  }
  return {
    ...held(one.policy),
    kind: 'edition-withdrawal',
    facts,
    shown: facts,
    unfit({ at }) {
      if (one.status === 'withdrawn') return no('edition_withdrawn')
      return at >= one.countsFrom ? no('edition_counts') : null
    },
    make({ at }) {
      Object.assign(one, { status: 'withdrawn', withdrawnAt: at })
      house.enterFirm('edition-withdrawn', at)
    },
  }
}

class Policies extends Part {
  readonly #waits: Proposals
  constructor(house: House, waits: Proposals) {
    super(house)
    this.#waits = waits
  }

  #edition = (id: string) => this.house.editions.find((one) => one.id === id)

  propose(c: CommandOf<'ProposeEdition'>, by: By): Outcome {
    if (c.fault !== null) return no('asks_for_payment', `${c.fault} Nothing was changed.`)
    const thing = publication(this.house, c)
    const outcome = this.#waits.give(thing, 'Two change what people accept.', by)!
    if (!('code' in outcome) && !this.house.editionTexts.some(({ digest }) => digest === c.digest))
      this.house.editionTexts.push({ digest: c.digest, content: c.content })
    return outcome
  }

  withdraw({ edition }: CommandOf<'ProposeEditionWithdrawal'>, by: By): Outcome {
    const one = this.#edition(edition)
    if (!one) return no('unknown_edition')
    return this.#waits.give(withdrawal(this.house, one), 'Two withdraw what people were told.', by)!
  }

  tell({ owner, edition, isWithdrawn }: CommandOf<'TellOfEdition'>, by: By): Outcome {
    if (by.actor !== null) return no('forbidden')
    const person = this.house.holder(owner)
    if ('code' in person) return person
    const one = this.#edition(edition)
    if (!one) return no('unknown_edition')
    if (isWithdrawn !== (one.status === 'withdrawn')) return no('nothing_to_change')
    if (!isWithdrawn && hasAccepted(this.house, owner, one)) return no('already_accepted')
    this.house.enter(person, isWithdrawn ? 'policy-change-withdrawn' : 'policy-changes', by.at)
    return said(200, 'They are told.')
  }

  accept({ owner, edition, digest }: CommandOf<'AcceptEdition'>, { id, at, actor }: By): Outcome {
    if (actor !== owner) return no('forbidden')
    const person = this.house.holder(owner)
    if ('code' in person) return person
    const one = this.#edition(edition)
    if (!one) return no('unknown_edition')
    if (one.digest !== digest) return no('policy_changed')
    if (one.status === 'withdrawn') return no('edition_withdrawn')
    const counts = counting(this.house, one.policy, at)
    if (counts && counts.countsFrom > one.countsFrom) return no('policy_changed')
    if (hasAccepted(this.house, owner, one)) return no('already_accepted')
    this.house.acceptances.push({ id, owner, edition, at })
    this.house.enter(person, 'policy-accepted', at)
    return said(200, `Accepted: ${one.title}`)
  }
}

export type PlayedOfEditions =
  | 'ProposeEdition'
  | 'ProposeEditionWithdrawal'
  | 'TellOfEdition'
  | 'AcceptEdition'

export const editions: Apart<PlayedOfEditions> = {
  byStaff: ['ProposeEdition', 'ProposeEditionWithdrawal'],
  begin(house, waits) {
    const part = new Policies(house, waits)
    return {
      decide: {
        ProposeEdition: (c, by) => part.propose(c, by),
        ProposeEditionWithdrawal: (c, by) => part.withdraw(c, by),
        TellOfEdition: (c, by) => part.tell(c, by),
        AcceptEdition: (c, by) => part.accept(c, by),
      },
      subjectOf: ({ command }) => ('owner' in command ? command.owner : firmsId),
      rows: {
        editions: { rows: house.editions, words: [] },
        edition_texts: { rows: house.editionTexts, words: [] },
        acceptances: { rows: house.acceptances, words: [] },
      },
    }
  },
}
