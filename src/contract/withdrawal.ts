import { z } from 'zod'
import { payoutDays } from './claims.ts'
import { asCsv, defineEndpoint } from './endpoint.ts'
import {
  accountId,
  amount,
  dollars,
  id,
  instant,
  page,
  placeName,
  toldReason,
  success,
  text,
  walletAddress,
  withoutSecretInBoth,
} from './fields.ts'
import { isDay } from '../lib/instant.ts'
import { centsFromText } from '../lib/money.ts'
import { noteFault } from '../lib/payment-note.ts'
import { ownerStatus } from './user.ts'

/** `bank_transfer` goes to a wallet: the name is older than payouts to a bank. */
export const withdrawalType = z.enum(['bank_transfer', 'bank_account', 'tradehub_transfer'])
export type WithdrawalType = z.infer<typeof withdrawalType>

export const withdrawalStatus = z.enum([
  'pending',
  'approved',
  'rejected',
  'cancelled',
  'paid',
  'returned',
])
export type WithdrawalStatus = z.infer<typeof withdrawalStatus>

export const withdrawal = z.strictObject({
  _id: z.string(),
  user: z.strictObject({ fullName: z.string(), email: z.string() }),
  type: withdrawalType,
  method: z.enum(['Wallet transfer', 'Bank transfer', 'Account transfer']),
  amount: dollars,
  bankName: z
    .string()
    .nullable()
    .meta({ description: 'Of a wallet its name, of a bank account its holder' }),
  bankNumber: z.string().nullable().meta({
    description:
      'Of a wallet its address, of a bank account its IBAN or `routing number/account number`',
  }),
  recipientAccountId: z.string().nullable(),
  note: z.string().nullable().meta({ description: 'Written for the recipient' }),
  status: withdrawalStatus,
  reason: z.string().nullable(),
  approvals: z.array(z.strictObject({ by: z.string(), at: instant })),
  createdAt: instant,
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  payoutReference: z.string().nullable(),
})
export type Withdrawal = z.infer<typeof withdrawal>

/** As staff see it, who send the money: with who gave the first of two approvals, and so can't give the second, and who gave the only one. */
export const staffWithdrawal = withdrawal.extend({
  difference: z.string().optional().meta({
    description:
      'Only where the request is not what was recorded of it: what differs. Its destination isn’t sent then, and it can neither be decided nor paid',
  }),
  firstApprovedById: z.string().nullable(),
  approvedAloneById: z.string().nullable().meta({
    description:
      'Who alone approved what waits for its payout, and so doesn’t pay it, where a limit is set on what one does alone',
  }),
})
export type StaffWithdrawal = z.infer<typeof staffWithdrawal>

/** Why a request may need a look, the gravest first. */
export const withdrawalLook = z.enum([
  'account_frozen',
  'law_check',
  'recipient_closed',
  'refused_for_good',
  'security_changed',
  'contract_address',
  'address_of_another',
  'holder_differs',
  'renamed',
  'verification_decided',
  'first_withdrawal',
  'new_address',
  'most_of_balance',
  'above_usual',
])
export type WithdrawalLook = z.infer<typeof withdrawalLook>

/** What a flag does: one that informs is read with many others, one that stops is decided alone, by who says that they looked at it. */
export const lookGrades: Record<WithdrawalLook, 'informs' | 'stops'> = {
  account_frozen: 'stops',
  law_check: 'stops',
  recipient_closed: 'stops',
  refused_for_good: 'stops',
  security_changed: 'stops',
  contract_address: 'stops',
  address_of_another: 'stops',
  holder_differs: 'stops',
  renamed: 'stops',
  verification_decided: 'informs',
  first_withdrawal: 'informs',
  new_address: 'informs',
  most_of_balance: 'informs',
  above_usual: 'informs',
}

export const isStopped = ({ looks }: { looks: readonly WithdrawalLook[] }): boolean =>
  looks.some((look) => lookGrades[look] === 'stops')

/** As it stands in the queue: with what stands out while it is pending. What is above the usual is said on the page of one request. */
export const queuedWithdrawal = staffWithdrawal.extend({ looks: z.array(withdrawalLook) })
export type QueuedWithdrawal = z.infer<typeof queuedWithdrawal>

