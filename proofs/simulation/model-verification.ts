/** Whom the firm knows, thought again: what people send in, what staff decide on it, and what may be moved until then. */
import type { Refusal } from '../../src/contract/problems.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { Case } from '../../src/domains/verification/table.ts'
import { day, no, Part, said, type By, type Outcome } from './model-house.ts'
import type { Thing } from './model-proposals.ts'
import type { Person, Request } from './model-state.ts'
import { inDollars } from './model-words.ts'

/** As a command is given them: here never as one that is decided again. */
export type Limits = CommandOf<'CreditPlayMoney'>['limits']
type Bounds = NonNullable<Exclude<Limits, symbol>>
export type Flow = 'in' | 'invested' | 'out'

const unspaced = (text: string) => text.toUpperCase().replaceAll(/\s/g, '')
const sumOf = (parts: readonly { amount: bigint }[]) =>
  parts.reduce((sum, { amount }) => sum + amount, 0n)

const verbs = { in: 'pay in', invested: 'invest', out: 'send' }
const finalIsOpen =
  'A final refusal of this person is proposed: decide on that first. Nothing was changed.'

/** How many birthdays they have had. Whoever was born on 29 February has theirs on 1 March. */
function ageOf(birthDate: string, at: number): number {
  const [year, month, date] = birthDate.split('-').map(Number) as [number, number, number]
  const today = new Date(at)
  const [thisMonth, thisDate] = [today.getUTCMonth() + 1, today.getUTCDate()]
  const hadIt = thisMonth > month || (thisMonth === month && thisDate >= date)
  return today.getUTCFullYear() - year - (hadIt ? 0 : 1)
}

