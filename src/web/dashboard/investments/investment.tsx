import { Link, useParams } from 'react-router'
import type { Investment as WireInvestment } from '../../../contract/investment.ts'
import { isUnknown } from '../../api/failure.ts'
import { useInvestmentQuery } from '../../api/investments.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { InvestmentCourse } from '../../account/investments/course.tsx'
import { StatusBadge } from '../../account/investments/list.tsx'
import { AtMaturity } from './at-maturity.tsx'
import { UndoOffer } from './undo.tsx'
import { PageHead } from '../../account/page-head.tsx'
import { titled } from '../../seo.ts'
import { centsOf } from '../../ui/amount.ts'
import { showDate } from '../../ui/dates.ts'
import { Figure } from '../../ui/figure.tsx'
import { buttonLook } from '../../ui/link-button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'

export const meta = titled('Investment')

/** One own investment, at an address of its own. */
export default function Investment() {
  return (
    <>
      <p className="small">
        <Link to="/dashboard/investments">All my investments</Link>
      </p>
      <PageHead title="Investment" />
      <Found id={useParams().investmentId ?? ''} />
    </>
  )
}

function Found({ id }: { id: string }) {
  const { currentData: data, ...answer } = useInvestmentQuery(id)
  if (data) return <Whole investment={data.data.investment} />
  if (isUnknown(answer.error)) return <Unknown />
  return <NotLoaded what="the investment" rows={6} {...answer} />
}

function Whole({ investment }: { investment: WireInvestment }) {
  return (
    <>
      <Sheet
        title={`${investment.planTitle}, opened ${showDate(investment.openedAt)}`}
        aside={<StatusBadge status={investment.status} />}
        lit
      >
        <Figure cents={centsOf(investment.amount)} />
        <UndoOffer investment={investment} />
        <InvestmentCourse investment={investment} />
      </Sheet>
      <AtMaturity investment={investment} />
    </>
  )
}

function Unknown() {
  return (
    <Empty
      action={
        <Link {...buttonLook('default')} to="/dashboard/investments">
          See all my investments
        </Link>
      }
    >
      You have no investment at this address. It may have been copied incompletely, or belong to
      another account. Nothing was changed.
    </Empty>
  )
}
