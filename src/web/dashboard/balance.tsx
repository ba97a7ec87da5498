import { useId, useState } from 'react'
import type { ActivityItem } from '../../contract/activity.ts'
import type { Cents } from '../../lib/money.ts'
import { useActivityInfiniteQuery } from '../api/activity.ts'
import { centsOf, plainAmount } from '../ui/amount.ts'
import { showDate } from '../ui/dates.ts'
import { Explain } from '../ui/explain.tsx'
import { OpeningFigure } from '../ui/figure.tsx'
import { Waiting } from '../ui/states.tsx'
import styles from './balance.module.css'

type BalanceProps = { cents: Cents; size?: 'small' | 'middle' | 'large' }

/** The account balance; pressed, it opens into the movements it is made of. */
export function Balance({ cents, size = 'large' }: BalanceProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={styles.balance}>
      <span className="label">Account Balance</span>
      <OpeningFigure cents={cents} size={size} open={open} controls={id} onToggle={() => setOpen(!open)} />
      <div id={id} hidden={!open}>{open && <Movements balance={cents} />}</div>
    </div>
  )
}

function Movements({ balance }: { balance: Cents }) {
  const { data } = useActivityInfiniteQuery({ limit: '20' })
  if (!data) return <Waiting rows={3} />
  const moved = data.pages[0]!.data.activity.filter(isMovement).slice(0, 6).reverse()
  const sum = { label: 'Balance', amount: plainAmount(balance) }
  if (moved.length === 0) return <Explain lines={[{ label: 'Nothing has moved yet', amount: '0.00' }]} sum={sum} />
  // The lines end in the balance only if the list and the figure are of the same moment; the first line carries the rest.
  const shown = moved.reduce((total, item) => total + centsOf(item.amount), 0n)
  const before = { label: `Before ${showDate(moved[0]!.at)}`, amount: plainAmount(balance - shown) }
  const lines = moved.map((item) => ({ label: item.title, note: showDate(item.at), amount: plainAmount(centsOf(item.amount)) }))
  return <Explain lines={[before, ...lines]} sum={sum} />
}

type Movement = ActivityItem & { amount: number }

function isMovement(item: ActivityItem): item is Movement {
  return item.amount !== null && item.balanceAfter !== null
}
