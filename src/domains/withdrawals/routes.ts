import { cancelByLink, getRequestByLink } from '../../contract/mailed-acts.ts'
import { ProblemError } from '../../contract/problems.ts'
import { capabilitiesOf } from '../../contract/roles.ts'
import {
  approveWithdrawal,
  cancelWithdrawal,
  getAllWithdrawals,
  getOwnWithdrawal,
  getOwnWithdrawals,
  getReceipt,
  getRecipient,
  getUserWithdrawals,
  getUsualTimes,
  getWaitingWithdrawals,
  getWithdrawalsCsv,
  getWithdrawal,
  payWithdrawal,
  rejectWithdrawal,
  requestWithdrawal,
  returnWithdrawal,
  type StaffWithdrawal,
} from '../../contract/withdrawal.ts'
import { plainBankAccount } from '../../lib/bank-account.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { maskName } from '../../lib/text.ts'
import type { Database } from '../../platform/database.ts'
import { raiseAlarm } from '../../platform/alarm.ts'
import { approvalLimitsOf } from '../../platform/policy.ts'
import { runInWorker } from '../../platform/worker.ts'
import { keepSeen, route, succeeded, type Asked, type Call } from '../../platform/route.ts'
import { exportedCsv } from '../exported-lists/record.ts'
import type { House } from '../house-desk.ts'
import { isOfFirm, mustBeWritable } from '../destinations/routes.ts'
import { limitsOf } from '../verification/terms.ts'
import { mustBeUser, ownerByAccountId } from '../people/queries.ts'
import { cancelByLink as cancel, requestByLink } from './cancel-by-link.ts'
import { withdrawalColumns } from './csv.ts'
import { readDetails, readOwnWithdrawal } from './details.ts'
import { newRecipients } from '../destinations/new-recipients.ts'
import { readOwnWithdrawals, readUserWithdrawals } from './queries.ts'
import { readQueue, readWaiting, type QueueQuery } from './queue.ts'
import type { Target } from './rules.ts'
import { readReceipt } from './receipt.ts'
import { readUsualTimes } from './usual-times.ts'
import type { RoutesOf } from '../routes.ts'

function targetOf(body: Call<typeof requestWithdrawal>['body']): Target {
  const { type } = body
  if (type === 'bank_transfer')
    return { type, walletName: body.bankName, walletAddress: body.bankNumber }
  return type === 'bank_account'
    ? { type, holder: body.bankName, account: plainBankAccount(body.bankNumber) }
    : { type, recipientAccountId: body.recipientAccountId }
}

/** What staff are shown of a request that isn't what was recorded, whoever watches the house learns too. */
function watch(house: House, { requestId }: Asked, rows: readonly StaffWithdrawal[]): void {
  for (const { _id: id, difference } of rows)
    if (difference !== undefined)
      raiseAlarm(house, { table: 'withdrawals', id, difference, requestId })
}

const ownRoutes = (house: House) => [
  route(requestWithdrawal, ({ asked, principal, body }) => {
    const target = targetOf(body)
    mustBeWritable(house, target, 'bankName')
    const { owner } = principal
    const { policy } = house
    const command = {
      owner,
      named: body.userId,
      amount: body.amount,
      target,
      saved: body.destinationId,
      note: body.note || undefined,
      isOfFirm: isOfFirm(house, target),
      holds: {
        afterSecurityChangeMs: policy.holdAfterSecurityChangeMs,
        newDestinationMs: policy.newDestinationWaitMs,
      },
      mustBeVerified: policy.emailMustBeVerified,
      limits: limitsOf(house.firm),
      bounds: {
        pendingAtMost: policy.pendingWithdrawalsAtMost,
        smallest: policy.smallestWithdrawalCents,
      },
    }
    return house.desk.run({ ...asked, kind: 'RequestWithdrawal', command })
  }),
  route(getOwnWithdrawals, async ({ principal, query }) =>
    succeeded(await readOwnWithdrawals(house.pool, principal.owner, query)),
  ),
  route(getOwnWithdrawal, async ({ principal, params }) => {
    const { pool, firm } = house
    const found = await readOwnWithdrawal(pool, principal.owner, params.id, {
      Bitcoin: firm.bitcoin?.explorer,
      TRON: firm.usdt?.explorer,
    })
    if (!found) throw new ProblemError('unknown_withdrawal')
    return succeeded(found)
  }),
  route(getReceipt, async ({ principal, params }) => {
    const receipt = await readReceipt(house, principal.owner, params.id)
    if (!receipt) throw new ProblemError('unknown_withdrawal')
    return {
      file: await runInWorker(new URL('receipt-pdf.ts', import.meta.url), receipt),
      name: `withdrawal-${params.id}.pdf`,
    }
  }),
  route(cancelWithdrawal, ({ asked, principal, params }) =>
    house.desk.run({
      ...asked,
      kind: 'CancelWithdrawal',
      command: { owner: principal.owner, withdrawal: params.id },
    }),
  ),
  route(getUsualTimes, async () => succeeded(await readUsualTimes(house.pool))),
]

