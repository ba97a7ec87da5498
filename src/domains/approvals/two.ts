/**
 * What takes two of staff takes effect only while they are two: different people, neither of them whom it is about, and
 * both still with the right to it and not frozen, at that moment and under the firm's lock. Every command that completes what
 * somebody else began is defined here, so that none can forget to ask (docs/decisions/104). Pure.
 */
import {
  defineStaffCommand,
  isRefusal,
  refuse,
  type StaffRule,
  type Context,
  type Decision,
  type Needs,
} from '../../desk/command.ts'
import type { Refusal } from '../../contract/problems.ts'
import { capabilitiesOf, noRoles, type Capability } from '../../contract/roles.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'

/** Whether they work here, aren't frozen, and may do this: under the firm's lock, which whoever freezes staff, or decides on a role, holds too. */
export const mayAct = (world: World, person: OwnerId | null, what: Capability): person is OwnerId =>
  person !== null && capabilitiesOf(world.staff.get(person) ?? noRoles).has(what)

/** All who may do this, but this one; in one order. */
export const whoMay = (world: World, what: Capability, but?: OwnerId): OwnerId[] =>
  [...world.staff.keys()].filter((one) => one !== but && mayAct(world, one, what)).toSorted()

/** With the firm's lock. */
export const withFirm = (owners: readonly OwnerId[]): OwnerId[] => [...new Set([...owners, firm])]

/** The lock under which it is known who staff are; of a command that found nothing, none. */
export const needsOfTwo = (needs: Needs): Needs =>
  needs.owners.length === 0 ? needs : { ...needs, owners: withFirm(needs.owners), staff: true }

/** Who began it, whom it is about, and what whoever began it must still be entitled to, where that is something else than this takes. */
type Begun<First> = {
  first: First
  about?: readonly (OwnerId | null)[]
  firstMay?: Capability
}

/** What a rule asks before it lets one of staff complete what another began. */
export type Two = {
  /** Of a proposal: why it can't be approved now; null: two are two. */
  refusal(begun: Begun<OwnerId>): Refusal | null
  /** Of an approval that can be given again: whether this one is the second, or the first because the one before counts no more. */
  place(begun: Begun<OwnerId | null>): 'first' | 'second' | Refusal
  /** Of what one alone may complete up to a limit: whether nobody else who counts began it. */
  isAlone(begun: Begun<OwnerId>): boolean
}

type Entitled = { by: OwnerId | null; may: Capability }

/** Whether both who agreed to what waited since still count. */
export const stillTwo = (world: World, first: Entitled, second: Entitled): boolean =>
  first.by !== second.by && [first, second].every(({ by, may }) => mayAct(world, by, may))

function refusalOfSecond(
  world: World,
  { second, may }: { second: OwnerId | null; may: Capability },
  { first, about = [] }: Begun<OwnerId | null>,
): Refusal | null {
  if (second === null || first === second) return refuse('same_approver')
  if (about.includes(second) || (first !== null && about.includes(first)))
    return refuse('not_on_yourself')
  return mayAct(world, second, may) ? null : refuse('forbidden')
}

const twoIn = (world: World, second: OwnerId | null, may: Capability): Two => {
  const counts = ({ first, firstMay = may }: Begun<OwnerId | null>) =>
    mayAct(world, first, firstMay)
  const refusalOf = (begun: Begun<OwnerId | null>) => refusalOfSecond(world, { second, may }, begun)
  return {
    refusal: (begun) => refusalOf(begun) ?? (counts(begun) ? null : refuse('first_approver_gone')),
    place: (begun) => refusalOf(begun) ?? (counts(begun) ? 'second' : 'first'),
    isAlone: (begun) => begun.first === second || !counts(begun),
  }
}

type RuleOfTwo<C, Found> = Omit<StaffRule<C, Found>, 'decide'> & {
  decide(world: World, command: C, context: Context<Found>, two: Two): Decision
}

/** A command of staff that completes what another one began. It is a fault of the rule if it decides without having asked. */
export function defineDecisionOfTwo<C, Found = unknown>(
  rule: RuleOfTwo<C, Found>,
): StaffRule<C, Found> {
  return {
    ...defineStaffCommand<C, Found>({
      ...rule,
      needs: (command, found, actor) => needsOfTwo(rule.needs(command, found, actor)),
      decide(world, command, context) {
        let wasAsked = false
        const two = twoIn(world, context.actor, rule.may)
        const asking = <Args extends unknown[], R>(ask: (...args: Args) => R) =>
          function asked(...args: Args): R {
            wasAsked = true
            return ask(...args)
          }
        const decision = rule.decide(world, command, context, {
          refusal: asking(two.refusal),
          place: asking(two.place),
          isAlone: asking(two.isAlone),
        })
        if (!isRefusal(decision) && !wasAsked)
          throw new Error(`${context.kind} was decided without asking whether two are two`)
        return decision
      },
    }),
    byTwo: true,
  }
}
