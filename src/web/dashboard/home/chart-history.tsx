import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useHistoryQuery } from '../../api/history.ts'
import { failureText, statusOf } from '../../api/failure.ts'
import { centsOf, plainAmount } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDate } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { LoadProblem, Waiting } from '../../ui/states.tsx'
import { ChartDrawing } from '../../account/charts/drawing.tsx'
import type { ChartPoint } from '../../account/charts/scale.ts'
import styles from '../../account/charts/chart.module.css'

const spans = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '366', label: 'A year' },
]

const columns: Column<ChartPoint>[] = [
  { head: 'Date', cell: ({ at }) => showDate(new Date(at).toISOString()) },
  { head: 'Balance', kind: 'amount', cell: ({ balance }) => plainAmount(balance) },
  { head: 'Profit', kind: 'amount', cell: ({ profit }) => plainAmount(profit) },
]

/** The balance in steps and the profit as a line, and beside the picture a table of the same. */
export default function HistoryChart() {
  const [days, setDays] = useState('90')
  return (
    <Sheet
      title="Balance and profit"
      aside={
        <NativeSelect
          aria-label="Period"
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
          data={spans}
        />
      }
    >
      <History days={Number(days)} />
    </Sheet>
  )
}

function History({ days }: { days: number }) {
  const { data, error, isFetching, refetch } = useHistoryQuery(days)
  if (error && !data)
    return (
      <LoadProblem
        title={`Error loading the chart: ${failureText(error, 'Unknown error')}`}
        status={statusOf(error)}
        onRetry={refetch}
        busy={isFetching}
      />
    )
  if (!data) return <Waiting rows={5} />
  const points = data.data.points.map(({ at, balance, profit }) => ({
    at: Date.parse(at),
    balance: centsOf(balance),
    profit: centsOf(profit),
  }))
  return (
    <>
      <ChartDrawing points={points} />
      <details className={styles.table}>
        <summary>As a table</summary>
        <DataTable
          label="Balance and profit"
          columns={columns}
          rows={points.toReversed()}
          keyOf={({ at }) => String(at)}
        />
      </details>
    </>
  )
}