export class Verifying extends Part {
  #casesOf(owner: string): Case[] {
    return this.house.cases.filter((one) => one.owner === owner)
  }

  isFinal(owner: string): boolean {
    return this.#casesOf(owner).some(({ isFinal }) => isFinal)
  }

  /** Until when what was verified holds; null where nothing does. */
  #until(owner: string, at: number): number | null {
    const ends = this.#casesOf(owner)
      .filter(({ status }) => status === 'verified')
      .map(({ verifiedUntil }) => verifiedUntil!)
      .filter((end) => end > at)
    return ends.length === 0 ? null : Math.max(...ends)
  }

  standing(owner: string, at: number): 'none' | 'submitted' | 'verified' | 'refused' {
    if (this.isFinal(owner)) return 'refused'
    if (this.#until(owner, at) !== null) return 'verified'
    const last = this.#casesOf(owner).at(-1)?.status ?? 'none'
    return last === 'verified' ? 'none' : last
  }

  // What may be moved.

  #used(owner: string, flow: Flow, at: number): { day: bigint; whole: bigint } {
    const { totals } = this.house.person(owner)!
    const told = this.house.told.lately?.get(`${flow} ${owner}`)
    if (flow === 'in') {
      const lately = (this.house.arrivals.get(owner) ?? []).filter((one) => at - one.at < day)
      return {
        day: told ?? lately.reduce((sum, { gain }) => sum + gain, 0n),
        whole: totals.deposits + totals.transferredIn,
      }
    }
    const mine =
      flow === 'invested'
        ? this.house.investments
            .filter((one) => one.owner === owner && one.status !== 'undone')
            .map(({ amount, openedAt }) => ({ amount, at: openedAt }))
        : this.house.requests
            .filter((one) => one.owner === owner)
            .filter(({ status }) => !['rejected', 'cancelled', 'returned'].includes(status))
            .map(({ amount, createdAt }) => ({ amount, at: createdAt }))
    return { day: told ?? sumOf(mine.filter((one) => at - one.at < day)), whole: sumOf(mine) }
  }

  #allowed(owner: string, flow: Flow, limits: Bounds, at: number) {
    const standing = this.standing(owner, at)
    const by = standing === 'none' || standing === 'refused' ? 'unverified' : standing
    return limits[by][flow]
  }

  /** How much more may be moved; null: any amount. */
  room(owner: string, flow: Flow, limits: Limits, at: number): bigint | null {
    if (typeof limits === 'symbol') return null
    if (this.isFinal(owner)) return flow === 'out' ? null : 0n
    if (limits === null) return null
    const allowed = this.#allowed(owner, flow, limits, at)
    const used = this.#used(owner, flow, at)
    let room: bigint | null = null
    for (const part of ['day', 'whole'] as const) {
      const limit = allowed[part]
      if (limit === null) continue
      const left = limit > used[part] ? limit - used[part] : 0n
      if (room === null || left < room) room = left
    }
    return room
  }

  isBeyond(owner: string, amount: bigint, limits: Limits, at: number): boolean {
    const room = this.room(owner, 'in', limits, at)
    return room !== null && amount > room
  }

  beyond(owner: string, flow: Flow, amount: bigint, limits: Limits, at: number): Refusal | null {
    if (typeof limits === 'symbol') return null
    if (this.isFinal(owner)) return flow === 'out' ? null : no('finally_refused')
    const room = this.room(owner, flow, limits, at)
    if (limits === null || room === null || amount <= room) return null
    const allowed = this.#allowed(owner, flow, limits, at)
    const inDay = allowed.day === null ? '' : `${inDollars(allowed.day)} in 24 hours`
    const inAll = allowed.whole === null ? '' : `${inDollars(allowed.whole)} in all`
    const what = inDay !== '' && inAll !== '' ? `${inDay} and ${inAll}` : `${inDay}${inAll}`
    const whose = {
      none: 'Until you are verified, the limit',
      refused: 'Until you are verified, the limit',
      submitted: 'Until we have reviewed your documents, the limit',
      verified: 'Our limit',
    }[this.standing(owner, at)]
    const more = room === 0n ? 'nothing' : inDollars(room)
    return no(
      'beyond_limit',
      `${whose} is ${what}. At present you can ${verbs[flow]} ${more} more. Nothing was booked.`,
    )
  }

  /** Back to a bank account that it came from; anywhere outside where none is known. */
  #notToOrigin({
    owner,
    type,
    walletAddress,
  }: Pick<Request, 'owner' | 'type' | 'walletAddress'>): Refusal | null {
    if (type === 'tradehub_transfer') return no('finally_refused')
    const origins = this.house.entries
      .filter((one) => one.owner === owner && one.kind === 'receipt' && one.payerAccount !== null)
      .filter(({ status }) => status === 'booked')
      .map(({ payerAccount }) => unspaced(payerAccount!))
    return origins.length === 0 || origins.includes(unspaced(walletAddress!))
      ? null
      : no('not_where_it_came_from')
  }

  requesting(
    sent: Pick<Request, 'owner' | 'type' | 'walletAddress' | 'amount'>,
    limits: Limits,
    at: number,
  ): Refusal | null {
    if (typeof limits === 'symbol') return null
    return this.isFinal(sent.owner)
      ? this.#notToOrigin(sent)
      : this.beyond(sent.owner, 'out', sent.amount, limits, at)
  }

  approving(request: Request, limits: Limits, at: number): Refusal | null {
    const refusal = this.isFinal(request.owner) ? this.#notToOrigin(request) : null
    if (refusal) return refusal
    const { recipient, amount } = request
    return recipient !== null && this.isBeyond(recipient, amount, limits, at)
      ? no('recipient_limit')
      : null
  }

  // What is sent in, and decided.

  submit(c: CommandOf<'SubmitVerification'>, by: By): Outcome {
    const person = this.house.holder(c.owner)
    if ('code' in person) return person
    const refusal = this.#notNow(c.owner, by.at) ?? this.#notServed(c, by.at)
    if (refusal) return refusal
    const ids = c.documents.filter((id, place) => c.documents.indexOf(id) === place)
    const sent = ids.map((id) => this.house.documents.find((one) => one.id === id))
    if (sent.some((one) => one?.owner !== c.owner || !['added', 'submitted'].includes(one.status)))
      return no('unknown_document')
    if (!['identity', 'address'].every((kind) => sent.some((one) => one!.kind === kind)))
      return no('documents_missing')
    for (const one of sent)
      Object.assign(one!, {
        status: 'submitted',
        verification: one!.verification ?? by.id,
        submittedAt: by.at,
      })
    const { served: _, ...given } = c
    this.house.cases.push({
      ...given,
      id: by.id,
      documents: ids.join(' '),
      submittedAt: by.at,
      status: 'submitted',
      isFinal: false,
      reason: null,
      decidedAt: null,
      decidedBy: null,
      verifiedUntil: null,
      verifiedBy: null,
      finalReason: null,
      checks: null,
    })
    this.house.enter(person, 'verification-submitted', by.at)
    const message = 'Submitted. We’ll email you the result.'
    return {
      status: 201,
      body: { status: 'success', message, data: { state: 'submitted' } },
    }
  }

  #notNow(owner: string, at: number): Refusal | null {
    if (this.isFinal(owner)) return no('finally_refused')
    if (this.#casesOf(owner).some(({ status }) => status === 'submitted'))
      return no('verification_open')
    const until = this.#until(owner, at)
    return until === null || until - at < 60 * day ? null : no('already_verified')
  }

  #notServed(
    { birthDate, country, served }: CommandOf<'SubmitVerification'>,
    at: number,
  ): Refusal | null {
    if (typeof served === 'symbol') return null
    const { minimumAge, countries, notServed } = served
    if (ageOf(birthDate, at) < minimumAge)
      return no('too_young', `You must be at least ${minimumAge} years old. Nothing was submitted.`)
    if (notServed.includes(country)) return no('country_not_served')
    return countries === null || countries.includes(country) ? null : no('country_not_served')
  }

  #found(id: string, by: By): { one: Case; person: Person } | Refusal {
    const one = this.house.cases.find((sent) => sent.id === id)
    if (!one) return no('unknown_verification')
    const person = this.house.underStaff(one.owner, by)
    if ('code' in person) return person
    return this.isFinal(one.owner)
      ? no('already_decided', 'This person was refused for good. Nothing was changed.')
      : { one, person }
  }

  #isProposed(owner: string): boolean {
    return this.house.waiting.some(
      ({ status, holds }) => status === 'open' && holds === `final refusal ${owner}`,
    )
  }

  /** Whoever decides has seen every paper of the case with their own eyes. */
  #unseen(one: Case, { mustBeOpened }: { mustBeOpened?: boolean | undefined }, by: By) {
    const seen = new Set(
      this.house.views.flatMap(({ document, viewer, viewedAt }) =>
        viewer === by.actor && viewedAt >= one.submittedAt ? document : [],
      ),
    )
    return mustBeOpened && !one.documents.split(' ').every((id) => seen.has(id))
      ? no('documents_unopened')
      : null
  }

  verify({ verification, until, ...seen }: CommandOf<'VerifyPerson'>, by: By): Outcome {
    const found = this.#found(verification, by)
    if ('code' in found) return found
    const { one, person } = found
    if (one.status !== 'submitted') return no('already_decided')
    if (this.#isProposed(one.owner)) return no('change_open', finalIsOpen)
    if (this.house.lifted.has(`${one.owner} ${by.actor}`)) return no('lifted_by_you')
    const unseen = this.#unseen(one, seen, by)
    if (unseen) return unseen
    const verifiedUntil = Date.parse(`${until}T00:00:00Z`) + day - 1
    const today = new Date(by.at)
    const inTenYears = Date.UTC(
      today.getUTCFullYear() + 10,
      today.getUTCMonth(),
      today.getUTCDate(),
    )
    // The time of day is that of now.
    const latest = inTenYears + (by.at % day) + day
    if (verifiedUntil <= by.at + day || verifiedUntil > latest) return no('wrong_day')
    Object.assign(one, {
      status: 'verified',
      decidedAt: by.at,
      decidedBy: by.actor,
      verifiedUntil,
      verifiedBy: by.actor,
    })
    this.house.enter(person, 'verification-approved', by.at)
    return said(200, 'Verified. The person was told by email.')
  }

  refuse({ verification, reason }: CommandOf<'RefuseVerification'>, by: By): Outcome {
    const found = this.#found(verification, by)
    if ('code' in found) return found
    const { one, person } = found
    if (one.status === 'refused') return no('already_decided')
    if (this.#isProposed(one.owner)) return no('change_open', finalIsOpen)
    const holds = (sent: Case) => sent.status === 'verified' && sent.verifiedUntil! > by.at
    const others = one.status === 'verified' ? this.#casesOf(one.owner).filter(holds) : []
    for (const refused of new Set([one, ...others]))
      Object.assign(refused, { status: 'refused', reason, decidedAt: by.at, decidedBy: by.actor })
    this.house.enter(person, 'verification-refused', by.at)
    return said(200, 'Refused. The person was told why, and can try again.')
  }

  /** A refusal for good, as it is proposed. */
  finalRefusal({
    verification,
    reason,
    mustBeOpened = false,
  }: CommandOf<'ProposeFinalRefusal'>): Thing | Refusal {
    const one = this.house.cases.find(({ id }) => id === verification)
    if (!one) return no('unknown_verification')
    const { owner: user } = one
    return {
      kind: 'final-refusal',
      called: 'final refusal of this person',
      holds: `final refusal ${user}`,
      lastsMs: null,
      facts: { user, verification, mustBeOpened },
      shown: { user, verification },
      about: {
        person: user,
        words: { reason },
        proposed: 'final-refusal-proposed',
        ended: 'final-refusal-rejected',
      },
      unfit: (by) => {
        const found = this.#found(verification, by)
        return 'code' in found ? found : null
      },
      unseen: (by) => this.#unseen(one, { mustBeOpened }, by),
      make: ({ at, actor }) => {
        const refused = { status: 'refused', isFinal: true, finalReason: reason } as const
        Object.assign(one, { ...refused, decidedAt: at, decidedBy: actor })
        this.house.enter(this.house.person(user)!, 'finally-refused', at)
      },
    }
  }
}
