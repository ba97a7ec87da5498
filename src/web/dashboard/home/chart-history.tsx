import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useHistoryQuery } from '../../api/history.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { plainAmount } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDate } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Waiting } from '../../ui/states.tsx'
import { ValueFigure } from './chart-figure.tsx'
import { valuePoint, type ValuePoint } from './chart-value.ts'
import styles from '../../account/charts/chart.module.css'

const spans = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '366', label: 'A year' },
]

const columns: Column<ValuePoint>[] = [
  { head: 'Date', cell: ({ at }) => showDate(new Date(at).toISOString()) },
  { head: 'Balance', kind: 'amount', cell: ({ balance }) => plainAmount(balance) },
  { head: 'Held', kind: 'amount', cell: ({ held }) => plainAmount(held) },
  { head: 'In plans', kind: 'amount', cell: ({ invested }) => plainAmount(invested) },
  { head: 'Total value', kind: 'amount', cell: ({ total }) => plainAmount(total) },
  { head: 'Accrued', kind: 'amount', cell: ({ accrued }) => plainAmount(accrued) },
  { head: 'Profit', kind: 'amount', cell: ({ profit }) => plainAmount(profit) },
]

/** The total as a line, what is in plans as an area below it; beside the picture a table of all of it, with the profit. */
export default function HistoryChart() {
  const [days, setDays] = useState('90')
  return (
    <Sheet
      title="Value over time"
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
  const { data, currentData, ...answer } = useHistoryQuery({ days: String(days) })
  // While another period is on its way, the one before stays; it doesn't when that can't be had.
  if (answer.error && !currentData) return <LoadFailed what="the chart" {...answer} />
  if (!data) return <Waiting rows={5} />
  const points = data.data.points.map(valuePoint)
  return (
    <>
      <ValueFigure points={points} />
      <details className={styles.table}>
        <summary>As a table</summary>
        <DataTable
          label="Value over time"
          columns={columns}
          rows={points.toReversed()}
          keyOf={({ at }) => String(at)}
        />
      </details>
    </>
  )
}