const withdrawalReply = z.strictObject({
  status: success,
  message: z.string(),
  data: z.strictObject({ withdrawal }),
})
const withdrawalParams = z.strictObject({ id })

/** Read and ignored: the server knows them better. */
const ignored = {
  userId: id.optional(),
  userName: z.unknown().optional(),
  userEmail: z.unknown().optional(),
  requestedAt: z.unknown().optional(),
  status: z.unknown().optional(),
}
/** Whether there can be such an account is said when it is asked for. */
export const bankAccount = text(60, 'Bank account').meta({
  description: 'An IBAN, or a routing number and an account number as `021000021/123456789`',
})
const absent = z.literal('', 'This belongs to the other type of request').nullish()
/** Whoever gets the money reads it: in the bank's statement, or in their own activity. */
const note = text(100, 'Note', noteFault)
  .nullish()
  .meta({ description: 'For the recipient, 100 characters at most' })
const noNote = z.literal('', 'The network of a coin carries no note').nullish()
const destinationId = id.optional().meta({
  description: 'Of a saved destination: the request must go to where it was saved for',
})

export const requestWithdrawal = defineEndpoint({
  method: 'POST',
  path: '/requestWithdrawal',
  access: 'investor',
  status: 201,
  keyed: true,
  reauthentication: 'money-out',
  summary:
    'Requests a withdrawal to a wallet or a bank account, or a transfer to another account; the amount is held at once. The firm may have set a smallest withdrawal (`below_smallest` says it), which the whole balance may be below while no other request is pending, and which holds for no transfer, and sets how many requests can be pending at a time (`too_many_pending`)',
  body: z.discriminatedUnion(
    'type',
    [
      withoutSecretInBoth(
        z.strictObject({
          type: z.literal('bank_transfer'),
          amount,
          bankName: placeName('Wallet name'),
          bankNumber: walletAddress,
          recipientAccountId: absent,
          note: noNote,
          destinationId,
          ...ignored,
        }),
        (wallet) => wallet.bankName,
      ),
      z.strictObject({
        type: z.literal('bank_account'),
        amount,
        bankName: text(70, 'Account holder'),
        bankNumber: bankAccount,
        recipientAccountId: absent,
        note,
        destinationId,
        ...ignored,
      }),
      z.strictObject({
        type: z.literal('tradehub_transfer'),
        amount,
        recipientAccountId: accountId,
        bankName: absent,
        bankNumber: absent,
        note,
        destinationId,
        ...ignored,
      }),
    ],
    'type is bank_transfer, bank_account or tradehub_transfer',
  ),
  reply: withdrawalReply,
})

const listed = <W extends z.ZodType, S extends z.ZodType<string>>(one: W, status: S) => ({
  query: z.strictObject({ ...page, status: status.optional() }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ withdrawals: z.array(one), nextCursor: z.string().nullable() }),
  }),
})

export const getOwnWithdrawals = defineEndpoint({
  method: 'GET',
  path: '/withdrawals',
  access: 'signed-in',
  summary: 'Your withdrawal requests, newest first',
  ...listed(withdrawal, withdrawalStatus),
})

/** What happened to a request, in order. */
const happened = z.strictObject({
  at: instant,
  title: z.string(),
  by: z.string(),
  note: z.string().nullable(),
})
export type Happened = z.infer<typeof happened>

/** As staff read it: two people may have one name. */
const happenedBy = happened.extend({ byId: z.string().nullable() })
export type HappenedBy = z.infer<typeof happenedBy>

const ownWithdrawal = z.strictObject({
  withdrawal,
  history: z.array(happened),
  explorer: z
    .string()
    .nullable()
    .meta({ description: 'Where a payout in bitcoin can be looked at; null for any other' }),
})
export type OwnWithdrawal = z.infer<typeof ownWithdrawal>

export const getOwnWithdrawal = defineEndpoint({
  method: 'GET',
  path: '/me/withdrawals/:id',
  access: 'signed-in',
  summary: 'One of your withdrawal requests and what happened to it; another person’s is unknown',
  params: withdrawalParams,
  reply: z.strictObject({ status: success, data: ownWithdrawal }),
})

export const getReceipt = defineEndpoint({
  method: 'GET',
  path: '/me/withdrawals/:id/receipt',
  access: 'signed-in',
  summary:
    'A receipt of one of your withdrawal requests as PDF: amount, destination, and what happened to it until now; times in UTC',
  params: withdrawalParams,
  reply: { media: 'application/pdf' },
})

