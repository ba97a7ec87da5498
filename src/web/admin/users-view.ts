/** How the list of users is looked at, as it stands in the address of the page: a shared link and the way back show the same. */
import type { OwnerStatus, UsersSort } from '../../contract/user.ts'

/** Empty where nothing is looked for, and where a status doesn't matter. */
export type UsersView = { search: string; sort: UsersSort; status: OwnerStatus | '' }

const standardSort: UsersSort = '-createdAt'

/** What isn't meant is left out. */
export function viewIn(query: URLSearchParams): UsersView {
  return {
    search: (query.get('search') ?? '').trim().slice(0, 100),
    sort: oneOf(sortWords, query.get('sort')) ?? standardSort,
    status: oneOf(statusWords, query.get('status')) ?? '',
  }
}

function oneOf<Name extends string>(words: Record<Name, string>, text: string | null): Name | null {
  return text !== null && Object.hasOwn(words, text) ? (text as Name) : null
}

/** The address's query with some of it changed; what is so anyway isn't said. */
export function withView(query: URLSearchParams, changed: Partial<UsersView>): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries({ ...viewIn(query), ...changed })) {
    if (value === '' || value === standardSort) next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** What pressing a head asks for: its order, and pressed again, the same the other way round. Money begins with the most. */
export function sortedBy(now: UsersSort, by: string): UsersSort {
  const first = by === 'accountBalance' ? `-${by}` : by
  const other = first.startsWith('-') ? by : `-${by}`
  return (now === first ? other : first) as UsersSort
}

export const sortWords: Record<UsersSort, string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  fullName: 'Name, A to Z',
  '-fullName': 'Name, Z to A',
  email: 'E-mail, A to Z',
  '-email': 'E-mail, Z to A',
  '-accountBalance': 'Largest balance first',
  accountBalance: 'Smallest balance first',
}

export const statusWords: Record<OwnerStatus | '', string> = { '': 'Active and frozen', active: 'Active', frozen: 'Frozen', closed: 'Closed' }
