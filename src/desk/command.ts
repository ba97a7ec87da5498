/** What a command is: a plain value, what must be known to decide it, a pure decision, and what it changes. */
import type { ProblemCode, Refusal } from '../contract/problems.ts'
import { capabilitiesOf, type Capability } from '../contract/roles.ts'
import type { OwnerId } from '../ledger/core/chart.ts'
import type { Instant } from '../lib/instant.ts'
import type { Lookup } from './lookup.ts'
import type { Put, Read } from './read.ts'
import type { ActivityOf, Changes, Owner } from './records.ts'
import type { World } from './world.ts'

/** What the desk locks and loads before `decide` runs. Owners are locked; people are only read. */
export type Needs = {
  owners: OwnerId[]
  people?: OwnerId[]
  /** Rows of tables, and facts. */
  read?: Read[]
  /** Is this email taken? */
  email?: string
  /** Which of these account IDs are taken? */
  accountIds?: string[]
  /** The reply shows the firm's balances: they are locked before the decision instead of after it. */
  exact?: true
  /** Who works here and isn't frozen? */
  staff?: true
}

export type Decision = Refusal | Changes

export function isRefusal(decision: Decision): decision is Refusal {
  return 'code' in decision
}

export function refuse(code: ProblemCode, message?: string): Refusal {
  return message === undefined ? { code } : { code, message }
}

/** The reply of a command that says what was done, and perhaps what came of it. */
export const said = (status: number, message: string, data?: object) => ({
  status,
  body: { status: 'success', message, ...(data ? { data } : {}) },
})

/** Null where the account takes money in: it exists and isn't closed. */
export function refuseUnlessOpen(owner: Owner | undefined): Refusal | null {
  if (!owner) return refuse('unknown_user')
  return owner.status === 'closed' ? refuse('account_closed') : null
}

/** Null where the account may move money out: it is open and not frozen. */
export function refuseUnlessActive(owner: Owner | undefined): Refusal | null {
  return refuseUnlessOpen(owner) ?? (owner?.status === 'frozen' ? refuse('account_frozen') : null)
}

/** Null where the email address is verified, or needn't be. */
export function refuseUnlessVerified(owner: Owner | undefined, mustBe = false): Refusal | null {
  return mustBe && !owner?.emailVerified ? refuse('email_unverified') : null
}

/** Under which id, for whom and when a command is decided, and what was looked up for it. `actor` null is the system itself. */
export type Context<Found = unknown> = {
  id: string
  kind: string
  actor: OwnerId | null
  at: Instant
  found: Found | null
}

/** What the journal kept of an accepted command: enough to decide it again. */
export type Journaled = {
  id: string
  kind: string
  actor: OwnerId | null
  subject: OwnerId | null
  at: Instant
  /** The public facts, those of the decision among them. */
  input: Readonly<Record<string, unknown>>
  /** A person's words; null where they were erased. */
  texts: Readonly<Record<string, unknown>> | null
  activity: readonly ActivityOf[]
}

/** An accepted command as it was read back, with its row in its subject's activity alone. `fault`: what shows that it isn't what was recorded. */
export type ReadBack = Journaled & {
  /** What the reader tells it apart by. */
  about: string
  fault: string | null
}

/**
 * A command as it was given, and what was looked up for it. What the rule saw without a lock may stand otherwise in the
 * order of the journal: `seen` are rows as they were then, `taken` an email that somebody had.
 */
export type Recalled<C, Found> = {
  command: C
  found?: Found | null
  seen?: Put[]
  taken?: string
}

export type CommandRule<C, Found = unknown> = {
  /** Given by staff only, who may do this; `defineStaffCommand` asks. */
  may?: Capability
  /** Completes what somebody else of staff began; `defineDecisionOfTwo` says so, and sees to it that they are two. */
  byTwo?: true
  /** Public facts of the command for the journal; nothing personal. */
  journal(command: C): Record<string, unknown>
  /** What has to be known before it can be said what is needed; null: nothing. */
  lookup?(command: C): Lookup<Found> | null
  /** The command again, from what the journal kept of it. In place of erased words it has others that decide alike. */
  recall(kept: Journaled, world: World): Recalled<C, Found>
  /** Whose list of activity it belongs to first; null when nobody was found. */
  subject(command: C, found: Found | null): OwnerId | null
  needs(command: C, found: Found | null, actor: OwnerId | null): Needs
  /** Pure. Refusals in a fixed precedence: who, whether it exists, its state, then the money. */
  decide(world: World, command: C, context: Context<Found>): Decision
  /** The reply of success, from the world after the change. */
  reply(world: World, command: C, context: Context<Found>): { status: number; body: unknown }
}

export function defineCommand<C, Found = unknown>(
  rule: CommandRule<C, Found>,
): CommandRule<C, Found> {
  return rule
}

/** Whether a member of staff has lost their rights since the session was checked: they were frozen, left, or lost the role. */
function refusalOfStaff(world: World, actor: OwnerId | null, may: Capability): Refusal | null {
  const owner = actor === null ? undefined : world.owners.get(actor)
  if (!owner) return null
  if (owner.status === 'frozen') return refuse('staff_frozen')
  if (owner.status === 'closed') return refuse('account_closed')
  return capabilitiesOf(owner.roles).has(may) ? null : refuse('forbidden')
}

export type StaffRule<C, Found = unknown> = CommandRule<C, Found> & { may: Capability }

/** A command of staff who may do this: refused, before anything else, to those who are frozen, have left, or may not any more. */
export function defineStaffCommand<C, Found = unknown>(
  rule: StaffRule<C, Found>,
): StaffRule<C, Found> {
  return {
    ...rule,
    decide: (world, command, context) =>
      refusalOfStaff(world, context.actor, rule.may) ?? rule.decide(world, command, context),
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- rules of all commands share a table; each is typed where it is defined and submitted
export type AnyRule = CommandRule<any, any>
export type Rules = Record<string, AnyRule>

type CommandIn<Rule> = Rule extends CommandRule<infer C, infer _> ? C : never

/** A command as it is handed in. `id` is also the id of what it creates. */
export type Submission<K extends Rules> = {
  [N in keyof K & string]: { kind: N; command: CommandIn<K[N]> }
}[keyof K & string] &
  Submitted

/**
 * A command that is made of what is read before. `prepare` makes it, and may throw a refusal. It isn't asked where the key is in
 * the journal: the first reply counts then, whatever has changed since.
 */
export type Prepared<K extends Rules> = {
  [N in keyof K & string]: { kind: N; prepare: () => Promise<CommandIn<K[N]>> }
}[keyof K & string] &
  Submitted

export type Submitted = {
  id?: string
  actor: OwnerId | null
  /** Idempotency key, scoped to method and path by the caller. */
  key: string | null
  bodyHash: string
  requestId: string
  /** `id` stands for something that acts once, such as a link of a mail: a refusal isn't kept under it, so it can be tried again. */
  actsOnce?: true | undefined
}
