/** What the `routes.ts` of a folder gives to the house, which finds it by its name (`http/routes.ts`). */
import type { ProposalKindName } from '../contract/proposal.ts'
import type { Route } from '../platform/route.ts'
import type { House } from './house-desk.ts'
import type { Finds, Waits } from './noun.ts'
import type { Answer, Facts, SomeProposal } from './proposals/kind.ts'

/** Answers what a kind of proposals asks outside the books before it is decided on. */
export type Askers = Partial<
  Record<ProposalKindName, (house: House, facts: Facts) => Answer | Promise<Answer>>
>

/** What routes of one folder show of every noun. */
export type OfAllNouns = {
  proposalKinds: readonly SomeProposal[]
  waits: readonly Waits[]
  finds: readonly Finds[]
  askers: Askers
}

export type RoutesOf = (house: House, nouns: OfAllNouns) => Route[]

export type RoutesFile = { routes: RoutesOf; askers?: Askers }
