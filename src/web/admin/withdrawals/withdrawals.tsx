import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { QueuedWithdrawal } from '../../../contract/withdrawal.ts'
import { useWithdrawalsInfiniteQuery } from '../../api/staff-withdrawals.ts'
import { failureText, statusOf } from '../../api/failure.ts'
import { useAddress } from '../../account/address-query.ts'
import { titled } from '../../seo.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { LoadProblem, Waiting } from '../../ui/states.tsx'
import { BulkApproval, BulkBar, useChosen } from './bulk-approval.tsx'
import { DecisionDialog } from './decisions.tsx'
import { ListChoice } from '../list-choice.tsx'
import { useStaff } from '../staff.ts'
import { WaitingLine } from './waiting-work.tsx'
import { WithdrawalDetails } from './details.tsx'
import { WithdrawalsTable, type Asked } from './table.tsx'
import { sortedBy, sortWords, statusWords, viewIn, withView, type WithdrawalsView } from './view.ts'

export const meta = titled('Withdrawals')

export default function Withdrawals() {
  const [query, setQuery] = useAddress()
  const view = viewIn(query)
  const change = (changed: Partial<WithdrawalsView>, replace = false) =>
    setQuery((now) => withView(now, changed), { replace })
  const { data, currentData, error, isFetching, isFetchNextPageError, refetch, ...more } =
    useWithdrawalsInfiniteQuery(view)
  // While another view is on its way, the one before stays.
  const shown = currentData ?? (error ? undefined : data)
  const refreshing = isFetching && shown !== undefined
  const problem = error && (
    <LoadProblem
      title={`Error loading withdrawals: ${failureText(error, 'Unknown error')}`}
      status={statusOf(error)}
      onRetry={isFetchNextPageError ? more.fetchNextPage : refetch}
      busy={isFetching}
    />
  )
  return (
    <Sheet
      title="Withdrawal Requests"
      aside={
        <Button variant="default" size="compact-sm" onClick={() => refetch()} disabled={isFetching}>
          {refreshing ? 'Refreshing...' : 'Refresh'}
        </Button>
      }
    >
      <div className="stack">
        <WaitingLine />
        {/* Each letter that is typed isn't a step to go back to. */}
        <ListChoice
          view={view}
          sorts={sortWords}
          statuses={statusWords}
          onSearch={(search) => change({ search }, true)}
          onChoose={change}
        />
        {!isFetchNextPageError && problem}
        {!error && !shown && <Waiting rows={6}>Loading withdrawals...</Waiting>}
        {shown && (
          <Work
            rows={shown.pages.flatMap((page) => page.data.withdrawals)}
            view={view}
            onSort={(by) => change({ sort: sortedBy(view.sort, by) })}
            more={isFetchNextPageError ? problem : <LoadMore {...more} byItself />}
          />
        )}
      </div>
    </Sheet>
  )
}

type WorkProps = {
  rows: QueuedWithdrawal[]
  view: WithdrawalsView
  onSort(by: string): void
  more: ReactNode
}

/** The table, and what is being asked or done about its rows. */
function Work({ rows, view, onSort, more }: WorkProps) {
  const { mayChange } = useStaff()
  const [asked, ask] = useState<Asked | null>(null)
  const [approving, approve] = useState<QueuedWithdrawal[] | null>(null)
  const chosen = useChosen(rows)
  const decision = asked && asked.what !== 'details' ? { row: asked.row, what: asked.what } : null
  return (
    <>
      {mayChange && <BulkBar chosen={chosen} onApprove={approve} />}
      {rows.length === 0 ? (
        <p>No withdrawal requests found.</p>
      ) : (
        <WithdrawalsTable
          rows={rows}
          view={view}
          onSort={onSort}
          chosen={mayChange ? chosen : null}
          onAsk={ask}
        />
      )}
      {more}
      <DecisionDialog
        key={`${asked?.row._id} ${asked?.what}`}
        asked={decision}
        onClose={() => ask(null)}
      />
      <WithdrawalDetails
        id={asked?.what === 'details' ? asked.row._id : null}
        onClose={() => ask(null)}
        onDecide={(row, what) => ask({ row, what })}
      />
      <BulkApproval
        rows={approving}
        onClose={() => {
          approve(null)
          chosen.none()
        }}
      />
    </>
  )
}
