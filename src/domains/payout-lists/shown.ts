/** Lists as they are sent. Pure but for the names of people. */
import { party, partyIfAny } from '../../desk/spoken.ts'
import type { PayoutList as Wire } from '../../contract/payout-list.ts'
import { coinsFromUnits } from '../../lib/coin-amount.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { lifeOfSigned } from '../../lib/tron-payouts.ts'
import { iso, rateText } from '../payout-rails/pages/shown.ts'
import type { ListRow } from './queries.ts'

/** `reached`: how far the chain was read. */
export function presentList(list: ListRow, reached: number | null): Wire {
  const { status, recalledHeight } = list
  const freeAt =
    status === 'recalled' && recalledHeight !== null ? recalledHeight + lifeOfSigned : null
  return {
    id: list.id,
    status,
    amount: dollarsFromCents(list.amount),
    quantity: coinsFromUnits(list.quantity, 'USDT'),
    rate: rateText(list.rate),
    payments: list.payments,
    paid: list.paid,
    builtAt: isoFromInstant(list.builtAt),
    builtBy: party(list.builtBy, list.builtByName),
    releasedAt: iso(list.releasedAt),
    releasedBy: partyIfAny(list.releasedBy, list.releasedByName),
    endedAt: iso(list.endedAt),
    freeIn: freeAt === null ? null : Math.max(0, freeAt - (reached ?? 0)),
  }
}
