/** What stands out about requests: read for a whole page of them, and put into words for the page of one. */
import { payoutStops } from '../../contract/payouts.ts'
import {
  accessChangesMade,
  securityChanges,
  type AccessChangeMade,
  type SecurityChange,
} from '../../contract/security.ts'
import {
  withdrawalLook,
  type WithdrawalDetails,
  type WithdrawalLook,
} from '../../contract/withdrawal.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { sqlWords } from '../../platform/sql-words.ts'
import { heldByCheck, waitsToLeave } from '../checks/stops.ts'
import { isContract, paidFrom } from '../tron/contracts.ts'
import { passwordChanged } from '../sign-in/passwords.ts'
import { decidedAfter, refusedForGood, verifiedName } from '../verification/decided.ts'
import { payeeIsFrozen } from './payable.ts'
import type { Withdrawal } from './table.ts'

/** Of a longer past only the latest are counted. */
export const countedAtMost = 1_000
/** How many of a user's latest changes are looked at for a recent one. */
const changesLookedAt = 200
/** A name that was changed lately, by the user or by staff, may be one that suits the holder of an account. */
const renameDays = 30
const securityDays = 7
/** Fewer payouts say nothing of what is usual. */
const usualFrom = 3
const timesTheUsual = 3n

/** SQL: what has gone out, paid out or moved to another account. */
export const wentOut = (request: string) =>
  `(${request}.status = 'paid' or (${request}.status = 'approved' and ${request}.type = 'tradehub_transfer'))`

/** SQL: a user's latest requests before the one of `request`. */
export const pastOf = (request: string) =>
  `select past.status, past.type, past.amount, past.wallet_address, past.recipient_id from withdrawals past
    where past.owner_id = ${request}.owner_id and (past.created_at, past.id) < (${request}.created_at, ${request}.id)
    order by past.created_at desc, past.id desc limit ${countedAtMost + 1}`

/** SQL: what is set aside is four fifths or more of what there was. All of it counts: many small requests take as much as a large one. */
const takesMost = `(select held > 0 and held * 5 >= (cash + held) * 4
  from (select ${balanceOf('owner.id', 'cash')} as cash, ${balanceOf('owner.id', 'held')} as held) balance)`

const changeKinds = [...securityChanges, ...accessChangesMade]
/** SQL: rows of an activity that may tell a change of the sign-in. The condition is that of an index, in the same words. */
const mayTell = (item: string) =>
  `${item}.kind in (${sqlWords([...changeKinds, 'correction-made'])})`
/** SQL: whether such a row tells one. An edit by staff does where it gave another email, or asks for it. */
const isChange = `(item.kind <> 'correction-made' or particulars.texts @? '$.changes[*] ? (@.field == "email" || @.field == "newEmail")')`
const isRecent = `command.recorded_at > clock_timestamp() - make_interval(days => ${securityDays})`
const isRecentName = `command.recorded_at > clock_timestamp() - make_interval(days => ${renameDays})`
/** SQL: whether an edit by staff, of one or approved by two, gave another name. */
const isRename = `particulars.texts @? '$.changes[*] ? (@.field == "fullName")'`

/** SQL of a name as it is compared: capitals and blanks make no other one. */
const spoken = (name: string) => `lower(regexp_replace(trim(${name}), '\\s+', ' ', 'g'))`

/** SQL: all that waits or went out to the address of `request`, by an index of spelled addresses; who has many requests of their own is passed over in it. */
const sameAddress = `select other.owner_id from withdrawals other where request.wallet_address is not null and lower(other.wallet_address) = lower(request.wallet_address)
  and other.wallet_address is not null and other.status in ('pending', 'approved', 'paid')`

/**
 * SQL: the check that keeps `request` from being approved, of either side of a transfer, or from being paid. Who isn't compared yet
 * isn't marked while a decision waits: that is over in seconds, and a page would keep the mark.
 */
const checkGoesOn = `(request.status in ('pending', 'approved') and (${heldByCheck('request.owner_id')} or ${heldByCheck('request.recipient_id')})
    or request.status = 'approved' and ${waitsToLeave('request.owner_id')})`

