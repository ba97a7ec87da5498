import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useWithdrawalsInfiniteQuery } from '../../api/staff-withdrawals.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { useAddress } from '../../account/address-query.ts'
import { titled } from '../../seo.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Waiting } from '../../ui/states.tsx'
import { useHeldRows } from '../held-rows.ts'
import { ListChoice } from '../list-choice.tsx'
import { NewRows } from '../new-rows.tsx'
import { PayoutsBlocked } from '../payout-block/notice.tsx'
import { SavedViews } from '../saved-views/menu.tsx'
import { Queue } from './queue.tsx'
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

type RequestsProps = {
  view: WithdrawalsView
  change: Change
}

function Requests({ view, change }: RequestsProps) {
  const { search, sort, status, work } = view
  const { data, currentData, ...answer } = useWithdrawalsInfiniteQuery({
    search,
    sort,
    status,
    work,
  })
  // While another view is on its way, the one before stays.
  const shown = currentData ?? (answer.error ? undefined : data)
  const held = useHeldRows(
    currentData ? JSON.stringify([search, sort, status, work]) : '',
    useMemo(() => shown?.pages.flatMap((page) => page.data.withdrawals) ?? [], [shown]),
    ({ _id }) => _id,
    answer.hasNextPage,
  )
  const problem = answer.error && <LoadFailed what="withdrawals" {...answer} />
  const next = <LoadMore {...answer} byItself />
  return (
    <Sheet
      dense
      title="Withdrawal Requests"
      aside={
        <>
          <WorkTabs />
          <SavedViews list="withdrawals" query={viewQuery(view)} />
          <Refresh
            isFetching={answer.isFetching}
            isFirst={!shown}
            onPress={() => void answer.refetch().then(held.show)}
          />
        </>
      }
    >
      <div className={styles.work}>
        {/* Each letter that is typed isn't a step to go back to. */}
        <ListChoice
          view={view}
          sorts={sortWords}
          statuses={work === '' ? statusWords : null}
          placeholder="Name, e-mail, account ID, address, reference or amount"
          longest={longestSearch}
          dense
          onSearch={(typed) => change({ search: typed, request: '' }, true)}
          onChoose={change}
        />
        {!answer.isFetchNextPageError && problem}
        {!answer.error && !shown && <Waiting rows={6}>Loading withdrawals...</Waiting>}
        {shown && (
          <Queue
            rows={held.rows}
            gone={held.gone}
            notice={<NewRows count={held.coming} onShow={held.show} />}
            isOfView={currentData !== undefined}
            view={view}
            onSort={(by) => change({ sort: sortedBy(view.sort, by) })}
            onOpen={(request) => change({ request }, true)}
            more={answer.isFetchNextPageError ? problem : next}
          />
        )}
      </div>
    </Sheet>
  )
}
