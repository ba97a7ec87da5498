/** What booking exchanged coins or a cover changes: each figure as it is, and as it would be. */
import type { CoinPosition } from '../../../contract/coin-exchange.ts'
import type { Proposal } from '../../../contract/proposal.ts'
import type { TreasuryBooks } from '../../../contract/treasury.ts'
import { formatBitcoin, satoshiFromBitcoin } from '../../../lib/bitcoin-amount.ts'
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
  const position = coins?.data.position
  if (!position || !books) return <NotLoaded what="the treasury" rows={2} {...answer} />
  const { treasury } = books.data
  return <BeforeAfter asOf={treasury.asOf} lines={changesBy(facts, position, treasury)} />
}

const satoshiOf = (text: string): bigint =>
  text.startsWith('-') ? -satoshiOf(text.slice(1)) : satoshiFromBitcoin(text)!

function changesBy(facts: Facts, position: CoinPosition, books: TreasuryBooks): Line[] {
  const cents = centsOf(Number(facts.amount))
  const [owed, bank] = [centsOf(position.owed), centsOf(books.assets.clientBank)]
  if (facts.quantity === null) {
    const [capital, own] = [centsOf(books.capital), centsOf(books.assets.firmBank)]
    return [
      changed('Capital', capital, capital - cents),
      changed('Firm’s bank account', own, own - cents),
      changed('Clients’ bank account', bank, bank + cents),
      changed('Owed against coins', owed, owed - cents),
    ]
  }
  const sign = facts.kind === 'sale' ? 1n : -1n
  const before = satoshiOf(position.books)
  const after = before - sign * satoshiOf(String(facts.quantity))
  return [
    {
      label: 'Coins in the books',
      amount: `${formatBitcoin(before)} → ${formatBitcoin(after)}`,
    },
    changed('Clients’ bank account', bank, bank + sign * cents),
    changed('Owed against coins', owed, owed - sign * cents),
  ]
}
