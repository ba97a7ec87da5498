import { defineCommand, refuse, type Changes, type Owner } from '../../desk/command.ts'
import type { Refusal } from '../../contract/problems.ts'
import type { World } from '../../desk/world.ts'
import { firm, type Event, type OwnerId } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { presentUser } from '../identity/present.ts'
import { staffOn } from '../identity/rules.ts'

export type CorrectUser = {
  user: OwnerId
  /** Whom the form itself names, when it names somebody. */
  named?: OwnerId | undefined
  fullName?: string | undefined
  email?: string | undefined
  accountBalance?: Cents | undefined
  totalProfit?: Cents | undefined
  totalLoss?: Cents | undefined
  reason?: string | null | undefined
  version?: number | undefined
}

type Difference = { event: Event; gain: Cents }

/**
 * What an edit to balance, profit and loss posts: the change of profit as profit, of loss as loss, and
 * what the balance changes beyond that as a correction. A gain is what the balance gets.
 */
function differences(owner: Owner, cash: Cents, c: CorrectUser): Difference[] {
  const profit = (c.totalProfit ?? owner.totals.profit) - owner.totals.profit
  const loss = (c.totalLoss ?? owner.totals.loss) - owner.totals.loss
  const rest = (c.accountBalance ?? cash + profit - loss) - cash - profit + loss
  const all: Difference[] = [
    { event: 'profit-corrected', gain: profit },
    { event: 'loss-corrected', gain: -loss },
    { event: 'balance-corrected', gain: rest },
  ]
  // What the balance gets comes first, so that it never dips below zero on the way.
  return all.filter(({ gain }) => gain !== 0n).toSorted((a, b) => (a.gain > 0n ? 0 : 1) - (b.gain > 0n ? 0 : 1))
}

function posting(user: OwnerId, { event, gain }: Difference): Posting {
  const cash = { owner: user, kind: 'cash' } as const
  const pool = { owner: firm, kind: 'corrections-pool' } as const
  return gain > 0n ? { event, debit: pool, credit: cash, amount: gain } : { event, debit: cash, credit: pool, amount: -gain }
}

function refusalOfMoney(world: World, c: CorrectUser, cash: Cents, found: Difference[]): Refusal | null {
  if ((c.totalProfit ?? 0n) < 0n || (c.totalLoss ?? 0n) < 0n) return refuse('totals_below_zero')
  if ((c.accountBalance ?? 0n) < 0n) return refuse('balance_below_zero')
  if (found.reduce((sum, { gain }) => sum + gain, cash) < 0n) return refuse('balance_below_zero')
  const gains = found.reduce((sum, { gain }) => (gain > 0n ? sum + gain : sum), 0n)
  return gains > world.balance(firm, 'corrections-pool') ? refuse('corrections_pool_short') : null
}

type FieldChange = { field: string; from: string; to: string }

function fieldChanges(owner: Owner, cash: Cents, c: CorrectUser, found: Difference[]): FieldChange[] {
  const after = found.reduce((sum, { gain }) => sum + gain, cash)
  const rows: FieldChange[] = [
    { field: 'fullName', from: owner.fullName, to: c.fullName ?? owner.fullName },
    { field: 'email', from: owner.email, to: c.email ?? owner.email },
    { field: 'accountBalance', from: formatUsd(cash), to: formatUsd(after) },
    { field: 'totalProfit', from: formatUsd(owner.totals.profit), to: formatUsd(c.totalProfit ?? owner.totals.profit) },
    { field: 'totalLoss', from: formatUsd(owner.totals.loss), to: formatUsd(c.totalLoss ?? owner.totals.loss) },
  ]
  return rows.filter(({ from, to }) => from !== to)
}

function refusalOfPerson(world: World, owner: Owner, c: CorrectUser): Refusal | null {
  if (c.named !== undefined && c.named !== c.user) return refuse('not_your_account', 'The form names another user than the address. Nothing was saved.')
  if (c.version !== undefined && c.version !== owner.version) return refuse('stale_version')
  if (c.email === undefined || c.email === owner.email) return null
  if (owner.fixed) return refuse('fixed_account')
  const holder = world.emails.get(c.email)
  return holder && holder !== c.user ? { code: 'email_taken', fields: { email: 'An account with this e-mail already exists.' } } : null
}

/** Staff edit of a user: a balance is never set, its difference is posted, and the user sees who, when and why. */
export const correctUser = defineCommand<CorrectUser>({
  journal: (c) => {
    const money = { accountBalance: c.accountBalance, totalProfit: c.totalProfit, totalLoss: c.totalLoss }
    return Object.fromEntries(Object.entries(money).flatMap(([field, cents]) => (cents === undefined ? [] : [[field, String(cents)]])))
  },
  subject: (c) => c.user,
  needs: (c) => ({ owners: [c.user], runningOf: c.user, ...(c.email ? { email: c.email } : {}) }),
  decide(world, c, context) {
    const owner = staffOn(world, c.user, context)
    if (!('totals' in owner)) return owner
    const cash = world.balance(c.user, 'cash')
    const found = differences(owner, cash, c)
    const refusal = refusalOfPerson(world, owner, c) ?? refusalOfMoney(world, c, cash, found)
    if (refusal) return refusal
    const changes = fieldChanges(owner, cash, c, found)
    if (changes.length === 0) return { postings: [], entries: [] }
    const personal = { ...(c.fullName ? { fullName: c.fullName } : {}), ...(c.email ? { email: c.email } : {}) }
    return {
      postings: found.map((difference) => posting(c.user, difference)),
      entries: [{ owner: c.user, kind: 'staff-edit' }],
      ...(Object.keys(personal).length > 0 ? { owners: [{ id: c.user, ...personal }] } : {}),
      texts: { changes, ...(c.reason ? { reason: c.reason } : {}) },
      mails: [{ owner: c.user, template: 'staff-change', values: c.reason ? { reason: c.reason } : {} }],
    } satisfies Changes
  },
  reply: (world, c, { at }) => ({
    status: 200,
    body: { status: 'success', message: 'User profile updated successfully', data: { user: presentUser(world, c.user, at) } },
  }),
})