/** SQL of each look but the one that is reckoned from a user's whole past. */
const conditions: { [look in Exclude<WithdrawalLook, 'above_usual'>]: string } = {
  account_frozen: payeeIsFrozen('request.owner_id'),
  law_check: checkGoesOn,
  recipient_closed: `coalesce(recipient.status = 'closed', false)`,
  refused_for_good: refusedForGood('request.owner_id'),
  security_changed: `coalesce(person.security_changed_at > clock_timestamp() - make_interval(days => ${securityDays}), false)
    or exists (select from (select told.command_id, told.kind from desk.activity told where told.owner_id = request.owner_id and ${mayTell('told')} order by told.version desc limit ${changesLookedAt}) item
      join desk.commands command on command.id = item.command_id left join desk.particulars on particulars.command_id = command.id where ${isRecent} and ${isChange})`,
  contract_address: isContract('request.wallet_address'),
  address_of_another: `(exists (${sameAddress} and other.owner_id < request.owner_id) or exists (${sameAddress} and other.owner_id > request.owner_id)
    or exists (${paidFrom('request.wallet_address')} and own.owner_id <> request.owner_id))`,
  holder_differs: `request.type = 'bank_account' and ${spoken('request.wallet_name')} is distinct from ${spoken(`coalesce(${verifiedName('request.owner_id')}, person.full_name)`)}`,
  renamed: `exists (select from (select item.command_id from desk.activity item where item.owner_id = request.owner_id and item.kind = 'name-changed' order by item.version desc limit 1) item
    join desk.commands command on command.id = item.command_id where ${isRecentName})
    or exists (select from (select edit.command_id from desk.activity edit where edit.owner_id = request.owner_id and edit.kind = 'correction-made' order by edit.version desc limit ${changesLookedAt}) edit
      join desk.commands command on command.id = edit.command_id join desk.particulars on particulars.command_id = command.id where ${isRecentName} and ${isRename})`,
  verification_decided: `${decidedAfter('request.owner_id', 'request.created_at')} and not ${refusedForGood('request.owner_id')}`,
  first_withdrawal: `not exists (select from (${pastOf('request')}) past where ${wentOut('past')})`,
  new_address: `not exists (select from (${pastOf('request')}) past where ${wentOut('past')} and (lower(past.wallet_address) = lower(request.wallet_address) or past.recipient_id = request.recipient_id))`,
  most_of_balance: takesMost,
}

const textOf = (
  looks: readonly (keyof typeof conditions)[],
) => `select request.id, ${looks.map((look) => `${conditions[look]} as ${look}`).join(', ')}
      from withdrawals request join owners owner on owner.id = request.owner_id left join auth.persons person on person.id = request.owner_id
        left join owners recipient on recipient.id = request.recipient_id
      where request.id = any ($1)`

const asked = withdrawalLook.options.filter((look) => look !== 'above_usual')
/** SQL of which looks each of the requests `$1` has. */
export const looksText = textOf(asked)
const stopsText = textOf(payoutStops)
const addressText = textOf(['contract_address', 'address_of_another'])

