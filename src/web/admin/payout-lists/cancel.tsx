import { useCancelPayoutListMutation } from '../../api/payout-lists.ts'
import { Note } from '../../ui/states.tsx'
import { CancelPayouts } from '../coin-payouts/cancel-payouts.tsx'
import { payouts } from '../coin-payouts/words.ts'
import { watchedOf, type OpenList } from './words.ts'

export function Cancel({ open, onClose }: { open: OpenList; onClose(): void }) {
  const { list } = open
  const [trigger] = useCancelPayoutListMutation()
  const left = list.payments - list.paid
  return (
    <CancelPayouts id={list.id} trigger={trigger} watched={watchedOf(open)} onClose={onClose}>
      {list.status === 'built' ? (
        <p>
          It was never released. {payouts(left)} {left === 1 ? 'waits' : 'wait'} for another list
          then.
        </p>
      ) : (
        <>
          <p>
            It was released: what was signed for it counts for up to a day. So {payouts(left)}{' '}
            {left === 1 ? 'is' : 'are'} kept for a day of blocks, neither returned nor paid another
            way. What is sent until then is found and booked. After that{' '}
            {left === 1 ? 'it waits' : 'they wait'} for another list.
          </p>
          <Note>
            Destroy everything that was exported or signed for it: files, prepared and signed
            transactions. A file signed after that pays a second time, and nothing here can stop it.
          </Note>
        </>
      )}
    </CancelPayouts>
  )
}
