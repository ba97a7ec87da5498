import { Link, useParams } from 'react-router'
import type { ListPayment } from '../../../contract/payout-list.ts'
import { usePayoutList } from '../../api/payout-lists.ts'
import { titled } from '../../seo.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { Explorer, shortened } from '../../ui/transaction.tsx'
import { Opened } from '../coin-payouts/opened.tsx'
import { Differing, Payments } from '../coin-payouts/payments.tsx'
import { PayoutsBlocked } from '../payout-block/notice.tsx'
import { useStaff } from '../staff.ts'
import { Actions } from './actions.tsx'
import { ListFacts } from './facts.tsx'
import { Standing } from './lists.tsx'
import { listSteps } from './steps.ts'
import { listName, timeOf, usdtOf, type OpenList } from './words.ts'

export const meta = titled('List of USDT payouts')

/** One list of payouts, from those who are on it to its end. */
export default function ListPage() {
  const id = useParams().listId ?? ''
  return (
    <>
      <p className="small">
        <Link to="/admin/payout-lists">All USDT payouts</Link>
      </p>
      <div>
        <h1>List of USDT payouts</h1>
      </div>
      <PayoutsBlocked />
      <Found key={id} id={id} />
    </>
  )
}

function Found({ id }: { id: string }) {
  const query = usePayoutList(id)
  return (
    <Opened what="list" all="/admin/payout-lists" query={query}>
      {(open) => <Whole open={open} />}
    </Opened>
  )
}

function Whole({ open }: { open: OpenList }) {
  const { list, difference, payments, from } = open
  const { mayChange } = useStaff()
  const isOpen = list.status === 'built' || list.status === 'released'
  return (
    <>
      <Differing what="list" difference={difference} payments={payments} />
      <Recalled open={open} />
      <div className="columns">
        <Sheet
          title={
            <>
              <span className="hide">List {list.id}</span>
              <span aria-hidden="true">{listName(list.id)}</span>
            </>
          }
          aside={
            <span role="status">
              <Standing list={list} />
            </span>
          }
          lit={!(mayChange && isOpen)}
        >
          <ListFacts list={list} from={from} />
        </Sheet>
        <Sheet title="Step by step">
          <Timeline steps={listSteps(open)} />
        </Sheet>
      </div>
      {mayChange && isOpen && <Actions open={open} />}
      <Sheet title={`Whom it pays (${payments.length})`}>
        <Payments
          payments={payments}
          coins={({ quantity }) => usdtOf(quantity)}
          reference={(payment) => <Reference payment={payment} />}
        />
      </Sheet>
    </>
  )
}

function Recalled({ open: { list } }: { open: OpenList }) {
  const { status, freeIn } = list
  if (status !== 'recalled') return null
  return (
    <Note>
      This list was given up after its release. Its withdrawals are kept{' '}
      {freeIn
        ? `for about ${timeOf(freeIn)} more (${freeIn.toLocaleString('en-US')} blocks)`
        : 'for a moment more'}
      : until then what was signed for it could still be sent, and is booked if it is. Destroy
      everything that was signed or exported of it.
    </Note>
  )
}

/** Its transaction, and the log in it. */
function Reference({ payment: { reference, explorer } }: { payment: ListPayment }) {
  if (reference === null) return <span className="caption">None yet</span>
  const [txid = '', log = ''] = reference.split(':')
  return (
    <Explorer explorer={explorer}>
      <code aria-hidden="true" title={reference}>
        {shortened(txid)}:{log}
      </code>
      <span className="hide">{reference}</span>
    </Explorer>
  )
}
