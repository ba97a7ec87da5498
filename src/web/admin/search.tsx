/** What staff find by Ctrl-K: pages and lists, people, and requests. Everybody finds what they may see. */
import { useDebouncedValue } from '@mantine/hooks'
import type { Capability } from '../../contract/roles.ts'
import type { User } from '../../contract/user.ts'
import type { StaffWithdrawal } from '../../contract/withdrawal.ts'
import { matching, type Found, type Group, type Search } from '../account/search/found.ts'
import { Palette } from '../account/search/palette.tsx'
import type { PaletteProps } from '../account/search/search.tsx'
import { capitalised } from '../../lib/text.ts'
import { destinationOf } from '../account/withdrawal-words.ts'
import { failureText } from '../api/failure.ts'
import { useFoundUsersQuery, useFoundWithdrawalsQuery } from '../api/search.ts'
import { useLogOut } from '../api/use-log-out.ts'
import { usd } from '../ui/amount.ts'
import { showDateTime } from '../ui/dates.ts'
import { places } from './places.ts'
import { useStaff } from './staff.ts'

/** A word that is still being typed isn't searched for. */
const typingMs = 150
const shortest = 2

export default function AdminSearch(props: PaletteProps) {
  return (
    <Palette
      {...props}
      useSearch={useOffice}
      placeholder="Search people, account IDs, requests and pages"
    />
  )
}

/** `may`: what its page takes. */
type Allowed = Found & { may: Capability }

const pages: Allowed[] = places.map(({ to, label, icon, may, words = '' }) => ({
  id: to,
  to,
  label,
  icon,
  may,
  words,
}))

/** Lists that are opened often, as they stand in the address of their page. */
const lists: Allowed[] = [
  {
    id: 'pending',
    to: '/admin/withdrawals?status=pending',
    label: 'Pending withdrawals',
    icon: 'wait',
    may: 'read-money',
  },
  {
    id: 'approved',
    to: '/admin/withdrawals?status=approved',
    label: 'Approved withdrawals, to pay out',
    icon: 'check',
    may: 'read-money',
  },
  {
    id: 'bitcoin payouts',
    to: '/admin/payout-batches',
    label: 'Bitcoin payouts, in batches',
    icon: 'send',
    words: 'psbt sign signer btc coins build send',
    may: 'read-money',
  },
  {
    id: 'usdt payouts',
    to: '/admin/payout-lists',
    label: 'USDT payouts, on lists',
    icon: 'send',
    words: 'tron trc20 tether csv sign signer coins list release',
    may: 'read-money',
  },
  {
    id: 'coins',
    to: '/admin/coins',
    label: 'Coins: position, sales, purchases',
    icon: 'pane',
    may: 'read-money',
  },
  {
    id: 'frozen',
    to: '/admin?status=frozen',
    label: 'Frozen users',
    icon: 'stop',
    may: 'read-people',
  },
]

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
  detail: `${request.user.fullName}, ${capitalised(request.status)}, ${showDateTime(request.createdAt)}`,
  icon: 'send',
})

function useOffice(query: string): Search {
  const logOut = useLogOut()
  const typed = query.trim()
  const [settled] = useDebouncedValue(typed, typingMs)
  const isShort = typed.length < shortest || settled.length < shortest
  const { may } = useStaff()
  const users = useFoundUsersQuery({ search: settled }, { skip: isShort || !may('read-people') })
  const requests = useFoundWithdrawalsQuery(
    { search: settled },
    { skip: isShort || !may('read-money') },
  )
  const allowed = (all: Allowed[]): Found[] =>
    all.filter((one) => may(one.may)).map(({ may: _, ...found }) => found)
  const groups: Group[] = [
    { label: 'Pages', found: allowed(pages) },
    {
      label: 'Actions',
      found: [
        ...allowed(lists),
        { id: 'log out', run: logOut, label: 'Log out', icon: 'out', words: 'logout sign out' },
      ],
    },
  ]
  // What was found for other words isn't shown for these.
  const isOfThese = !isShort && settled === typed
  const found: Group[] = [
    { label: 'People', found: (isOfThese && users.currentData?.data.users.map(userOf)) || [] },
    { label: 'Requests', found: (isOfThese && requests.currentData?.map(requestOf)) || [] },
  ]
  const failure = users.error ?? requests.error
  const isWaited =
    typed.length >= shortest && (settled !== typed || users.isFetching || requests.isFetching)
  return {
    groups: [...matching(groups, query), ...found.filter((group) => group.found.length > 0)],
    note: isWaited
      ? 'Searching...'
      : failure && !isShort
        ? `People and requests could not be searched: ${failureText(failure, 'Unknown error')}`
        : null,
  }
}
