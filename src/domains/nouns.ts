/** Where the nouns are put together: a new one is a line here. */
import type { CommandRule } from '../desk/command.ts'
import { writesEffect, type Writers } from '../desk/write.ts'
import { letterWriter, type Letters } from '../platform/mail/letter.ts'
import {
  eraseMailsStatement,
  insertMailsStatements,
  type MailState,
} from '../platform/mail/outbox.ts'
import { noun as accountClosings } from './account-closings/noun.ts'
import { noun as accessChanges } from './access-changes/noun.ts'
import { noun as appropriateness } from './appropriateness/noun.ts'
import { noun as approvals } from './approvals/noun.ts'
import { noun as archives } from './archives/noun.ts'
import { noun as checks } from './checks/noun.ts'
import { noun as clock } from './clock/noun.ts'
import { noun as coinDeposits } from './coin-deposits/noun.ts'
import { noun as coinExchanges } from './coin-exchanges/noun.ts'
import { noun as corrections } from './corrections/noun.ts'
import { noun as customerImports } from './customer-imports/noun.ts'
import { noun as loans } from './loans/noun.ts'
import { noun as deposits } from './deposits/noun.ts'
import { noun as documents } from './documents/noun.ts'
import { noun as destinations } from './destinations/noun.ts'
import { noun as editions } from './editions/noun.ts'
import { noun as investments } from './investments/noun.ts'
import { noun as keptRecords } from './kept-records/noun.ts'
import { noun as announcements } from './announcements/noun.ts'
import { noun as months } from './months/noun.ts'
import { noun as threads } from './threads/noun.ts'
import { noun as notes } from './notes/noun.ts'
import { noun as firstCoins } from './first-coins/noun.ts'
import { noun as openings } from './openings/noun.ts'
import { noun as evidencePacks } from './evidence-packs/noun.ts'
import { noun as exportedLists } from './exported-lists/noun.ts'
import { noun as audit } from './audit/noun.ts'
import { noun as bankExports } from './bank-exports/noun.ts'
import { noun as payoutBatches } from './payout-batches/noun.ts'
import { noun as payoutLists } from './payout-lists/noun.ts'
import { noun as payoutReturns } from './payout-returns/noun.ts'
import { noun as payoutBlocks } from './payout-blocks/noun.ts'
import { noun as users } from './users/noun.ts'
import { noun as investmentLimits } from './investment-limits/noun.ts'
import { noun as plans } from './plans/noun.ts'
import { noun as reconciliations } from './reconciliations/noun.ts'
import { noun as referrals } from './referrals/noun.ts'
import { noun as receipts } from './receipts/noun.ts'
import { nounOf as proposalsOf } from './proposals/noun.ts'
import { noun as proofs } from './proofs/noun.ts'
import { noun as samples } from './samples/noun.ts'
import { noun as signIn } from './sign-in/noun.ts'
import { noun as roleChanges } from './role-changes/noun.ts'
import { nounOf as staffWorkOf } from './staff-work/noun.ts'
import { noun as staffInvitations } from './staff-invitations/noun.ts'
import { noun as treasury } from './treasury/noun.ts'
import { noun as wallets } from './wallets/noun.ts'
import { noun as verification } from './verification/noun.ts'
import { noun as withdrawals } from './withdrawals/noun.ts'
import { sendMail } from './mails/send.ts'
import type { Noun } from './noun.ts'

/** In the order in which a batch writes what is theirs. */
const ofTheirOwn = {
  users,
  signIn,
  plans,
  appropriateness,
  investmentLimits,
  investments,
  withdrawals,
  destinations,
  // Before those whose rows it copies.
  keptRecords,
  documents,
  archives,
  corrections,
  accessChanges,
  accountClosings,
  roleChanges,
  staffInvitations,
  openings,
  receipts,
  payoutReturns,
  verification,
  checks,
  reconciliations,
  // After the reconciliations that they are closed on.
  editions,
  months,
  announcements,
  customerImports,
  loans,
  wallets,
  // After the addresses that they arrived at.
  coinDeposits,
  // After the requests, wallets and rates that they are of.
  payoutBatches,
  payoutLists,
  bankExports,
  coinExchanges,
  firstCoins,
  payoutBlocks,
  evidencePacks,
  exportedLists,
  samples,
  approvals,
  audit,
  treasury,
  deposits,
  referrals,
  notes,
  threads,
  proofs,
  clock,
} satisfies Record<string, Noun>

/** Everything that may take two. */
export const proposalKinds = Object.values<Noun>(ofTheirOwn).flatMap((noun) => noun.proposals ?? [])

const withProposals = { ...ofTheirOwn, proposals: proposalsOf(proposalKinds) }

/** What waits for staff, of every noun. */
export const waits = Object.values<Noun>(withProposals).flatMap((noun) => noun.waits ?? [])

export const nouns = { ...withProposals, staffWork: staffWorkOf(waits) }

type Nouns = typeof nouns
type CommandsOf<N> = N extends { commands: infer C } ? C : never
type Merged<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void
  ? { [name in keyof All]: All[name] }
  : never

const all = Object.values<Noun>(nouns)

/** Every command there is, by the name that the journal keeps. */
export const commands = Object.assign({}, ...all.map((noun) => noun.commands)) as Merged<
  CommandsOf<Nouns[keyof Nouns]>
>

export type CommandName = keyof typeof commands
export type CommandOf<N extends CommandName> =
  (typeof commands)[N] extends CommandRule<infer C, infer _> ? C : never
export type AnyCommand = { [N in CommandName]: { kind: N; command: CommandOf<N> } }[CommandName]

/** What staff are told of, of every noun. */
export const tellingStaff = {
  byStaff: all.flatMap((noun) => noun.tellsStaff ?? []),
  byItself: all.flatMap((noun) => noun.tellsStaffByItself ?? []),
}

/** Mails to every known address read which ones there are when everything else of the batch is written: they come last. */
const mailWriter = (state: MailState) =>
  writesEffect(
    sendMail,
    (effects) =>
      insertMailsStatements(
        effects.map(({ value, command }) => ({ ...value, command })),
        state,
      ),
    (people) => [eraseMailsStatement(people, tellingStaff)],
  )

export const writersOf = (mails: MailState): Writers => [
  ...all.flatMap((noun) => noun.writers ?? []),
  mailWriter(mails),
]

/**
 * Of these rules: each command is recorded under it. One more when a rule would decide an old command otherwise; the
 * replay then needs the rule as it was, too.
 */
export const rulesVersion = 1

/** What rules count or add up. */
export const facts = all.flatMap((noun) => noun.facts ?? [])

export const writeLetter = letterWriter(
  Object.assign({}, ...all.map((noun) => noun.letters)) as Letters,
)

/** How staff find things by what names them, of every noun. */
export const finds = all.flatMap((noun) => noun.finds ?? [])
