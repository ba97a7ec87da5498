import type { User } from '../../../contract/user.ts'
import { useOverviewQuery } from '../../api/overview.ts'
import { centsOf, usd } from '../../ui/amount.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { SeeOneMature } from './see-one-mature.tsx'
import { ExplainRows } from '../../account/explain/rows.tsx'

/** What is placed now, what it has accrued, and when something of it is paid next. */
export function Standing({ me }: { me: User }) {
  return (
    <>
      <Sheet label="Where your investments stand" lit narrow>
        <ExplainRows
          rows={[
            { label: 'Invested', figure: 'invested', cents: centsOf(me.invested) },
            {
              label: 'Accrued, paid at maturity',
              figure: 'accrued-profit',
              cents: centsOf(me.accruedProfit),
            },
            { label: 'Next maturity', text: <NextMaturity /> },
          ]}
        />
      </Sheet>
      {centsOf(me.invested) > 0n && <SeeOneMature />}
    </>
  )
}

function NextMaturity() {
  const { data } = useOverviewQuery()
  if (!data) return <span>…</span>
  const { nextMaturity } = data.data.overview
  return nextMaturity ? (
    <>
      {showDateTime(nextMaturity.at)}: {usd(nextMaturity.amount)}
      {nextMaturity.reinvested > 0 &&
        `, of which ${usd(nextMaturity.reinvested)} is to be invested again`}
    </>
  ) : (
    'None: nothing is running'
  )
}
