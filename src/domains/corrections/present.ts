import type { Correction as WireCorrection } from '../../contract/correction.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { dollarsFromCents, formatUsd, type Cents } from '../../lib/money.ts'
import { creditOf } from './credit.ts'
import type { Correction } from './table.ts'

/** `friend` is null in what is kept as a reply: a name would outlive the person's erasure. */
type Names = {
  fullName: string
  email: string
  proposedBy: string | null
  decidedBy: string | null
  friend: string | null
}

const size = (cents: Cents) => (cents < 0n ? -cents : cents)

/** What posting profit, loss and the rest of the balance moves, in either direction; of a credit, what it gives. */
export function amountOf({
  balanceFrom,
  balanceTo,
  profitFrom,
  profitTo,
  lossFrom,
  lossTo,
  funding,
}: Correction): Cents {
  if (funding !== null) return creditOf(funding)
  const [profit, loss] = [profitTo - profitFrom, lossTo - lossFrom]
  return size(profit) + size(loss) + size(balanceTo - balanceFrom - profit + loss)
}

/** A name or an e-mail isn't money: what it was is shown only while the proposal waits. */
function changesOf(proposed: Correction, { fullName, email }: Names): WireCorrection['changes'] {
  const before = (value: string) => (proposed.status === 'pending' ? value : null)
  const money = (field: string, from: Cents, to: Cents) =>
    from === to ? [] : [{ field, from: formatUsd(from), to: formatUsd(to) }]
  return [
    ...(proposed.fullName === null
      ? []
      : [{ field: 'fullName', from: before(fullName), to: proposed.fullName }]),
    ...(proposed.email === null
      ? []
      : [{ field: 'email', from: before(email), to: proposed.email }]),
    ...money('accountBalance', proposed.balanceFrom, proposed.balanceTo),
    ...money('totalProfit', proposed.profitFrom, proposed.profitTo),
    ...money('totalLoss', proposed.lossFrom, proposed.lossTo),
  ]
}

function creditIn({ friend, funding }: Correction, names: Names): WireCorrection['credit'] {
  return friend === null || funding === null
    ? null
    : { userId: friend, fullName: names.friend, fundingAmount: dollarsFromCents(funding) }
}

export function presentCorrection(proposed: Correction, names: Names): WireCorrection {
  return {
    id: proposed.id,
    user: { id: proposed.owner, fullName: names.fullName, email: names.email },
    status: proposed.status,
    amount: dollarsFromCents(amountOf(proposed)),
    changes: changesOf(proposed, names),
    credit: creditIn(proposed, names),
    reason: proposed.reason,
    proposedAt: isoFromInstant(proposed.proposedAt),
    proposedById: proposed.proposedBy,
    proposedBy: names.proposedBy,
    decidedAt: proposed.decidedAt === null ? null : isoFromInstant(proposed.decidedAt),
    decidedBy: names.decidedBy,
    refusalReason: proposed.refusalReason,
  }
}
