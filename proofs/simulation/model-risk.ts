/** What people know of the risk and how much they let themselves place, thought again. */
import type { Refusal } from '../../src/contract/problems.ts'
import type { Check } from '../../src/domains/appropriateness/table.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { KeptLimit } from '../../src/domains/investment-limits/table.ts'
import { no, Part, type By, type Outcome } from './model-house.ts'
import { dollars, inDollars, inUtc, moment } from './model-words.ts'
import type { Person } from './model-state.ts'

const yes = (body: object): Outcome => ({ status: 200, body: { status: 'success', ...body } })
const day = 24 * 60 * 60 * 1000
const words = (limit: bigint | null) => (limit === null ? 'none' : inDollars(limit))
const wire = (limit: bigint | null) => (limit === null ? null : dollars(limit))

export class Risk extends Part {
  /** What somebody answered last, whatever came of it. */
  lastCheck(owner: string): Check | null {
    return this.house.checks.findLast((check) => check.owner === owner) ?? null
  }

  answer(c: CommandOf<'AnswerAppropriateness'>, { id, at }: By): Outcome {
    const person = this.house.holder(c.owner)
    if ('code' in person) return person
    const before = this.lastCheck(c.owner)
    if (before?.outcome === 'fits') return no('already_answered')
    if (before && at < before.pausedUntil!)
      return no(
        'answers_paused',
        `You can answer these questions again from ${inUtc(before.pausedUntil!)} on. Nothing was recorded; you can withdraw your money at any time.`,
      )
    if (c.version !== c.current) return no('questions_changed')
    const fits = c.outcome === 'fits'
    const earlier = this.house.checks.filter(
      ({ owner, outcome }) => owner === c.owner && outcome === 'pause',
    ).length
    const pausedUntil = fits ? null : at + (earlier > 0 ? 7 : 1) * day
    this.house.checks.push({
      id,
      owner: c.owner,
      version: c.version,
      answers: c.answers,
      outcome: c.outcome,
      answeredAt: at,
      pausedUntil,
      pauses: fits ? earlier : earlier + 1,
    })
    this.house.enter(person, fits ? 'answers-fit' : 'answers-pause', at)
    return yes({
      message: fits
        ? 'Thank you: you can invest'
        : `Based on your answers, plans aren’t suitable for you right now. You can answer again from ${inUtc(pausedUntil!)} on`,
      data: {
        appropriateness: {
          state: fits ? 'fits' : 'paused',
          pausedUntil: pausedUntil === null ? null : moment(pausedUntil),
        },
      },
    })
  }

  /** Why somebody can't open an investment by what they have answered. */
  notByAnswers(person: Person, needed: boolean, at: number): Refusal | null {
    const last = this.lastCheck(person.id)
    if (last?.outcome === 'fits') return null
    if (last)
      return at < last.pausedUntil!
        ? no(
            'answers_paused',
            `Based on your answers, plans aren’t suitable for you right now. Nothing was booked; you can answer again from ${inUtc(last.pausedUntil!)} on, and withdraw your money at any time.`,
          )
        : no(
            'answers_needed',
            'Please answer the questions before investing again first. Nothing was booked.',
          )
    return needed && person.totals.principal === 0n ? no('answers_needed') : null
  }

  /** The limit that counts at a moment, and the raise that still waits. */
  #limitAt(owner: string, at: number): KeptLimit {
    const kept = this.house.limits.find((limit) => limit.owner === owner)
    const limit = kept ?? { owner, amount: null, nextAmount: null, nextFrom: null }
    if (limit.nextFrom === null || limit.nextFrom > at) return { ...limit }
    return { owner, amount: limit.nextAmount, nextAmount: null, nextFrom: null }
  }

  setLimit(c: CommandOf<'SetInvestmentLimit'>, { at }: By): Outcome {
    const person = this.house.holder(c.owner)
    if ('code' in person) return person
    const limit = this.#limitAt(c.owner, at)
    const rises = limit.amount !== null && (c.amount === null || c.amount > limit.amount)
    const isSame = rises
      ? limit.nextFrom !== null && limit.nextAmount === c.amount
      : limit.nextFrom === null && limit.amount === c.amount
    if (isSame) return no('limit_unchanged')
    if (rises) Object.assign(limit, { nextAmount: c.amount, nextFrom: at + day })
    else Object.assign(limit, { amount: c.amount, nextAmount: null, nextFrom: null })
    const place = this.house.limits.findIndex(({ owner }) => owner === c.owner)
    this.house.limits.splice(place < 0 ? this.house.limits.length : place, 1, limit)
    this.house.enter(person, rises ? 'investment-limit-raised' : 'investment-limit-set', at)
    return yes({
      message: this.#limitInWords(limit),
      data: {
        investmentLimit: {
          amount: wire(limit.amount),
          room: wire(this.#room(limit.amount, person)),
          next:
            limit.nextFrom === null
              ? null
              : { amount: wire(limit.nextAmount), from: moment(limit.nextFrom) },
        },
      },
    })
  }

  #limitInWords({ amount, nextAmount, nextFrom }: KeptLimit): string {
    if (nextFrom !== null) {
      const what = nextAmount === null ? 'ends' : `rises to ${inDollars(nextAmount)}`
      return `Your own limit ${what} on ${inUtc(nextFrom)}; until then it is ${words(amount)}`
    }
    return amount === null ? 'You have no limit of your own' : `Your own limit is ${words(amount)}`
  }

  #room(limit: bigint | null, { invested: { balance } }: Person): bigint | null {
    if (limit === null) return null
    return balance > limit ? 0n : limit - balance
  }

  beyondOwnLimit(person: Person, amount: bigint, at: number): Refusal | null {
    const limit = this.#limitAt(person.id, at).amount
    if (limit === null || person.invested.balance + amount <= limit) return null
    const room = this.#room(limit, person)!
    return no(
      'beyond_own_limit',
      `Your own limit is ${inDollars(limit)} in plans at once, and ${inDollars(person.invested.balance)} is invested: ${room > 0n ? `${inDollars(room)} still fits` : 'nothing more fits'}. Nothing was booked.`,
    )
  }
}
