/** The firm's own money, thought again: paid in and put into pools by one, or by two where one alone would do too much. */
import type { Refusal } from '../../src/contract/problems.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { Funding } from '../../src/domains/treasury/table.ts'
import { no, type By, type Outcome } from './model-bank.ts'
import type { Account, Firm } from './model-state.ts'
import { dollars, letters, moment } from './model-words.ts'

type Limited = Pick<CommandOf<'FundPool'>, 'secondApprovalAbove' | 'secondApprovalInAllAbove'>
type What = Pick<Funding, 'kind' | 'pool' | 'amount' | 'reference'>

type House = {
  firmsId: string
  firm: Firm
  fundings: Funding[]
  references: Set<string>
  administers(id: string | null): boolean
  nameOf(id: string | null): string | null
  /** Why one isn't enough, or nothing. */
  needsTwo(limits: Limited, actor: string | null, amount: bigint): string
  alone(kind: string, limits: Limited, by: By, amount: bigint): void
  add(account: Account, amount: bigint): void
  enterFirm(kind: string, at: number): void
  aboutTreasury(): Outcome
}

export class Fundings {
  readonly #house: House
  constructor(house: House) {
    this.#house = house
  }

  #unbookable({ kind, amount, reference }: What): Refusal | null {
    const { firm, references } = this.#house
    if (kind === 'pool') return firm.capital.balance < amount ? no('capital_short') : null
    return references.has(`capital ${letters(reference!)}`) ? no('reference_used') : null
  }

  #book({ pool, amount, reference }: What, at: number): void {
    const { firm, references, add, enterFirm } = this.#house
    if (pool === null) {
      references.add(`capital ${letters(reference!)}`)
      add(firm.firmBank, amount)
      add(firm.capital, amount)
      return enterFirm('capital-paid-in', at)
    }
    add(firm.capital, -amount)
    add(firm[pool], amount)
    add(firm.firmBank, -amount)
    add(firm.clientBank, amount)
    enterFirm('pool-funded', at)
  }

  #give(command: string, what: What, limits: Limited, by: By): Outcome {
    const refused = this.#unbookable(what)
    if (refused) return refused
    const { amount } = what
    const wanted = what.reference === null ? null : letters(what.reference)
    for (const { status, reference } of this.#house.fundings)
      if (status === 'open' && reference !== null && letters(reference) === wanted)
        return no(
          'reference_used',
          'Capital with this reference is proposed already. Nothing was recorded: decide on that first.',
        )
    const why = this.#house.needsTwo(limits, by.actor, amount)
    if (why === '') {
      this.#house.alone(command, limits, by, amount)
      this.#book(what, by.at)
      return this.#house.aboutTreasury()
    }
    const funding: Funding = {
      id: by.id,
      owner: this.#house.firmsId,
      ...what,
      status: 'open',
      refusalReason: null,
      proposedAt: by.at,
      proposedBy: by.actor!,
      decidedAt: null,
      decidedBy: null,
    }
    this.#house.fundings.push(funding)
    this.#house.enterFirm('funding-proposed', by.at)
    return this.#said(
      202,
      `A second, different administrator must agree. Nothing has been booked yet. ${why}`,
      funding,
    )
  }

  payIn({ amount, reference, ...limits }: CommandOf<'PayInCapital'>, by: By): Outcome {
    return this.#give(
      'PayInCapital',
      { kind: 'capital', pool: null, amount, reference },
      limits,
      by,
    )
  }

  fund({ pool, amount, ...limits }: CommandOf<'FundPool'>, by: By): Outcome {
    return this.#give('FundPool', { kind: 'pool', pool, amount, reference: null }, limits, by)
  }

  #open(id: string): Funding | Refusal {
    const funding = this.#house.fundings.find((one) => one.id === id)
    if (!funding) return no('unknown_proposal')
    return funding.status === 'open' ? funding : no('already_decided')
  }

  approve({ funding: id }: CommandOf<'ApproveFunding'>, by: By): Outcome {
    const funding = this.#open(id)
    if ('code' in funding) return funding
    if (by.actor === funding.proposedBy) return no('same_approver')
    if (!this.#house.administers(funding.proposedBy)) return no('first_approver_gone')
    const refused = this.#unbookable(funding)
    if (refused) return refused
    this.#book(funding, by.at)
    Object.assign(funding, { status: 'done', decidedAt: by.at, decidedBy: by.actor })
    return this.#said(200, 'Booked.', funding)
  }

  refuse({ funding: id, reason }: CommandOf<'RefuseFunding'>, by: By): Outcome {
    const funding = this.#open(id)
    if ('code' in funding) return funding
    const status = by.actor === funding.proposedBy ? 'withdrawn' : 'refused'
    Object.assign(funding, {
      status,
      refusalReason: reason,
      decidedAt: by.at,
      decidedBy: by.actor,
    })
    this.#house.enterFirm('funding-refused', by.at)
    return this.#said(200, `Proposal ${status}. Nothing was booked.`, funding)
  }

  #said(status: number, message: string, funding: Funding): Outcome {
    const called = (id: string | null) => ({
      id: id!,
      fullName: this.#house.nameOf(id) ?? 'Closed account',
    })
    const { decidedAt, decidedBy, amount, pool, reference } = funding
    const decision = decidedAt === null ? null : { by: called(decidedBy), at: moment(decidedAt) }
    const isRefused = funding.status === 'refused' || funding.status === 'withdrawn'
    const proposal = {
      id: funding.id,
      kind: funding.kind === 'capital' ? 'capital' : 'pool-funding',
      about: null,
      proposedBy: called(funding.proposedBy),
      proposedAt: moment(funding.proposedAt),
      needs: 1,
      agreements: funding.status === 'done' ? [decision] : [],
      status: funding.status,
      waitsUntil: null,
      facts: {
        amount: dollars(amount),
        pool,
        reference,
        refusal: isRefused ? { ...decision, reason: funding.refusalReason } : null,
      },
    }
    return { status, body: { status: 'success', message, data: { proposal } } }
  }
}
