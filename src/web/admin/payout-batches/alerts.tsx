import { Link } from 'react-router'
import { Note } from '../../ui/states.tsx'
import { Differing } from '../coin-payouts/payments.tsx'
import { pathOf } from '../coin-payouts/words.ts'
import { feeInDollars, type OpenBatch } from './words.ts'

/** What has to be known before anything is done with it. */
export function BatchAlerts({ open: { batch, difference, payments } }: { open: OpenBatch }) {
  const { status, place, replaces, replacedBy } = batch
  const isLive = status === 'built' || status === 'sent'
  const { isHigh, dollars, share } = feeInDollars(batch)
  return (
    <>
      <Differing what="batch" difference={difference} payments={payments} />
      {status === 'built' && isHigh && (
        <Note>
          The network’s fee is {dollars}, {share} of what is paid. Look at the fee rate again before
          anything is signed.
        </Note>
      )}
      {(status === 'built' || status === 'cancelled') &&
        place !== 'unseen' &&
        place !== 'replaced' && (
          <Note tone="bad">
            The signer has sent this batch themselves. It is followed and booked like one sent from
            here.
          </Note>
        )}
      {isLive && place === 'replaced' && (
        <Note>
          Another transaction in the chain spends a coin of this batch: it can’t be mined beside it.
          Once that one is six blocks deep, this one has ended.
        </Note>
      )}
      {replacedBy !== null && (
        <Note>
          <Link to={pathOf.batch(replacedBy)}>Another batch</Link> was built instead of this one.
          Both spend the same coin, so that one of them alone can ever be mined.
        </Note>
      )}
      {replaces !== null && (
        <Note>
          It was built instead of <Link to={pathOf.batch(replaces)}>another batch</Link>. Both spend
          the same coin, so that one of them alone can ever be mined.
        </Note>
      )}
    </>
  )
}
