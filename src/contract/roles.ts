/**
 * What staff may do, and the roles that it comes with. The one table of both: access to calls, menus, commands, proposals,
 * docs/roles.md and the tests follow it. After NIST's RBAC (ANSI INCITS 359): people hold roles, roles hold capabilities, and
 * what must not meet in one person is kept apart per matter, when it is decided. Pure.
 */
import { z } from 'zod'
import { canonical } from '../lib/canonical.ts'
import { text } from './fields.ts'

/** As the specification names them: it says where a sign-in leads, and nothing else asks for it. */
export const role = z.enum(['user', 'admin', 'auditor'])
export type Role = z.infer<typeof role>

/** Each in a sentence that follows "May". */
export const capabilities = {
  'work-here': 'come into the back office, and see what waits for them',
  'read-people': 'read people, their activity, figures, requests and notes',
  'export-people': 'keep lists of people as files',
  'read-cases': 'read what people sent in to be verified, and their documents',
  'read-matches': 'read possible matches with lists under sanctions',
  'read-money':
    'read requests, statements, receipts, payouts, wallets, plans and the firm’s accounts',
  'read-loans': 'read what people ask to be lent, and what runs of it',
  'read-audit': 'read the audit',
  'take-evidence': 'ask for packs of evidence, and keep them',
  'read-staff': 'read who works here, and with which roles',
  'write-notes': 'write notes about people',
  'answer-messages': 'answer what people write, and write to them',
  announce: 'announce to everybody, or to some, and stop it: two of them',
  'import-people':
    'import people and their balances from another system, and take back what was wrong of them: two of them',
  freeze: 'freeze accounts, and end sessions',
  unfreeze: 'lift a freeze',
  'decide-cases': 'decide on verifications',
  'decide-matches': 'decide on possible matches with lists under sanctions: two of them',
  lend: 'decide on loans, with the proof of income opened: two of them',
  'change-sign-ins': 'change how somebody signs in: two of them',
  'edit-people': 'change people’s details and figures, with a reason',
  'close-accounts': 'close somebody’s account',
  'book-money': 'record receipts, charges and coins, and reconcile statements',
  'pay-out': 'build payouts, and record them',
  'move-capital': 'pay in capital, and fund the pools',
  'agree-to-money': 'approve requests, release payouts, and agree to what others want to book',
  'offer-plans':
    'offer plans, change their terms and the policies that people accept, and take plans off sale',
  'give-roles':
    'invite staff, act on the accounts of those who work here, and give and take roles: two of them',
  'run-the-house': 'open the firm, and agree to packs of evidence',
  'draw-samples': 'draw samples of accounts, and mark what was looked at',
} as const

export type Capability = keyof typeof capabilities
const allCapabilities = Object.keys(capabilities) as Capability[]

/** What reading goes with each: whoever has a role of the firm's own made of it reads that too, and proposals are read with it. */
export const readingFor: Record<Capability, Capability> = {
  'work-here': 'work-here',
  'read-people': 'read-people',
  'export-people': 'read-people',
  'read-cases': 'read-cases',
  'read-matches': 'read-matches',
  'read-money': 'read-money',
  'read-loans': 'read-loans',
  'read-audit': 'read-audit',
  'take-evidence': 'read-audit',
  'read-staff': 'read-staff',
  'write-notes': 'read-people',
  'answer-messages': 'read-people',
  announce: 'read-people',
  'import-people': 'read-people',
  freeze: 'read-people',
  unfreeze: 'read-people',
  'decide-cases': 'read-cases',
  'decide-matches': 'read-matches',
  lend: 'read-loans',
  'change-sign-ins': 'read-people',
  'edit-people': 'read-people',
  'close-accounts': 'read-people',
  'book-money': 'read-money',
  'pay-out': 'read-money',
  'move-capital': 'read-money',
  'agree-to-money': 'read-money',
  'offer-plans': 'read-money',
  'give-roles': 'read-staff',
  'run-the-house': 'work-here',
  'draw-samples': 'read-audit',
}

