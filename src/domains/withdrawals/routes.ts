import { ProblemError } from '../../contract/problems.ts'
import {
  approveWithdrawal,
  cancelWithdrawal,
  getAllWithdrawals,
  getOwnWithdrawal,
  getOwnWithdrawals,
  getRecipient,
  getUserWithdrawals,
  getWaitingWithdrawals,
  getWithdrawal,
  payWithdrawal,
  rejectWithdrawal,
  requestWithdrawal,
  returnWithdrawal,
} from '../../contract/withdrawal.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { maskName } from '../../lib/text.ts'
import { approvalLimitsOf } from '../../platform/policy.ts'
import { route, succeeded, type Call } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { mustBeUser, ownerByAccountId } from '../people/queries.ts'
import { readDetails, readOwnWithdrawal } from './details.ts'
import { readHold } from './hold.ts'
import { readOwnWithdrawals } from './queries.ts'
import { readQueue, readWaiting } from './queue.ts'
import type { Target } from './rules.ts'

function targetOf(body: Call<typeof requestWithdrawal>['body']): Target {
  return body.type === 'bank_transfer'
    ? { type: body.type, walletName: body.bankName, walletAddress: body.bankNumber }
    : { type: body.type, recipientAccountId: body.recipientAccountId }
}

const ownRoutes = ({ pool, desk, policy }: House) => [
  route(requestWithdrawal, async ({ asked, principal, body }) => {
    const target = targetOf(body)
    const heldUntil = await readHold(pool, policy, principal.owner, target)
    const command = {
      owner: principal.owner,
      named: body.userId,
      amount: body.amount,
      target,
      heldUntil,
    }
    return desk.run({ ...asked, kind: 'RequestWithdrawal', command })
  }),
  route(getOwnWithdrawals, async ({ principal, query }) =>
    succeeded(await readOwnWithdrawals(pool, principal.owner, query)),
  ),
  route(getOwnWithdrawal, async ({ principal, params }) => {
    const found = await readOwnWithdrawal(pool, principal.owner, params.id)
    if (!found) throw new ProblemError('unknown_withdrawal')
    return succeeded(found)
  }),
  route(cancelWithdrawal, ({ asked, principal, params }) =>
    desk.run({
      ...asked,
      kind: 'CancelWithdrawal',
      command: { owner: principal.owner, withdrawal: params.id },
    }),
  ),
  route(getRecipient, async ({ params }) => {
    const recipient = await ownerByAccountId(pool, params.accountId)
    if (!recipient) throw new ProblemError('unknown_recipient')
    return succeeded({ maskedName: maskName(recipient.fullName) })
  }),
]

const staffRoutes = ({ pool, desk, policy }: House) => [
  route(getAllWithdrawals, async ({ query, setHeader }) => {
    const { withdrawals, nextCursor } = await readQueue(pool, query)
    if (nextCursor)
      setHeader(
        'link',
        `<?${new URLSearchParams({ ...withoutUndefined(query), cursor: nextCursor }).toString()}>; rel="next"`,
      )
    return withdrawals
  }),
  route(getWaitingWithdrawals, async () => {
    const above = policy.secondApprovalAboveCents
    return succeeded({
      ...(await readWaiting(pool)),
      secondApprovalAbove: above === null ? null : dollarsFromCents(above),
    })
  }),
  route(getWithdrawal, async ({ params }) => {
    const details = await readDetails(pool, params.id)
    if (!details) throw new ProblemError('unknown_withdrawal')
    return succeeded(details)
  }),
  route(getUserWithdrawals, async ({ params, query }) => {
    await mustBeUser(pool, params.userId)
    return succeeded(await readOwnWithdrawals(pool, params.userId, query))
  }),
  route(approveWithdrawal, ({ asked, params, body }) => {
    const command = { withdrawal: params.id, ...approvalLimitsOf(policy), shown: body }
    return desk.run({ ...asked, kind: 'ApproveWithdrawal', command })
  }),
  route(rejectWithdrawal, ({ asked, params, body }) =>
    desk.run({
      ...asked,
      kind: 'RejectWithdrawal',
      command: { withdrawal: params.id, reason: body.reason },
    }),
  ),
  route(payWithdrawal, ({ asked, params, body }) =>
    desk.run({
      ...asked,
      kind: 'PayWithdrawal',
      command: { withdrawal: params.id, reference: body.reference },
    }),
  ),
  route(returnWithdrawal, ({ asked, params, body }) =>
    desk.run({
      ...asked,
      kind: 'ReturnWithdrawal',
      command: { withdrawal: params.id, reason: body.reason },
    }),
  ),
]

function withoutUndefined(
  query: Record<string, string | number | undefined>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
}

export const withdrawalRoutes = (house: House) => [...ownRoutes(house), ...staffRoutes(house)]
