import { capitalised } from '../../../lib/text.ts'
import { nameOfAccount } from '../../../contract/book-reports.ts'
import type { BalanceOfKind, TreasuryBooks } from '../../../contract/treasury.ts'
import { usd } from '../../ui/amount.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import styles from './treasury.module.css'
import { sayWhen } from '../zone-shown.ts'
import { When } from '../when.tsx'

type Sum = TreasuryBooks['sums'][number]

/** Decimals of a coin whose amounts come in its smallest unit. */
const decimals = { BTC: 8, USDT: 6 }

function shown(amount: number, unit: Sum['unit']) {
  if (unit === 'USD') return usd(amount).replace('-', '\u2212')
  const digits = String(Math.abs(amount)).padStart(decimals[unit] + 1, '0')
  const whole = Number(digits.slice(0, -decimals[unit])).toLocaleString('en-US')
  const rest = digits.slice(-decimals[unit]).replace(/0{1,20}$/, '')
  return `${amount < 0 ? '\u2212' : ''}${whole}${rest && `.${rest}`} ${unit}`
}

/** Every kind of account with what was ever debited and credited; under each unit its sum, which is zero or a fault. */
export function TrialBalance({ books: { balances, sums, asOf } }: { books: TreasuryBooks }) {
  const wrong = sums.filter(({ balance }) => balance !== 0)
  return (
    <Sheet title="Trial balance">
      {wrong.length === 0 ? (
        <p className="small">
          Debits and credits are equal: the balances of all accounts come to zero, as of{' '}
          <When at={asOf} />. Claims have balances above zero, assets below.
        </p>
      ) : (
        <Note tone="bad">
          The balances do not come to zero, as of {sayWhen(asOf)}. Run the audit of the books before
          anything else is booked.
        </Note>
      )}
      <div className={styles.room}>
        <table className={styles.balances} role="table" aria-label="Trial balance">
          <thead role="rowgroup">
            <tr role="row">
              {['Account', 'Debits', 'Credits', 'Balance'].map((head) => (
                <th key={head} role="columnheader" scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          {sums.map((sum) => (
            <OfUnit
              key={sum.unit}
              sum={sum}
              balances={balances.filter(({ unit }) => unit === sum.unit)}
              only={sums.length === 1}
            />
          ))}
        </table>
      </div>
    </Sheet>
  )
}

function OfUnit({ sum, balances, only }: { sum: Sum; balances: BalanceOfKind[]; only: boolean }) {
  return (
    <tbody role="rowgroup">
      {balances.map((row) => (
        <Row
          key={row.kind}
          row={row}
          label={nameOfAccount(row.kind)}
          note={
            row.of === 'investor' ? `${row.accounts.toLocaleString('en-US')} accounts` : undefined
          }
        />
      ))}
      <Row row={sum} label={only ? 'Total' : `Total in ${sum.unit}`} isSum />
    </tbody>
  )
}

function Row({
  row,
  label,
  note,
  isSum = false,
}: {
  row: Sum
  label: string
  note?: string | undefined
  isSum?: boolean
}) {
  return (
    <tr role="row" className={isSum ? styles.sum : undefined}>
      <th role="rowheader" scope="row">
        {label}
        {note && <span className="caption"> {note}</span>}
      </th>
      {(['debits', 'credits', 'balance'] as const).map((name) => (
        <td
          key={name}
          role="cell"
          data-label={capitalised(name)}
          className={row[name] === 0 && !isSum ? styles.zero : undefined}
        >
          {shown(row[name], row.unit)}
        </td>
      ))}
    </tr>
  )
}
