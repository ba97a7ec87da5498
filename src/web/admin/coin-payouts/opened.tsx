/** One batch or list, from those who are on it to its end. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isUnknown } from '../../api/failure.ts'
import { NotLoaded, type Answer } from '../../api/not-loaded.tsx'
import { buttonLook } from '../../ui/link-button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { Timeline, type Step } from '../../ui/timeline.tsx'
import { Explorer, shortened } from '../../ui/transaction.tsx'
import { PayoutsBlocked } from '../payout-block/notice.tsx'
import { useStaff } from '../staff.ts'
import { InFew, type Standing } from './carried-table.tsx'
import { Payments, type Payment } from './payments.tsx'
import { ways, type Carrier } from './words.ts'

type PageProps = { what: Carrier; children: ReactNode }

export const OpenedPage = ({ what, children }: PageProps) => (
  <>
    <p className="small">
      <Link to={ways[what].to}>All {ways[what].page}</Link>
    </p>
    <div>
      <h1>
        {ways[what].one} of {ways[what].page}
      </h1>
    </div>
    <PayoutsBlocked />
    {children}
  </>
)

type OpenedProps<O> = {
  what: Carrier
  query: Answer & { currentData?: { data: O } | undefined }
  children(open: O): ReactNode
}

/** As soon as it is there. */
export function Opened<O>({ what, query, children }: OpenedProps<O>) {
  const { currentData, ...answer } = query
  if (currentData) return children(currentData.data)
  if (isUnknown(answer.error))
    return (
      <Empty
        action={
          <Link {...buttonLook('default')} to={ways[what].to}>
            See all {ways[what].many.toLowerCase()}
          </Link>
        }
      >
        There is no {what} at this address. It may have been copied incompletely. Nothing was
        changed.
      </Empty>
    )
  return <NotLoaded what={`the ${what}`} rows={6} {...answer} />
}

type WholeProps<P extends Payment> = {
  /** Its name outside: whole for those who hear it. */
  name: { heard: string; seen: string }
  standing: Standing
  /** While something can be done with it. */
  isOpen: boolean
  alerts: ReactNode
  facts: ReactNode
  steps: Step[]
  actions: ReactNode
  payments: P[]
  coins(payment: P): string
  reference(payment: P): ReactNode
}

export function Whole<P extends Payment>({ name, standing, isOpen, ...of }: WholeProps<P>) {
  const { may } = useStaff()
  const hasActions = may('pay-out') && isOpen
  return (
    <>
      {of.alerts}
      <div className="columns">
        <Sheet
          title={
            <>
              <span className="hide">{name.heard}</span>
              <span aria-hidden="true">{name.seen}</span>
            </>
          }
          aside={
            <span role="status">
              <InFew {...standing} />
            </span>
          }
          lit={!hasActions}
        >
          {of.facts}
        </Sheet>
        <Sheet title="Step by step">
          <Timeline steps={of.steps} />
        </Sheet>
      </div>
      {hasActions && of.actions}
      <Sheet title={`Recipients (${of.payments.length})`}>
        <Payments payments={of.payments} coins={of.coins} reference={of.reference} />
      </Sheet>
    </>
  )
}

/** Of a payment its transaction, and the place in it. */
export function Reference({ whole, explorer = null }: { whole: string; explorer?: string | null }) {
  const [txid = '', place = ''] = whole.split(':')
  return (
    <Explorer explorer={explorer}>
      <code aria-hidden="true" title={whole}>
        {shortened(txid)}:{place}
      </code>
      <span className="hide">{whole}</span>
    </Explorer>
  )
}
