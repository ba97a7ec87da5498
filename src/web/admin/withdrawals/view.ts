/** The lists, orders and statuses of the queue of withdrawals, and what its figures are called. */
import type {
  WithdrawalsSort,
  WithdrawalStatus,
  WithdrawalsWork,
} from '../../../contract/withdrawal.ts'
import { listView, turned, type ListView } from '../list/view.ts'

/** What is worked through: empty for all requests. */
export type Work = WithdrawalsWork | ''

/** `request`: the one beside the list, or empty. */
export type WithdrawalsView = ListView<WithdrawalsSort, WithdrawalStatus> & {
  work: Work
  request: string
}

/** By its head, everything begins with the most: the newest, the largest. */
export const sortedBy = (now: WithdrawalsSort, by: string): WithdrawalsSort =>
  turned(now, `-${by}` as WithdrawalsSort)

export const workWords: Record<Work, string> = {
  'to-decide': 'To decide',
  'second-approval': 'Second approval',
  'to-pay': 'To pay out',
  '': 'All',
}

export const sortWords: Record<WithdrawalsSort, string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  '-amount': 'Largest amount first',
  amount: 'Smallest amount first',
}

export const statusWords: Record<WithdrawalStatus | '', string> = {
  '': 'All statuses',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
  paid: 'Paid',
  returned: 'Returned',
}

/** What waits longest is worked off first; of all requests the newest are asked about. */
const defaultSort = (work: Work): WithdrawalsSort => (work === '' ? '-createdAt' : 'createdAt')

/** As long as the longest wallet address or reference. */
export const longestSearch = 200

const list = listView({
  sorts: sortWords,
  statuses: statusWords,
  defaultSort: '-createdAt',
  longest: longestSearch,
})

export function viewIn(query: URLSearchParams): WithdrawalsView {
  const named = query.get('work') ?? ''
  const work = Object.hasOwn(workWords, named) ? (named as Work) : ''
  const { search, sort, status } = list.viewIn(query)
  const isSorted = query.get('sort') === sort
  return {
    search,
    sort: isSorted ? sort : defaultSort(work),
    // A list of work is of its own statuses.
    status: work === '' ? status : '',
    work,
    request: /^[\da-f-]{36}$/.exec(query.get('request') ?? '')?.[0] ?? '',
  }
}

/** The address's query with some of it changed; what is so anyway isn't said. */
export function withView(
  query: URLSearchParams,
  changed: Partial<WithdrawalsView>,
): URLSearchParams {
  const view = { ...viewIn(query), ...changed }
  const next = new URLSearchParams(query)
  for (const name of ['search', 'sort', 'status', 'work', 'request'] as const) {
    const isDefault = name === 'sort' && view.sort === defaultSort(view.work)
    if (view[name] === '' || isDefault) next.delete(name)
    else next.set(name, view[name])
  }
  return next
}

/** Another list, in its own order; what is searched for stays. */
export const inWork = (query: URLSearchParams, work: Work): URLSearchParams =>
  withView(query, { work, sort: defaultSort(work), status: '', request: '' })
