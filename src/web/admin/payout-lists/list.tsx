import { useParams } from 'react-router'
import type { ListPayment } from '../../../contract/payout-list.ts'
import { usePayoutList } from '../../api/payout-lists.ts'
import { titled } from '../../seo.ts'
import { Note } from '../../ui/states.tsx'
import { Opened, OpenedPage, Reference, Whole } from '../coin-payouts/opened.tsx'
import { Differing } from '../coin-payouts/payments.tsx'
import { Actions } from './actions.tsx'
import { ListFacts } from './facts.tsx'
import { listSteps } from './steps.ts'
import { listName, standing, timeOf, usdtOf, type OpenList } from './words.ts'

export const meta = titled('List of USDT payouts')

/** One list of payouts, from those who are on it to its end. */
export default function ListPage() {
  const id = useParams().listId ?? ''
  return (
    <OpenedPage what="list">
      <Found key={id} id={id} />
    </OpenedPage>
  )
}

function Found({ id }: { id: string }) {
  const query = usePayoutList(id)
  return (
    <Opened what="list" query={query}>
      {(open) => (
        <Whole
          name={{ heard: `List ${open.list.id}`, seen: listName(open.list.id) }}
          standing={standing(open.list)}
          isOpen={open.list.status === 'built' || open.list.status === 'released'}
          alerts={<ListAlerts open={open} />}
          facts={<ListFacts list={open.list} from={open.from} />}
          steps={listSteps(open)}
          actions={<Actions open={open} />}
          payments={open.payments}
          coins={({ quantity }) => usdtOf(quantity)}
          reference={referenceOf}
        />
      )}
    </Opened>
  )
}

const referenceOf = ({ reference, explorer }: ListPayment) =>
  reference === null ? (
    <span className="caption">None yet</span>
  ) : (
    <Reference whole={reference} explorer={explorer} />
  )

const ListAlerts = ({ open }: { open: OpenList }) => (
  <>
    <Differing what="list" difference={open.difference} payments={open.payments} />
    <Recalled open={open} />
  </>
)

function Recalled({ open: { list } }: { open: OpenList }) {
  const { status, freeIn } = list
  if (status !== 'recalled') return null
  return (
    <Note>
      This list was cancelled after its release. Its withdrawals are kept{' '}
      {freeIn
        ? `for about ${timeOf(freeIn)} more (${freeIn.toLocaleString('en-US')} blocks)`
        : 'for a moment more'}
      : until then what was signed for it could still be sent, and is booked if it is. Destroy
      everything that was signed or exported of it.
    </Note>
  )
}