/** What whoever reads everything reads. */
const reading = [
  'work-here',
  'read-people',
  'export-people',
  'read-cases',
  'read-matches',
  'read-money',
  'read-loans',
  'read-audit',
  'take-evidence',
  'read-staff',
] as const satisfies readonly Capability[]

/** The roles that every firm has. `says`: what they are for, for whoever gives one. */
export const builtInRoles = {
  support: {
    label: 'Support',
    says: 'Reads people, writes to them and notes about them, freezes accounts.',
    may: ['work-here', 'read-people', 'write-notes', 'answer-messages', 'freeze'],
  },
  compliance: {
    label: 'Compliance',
    says: 'Decides on verifications, possible matches and loans, freezes and lifts freezes, changes sign-ins and announces with another.',
    may: [
      'work-here',
      'read-people',
      'export-people',
      'read-cases',
      'read-matches',
      'read-loans',
      'read-audit',
      'write-notes',
      'answer-messages',
      'announce',
      'freeze',
      'unfreeze',
      'decide-cases',
      'decide-matches',
      'lend',
      'change-sign-ins',
    ],
  },
  treasurer: {
    label: 'Treasurer',
    says: 'Records receipts and statements, builds payouts, brings in capital.',
    may: [
      'work-here',
      'read-people',
      'read-money',
      'read-loans',
      'write-notes',
      'book-money',
      'pay-out',
      'move-capital',
    ],
  },
  approver: {
    label: 'Approver',
    says: 'Approves requests, releases payouts, agrees to what others want to book.',
    may: ['work-here', 'read-people', 'read-money', 'read-loans', 'write-notes', 'agree-to-money'],
  },
  administrator: {
    label: 'Administrator',
    says: 'Everything but audit the others.',
    may: allCapabilities.filter((one) => one !== 'draw-samples'),
  },
  auditor: {
    label: 'Auditor',
    says: 'Reads everything, and draws samples. Changes nothing else.',
    may: [...reading, 'draw-samples'],
  },
} as const satisfies Record<string, { label: string; says: string; may: readonly Capability[] }>

export type BuiltInRole = keyof typeof builtInRoles

export const capability = z.enum(allCapabilities as [Capability, ...Capability[]])

/** What roles of the firm's own are made of: whoever draws samples looks at what others do, and does nothing else. */
type OfOwnRole = Exclude<Capability, 'work-here' | 'draw-samples'>
export const ofOwnRoles = allCapabilities.filter(
  (one): one is OfOwnRole => one !== 'work-here' && one !== 'draw-samples',
)

/** Whether a role that every firm has is called so. */
export const isNameOfOthers = (name: string): boolean =>
  Object.values(builtInRoles).some(
    ({ label }) => label.toLowerCase() === name.normalize('NFKC').toLowerCase(),
  )

/** A role of the firm's own, made of capabilities: whoever holds it holds these, whatever becomes of the role. */
const ownRole = z.strictObject({
  name: text(40, 'The name of a role')
    .refine(
      (name) => /^[\p{L}\p{N}]+(?:[ -][\p{L}\p{N}]+)*$/u.test(name),
      'The name of a role has letters and digits, with single spaces between them',
    )
    .refine((name) => !isNameOfOthers(name), 'This is the name of another role'),
  capabilities: z
    .array(z.enum(ofOwnRoles as [OfOwnRole, ...OfOwnRole[]]))
    .min(1, 'Please choose what whoever has the role may do'),
})

/** A role that somebody holds. */
export const staffRole = z.union([
  z.enum(Object.keys(builtInRoles) as [BuiltInRole, ...BuiltInRole[]]),
  ownRole,
])
export type StaffRole = z.infer<typeof staffRole>

/** The roles of one person: text that is the same for equal roles, as it is kept, signed and agreed to. */
export type Roles = string & { readonly roles?: never }
export const noRoles: Roles = '[]'
export const administrators: Roles = '["administrator"]'
export const auditors: Roles = '["auditor"]'

const inOrder = (one: StaffRole): StaffRole =>
  typeof one === 'string'
    ? one
    : {
        ...one,
        capabilities: one.capabilities.toSorted().filter((any, at, all) => any !== all[at - 1]),
      }

