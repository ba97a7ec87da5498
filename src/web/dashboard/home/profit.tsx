import type { User } from '../../../contract/user.ts'
import { centsOf } from '../../ui/amount.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { ExplainFigure } from '../../account/explain/figure.tsx'
import { ExplainRows } from '../../account/explain/rows.tsx'
import { useUndone } from '../use-undone.ts'

export function EstimatedProfit({ me }: { me: User }) {
  const paid = centsOf(me.totalProfit)
  const accrued = centsOf(me.accruedProfit)
  const undone = useUndone()
  const rows = [
    { label: 'paid so far', figure: 'total-profit', cents: paid },
    { label: 'accrued, paid at maturity', figure: 'accrued-profit', cents: accrued },
    {
      label: 'total investment',
      figure: 'total-investment',
      cents: centsOf(me.totalInvestment),
      note: undone,
    },
    { label: 'total loss', figure: 'total-loss', cents: centsOf(me.totalLoss) },
  ] as const
  return (
    <Sheet label="Estimated Profit">
      <ExplainFigure
        figure="estimated-profit"
        label="Estimated Profit"
        cents={paid + accrued}
        size="middle"
      />
      <ExplainRows rows={rows.filter(({ cents }) => cents !== 0n)} />
    </Sheet>
  )
}

export function ProfitToCome() {
  return (
    <Sheet label="Estimated Profit">
      <ExplainFigure figure="estimated-profit" label="Estimated Profit" cents={0n} size="middle" />
    </Sheet>
  )
}
