/** SQL of every file of a pack. Rows beside commands come in the order of the commands, each with the id of its own. */
import { linksWithin } from './links.ts'
import { ends, periodCommands, rootsWithin, type Period } from './period.ts'
import { accountsBefore, postingsOfCommands } from '../../ledger/store/of-period.ts'
import type { Instant } from '../../lib/instant.ts'

export const withPeriod = (period: Period): string =>
  `with ${ends(period)}, ${linksWithin}, ${periodCommands}`

const inOrder = 'order by command.recorded_at, command.id'
const wanted = 'from period join desk.commands command on command.id = period.id'

export type CommandRow = {
  id: string
  kind: string
  actor: string | null
  subject: string | null
  key: string | null
  bodyHash: string
  input: unknown
  outcome: string
  at: Instant
  recorded: Instant
  particulars: string
}

export const commands = (period: Period): string =>
  `${withPeriod(period)} select command.id, command.kind, command.actor, command.subject, command.key, command.body_hash as "bodyHash", command.input, command.outcome,
    command.at, command.recorded_at as recorded, encode(command.particulars_digest, 'hex') as particulars
  ${wanted} ${inOrder}`

export const commandCount = (period: Period): string =>
  `${withPeriod(period)} select count(*)::int as count from period`

export type PostingRow = {
  command: string
  line: number
  at: Instant
  event: string
  debitOwner: string
  debitKind: string
  debitVersion: bigint
  debitBalance: string
  creditOwner: string
  creditKind: string
  creditVersion: bigint
  creditBalance: string
  amount: string
}

export const postings = (period: Period): string =>
  `${withPeriod(period)} ${postingsOfCommands('period')}`

export type LinkRow = {
  command: string
  owner: string
  version: bigint
  number: bigint
  kind: string | null
  at: Instant | null
  gain: string | null
  after: string | null
  hash: string
}

/** A link whose command the journal hasn't got comes last. */
export const links = (period: Period): string =>
  `${withPeriod(period)} select link.command_id as command, link.owner_id as owner, link.version, link.number, link.kind, link.at, link.amount::text as gain, link.balance_after::text as after, encode(link.hash, 'hex') as hash
  from links link left join desk.commands command on command.id = link.command_id
  order by command.recorded_at nulls last, command.id, link.owner_id, link.version, link.number`

export type WordsRow = {
  command: string
  salt: string | null
  texts: unknown
  status: number
  reply: string
}

export const words = (period: Period): string =>
  `${withPeriod(period)} select particulars.command_id as command, encode(particulars.salt, 'hex') as salt, particulars.texts, particulars.reply_status as status, particulars.reply
  ${wanted} join desk.particulars on particulars.command_id = command.id ${inOrder}`

/** Of commands that approve something: what, by whom it was proposed, and who was the first of two. A proposal may name a request that it is about. */
export const approvals = (period: Period): string =>
  `${withPeriod(period)} select command.id as command, command.kind, command.actor as approver, coalesce(proposal.id::text, named.proposal) as proposal,
    proposal.kind as "proposalKind", coalesce(proposal.actor::text, command.input ->> 'proposedBy') as "proposedBy", proposal.at as "proposedAt", coalesce(proposal.input ->> 'amount', proposal.input ->> 'fundingAmount') as amount, request.first_approved_by as "firstApprovedBy"
  ${wanted}
    cross join lateral (select coalesce(command.input ->> 'proposal', command.input ->> 'withdrawal', command.input ->> 'entry', command.input ->> 'change') as proposal) named
    left join desk.commands proposal on proposal.id::text = named.proposal
    left join withdrawals request on request.id = proposal.id and command.kind = 'ApproveWithdrawal'
  where command.outcome = 'done' and (command.kind like 'Approve%' or command.kind = 'AgreeToProposal') ${inOrder}`

export const rates = (period: Period): string =>
  `${withPeriod(period)} select command.id as command, rate.coin, rate.rate::text as rate, rate.sources, rate.at ${wanted} join rates rate on rate.id = command.id ${inOrder}`