/** In one order, each once. */
export const rolesOf = (roles: readonly StaffRole[]): Roles =>
  `[${[...new Set(roles.map((one) => canonical(inOrder(one))))].toSorted().join(',')}]`

/** Of a text of `rolesOf`. */
export const rolesIn = (roles: Roles): StaffRole[] => JSON.parse(roles) as StaffRole[]

const known = new Map<Roles, ReadonlySet<Capability>>()

/** What whoever holds these roles may do. */
export function capabilitiesOf(roles: Roles): ReadonlySet<Capability> {
  const before = known.get(roles)
  if (before) return before
  const all = new Set(
    rolesIn(roles).flatMap((one): readonly Capability[] =>
      typeof one === 'string'
        ? builtInRoles[one].may
        : ['work-here', ...one.capabilities.flatMap((may) => [may, readingFor[may]])],
    ),
  )
  known.set(roles, all)
  return all
}

/** The specification's word for whoever holds these. */
export function wordOf(roles: Roles): Role {
  if (roles === noRoles) return 'user'
  return roles === auditors ? 'auditor' : 'admin'
}

/** The roles that the specification's word stands for, where that is all that is said. */
export const rolesByWord: Record<Role, Roles> = {
  user: noRoles,
  admin: administrators,
  auditor: auditors,
}

export const labelOf = (one: StaffRole): string =>
  typeof one === 'string' ? builtInRoles[one].label : one.name

/** “Clerk (may write notes about people)”: a name of the firm's own can say anything. */
const inFull = (one: StaffRole): string =>
  typeof one === 'string'
    ? labelOf(one)
    : `${one.name} (may ${one.capabilities.map((may) => capabilities[may]).join('; ')})`

/** “Support and Treasurer”, those of the firm's own with what they let somebody do. */
export function labelsOf(roles: Roles): string {
  const labels = rolesIn(roles).map(inFull)
  return labels.length === 0 ? 'No role' : new Intl.ListFormat('en').format(labels)
}

/** What somebody who holds these is called, after “to make Ada”. */
export function asRoles(roles: Roles): string {
  if (roles === administrators) return 'an administrator'
  if (roles === auditors) return 'an auditor'
  return roles === noRoles ? 'a user without a role' : `staff as ${labelsOf(roles)}`
}

/** Everything that takes two, by what the one needs and what the other; what it is called stands after “for”. */
export const takesTwo = [
  { what: 'roles', one: 'give-roles', other: 'give-roles' },
  { what: 'changes of a sign-in', one: 'change-sign-ins', other: 'change-sign-ins' },
  { what: 'corrections', one: 'edit-people', other: 'agree-to-money' },
  { what: 'approvals of requests', one: 'agree-to-money', other: 'agree-to-money' },
  { what: 'payouts', one: 'pay-out', other: 'agree-to-money' },
  { what: 'wallets', one: 'pay-out', other: 'pay-out' },
  { what: 'what stands at the bank', one: 'book-money', other: 'agree-to-money' },
  { what: 'capital', one: 'move-capital', other: 'agree-to-money' },
  { what: 'plans', one: 'offer-plans', other: 'offer-plans' },
  { what: 'refusals for good', one: 'decide-cases', other: 'decide-cases' },
  { what: 'checks that the law requires', one: 'decide-matches', other: 'decide-matches' },
  { what: 'announcements', one: 'announce', other: 'announce' },
  { what: 'imports', one: 'import-people', other: 'import-people' },
  { what: 'wrong opening balances', one: 'import-people', other: 'agree-to-money' },
  { what: 'loans', one: 'lend', other: 'lend' },
  { what: 'calling loans due', one: 'lend', other: 'agree-to-money' },
  { what: 'the opening', one: 'run-the-house', other: 'run-the-house' },
] as const satisfies readonly { what: string; one: Capability; other: Capability }[]

/** Of what takes two, that for which these people, each with their roles, aren't two. */
export function lackingTwo(people: readonly Roles[]): string[] {
  const may = people.map(capabilitiesOf)
  return takesTwo
    .filter(
      ({ one, other }) =>
        !may.some((first, at) =>
          may.some((second, beside) => at !== beside && first.has(one) && second.has(other)),
        ),
    )
    .map(({ what }) => what)
}
