/** The lists, orders and statuses of the queue of withdrawals, and what its figures are called. */
import type {
  DestinationKind,
  WithdrawalsSort,
  WithdrawalStatus,
  WithdrawalsWork,
} from '../../../contract/withdrawal.ts'
import { isDay } from '../../../lib/instant.ts'
import { listView, turned, type ListView } from '../list/view.ts'

/** What is worked through: empty for all requests. */
export type Work = WithdrawalsWork | ''

/** `request`: the one beside the list, or empty. */
export type WithdrawalsView = ListView<WithdrawalsSort, WithdrawalStatus> & {
  work: Work
  request: string
} & QueueFilters

/** What of it is chosen; empty where it doesn't matter. */
export type QueueFilters = {
  kind: DestinationKind | ''
  age: string
  amountFrom: string
  amountTo: string
  day: string
}

export const noFilters: QueueFilters = { kind: '', age: '', amountFrom: '', amountTo: '', day: '' }
export const filterNames = Object.keys(noFilters) as (keyof QueueFilters)[]

export const kindWords: Record<DestinationKind | '', string> = {
  '': 'Any destination',
  bank: 'Bank account',
  bitcoin: 'Bitcoin',
  usdt: 'USDT on TRON',
  wallet: 'Another wallet',
  account: 'Account here',
}

/** In days, at least. */
export const ageWords: Record<string, string> = {
  '': 'Any age',
  1: '1 day or older',
  3: '3 days or older',
  7: '7 days or older',
  30: '30 days or older',
}

const plainAmount = /^\d{1,12}(?:\.\d{1,2})?$/

/** What stands in the address and means nothing is left out. */
export function filtersIn(query: URLSearchParams): QueueFilters {
  const said = (name: keyof QueueFilters, means: (text: string) => boolean) => {
    const text = query.get(name) ?? ''
    return means(text) ? text : ''
  }
  return {
    kind: said('kind', (text) => Object.hasOwn(kindWords, text)) as DestinationKind | '',
    age: said('age', (text) => /^[1-9]\d{0,3}$/.test(text)),
    amountFrom: said('amountFrom', (text) => plainAmount.test(text)),
    amountTo: said('amountTo', (text) => plainAmount.test(text)),
    day: said('day', isDay),
  }
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
    ...filtersIn(query),
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
  for (const name of ['search', 'sort', 'status', 'work', ...filterNames, 'request'] as const) {
    const isDefault = name === 'sort' && view.sort === defaultSort(view.work)
    if (view[name] === '' || isDefault) next.delete(name)
    else next.set(name, view[name])
  }
  return next
}

/** Another list, in its own order; what is searched for stays. */
export const inWork = (query: URLSearchParams, work: Work): URLSearchParams =>
  withView(query, { work, sort: defaultSort(work), status: '', request: '' })
