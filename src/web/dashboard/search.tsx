/** What investors find by Ctrl-K: pages and what is done there, plans, their own investments and requests. */
import type { Investment } from '../../contract/investment.ts'
import type { Plan } from '../../contract/plan.ts'
import type { Withdrawal } from '../../contract/withdrawal.ts'
import { matching, type Found, type Group, type Search } from '../account/search/found.ts'
import { Palette } from '../account/search/palette.tsx'
import type { PaletteProps } from '../account/search/search.tsx'
import { destinationOf, ownWord, requestPath } from '../account/withdrawal-words.ts'
import { useInvestmentsInfiniteQuery, usePlansQuery } from '../api/investments.ts'
import { useLogOut } from '../api/use-log-out.ts'
import { useOwnWithdrawalsInfiniteQuery } from '../api/withdrawals.ts'
import { textOfDollars, usd } from '../ui/amount.ts'
import { showDateTime } from '../ui/dates.ts'
import { places } from './places.ts'

export default function DashboardSearch(props: PaletteProps) {
  return (
    <Palette
      {...props}
      useSearch={useOwn}
      placeholder="Search pages, plans, investments and requests"
    />
  )
}

const pages: Found[] = [
  ...places.map(({ to, label, icon, words = '' }) => ({ id: to, to, label, icon, words })),
  {
    id: '/dashboard/profile',
    to: '/dashboard/profile',
    label: 'Profile',
    icon: 'user',
    words: 'name account ID total profit',
  },
  {
    id: '/dashboard/data',
    to: '/dashboard/data',
    label: 'Your data',
    icon: 'list',
    words: 'privacy kept copy export download GDPR',
  },
  {
    id: '/dashboard/security',
    to: '/dashboard/security',
    label: 'Security',
    icon: 'gear',
    words: 'password passkey authenticator second factor recovery codes sessions freeze',
  },
]

/** What is done on pages that are named after something else. */
const tasks: Found[] = [
  { id: 'password', to: '/dashboard/settings', label: 'Change my name or password', icon: 'gear' },
  {
    id: 'notifications',
    to: '/dashboard/settings',
    label: 'Choose my notifications',
    icon: 'gear',
    words: 'emails mails bell',
  },
  {
    id: 'statement',
    to: '/dashboard/activity',
    label: 'Download a statement',
    icon: 'list',
    words: 'statements PDF CSV month year yearly annual tax return',
  },
  {
    id: 'close',
    to: '/dashboard/settings#close-account',
    label: 'Close my account',
    icon: 'stop',
    words: 'delete leave erase end',
  },
  { id: 'freeze', to: '/dashboard/security', label: 'Freeze my account', icon: 'stop' },
]

const planOf = ({ id, title, range, durationDays, profitPercent }: Plan): Found => ({
  id: `plan ${id}`,
  to: '/dashboard/invest',
  label: title,
  detail: `${range}, ${profitPercent}% in ${durationDays} days`,
  icon: 'pane',
  words: 'plan invest',
})

const statusWords = { running: 'Running', matured: 'Matured', undone: 'Undone' } as const

const investmentOf = ({ id, planTitle, amount, openedAt, status }: Investment): Found => ({
  id: `investment ${id}`,
  to: '/dashboard/investments',
  label: `${usd(amount)} in ${planTitle}`,
  detail: `${statusWords[status]}, opened ${showDateTime(openedAt)}`,
  icon: 'stairs',
  words: `investment ${textOfDollars(amount)}`,
})

const requestOf = (request: Withdrawal): Found => ({
  id: `request ${request._id}`,
  to: requestPath(request._id),
  label: `${usd(request.amount)} to ${destinationOf(request)}`,
  detail: `${ownWord(request.status)}, requested ${showDateTime(request.createdAt)}`,
  icon: 'send',
  words: [
    'request withdrawal transfer',
    textOfDollars(request.amount),
    request._id,
    request.bankNumber,
    request.payoutReference,
  ].join(' '),
})

function useOwn(query: string): Search {
  const logOut = useLogOut()
  const plans = usePlansQuery()
  const investments = useInvestmentsInfiniteQuery({})
  const requests = useOwnWithdrawalsInfiniteQuery()
  const actions: Found[] = [
    ...tasks,
    { id: 'log out', run: logOut, label: 'Log out', icon: 'out', words: 'logout leave sign out' },
  ]
  const groups: Group[] = [
    { label: 'Pages', found: pages },
    { label: 'Actions', found: actions },
  ]
  const own: Group[] = [
    { label: 'Plans', found: plans.data?.data.plans.map(planOf) ?? [] },
    {
      label: 'My investments',
      found:
        investments.data?.pages.flatMap(({ data }) => data.investments.map(investmentOf)) ?? [],
    },
    {
      label: 'My requests',
      found: requests.data?.pages.flatMap(({ data }) => data.withdrawals.map(requestOf)) ?? [],
    },
  ]
  return {
    groups: matching(query.trim() ? [...groups, ...own] : groups, query),
    note: noteOf([plans, investments, requests], investments.hasNextPage || requests.hasNextPage),
  }
}

type Asked = { data?: unknown; error?: unknown; isLoading: boolean }

function noteOf(asked: readonly Asked[], hasMore: boolean): string | null {
  if (asked.some(({ isLoading }) => isLoading)) return 'Searching...'
  if (asked.some(({ data, error }) => error && !data))
    return 'Your plans, investments and requests could not all be searched.'
  if (hasMore) return 'Of your investments and requests, the latest are searched.'
  return null
}