const recipientRoute = (house: House) => {
  const countNew = newRecipients(house)
  return route(getRecipient, async ({ params: { accountId }, principal: { owner }, address }) => {
    await countNew({ owner, accountId, address })
    const recipient = await ownerByAccountId(house.pool, accountId)
    if (!recipient) throw new ProblemError('unknown_recipient')
    return succeeded({ maskedName: maskName(recipient.fullName) })
  })
}

const linkRoutes = (house: House) => [
  route(getRequestByLink, async ({ params }) =>
    succeeded({ request: await requestByLink(house, params.token) }),
  ),
  route(cancelByLink, ({ asked, params }) =>
    cancel(house, { signed: params.token, requestId: asked.requestId }, (byLink, command) =>
      house.desk.run({ ...byLink, kind: 'CancelWithdrawal', command }),
    ),
  ),
]

/** What staff look at before they decide or pay. */
const staffPages = (house: House) => [
  route(getAllWithdrawals, async ({ query, setHeader, asked }) => {
    const { withdrawals, nextCursor } = await readQueue(house, query)
    if (nextCursor)
      setHeader(
        'link',
        `<?${new URLSearchParams({ ...withoutUndefined(query), cursor: nextCursor }).toString()}>; rel="next"`,
      )
    watch(house, asked, withdrawals)
    return withdrawals
  }),
  route(getWithdrawalsCsv, (call) =>
    exportedCsv(
      house,
      {
        file: 'withdrawals.csv',
        columns: withdrawalColumns,
        // At the primary: each request is compared with its command there, and is no older than the time that is said.
        async readPage(_: Database, query: QueueQuery) {
          const { withdrawals, nextCursor } = await readQueue(house, query)
          return { rows: withdrawals, nextCursor }
        },
      },
      call,
    ),
  ),
  route(getWaitingWithdrawals, async ({ principal }) => {
    const above = house.policy.secondApprovalAboveCents
    const { work, now } = await readWaiting(house.pool)
    return succeeded({
      work: capabilitiesOf(principal.roles).has('read-money') ? work : null,
      now,
      secondApprovalAbove: above === null ? null : dollarsFromCents(above),
    })
  }),
  route(getWithdrawal, async ({ params, asked }) => {
    const details = await readDetails(house, params.id)
    if (!details) throw new ProblemError('unknown_withdrawal')
    watch(house, asked, [details.withdrawal])
    return succeeded(details)
  }),
  route(getUserWithdrawals, async ({ params, query, asked }) => {
    await mustBeUser(house.pool, params.userId)
    const page = await readUserWithdrawals(house, params.userId, query)
    watch(house, asked, page.withdrawals)
    return succeeded(page)
  }),
]

const decisions = (house: House) => [
  route(approveWithdrawal, ({ asked, params, body }) => {
    const command = {
      withdrawal: params.id,
      ...approvalLimitsOf(house.policy),
      limits: limitsOf(house.firm),
      shown: body,
    }
    return house.desk.run({ ...asked, kind: 'ApproveWithdrawal', command })
  }),
  route(rejectWithdrawal, ({ asked, params, body }) =>
    house.desk.run({
      ...asked,
      kind: 'RejectWithdrawal',
      command: { withdrawal: params.id, reason: body.reason },
    }),
  ),
  route(payWithdrawal, ({ asked, params, body: { reference, ...shown } }) =>
    keepSeen(house.seen, () =>
      house.desk.run({
        ...asked,
        kind: 'PayWithdrawal',
        command: { withdrawal: params.id, reference, shown, ...approvalLimitsOf(house.policy) },
      }),
    ),
  ),
  route(returnWithdrawal, ({ asked, params, body }) =>
    house.desk.run({
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

export const routes: RoutesOf = (house) => [
  ...ownRoutes(house),
  recipientRoute(house),
  ...linkRoutes(house),
  ...staffPages(house),
  ...decisions(house),
]