/** What stands out about each of these requests, the gravest first. What others ask for at the same time counts too: a thief may send from many accounts at once. */
export async function readLooks(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, WithdrawalLook[]>> {
  return read(db, ids, { name: 'withdrawals.looks', text: looksText })
}

/** Of them what keeps money of what is approved from leaving. */
export async function readStops(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, WithdrawalLook[]>> {
  return read(db, ids, { name: 'withdrawals.stops', text: stopsText })
}

/** Of them what is about the address that it goes to. */
export async function readAddressLooks(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, WithdrawalLook[]>> {
  return read(db, ids, { name: 'withdrawals.address-looks', text: addressText })
}

async function read(
  db: Database,
  ids: readonly string[],
  query: { name: string; text: string },
): Promise<Map<string, WithdrawalLook[]>> {
  if (ids.length === 0) return new Map()
  type Row = { id: string } & { [look in keyof typeof conditions]?: boolean }
  const { rows } = await db.query<Row>({ ...query, values: [ids] })
  return new Map(rows.map((row) => [row.id, asked.filter((look) => row[look])]))
}

/** What may have changed about a sign-in, as staff who decide on money read it. A new kind without its words doesn't type-check. */
const changeWords: { [kind in SecurityChange | AccessChangeMade]: string } = {
  'password-changed': 'password changed',
  'password-reset': 'password reset by a link',
  'app-added': 'authenticator app added',
  'app-removed': 'authenticator app removed',
  'passkey-added': 'passkey added',
  'passkey-removed': 'passkey removed',
  'recovery-codes-renewed': 'recovery codes renewed',
  'recovery-code-used': 'recovery code used',
  'signed-in-after-failures': 'signed in after several wrong passwords',
  'factor-undone': 'new second factor removed by a link',
  'access-change-approved': 'a new email, or the removal of a second factor, approved and waiting',
  'email-confirmed': 'new email confirmed',
  'email-changed': 'email changed',
  'app-removed-by-staff': 'authenticator app removed by staff',
  'passkey-removed-by-staff': 'passkey removed by staff',
}

/** What was changed about the sign-in in the last days, by wall time: as the activity tells it, and a password that isn't told yet. */
export async function readChanges(
  db: Database,
  { owner }: Pick<Withdrawal, 'owner'>,
): Promise<string> {
  const { rows } = await db.query<{ changed: string[] }>({
    name: 'withdrawals.changes',
    text: `select array(
        select case when item.kind <> 'correction-made' then item.kind when particulars.texts @? '$.changes[*] ? (@.field == "email")' then 'email-changed' else 'access-change-approved' end
          from desk.activity item join desk.commands command on command.id = item.command_id left join desk.particulars on particulars.command_id = command.id
          where item.owner_id = $1 and ${mayTell('item')} and ${isRecent} and ${isChange}
        union
        ${passwordChanged('$1', securityDays)}
            and not exists (select from desk.activity item join desk.commands command on command.id = item.command_id
              where item.owner_id = $1 and item.kind = 'password-reset' and ${isRecent})
      ) as changed`,
    values: [owner],
  })
  const changed = new Set(rows[0]!.changed)
  return Object.entries(changeWords)
    .flatMap(([kind, words]) => (changed.has(kind) ? [words] : []))
    .join(', ')
}

/** How many others have asked for money to the address of a request, or got coins from there. More than can be told apart are as many. */
export async function readOthersThere(db: Database, id: string): Promise<number> {
  const { rows } = await db.query<{ others: number }>({
    name: 'withdrawals.others-there',
    text: `select count(distinct someone.owner_id)::int as others from withdrawals request
      cross join lateral ((${sameAddress} and other.owner_id <> request.owner_id limit ${countedAtMost})
        union all (${paidFrom('request.wallet_address')} and own.owner_id <> request.owner_id limit ${countedAtMost})) someone
      where request.id = $1`,
    values: [id],
  })
  return rows[0]!.others
}

/** What the words about one request are made of, beside its looks. */
export type Standing = {
  request: Pick<Withdrawal, 'type' | 'amount' | 'status'>
  balance: { cash: Cents; held: Cents }
  past: { payouts: number; usual: Cents | null }
  changes: string
  /** How many other people its address is used by. */
  othersThere: number
  /** What was decided about its owner after it was asked for. */
  decided: 'verified' | 'refused' | null
}

const isAboveUsual = ({ request, past: { payouts, usual } }: Standing) =>
  usual !== null && payouts >= usualFrom && request.amount > timesTheUsual * usual

/** In whole per cent, rounded down. Read a moment after the look: by then nothing may be set aside any more. */
const shareOf = ({ cash, held }: Standing['balance']) =>
  held === 0n ? 0n : (held * 100n) / (cash + held)

const words: { [look in WithdrawalLook]: (standing: Standing) => string } = {
  account_frozen: ({ request: { status } }) =>
    status === 'approved'
      ? 'The account was frozen after the approval: do not pay until it is unfrozen. If the money has left already, record it.'
      : 'The account is frozen: the request can be rejected, but not approved until the account is unfrozen.',
  law_check: ({ request: { type } }) =>
    type === 'tradehub_transfer'
      ? 'A check that the law requires goes on for this person or the recipient.'
      : 'A check that the law requires goes on for this person.',
  recipient_closed: () => 'The recipient’s account is closed: the request can only be rejected.',
  refused_for_good: () =>
    'This person was refused for good: two administrators have to approve the request, and the money goes back to where it came from, where that is known.',
  security_changed: ({ changes }) =>
    `In the last ${securityDays} days, changes to the sign-in${changes && `: ${changes}`}.`,
  contract_address: () =>
    'This address is a contract, not a person’s wallet: what it does with money is up to its program.',
  address_of_another: ({ request: { type }, othersThere }) =>
    `${othersThere > 1 ? `${othersThere} other people here use` : 'Another person here uses'} this ${type === 'bank_transfer' ? 'address too: perhaps an exchange’s' : 'account too'}.`,
  holder_differs: () =>
    'The account holder’s name differs from the user’s: money goes to the person’s own account alone.',
  renamed: () => `In the last ${renameDays} days, the name of this account was changed.`,
  verification_decided: ({ decided }) =>
    `After this was asked for, we decided who this person is: ${decided === 'verified' ? 'they were verified' : 'what they had sent in was refused'}.`,
  first_withdrawal: () => 'Nothing has ever been paid out of this account before.',
  new_address: ({ request: { type } }) =>
    `Nothing was ever paid to this ${type === 'bank_transfer' ? 'address' : 'account'} by this user before.`,
  most_of_balance: ({ request: { amount }, balance }) =>
    `${balance.held > amount ? 'Together with other requests that are set aside, it takes' : 'It takes'} ${shareOf(balance)}% of what was available.`,
  above_usual: ({ past: { usual } }) =>
    `More than three times the usual amount: half of the earlier payouts were ${formatUsd(usual!)} or less.`,
}

/** The same in words, for whoever decides on one request. */
export function spellOut(
  looks: readonly WithdrawalLook[],
  standing: Standing,
): WithdrawalDetails['looks'] {
  const all = new Set(looks)
  if (standing.changes !== '') all.add('security_changed')
  if (isAboveUsual(standing)) all.add('above_usual')
  if (standing.decided !== null && !all.has('refused_for_good')) all.add('verification_decided')
  return withdrawalLook.options
    .filter((look) => all.has(look))
    .map((code) => ({ code, text: words[code](standing) }))
}