const atBank = {
  RecordReceipt: 'receipt',
  AssignReceipt: 'assignment',
  ReturnReceipt: 'return',
  ReverseReceipt: 'reversal',
  RecordBankCharge: 'charge',
  RecordBankInterest: 'interest',
  RecordPayoutReturn: 'payout-return',
  RecordMigrationClearing: 'migration-clearing',
}
const recordsAtBank = Object.keys(atBank)
  .map((kind) => `'${kind}'`)
  .join(', ')
const receiptKinds = Object.entries(atBank)
  .map(([kind, entry]) => `when '${kind}' then '${entry}'`)
  .join(' ')

export const receipts = (period: Period): string =>
  `${withPeriod(period)} select command.id as command, case command.kind ${receiptKinds} end as kind, command.input ->> 'receipt' as receipt, coalesce(command.input ->> 'account', 'client-bank') as account,
    command.input ->> 'amount' as amount, command.input ->> 'reference' as reference, command.input ->> 'valueDate' as "valueDate", command.actor as "proposedBy"
  ${wanted} where command.outcome = 'done' and command.kind in (${recordsAtBank}) ${inOrder}`

export const deposits = (period: Period): string =>
  `${withPeriod(period)} select command.id as command, deposit.coin, deposit.txid, deposit.output, deposit.times, deposit.quantity::text as quantity, deposit.height, deposit.block, deposit.amount::text as amount, deposit.restored::text as restored
  ${wanted} join coin_deposits deposit on deposit.id = command.id ${inOrder}`

/** Of withdrawals that were paid: by which transfer at the bank, or by which transaction in which coin. */
export const payouts = (period: Period): string =>
  `${withPeriod(period)} select command.id as command, request.id as withdrawal, request.amount::text as amount, command.input ->> 'reference' as reference,
    case command.kind when 'BookBatchPayment' then 'BTC' when 'BookListPayment' then 'USDT' else 'USD' end as unit, batch.txid, coalesce(paid.output, listed.line) as output, coalesce(paid.quantity, listed.quantity)::text as quantity
  ${wanted} join withdrawals request on request.id::text = command.input ->> 'withdrawal'
    left join payout_batch_payments paid on paid.batch_id::text = command.input ->> 'batch' and paid.withdrawal_id = request.id
    left join payout_batches batch on batch.id = paid.batch_id
    left join payout_list_payments listed on listed.list_id::text = command.input ->> 'list' and listed.withdrawal_id = request.id
  where command.outcome = 'done' and command.kind in ('PayWithdrawal', 'BookBatchPayment', 'BookListPayment') ${inOrder}`

/** Where each owner's chain begins in this pack, and where it ends. */
export const owners = (period: Period): string =>
  `with ${ends(period)} select closed.owner_id as owner, opened.version as "openingVersion", opened.unlisted as "openingUnlisted", encode(opened.head, 'hex') as "openingHead",
    closed.version, closed.unlisted, encode(closed.head, 'hex') as head
  from closed left join opened on opened.owner_id = closed.owner_id order by closed.owner_id`

/** What was published of each of the pack's roots: the proofs of what is owed. */
export const proofs = (period: Period): string =>
  `select to_char(proof.day, 'YYYY-MM-DD') as day, encode(proof.hash, 'hex') as hash, proof.manifest, proof.signature
  from liability_proofs proof join (${rootsWithin(period)}) root on root.day = to_char(proof.day, 'YYYY-MM-DD') order by proof.day`

/** People as they are called now; nothing of it is in a chain. */
export const persons = (period: Period): string =>
  `with ${ends(period)} select person.id as owner, person.full_name as name, person.email from closed join auth.persons person on person.id = closed.owner_id order by person.id`

/** Balances as the period begins: nothing at all where no root is before it. */
export const openingAccounts = (period: Period): string =>
  period.opening === null
    ? `select null::uuid as owner, null::text as kind, null::bigint as version, null::text as balance where false`
    : `with ${ends(period)} ${accountsBefore(commandsAfter('opened'))}`

export const closingAccounts = (period: Period): string =>
  period.closing === null
    ? accountsBefore(null)
    : `with ${ends(period)} ${accountsBefore(commandsAfter('closed'))}`

/** SQL of the commands with an entry of the activity after the heads of a relation with owner_id and version. */
const commandsAfter = (heads: string): string =>
  `select item.command_id from desk.activity item left join ${heads} ended on ended.owner_id = item.owner_id where item.version > coalesce(ended.version, 0)`
