/** What staff find by Ctrl-K: pages, lists and what can be done, people, requests, and whatever an id or a reference names. Everybody finds what they may see. */
import { useDebouncedValue } from '@mantine/hooks'
import type { User } from '../../../contract/user.ts'
import type { StaffWithdrawal } from '../../../contract/withdrawal.ts'
import { capitalised } from '../../../lib/text.ts'
import { matching, type Found, type Group, type Search } from '../../account/search/found.ts'
import { Palette } from '../../account/search/palette.tsx'
import type { PaletteProps } from '../../account/search/search.tsx'
import { destinationOf } from '../../account/withdrawal-words.ts'
import { failureText } from '../../api/failure.ts'
import {
  useFoundUsersQuery,
  useFoundWithdrawalsQuery,
  useNamedExactlyQuery,
} from '../../api/search.ts'
import { useLogOut } from '../../api/use-log-out.ts'
import { usd } from '../../ui/amount.ts'
import { useStaff, whyNotOn, type Staff } from '../staff.ts'
import { acts, verbIn, type Verb } from './acts.ts'
import { lists, pages, type Allowed } from './listed.ts'
import { foundOf } from './things.ts'
import { sayWhen } from '../zone-shown.ts'

/** A word that is still being typed isn't searched for. */
const typingMs = 150
const shortest = 2

export default function AdminSearch(props: PaletteProps) {
  return (
    <Palette
      {...props}
      useSearch={useOffice}
      placeholder="Search people, references, addresses, requests and pages"
    />
  )
}

const userOf = ({ id, fullName, email, accountId, status, capabilities }: User): Found => ({
  id: `user ${id}`,
  to: `/admin/users/${id}`,
  label: fullName,
  detail: [
    email,
    accountId,
    ...(status === 'active' ? [] : [status]),
    ...(capabilities.length > 0 ? ['staff'] : []),
  ].join(', '),
  icon: 'user',
})

const requestOf = (request: StaffWithdrawal): Found => ({
  id: `request ${request._id}`,
  to: `/admin/withdrawals?${new URLSearchParams({ search: request.user.email, request: request._id }).toString()}`,
  label: `${usd(request.amount)} to ${destinationOf(request)}`,
  detail: `${request.user.fullName}, ${capitalised(request.status)}, ${sayWhen(request.createdAt)}`,
  icon: 'send',
})

const doneOn =
  ({ word, label, does, icon }: Verb) =>
  (user: User): Found => {
    const { to, ...found } = { ...userOf(user), to: `/admin/users/${user.id}` }
    return {
      ...found,
      id: `${word} ${user.id}`,
      to,
      does,
      icon,
      label: `${label} ${user.fullName}`,
    }
  }

/** Whom it can be done to. */
const whoFits = (staff: Staff, verb: Verb) => (user: User) =>
  verb.fits(user) && whyNotOn(staff, user) === null

function usePlaces(staff: Staff): Group[] {
  const logOut = useLogOut()
  const allowed = (all: Allowed[]): Found[] =>
    all.filter((one) => staff.may(one.may)).map(({ may: _, ...found }) => found)
  return [
    { label: 'Pages', found: allowed(pages) },
    {
      label: 'Actions',
      found: [
        ...allowed(acts),
        ...allowed(lists),
        { id: 'log out', run: logOut, label: 'Log out', icon: 'out', words: 'logout sign out' },
      ],
    },
  ]
}

/** What the server finds for these words, once nobody types any more. */
function useAnswers(typed: string, staff: Staff) {
  const [settled] = useDebouncedValue(typed, typingMs)
  const { verb, whom } = verbIn(settled)
  const isShort = Math.min(typed.length, whom.length) < shortest
  const skipUnless = (asked: boolean) => ({ skip: isShort || !asked })
  const users = useFoundUsersQuery({ search: whom }, skipUnless(staff.may('read-people')))
  const requests = useFoundWithdrawalsQuery(
    { search: whom },
    skipUnless(verb === null && staff.may('read-money')),
  )
  const named = useNamedExactlyQuery({ search: whom }, skipUnless(verb === null))
  // What was found for other words isn't shown for these.
  const isOfThese = !isShort && settled === typed
  return {
    verb,
    people: (isOfThese && users.currentData?.data.users) || [],
    requests: (isOfThese && verb === null && requests.currentData) || [],
    named: (isOfThese && verb === null && named.currentData?.data.found) || [],
    failure: isShort ? undefined : (users.error ?? requests.error ?? named.error),
    isWaited:
      typed.length >= shortest &&
      (settled !== typed || users.isFetching || requests.isFetching || named.isFetching),
  }
}

function useOffice(query: string): Search {
  const staff = useStaff()
  const places = usePlaces(staff)
  const { verb, people, requests, named, failure, isWaited } = useAnswers(query.trim(), staff)
  const mayDo = verb !== null && staff.may(verb.may)
  const found: Group[] = [
    {
      label: 'Actions on people',
      found: mayDo ? people.filter(whoFits(staff, verb)).map(doneOn(verb)) : [],
    },
    { label: 'Exact matches', found: named.map(foundOf) },
    { label: 'People', found: people.map(userOf) },
    { label: 'Requests', found: requests.map(requestOf) },
  ]
  return {
    groups: [...matching(places, query), ...found.filter((group) => group.found.length > 0)],
    note: isWaited
      ? 'Searching...'
      : failure
        ? `People and requests could not be searched: ${failureText(failure, 'Unknown error')}`
        : null,
  }
}
