/** The orders and statuses of the list of users. */
import type { OwnerStatus, UsersSort } from '../../../contract/user.ts'
import { listView, turned, type ListView } from '../list/view.ts'

export type UsersView = ListView<UsersSort, OwnerStatus>

export const sortWords: Record<UsersSort, string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  fullName: 'Name, A to Z',
  '-fullName': 'Name, Z to A',
  email: 'Email, A to Z',
  '-email': 'Email, Z to A',
  '-accountBalance': 'Largest balance first',
  accountBalance: 'Smallest balance first',
}

export const statusWords: Record<OwnerStatus | '', string> = {
  '': 'Active and frozen',
  active: 'Active',
  frozen: 'Frozen',
  closed: 'Closed',
}

export const { viewIn, withView } = listView({
  sorts: sortWords,
  statuses: statusWords,
  defaultSort: '-createdAt',
})

/** By its head, money begins with the most. */
export const sortedBy = (now: UsersSort, by: string): UsersSort =>
  turned(now, (by === 'accountBalance' ? `-${by}` : by) as UsersSort)
