import { Button } from '@mantine/core'
import { useWithdrawalsInfiniteQuery, withdrawalsCsvPath } from '../../api/staff-withdrawals.ts'
import { useAddress } from '../../account/address-query.ts'
import { titled } from '../../seo.ts'
import { Waiting } from '../../ui/states.tsx'
import { ListChoice } from '../list/choice.tsx'
import { useListed } from '../list/listed.tsx'
import { ListSheet } from '../list/sheet.tsx'
import { PayoutsBlocked } from '../payout-block/notice.tsx'
import { FilterBar } from './filter-bar.tsx'
import { Queue } from './queue.tsx'
import { useStaff } from '../staff.ts'
import styles from './withdrawals.module.css'
import { WorkTabs } from './work-tabs.tsx'
import {
  longestSearch,
  sortedBy,
  sortWords,
  statusWords,
  viewIn,
  withView,
  type WithdrawalsView,
} from './view.ts'

export const meta = titled('Withdrawals')

/** What a saved view keeps: not the request that is open. */
const viewQuery = (view: WithdrawalsView) =>
  withView(new URLSearchParams(), { ...view, request: '' }).toString()

type Change = (changed: Partial<WithdrawalsView>, replace?: boolean) => void

export default function Withdrawals() {
  const [query, setQuery] = useAddress()
  const view = viewIn(query)
  const change: Change = (changed, replace = false) =>
    setQuery((now) => withView(now, changed), { replace })
  return (
    <>
      <PayoutsBlocked />
      <Requests view={view} change={change} />
    </>
  )
}

type RefreshProps = { isFetching: boolean; isFirst: boolean; onPress(): void }

function Refresh({ isFetching, isFirst, onPress }: RefreshProps) {
  return (
    <Button
      className={styles.refresh}
      variant="default"
      size="compact-sm"
      onClick={onPress}
      disabled={isFetching}
    >
      {isFetching && !isFirst ? 'Refreshing...' : 'Refresh'}
    </Button>
  )
}

type RequestsProps = { view: WithdrawalsView; change: Change }

function Requests({ view, change }: RequestsProps) {
  const { request: _, ...asked } = view
  const { work } = view
  const { may } = useStaff()
  const answer = useWithdrawalsInfiniteQuery(asked)
  const listed = useListed(answer, {
    what: 'withdrawals',
    view: JSON.stringify(asked),
    rowsOf: (page) => page.data.withdrawals,
    keyOf: ({ _id }) => _id,
  })
  return (
    <ListSheet
      title="Withdrawal Requests"
      tabs={<WorkTabs />}
      list="withdrawals"
      query={viewQuery(view)}
      {...(may('export-people') ? { csv: withdrawalsCsvPath(asked) } : {})}
    >
      <div className={styles.work}>
        <FilterBar
          view={view}
          onChoose={(filters) => change({ ...filters, request: '' })}
          aside={
            <Refresh
              isFetching={answer.isFetching}
              isFirst={!listed.isShown}
              onPress={() => void answer.refetch().then(listed.show)}
            />
          }
        >
          {/* Each letter that is typed isn't a step to go back to. */}
          <ListChoice
            view={view}
            sorts={sortWords}
            statuses={work === '' ? statusWords : null}
            placeholder="Name, email, account ID, address, reference or amount"
            longest={longestSearch}
            dense
            onSearch={(typed) => change({ search: typed, request: '' }, true)}
            onChoose={change}
          />
        </FilterBar>
        {listed.isShown ? (
          <Queue
            listed={listed}
            view={view}
            onSort={(by) => change({ sort: sortedBy(view.sort, by) })}
            onOpen={(request) => change({ request }, true)}
          />
        ) : (
          (listed.problem ?? <Waiting rows={6}>Loading withdrawals...</Waiting>)
        )}
      </div>
    </ListSheet>
  )
}
