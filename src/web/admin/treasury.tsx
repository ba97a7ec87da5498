import type { Treasury as Figures } from '../../contract/treasury.ts'
import { useTreasuryQuery } from '../api/treasury.ts'
import { failureText, statusOf } from '../api/failure.ts'
import { titled } from '../seo.ts'
import { useSite } from '../site.ts'
import { centsOf, plainAmount } from '../ui/amount.ts'
import { Explain, type Line } from '../ui/explain.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { LoadProblem, Waiting } from '../ui/states.tsx'
import { DemoClock } from './demo-clock.tsx'
import { FundPool, PayInCapital } from './funding-forms.tsx'
import { useStaff } from './staff.ts'

export const meta = titled('Treasury')

export default function TreasuryPage() {
  return (
    <>
      <h1>Treasury</h1>
      <Treasury />
    </>
  )
}

function Treasury() {
  const { data, error, isFetching, refetch } = useTreasuryQuery()
  const { mode } = useSite()
  const { mayChange } = useStaff()
  if (error && !data) return <LoadProblem title={`Error loading the treasury: ${failureText(error, 'Unknown error')}`} status={statusOf(error)} onRetry={refetch} busy={isFetching} />
  if (!data) return <Waiting />
  return (
    <div className="columns">
      <div className="stack">
        <FirmFigures figures={data.data.treasury} />
        <AssetFigures figures={data.data.treasury} />
      </div>
      {mayChange && (
        <div className="stack">
          {mode === 'demo' && <DemoClock />}
          <FundPool />
          <PayInCapital />
        </div>
      )}
    </div>
  )
}

function FirmFigures({ figures: { capital, pools } }: { figures: Figures }) {
  return (
    <Sheet title="The firm’s own money">
      <Explain
        lines={[line('Capital', capital), line('Returns pool', pools.returns, 'pays the profit of plans'), line('Referral pool', pools.referral, 'pays referral bonuses'), line('Corrections pool', pools.corrections, 'pays what staff correct')]}
        sum={sumOf('Together', [capital, pools.returns, pools.referral, pools.corrections])}
      />
    </Sheet>
  )
}

function AssetFigures({ figures: { owedToInvestors: owed, assets } }: { figures: Figures }) {
  return (
    <Sheet title="Assets, and what is owed">
      <Explain
        lines={[line('In the clients’ bank account', assets.clientBank), line('In the firm’s bank account', assets.firmBank)]}
        sum={sumOf('Assets', [assets.clientBank, assets.firmBank])}
      />
      <Explain lines={[line('Owed to investors', owed, 'balances, held, placed in plans, profit set aside')]} />
    </Sheet>
  )
}

function line(label: string, dollars: number, note?: string): Line {
  return { label, amount: plainAmount(centsOf(dollars)), ...(note ? { note } : {}) }
}

function sumOf(label: string, dollars: number[]): Line {
  return { label, amount: plainAmount(dollars.reduce((sum, part) => sum + centsOf(part), 0n)) }
}
