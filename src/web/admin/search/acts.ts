/** What a search starts: it leads to the page of it, where the question stands open. */
import type { Capability } from '../../../contract/roles.ts'
import type { User } from '../../../contract/user.ts'
import type { IconName } from '../../ui/icon.tsx'
import type { Allowed } from './listed.ts'

export const acts: Allowed[] = [
  {
    id: 'record a receipt',
    to: '/admin/receipts',
    does: 'receipt',
    label: 'Record a receipt',
    icon: 'receive',
    words: 'deposit money in bank',
    may: 'book-money',
  },
  {
    id: 'record a charge',
    to: '/admin/receipts',
    does: 'charge',
    label: 'Record a bank charge',
    icon: 'minus',
    words: 'fee cost',
    may: 'book-money',
  },
  {
    id: 'record interest',
    to: '/admin/receipts',
    does: 'interest',
    label: 'Record bank interest',
    icon: 'plus',
    may: 'book-money',
  },
  {
    id: 'offer a plan',
    to: '/admin/plans',
    does: 'offer',
    label: 'Offer a plan',
    icon: 'stairs',
    words: 'new product terms',
    may: 'offer-plans',
  },
  {
    id: 'give a role',
    to: '/admin/staff',
    does: 'give-role',
    label: 'Give a role',
    icon: 'friends',
    words: 'administrator auditor rights capability',
    may: 'give-roles',
  },
  {
    id: 'invite staff',
    to: '/admin/staff',
    does: 'invite',
    label: 'Invite somebody to work here',
    icon: 'friends',
    words: 'administrator new staff colleague',
    may: 'give-roles',
  },
]

/** What is done about a person, after whose word they are named: “freeze Ada”. */
export type Verb = {
  word: string
  label: string
  does: string
  icon: IconName
  may: Capability
  fits(user: User): boolean
}

const verbs: Verb[] = [
  {
    word: 'freeze',
    label: 'Freeze',
    does: 'status',
    icon: 'pause',
    may: 'freeze',
    fits: ({ status }) => status === 'active',
  },
  {
    word: 'unfreeze',
    label: 'Unfreeze',
    does: 'status',
    icon: 'play',
    may: 'unfreeze',
    fits: ({ status }) => status === 'frozen',
  },
  {
    word: 'edit',
    label: 'Edit',
    does: 'edit',
    icon: 'gear',
    may: 'edit-people',
    fits: ({ status }) => status !== 'closed',
  },
  {
    word: 'note',
    label: 'Write a note about',
    does: 'note',
    icon: 'talk',
    may: 'write-notes',
    fits: ({ status }) => status !== 'closed',
  },
]

/** What is to be done, and about whom: `null` where it says only whom. */
export function verbIn(typed: string): { verb: Verb | null; whom: string } {
  const [first = '', ...rest] = typed.trim().split(/\s+/)
  const verb = verbs.find(({ word }) => word === first.toLowerCase())
  return verb && rest.length > 0
    ? { verb, whom: rest.join(' ') }
    : { verb: null, whom: typed.trim() }
}
