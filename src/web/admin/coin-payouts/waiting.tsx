import { Checkbox } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { PayableInCoins } from '../../../contract/payouts.ts'
import { usd } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { useStaff } from '../staff.ts'
import { Flags } from '../withdrawals/flags.tsx'
import { UserLink } from '../way-back.tsx'
import { payouts, total, type Carrier } from './words.ts'
import { When } from '../when.tsx'

type WaitingProps = {
  what: Carrier
  waiting: PayableInCoins[]
  /** How many one of them pays. */
  most: number
  aside?: ReactNode
  /** Where nothing waits. */
  empty: ReactNode
  /** What becomes of the chosen. */
  children(chosen: Chosen): ReactNode
}

/** The approved requests that nothing pays yet, for administrators to choose from. */
export function WaitingToBePaid({ what, waiting, aside, empty, ...choosing }: WaitingProps) {
  const { may } = useStaff()
  const title = `Waiting for a ${what}`
  return (
    <Sheet title={title} aside={aside} lit>
      {waiting.length === 0 ? (
        <Empty>{empty}</Empty>
      ) : (
        <div className="stack">
          <p>
            {payouts(waiting.length)} of {total(waiting)} in all.
          </p>
          {may('pay-out') ? (
            <Choose {...choosing} what={what} title={title} waiting={waiting} />
          ) : (
            <DataTable
              label={title}
              columns={facts}
              rows={waiting}
              keyOf={({ withdrawalId }) => withdrawalId}
            />
          )}
        </div>
      )}
    </Sheet>
  )
}

const facts: Column<PayableInCoins>[] = [
  {
    head: 'Person',
    kind: 'name',
    cell: ({ user, looks }) => (
      <>
        <UserLink userId={user.id}>{user.fullName}</UserLink>
        <Flags looks={looks} />
      </>
    ),
  },
  { head: 'Amount', kind: 'amount', cell: ({ amount }) => usd(amount) },
  {
    head: 'Approved',
    kind: 'date',
    cell: ({ approvedAt }) => <When at={approvedAt} />,
  },
]

/** By id: what is paid or given back meanwhile is no longer among the chosen. */
function useChosen(waiting: readonly PayableInCoins[], most: number) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const rows = waiting.filter(({ withdrawalId }) => ids.has(withdrawalId))
  const choose = (chosen: readonly PayableInCoins[]) =>
    setIds(new Set(chosen.slice(0, most).map(({ withdrawalId }) => withdrawalId)))
  return {
    rows,
    isAll: rows.length === Math.min(waiting.length, most),
    isFull: rows.length >= most,
    has: ({ withdrawalId }: PayableInCoins) => ids.has(withdrawalId),
    turn: (row: PayableInCoins) =>
      choose(ids.has(row.withdrawalId) ? rows.filter((one) => one !== row) : [...rows, row]),
    turnAll: (isOn: boolean) => choose(isOn ? waiting : []),
  }
}
export type Chosen = ReturnType<typeof useChosen>

type ChooseProps = Pick<WaitingProps, 'what' | 'waiting' | 'most' | 'children'> & { title: string }

function Choose({ what, title, waiting, most, children }: ChooseProps) {
  const chosen = useChosen(waiting, most)
  const choice: Column<PayableInCoins> = {
    head: 'Pay',
    kind: 'short',
    cell: (row) => (
      <Checkbox
        aria-label={`Pay ${usd(row.amount)} to ${row.user.fullName}`}
        checked={chosen.has(row)}
        disabled={chosen.isFull && !chosen.has(row)}
        onChange={() => chosen.turn(row)}
      />
    ),
  }
  return (
    <>
      {waiting.length > 1 && (
        <Checkbox
          label={waiting.length > most ? `The first ${most}` : `All ${waiting.length}`}
          checked={chosen.isAll}
          indeterminate={chosen.rows.length > 0 && !chosen.isAll}
          onChange={({ currentTarget }) => chosen.turnAll(currentTarget.checked)}
        />
      )}
      {waiting.length > most && (
        <p className="small">
          A {what} pays at most {most}; the others wait for the next.
        </p>
      )}
      <DataTable
        label={title}
        columns={[choice, ...facts]}
        rows={waiting}
        keyOf={({ withdrawalId }) => withdrawalId}
      />
      {children(chosen)}
    </>
  )
}
