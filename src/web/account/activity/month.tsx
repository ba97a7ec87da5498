import { useActivitySumsQuery, type ActivityChoice } from '../../api/activity.ts'
import type { ActivitySums } from '../../../contract/activity.ts'
import { centsOf, usd } from '../../ui/amount.ts'
import { formatUsd } from '../../../lib/money.ts'
import { useWhose } from '../whose.ts'
import { boundsOfYear, monthName, type Month } from './months.ts'
import styles from './list.module.css'

type MonthHeadProps = { month: Month; choice: ActivityChoice }

/** The name of a month, and what its items come to: all of them, however many of the list have been read. */
export function MonthHead({ month, choice }: MonthHeadProps) {
  const { userId } = useWhose()
  const Heading = userId === null ? 'h2' : 'h3'
  const { data, isError } = useActivitySumsQuery({
    ...choice,
    userId,
    bounds: boundsOfYear(month.year),
  })
  const sums = data?.data.sums[month.month]
  return (
    <div className={styles.month}>
      <Heading>{monthName(month)}</Heading>
      {sums && <Sums sums={sums} isNarrowed={Object.keys(choice).length > 0} />}
      {!sums && (
        <span className="caption">{isError ? 'The totals could not be loaded.' : '…'}</span>
      )}
    </div>
  )
}

const signed = (cents: bigint) =>
  `${cents > 0n ? '+' : ''}${formatUsd(cents).replace('-', '\u2212')}`

function countOf(count: number, isNarrowed: boolean): string {
  const entries = count === 1 ? 'entry' : 'entries'
  return `${count.toLocaleString('en-US')} ${isNarrowed ? `matching ${entries}` : entries}`
}

/** What the account was worth, what came to it and left it. Of chosen items: what they did to the balance, from which money is also placed and set aside. */
function Sums({ sums, isNarrowed }: { sums: ActivitySums; isNarrowed: boolean }) {
  // Of an account that never had anything nothing is said.
  const value = sums.value?.opening || sums.value?.closing || sums.moneyIn ? sums.value : null
  const [moneyIn, moneyOut, change] = [sums.moneyIn, sums.moneyOut, sums.balanceChange].map(centsOf)
  return (
    <ul className={`caption ${styles.sums}`}>
      <li>{countOf(sums.count, isNarrowed)}</li>
      {value && <li>Opening {usd(value.opening)}</li>}
      {moneyIn !== 0n && <li>Money in {formatUsd(moneyIn!)}</li>}
      {moneyOut !== 0n && <li>Money out {formatUsd(moneyOut!)}</li>}
      {value && <Closing {...value} />}
      {!sums.value && (moneyIn !== 0n || moneyOut !== 0n || change !== 0n) && (
        <li>Balance {signed(change!)}</li>
      )}
    </ul>
  )
}

/** Opening, what came, what went: that is the closing value, wherever of the account it lies. */
const Closing = ({ closing, invested }: NonNullable<ActivitySums['value']>) => (
  <>
    <li>Closing {usd(closing)}</li>
    {invested !== 0 && <li>of it in plans {usd(invested)}</li>}
  </>
)
