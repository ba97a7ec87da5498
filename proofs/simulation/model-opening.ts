/** The opening of the firm, thought again: one administrator proposes it, another approves, once. */
import type { Opening } from '../../src/domains/openings/table.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { Refusal } from '../../src/contract/problems.ts'
import { no, said, type By, type Outcome } from './model-bank.ts'

const week = 7 * 24 * 60 * 60 * 1000

type House = {
  firmsId: string
  openings: Opening[]
  administers(id: string | null): boolean
  enter(kind: string, at: number): void
}

type Found = CommandOf<'ProposeOpening'>

export class Openings {
  readonly #house: House
  constructor(house: House) {
    this.#house = house
  }

  #refused({ missing, isDemonstration }: Found): Refusal | null {
    if (isDemonstration)
      return no('already_open', 'The demonstration is always open. Nothing was changed.')
    if (this.#house.openings.some(({ status }) => status === 'done')) return no('already_open')
    return missing.length > 0
      ? no(
          'not_ready_to_open',
          `Something is still missing: ${missing.join('; ')}. Nothing was opened.`,
        )
      : null
  }

  #isOver({ proposedAt, proposedBy }: Opening, at: number): boolean {
    return at - proposedAt >= week || !this.#house.administers(proposedBy)
  }

  propose(c: Found, by: By): Outcome {
    const refused = this.#refused(c)
    if (refused) return refused
    if (by.actor === null || !this.#house.administers(by.actor)) return no('forbidden')
    const before = this.#house.openings.find(({ status }) => status === 'proposed')
    if (before && !this.#isOver(before, by.at))
      return no('change_open', 'Opening is proposed already. Nothing was changed.')
    if (before) Object.assign(before, { status: 'lapsed', decidedAt: by.at })
    this.#house.openings.push({
      id: by.id,
      owner: this.#house.firmsId,
      status: 'proposed',
      refusalReason: null,
      proposedAt: by.at,
      proposedBy: by.actor,
      decidedAt: null,
      decidedBy: null,
    })
    this.#house.enter('opening-proposed', by.at)
    return said(202, 'A second, different administrator must approve this. Nothing is open yet.')
  }

  #open(id: string, by: By): Opening | Refusal {
    const opening = this.#house.openings.find((one) => one.id === id)
    if (!opening) return no('unknown_change')
    if (opening.status !== 'proposed') return no('already_decided')
    return this.#house.administers(by.actor) ? opening : no('forbidden')
  }

  approve({ opening: id, ...found }: CommandOf<'ApproveOpening'>, by: By): Outcome {
    const opening = this.#open(id, by)
    if ('code' in opening) return opening
    if (by.at - opening.proposedAt >= week) return no('proposal_ended')
    if (by.actor === opening.proposedBy) return no('same_approver')
    if (!this.#house.administers(opening.proposedBy)) return no('first_approver_gone')
    const refused = this.#refused(found)
    if (refused) return refused
    Object.assign(opening, { status: 'done', decidedAt: by.at, decidedBy: by.actor })
    this.#house.enter('firm-opened', by.at)
    return said(200, 'The firm is open.')
  }

  refuse({ opening: id, reason }: CommandOf<'RefuseOpening'>, by: By): Outcome {
    const opening = this.#open(id, by)
    if ('code' in opening) return opening
    const status = by.actor === opening.proposedBy ? 'withdrawn' : 'rejected'
    Object.assign(opening, {
      status,
      refusalReason: reason,
      decidedAt: by.at,
      decidedBy: by.actor,
    })
    this.#house.enter('opening-refused', by.at)
    return said(200, `Proposal ${status}. Nothing was opened.`)
  }
}
