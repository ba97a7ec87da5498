/** What booking exchanged coins or a cover changes: each figure as it is, and as it would be. */
import type { CoinPosition, UsdtPosition } from '../../../contract/coin-exchange.ts'
import type { Proposal } from '../../../contract/proposal.ts'
import type { TreasuryBooks } from '../../../contract/treasury.ts'
import { formatCoins, unitsTyped } from '../../../lib/coin-amount.ts'
import { coinOfEntry, isBorne, isSale, type CoinEntryKind } from '../../../lib/coin-entry.ts'
import type { Coin } from '../../../lib/exchange-rate.ts'
import { useCoinPosition } from '../../api/coin-exchanges.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { useTreasuryQuery } from '../../api/treasury.ts'
import { centsOf } from '../../ui/amount.ts'
import type { Line } from '../../ui/explain.tsx'
import { BeforeAfter, changed } from '../treasury/before-after.tsx'

type Facts = Proposal['facts']

export function CoinChanges({ facts }: { facts: Facts }) {
  const { data: coins } = useCoinPosition()
  const { data: books, ...answer } = useTreasuryQuery()
  if (!coins || !books) return <NotLoaded what="the treasury" rows={2} {...answer} />
  const { treasury } = books.data
  return <BeforeAfter asOf={treasury.asOf} lines={changesBy(facts, coins.data, treasury)} />
}

const unitsOf = (text: string, coin: Coin): bigint =>
  text.startsWith('-') ? -unitsOf(text.slice(1), coin) : (unitsTyped(text, coin) ?? 0n)

type Held = { position: CoinPosition | null; usdt: UsdtPosition | null }

function changesBy(facts: Facts, { position, usdt }: Held, books: TreasuryBooks): Line[] {
  const cents = centsOf(Number(facts.amount))
  const bank = centsOf(books.assets.clientBank)
  /** Known where the firm takes bitcoin: what is owed against all coins stands there. */
  const owedLine = (less: bigint): Line[] => {
    if (position === null) return []
    const owed = centsOf(position.owed)
    return [changed('Owed against coins', owed, owed - less)]
  }
  const kind = facts.kind as CoinEntryKind
  if (isBorne(kind)) {
    const [capital, own] = [centsOf(books.capital), centsOf(books.assets.firmBank)]
    const firms = [
      changed('Capital', capital, capital - cents),
      changed('Firm’s bank account', own, own - cents),
    ]
    if (kind === 'usdt-fee') return firms
    return [...firms, changed('Clients’ bank account', bank, bank + cents), ...owedLine(cents)]
  }
  const coin = coinOfEntry(kind)
  const sign = isSale(kind) ? 1n : -1n
  const before = unitsOf((coin === 'BTC' ? position?.books : usdt?.books) ?? '0', coin)
  const after = before - sign * unitsOf(String(facts.quantity), coin)
  return [
    {
      label: 'Coins in the books',
      amount: `${formatCoins(before, coin)} → ${formatCoins(after, coin)}`,
    },
    changed('Clients’ bank account', bank, bank + sign * cents),
    ...owedLine(sign * cents),
  ]
}
