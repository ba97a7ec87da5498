/** What happened to a request's money and what is to come, as its owner reads it. */
import type { Happened, Withdrawal } from '../../../contract/withdrawal.ts'
import { isPaidOut } from '../../../contract/withdrawal-types.ts'
import { usd } from '../../ui/amount.ts'
import { showDateTime } from '../../ui/dates.ts'
import type { Step } from '../../ui/timeline.tsx'

type Request = Pick<Withdrawal, 'status' | 'type' | 'amount' | 'recipientAccountId'>

/** What a list of requests knows of one's past: enough until it is decided. */
export function pastOf({ createdAt, approvals, status, user }: Withdrawal): Happened[] {
  const isFirst = (at: number) => status === 'pending' || at < approvals.length - 1
  return [
    { at: createdAt, title: 'Requested', by: user.fullName, note: null },
    ...approvals.map(({ by, at }, place) => ({
      at,
      title: isFirst(place) ? 'Approved by the first of two' : 'Approved',
      by,
      note: null,
    })),
  ]
}

/** A sentence that ends by itself gets no second full stop. */
const said = (by: string, note: string | null) =>
  note === null ? `By ${by}.` : `By ${by}: “${note}”${/[.!?…]$/u.test(note) ? '' : '.'}`

function textOf(
  { title, by, note }: Happened,
  { status, type, amount, recipientAccountId }: Request,
): string {
  const money = usd(amount)
  const isHeld = status === 'pending' || (status === 'approved' && isPaidOut(type))
  const isBack = `${money} returned to your balance at once.`
  switch (title) {
    case 'Requested':
      return `${money} left your balance and ${isHeld ? 'is' : 'was'} held in your name.`
    case 'Approved by the first of two':
      return `By ${by}. A second person must approve it too.`
    case 'Approved':
      return isPaidOut(type)
        ? `By ${by}. It stays set aside for you until it is paid.`
        : `By ${by}. ${money} went to ${recipientAccountId ?? 'the recipient'} at once.`
    case 'Rejected':
      return `${said(by, note)} ${isBack}`
    case 'Cancelled':
      return `By you. ${isBack}`
    case 'Paid out':
      return note === null ? `By ${by}.` : `By ${by}. ${note}.`
    case 'Returned to the balance':
      return `${said(by, note)} The payout failed: ${isBack}`
    case 'Sent back by the bank':
      return `${said(by, note)} What came back is in your balance.`
    default:
      return said(by, note)
  }
}

/** What is to come: nothing once it has ended. */
function futureOf({ status, type, amount }: Request, approvals: number): Step[] {
  const money = usd(amount)
  const isOut = isPaidOut(type)
  const paid = {
    title: 'Paid',
    text: 'With the payout’s reference, so that you can check it without us.',
  }
  if (status === 'approved' && isOut) return [{ state: 'now', ...paid }]
  if (status !== 'pending') return []
  return [
    {
      state: 'now',
      title: approvals > 0 ? 'A second person reviews it' : 'A person reviews it',
      text: 'You can still cancel it.',
    },
    {
      state: 'to-come',
      title: 'Approved, or rejected with a reason',
      text: `${isOut ? '' : 'Approved: the recipient has it at once. '}Rejected: ${money} returns to your balance at once.`,
    },
    ...(isOut ? [{ state: 'to-come' as const, ...paid }] : []),
  ]
}

export function requestSteps(request: Request, history: readonly Happened[]): Step[] {
  const done = history.map((happened): Step => ({
    state: 'done',
    title: happened.title,
    when: showDateTime(happened.at),
    text: textOf(happened, request),
  }))
  return [
    ...done,
    ...futureOf(request, history.filter(({ title }) => title.startsWith('Approved')).length),
  ]
}
