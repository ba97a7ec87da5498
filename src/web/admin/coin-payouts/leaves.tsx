/** What is said of requests that leave in coins, wherever requests are shown. */
import { Link } from 'react-router'
import type { Withdrawal } from '../../../contract/withdrawal.ts'
import { usePayoutsInCoinsQuery } from '../../api/payout-batches.ts'
import { usePayoutsInUsdtQuery } from '../../api/payout-lists.ts'
import { pathOf, payouts, ways, type Carrier } from './words.ts'

/** In the list of what is to be paid out: how many of it leave by batches and lists; nothing of coins that the firm doesn't pay out. */
export function WaitingForCoins() {
  const bitcoin = usePayoutsInCoinsQuery().data?.data
  const usdt = usePayoutsInUsdtQuery().data?.data
  return (
    <>
      {bitcoin && bitcoin.network !== null && (
        <OfOneCoin
          what="batch"
          waiting={bitcoin.waiting.length}
          taken={bitcoin.inBatches.length}
          says={['to Bitcoin addresses to be put into a batch', 'in a batch']}
        />
      )}
      {usdt && usdt.from !== null && (
        <OfOneCoin
          what="list"
          waiting={usdt.waiting.length}
          taken={usdt.onLists.length}
          says={['to addresses on TRON to be put on a list', 'on a list']}
        />
      )}
    </>
  )
}

type OfOneCoinProps = {
  what: Carrier
  waiting: number
  taken: number
  says: [waiting: string, taken: string]
}

function OfOneCoin({ what, waiting, taken, says }: OfOneCoinProps) {
  const said = [
    waiting > 0 ? `${payouts(waiting)} ${says[0]}` : '',
    taken > 0 ? `${taken} ${says[1]}` : '',
  ].filter(Boolean)
  return (
    <p className="caption">
      {said.length > 0 && `${said.join(', ')}. `}
      <PayoutsLink of={what} />
    </p>
  )
}

export const PayoutsLink = ({ of }: { of: Carrier }) => (
  <Link to={ways[of].to}>{ways[of].page}</Link>
)

type Row = { withdrawalId: string }
/** `by`: which one is to pay it; null: none yet. */
export type Way = { what: Carrier; by: string | null }

function wayOf<T extends Row>(
  id: string,
  what: Carrier,
  [waiting, taken, carrierOf]: [readonly Row[], readonly T[], (row: T) => string],
): Way | null {
  const own = taken.find(({ withdrawalId }) => withdrawalId === id)
  if (own) return { what, by: carrierOf(own) }
  return waiting.some(({ withdrawalId }) => withdrawalId === id) ? { what, by: null } : null
}

/** How a request leaves that goes to an address of a coin: in which batch or on which list, or in none yet. Null: it is paid by hand; undefined: it isn't known yet. */
export function useLeavesInCoins({ _id: id, type }: Withdrawal): Way | null | undefined {
  const toWallet = type === 'bank_transfer'
  const skip = { skip: !toWallet }
  const bitcoin = usePayoutsInCoinsQuery(undefined, skip).data?.data
  const usdt = usePayoutsInUsdtQuery(undefined, skip).data?.data
  if (!toWallet) return null
  if (!bitcoin || !usdt) return undefined
  return (
    wayOf(id, 'batch', [bitcoin.waiting, bitcoin.inBatches, ({ batchId }) => batchId]) ??
    wayOf(id, 'list', [usdt.waiting, usdt.onLists, ({ listId }) => listId])
  )
}

/** Instead of asking for a reference that the chain gives. */
export const LeavesInCoins = ({ what, by }: Way) => (
  <p>
    {by === null ? (
      <>
        It goes to {ways[what].address}: put it {what === 'batch' ? 'into a batch' : 'on a list'}{' '}
        under <PayoutsLink of={what} />. Once the chain has it, it is recorded by itself, with its
        reference.
      </>
    ) : (
      <>
        <Link to={pathOf[what](by)}>A {what}</Link> {what === 'batch' ? 'is to' : 'may'} pay it.
        Once the chain has that, it is recorded by itself, with its reference.
      </>
    )}
  </p>
)
