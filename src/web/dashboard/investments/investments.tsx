import { Button, NativeSelect } from '@mantine/core'
import { Link } from 'react-router'
import type { InvestmentStatus } from '../../../contract/investment.ts'
import { useInvestmentsInfiniteQuery } from '../../api/investments.ts'
import { useAddress, withChosen } from '../../account/address-query.ts'
import { InvestmentList } from '../../account/investments/list.tsx'
import { PageHead } from '../../account/page-head.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { titled } from '../../seo.ts'
import { WithMe } from '../with-me.tsx'
import { Standing } from './standing.tsx'
import { UndoOffer } from './undo.tsx'
import styles from './investments.module.css'

export const meta = titled('My investments')

const statuses: { value: InvestmentStatus; label: string }[] = [
  { value: 'running', label: 'Running' },
  { value: 'matured', label: 'Matured' },
  { value: 'undone', label: 'Undone' },
]

export default function Investments() {
  const [query, change] = useAddress()
  const status = statuses.find(({ value }) => value === query.get('status'))?.value
  return (
    <>
      <PageHead title="My investments">
        <Button component={Link} to="/dashboard/invest">
          Invest
        </Button>
      </PageHead>
      <WithMe>{(me) => <Standing me={me} />}</WithMe>
      <OfferInList status={status} />
      <Sheet label="My investments">
        <div className="stack">
          <NativeSelect
            className={styles.show}
            label="Show"
            value={status ?? ''}
            onChange={({ currentTarget: { value } }) =>
              change((now) => withChosen(now, 'status', value), { replace: true })
            }
            data={[{ value: '', label: 'All' }, ...statuses]}
          />
          <InvestmentList
            key={status}
            label="My investments"
            status={status}
            nothing={status ? <NothingOf status={status} /> : <NothingYet />}
          />
        </div>
      </Sheet>
    </>
  )
}

/** The one that can be undone, of those that the list below has read. */
function OfferInList({ status }: { status: InvestmentStatus | undefined }) {
  const { data } = useInvestmentsInfiniteQuery({ userId: null, status })
  const undoable = data?.pages
    .flatMap((page) => page.data.investments)
    .find(({ undoableUntil }) => undoableUntil !== null)
  return undoable ? <UndoOffer key={undoable.id} investment={undoable} /> : null
}

function NothingOf({ status }: { status: InvestmentStatus }) {
  const words = { running: 'is running', matured: 'has matured', undone: 'was undone' }
  return <Empty>None of your investments {words[status]}.</Empty>
}

function NothingYet() {
  return (
    <Empty action={<Link to="/dashboard/invest">See the plans</Link>}>
      You have not invested yet.
    </Empty>
  )
}