export const getUserWithdrawals = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/withdrawals',
  access: 'read-people',
  summary:
    'A user’s withdrawal requests, newest first; `open` are those that wait for a decision or for their payout',
  params: z.strictObject({ userId: id }),
  ...listed(queuedWithdrawal, z.union([withdrawalStatus, z.literal('open')])),
})

/** `minutes` is the median of business time from the request to its end, `p95` what nineteen of twenty took at most; null where too few have come to one. */
const usualTime = z.strictObject({
  requests: z.int(),
  minutes: z.int().nullable(),
  p95: z.int().nullable(),
})

export const getUsualTimes = defineEndpoint({
  method: 'GET',
  path: '/withdrawals/usual-times',
  access: 'signed-in',
  summary: `How long requests took, from the books: those to wallets and bank accounts that were paid in the last ${payoutDays} days, as \`GET /claims\` says it, and the latest hundred transfers, until they were approved`,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      bank_transfer: usualTime,
      bank_account: usualTime,
      tradehub_transfer: usualTime,
    }),
  }),
})

export const cancelWithdrawal = defineEndpoint({
  method: 'DELETE',
  path: '/withdrawals/:id',
  access: 'investor',
  keyed: true,
  summary: 'Cancels one of your pending requests',
  params: withdrawalParams,
  reply: withdrawalReply,
})

export const withdrawalsSort = z.enum(['createdAt', '-createdAt', 'amount', '-amount'])
export type WithdrawalsSort = z.infer<typeof withdrawalsSort>

/** What staff work through: decisions, those that somebody else has begun, and payouts. */
export const withdrawalsWork = z.enum(['to-decide', 'second-approval', 'to-pay'])
export type WithdrawalsWork = z.infer<typeof withdrawalsWork>

/** Where the money goes: a bank account, a wallet by the look of its address, or another account here. */
export const destinationKind = z.enum(['bank', 'bitcoin', 'usdt', 'wallet', 'account'])
export type DestinationKind = z.infer<typeof destinationKind>

const dollarsText = (complaint: string) =>
  z
    .string()
    .max(20, complaint)
    .refine((typed) => centsFromText(typed) !== null, complaint)

/** What of the requests is chosen. */
const queueChoice = {
  kind: destinationKind.optional(),
  age: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'age is a whole number of days, from 1 to 9999')
    .optional()
    .meta({ description: 'In days, at least' }),
  amountFrom: dollarsText('amountFrom is dollars, like 1000 or 2500.50').optional(),
  amountTo: dollarsText('amountTo is dollars, like 1000 or 2500.50').optional(),
  day: z.string().refine(isDay, 'day is a day such as 2026-11-23').optional().meta({
    description: 'On which it was asked for, UTC',
  }),
}
const choiceOfQueue = z.strictObject(queueChoice)
export type QueueChoice = z.infer<typeof choiceOfQueue>

const listedRequests = {
  // Room for the longest wallet address or reference.
  search: z.string().max(200).optional(),
  work: withdrawalsWork.optional(),
  sort: withdrawalsSort.optional(),
  status: withdrawalStatus.optional(),
  ...queueChoice,
}

export const getAllWithdrawals = defineEndpoint({
  method: 'GET',
  path: '/getAllWithdrawals',
  access: 'read-money',
  summary:
    'All withdrawal requests, newest first unless said, or what is to be worked on, oldest first; search is by name, email or account ID of the user, or by a whole wallet address, payout reference, amount or request; chosen by `kind` of destination, `age`, amount and day; the next page is in the Link header',
  query: z.strictObject({ ...page, ...listedRequests }),
  reply: z.array(queuedWithdrawal),
})

export const getWithdrawalsCsv = defineEndpoint({
  ...asCsv,
  path: '/withdrawals.csv',
  access: 'read-money',
  ofPeople: true,
  query: z.strictObject(listedRequests),
})

/** How much waits, and since when. Counted up to a bound: with `more`, count and amount are the least that it is. */
const waitingWork = z.strictObject({
  count: z.int(),
  more: z.boolean(),
  amount: dollars,
  oldestAt: instant.nullable(),
})
export type WaitingWork = z.infer<typeof waitingWork>

