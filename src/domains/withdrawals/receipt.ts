/** What a receipt of a request says, in words: nothing is reckoned where it is printed. */
import type { Withdrawal, WithdrawalType } from '../../contract/withdrawal.ts'
import { isPaidOut } from '../../contract/withdrawal-types.ts'
import type { Journal } from '../../desk/read-back.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { spacedBankAccount } from '../../lib/bank-account.ts'
import { centsFromDollars, formatUsd } from '../../lib/money.ts'
import { setApart } from '../../lib/text-order.ts'
import { readOwnWithdrawal } from './details.ts'

export type Receipt = {
  firm: string
  sample: boolean
  /** The last thing that happened. */
  day: string
  title: string
  holder: string
  number: string
  facts: [name: string, value: string][]
  history: { at: string; what: string; by: string; note: string }[]
}

type Firm = { firm: { name: string; sample: boolean } }

const states: { [status in Withdrawal['status']]: string } = {
  pending: 'Waiting for a decision; the amount is held',
  approved: 'Approved',
  rejected: 'Rejected; the amount is back in the balance',
  cancelled: 'Cancelled; the amount is back in the balance',
  paid: 'Paid',
  returned: 'Not paid out; the amount is back in the balance',
}

const minute = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 16)}`

function factsOf(request: Withdrawal): Receipt['facts'] {
  const { amount, bankName, bankNumber, recipientAccountId, note, status, type } = request
  const to: { [type in WithdrawalType]: Receipt['facts'] } = {
    bank_transfer: [
      ['To the wallet', bankName ?? ''],
      ['Address', bankNumber ?? ''],
    ],
    bank_account: [
      ['To the bank account of', bankName ?? ''],
      ['Account', spacedBankAccount(bankNumber ?? '')],
    ],
    tradehub_transfer: [['To the account', recipientAccountId ?? '']],
  }
  const paid: Receipt['facts'] = request.payoutReference
    ? [['Reference of the payout', request.payoutReference]]
    : []
  const moved = type === 'tradehub_transfer' && status === 'approved'
  return [
    ['Amount', formatUsd(centsFromDollars(amount)!)],
    ...to[type],
    ...(note === null ? [] : [['Note', note] as [string, string]]),
    ['Fee', 'None'],
    ['Status', moved ? 'Approved; the recipient has it' : states[status]],
    ...paid,
  ]
}

/** Null where the request isn't theirs, or isn't there. */
export async function readReceipt(
  { pool, firm }: Pick<Journal, 'pool'> & Firm,
  owner: OwnerId,
  id: string,
): Promise<Receipt | null> {
  const found = await readOwnWithdrawal(pool, owner, id)
  if (!found) return null
  const { withdrawal, history } = found
  return {
    firm: firm.name,
    sample: firm.sample,
    day: (history.at(-1)?.at ?? withdrawal.createdAt).slice(0, 10),
    title: isPaidOut(withdrawal.type) ? 'Withdrawal receipt' : 'Transfer receipt',
    holder: withdrawal.user.fullName,
    number: withdrawal._id,
    facts: factsOf(withdrawal),
    history: history.map(({ at, title, by, note }) => ({
      at: minute(at),
      what: title,
      by,
      note: setApart(note ?? ''),
    })),
  }
}
