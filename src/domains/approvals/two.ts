/**
 * What takes two administrators takes effect only while they are two: different people, neither of them whom it is about, and
 * both still administrators who aren't frozen, at that moment and under the firm's lock. Every command that completes what
 * somebody else began is defined here, so that none can forget to ask (docs/decisions/104). Pure.
 */
import {
  defineStaffCommand,
  isRefusal,
  refuse,
  type CommandRule,
  type Context,
  type Decision,
  type Needs,
} from '../../desk/command.ts'
import type { Refusal } from '../../contract/problems.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'

/** Under the firm's lock, which whoever freezes an administrator, or decides on a role, holds too. */
export const isAdministrator = (world: World, person: OwnerId | null): person is OwnerId =>
  person !== null && world.administrators.has(person)

/** All of them who can act, but this one; in one order. */
export const administratorsOf = (world: World, but?: OwnerId): OwnerId[] =>
  [...world.administrators].filter((one) => one !== but).toSorted()

/** With the firm's lock. */
export const withFirm = (owners: readonly OwnerId[]): OwnerId[] => [...new Set([...owners, firm])]

/** The lock under which it is known who the administrators are; of a command that found nothing, none. */
export const needsOfTwo = (needs: Needs): Needs =>
  needs.owners.length === 0
    ? needs
    : { ...needs, owners: withFirm(needs.owners), administrators: true }

/** Who began it, and whom it is about. */
type Begun<First> = { first: First; about?: readonly (OwnerId | null)[] }

/** What a rule asks before it lets one administrator complete what another began. */
export type Two = {
  /** Of a proposal: why it can't be approved now; null: two are two. */
  refusal(begun: Begun<OwnerId>): Refusal | null
  /** Of an approval that can be given again: whether this one is the second, or the first because the one before counts no more. */
  place(begun: Begun<OwnerId | null>): 'first' | 'second' | Refusal
  /** Of what one alone may complete up to a limit: whether nobody else who counts began it. */
  isAlone(first: OwnerId): boolean
}

/** Whether both who agreed to what waited since still count. */
export const stillTwo = (world: World, first: OwnerId, second: OwnerId | null): boolean =>
  first !== second && isAdministrator(world, first) && isAdministrator(world, second)

function refusalOfSecond(
  world: World,
  second: OwnerId | null,
  { first, about = [] }: Begun<OwnerId | null>,
): Refusal | null {
  if (second === null || first === second) return refuse('same_approver')
  if (about.includes(second) || (first !== null && about.includes(first)))
    return refuse('not_on_yourself')
  return isAdministrator(world, second) ? null : refuse('forbidden')
}

const twoIn = (world: World, second: OwnerId | null): Two => ({
  refusal: (begun) =>
    refusalOfSecond(world, second, begun) ??
    (isAdministrator(world, begun.first) ? null : refuse('first_approver_gone')),
  place: (begun) =>
    refusalOfSecond(world, second, begun) ??
    (isAdministrator(world, begun.first) ? 'second' : 'first'),
  isAlone: (first) => first === second || !isAdministrator(world, first),
})

type RuleOfTwo<C, Found> = Omit<CommandRule<C, Found>, 'decide'> & {
  decide(world: World, command: C, context: Context<Found>, two: Two): Decision
}

/** A command of an administrator that completes what another one began. It is a fault of the rule if it decides without having asked. */
export function defineDecisionOfTwo<C, Found = unknown>(
  rule: RuleOfTwo<C, Found>,
): CommandRule<C, Found> {
  return {
    ...defineStaffCommand<C, Found>({
      ...rule,
      needs: (command, found, actor) => needsOfTwo(rule.needs(command, found, actor)),
      decide(world, command, context) {
        let wasAsked = false
        const two = twoIn(world, context.actor)
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