export const getWaitingWithdrawals = defineEndpoint({
  method: 'GET',
  path: '/withdrawals/waiting',
  access: 'work-here',
  polled: true,
  summary:
    'How much waits for a decision, how much of it for the second of two approvals, how much is approved and waits for its payout, above which amount two must approve, and business time, by which ages are counted',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      work: z
        .strictObject({ pending: waitingWork, secondApproval: waitingWork, approved: waitingWork })
        .nullable()
        .meta({ description: 'Null to whoever doesn’t read money' }),
      secondApprovalAbove: dollars.nullable(),
      now: instant,
    }),
  }),
})

/** What was on the screen when it was confirmed: sent, it must match the request. */
const shown = { amount: amount.optional(), destination: z.string().max(200).optional() }

export const withdrawalDetails = z.strictObject({
  withdrawal: staffWithdrawal,
  account: z.strictObject({
    userId: z.string(),
    accountId: z.string(),
    status: ownerStatus,
    openedAt: instant,
    accountBalance: dollars,
    deposits: dollars,
    withdrawn: dollars,
  }),
  recipient: z.strictObject({ fullName: z.string(), status: ownerStatus }).nullable(),
  looks: z.array(z.strictObject({ code: withdrawalLook, text: z.string() })),
  /** What the user asked for before this; of a very long past only the latest requests are counted, and then there were `more`. */
  earlier: z.strictObject({
    more: z.boolean(),
    outcomes: z.array(
      z.strictObject({ status: withdrawalStatus, count: z.int(), amount: dollars }),
    ),
    latest: z.array(
      z.strictObject({
        _id: z.string(),
        amount: dollars,
        method: z.string(),
        status: withdrawalStatus,
        createdAt: instant,
      }),
    ),
  }),
  history: z.array(happenedBy),
  now: instant.meta({ description: 'Business time, by which ages are counted' }),
})
export type WithdrawalDetails = z.infer<typeof withdrawalDetails>

export const getWithdrawal = defineEndpoint({
  method: 'GET',
  path: '/withdrawals/:id',
  access: 'read-money',
  summary: 'One request, its history, and what helps to decide on it',
  params: withdrawalParams,
  reply: z.strictObject({ status: success, data: withdrawalDetails }),
})

export const approveWithdrawal = defineEndpoint({
  method: 'POST',
  path: '/withdrawals/:id/approval',
  access: 'agree-to-money',
  keyed: true,
  reauthentication: 'decision',
  summary:
    'Approves; an account transfer is done at once, what goes to a wallet or a bank awaits its payout. 202: a second person must approve too. An amount or destination that is sent must match the request',
  params: withdrawalParams,
  body: z.strictObject(shown).optional(),
  reply: withdrawalReply,
})

export const rejectWithdrawal = defineEndpoint({
  method: 'POST',
  path: '/withdrawals/:id/rejection',
  access: 'agree-to-money',
  keyed: true,
  reauthentication: 'decision',
  summary: 'Rejects with a reason that the user sees; the amount returns to the balance',
  params: withdrawalParams,
  body: z.strictObject({ reason: toldReason }),
  reply: withdrawalReply,
})

export const payoutReference = text(200, 'Reference')

export const payWithdrawal = defineEndpoint({
  method: 'POST',
  path: '/withdrawals/:id/payout',
  access: 'pay-out',
  keyed: true,
  reauthentication: 'decision',
  summary:
    'Records the external reference of the payout. An amount or destination that is sent must match the request',
  params: withdrawalParams,
  body: z.strictObject({ reference: payoutReference, ...shown }),
  reply: withdrawalReply,
})

export const returnWithdrawal = defineEndpoint({
  method: 'POST',
  path: '/withdrawals/:id/return',
  access: 'pay-out',
  keyed: true,
  reauthentication: 'decision',
  summary: 'An approved payout did not go out: the amount returns to the balance',
  params: withdrawalParams,
  body: z.strictObject({ reason: toldReason }),
  reply: withdrawalReply,
})

export const getRecipient = defineEndpoint({
  method: 'GET',
  path: '/recipients/:accountId',
  access: 'signed-in',
  summary: 'The masked name behind an account ID',
  params: z.strictObject({ accountId }),
  reply: z.strictObject({ status: success, data: z.strictObject({ maskedName: z.string() }) }),
})
