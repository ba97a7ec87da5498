import type { TreasuryBooks } from '../../../contract/treasury.ts'
import { useTreasuryQuery } from '../../api/treasury.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { useSite } from '../../site.ts'
import { centsOf, plainAmount } from '../../ui/amount.ts'
import { Explain, type Line } from '../../ui/explain.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Bars } from './bars.tsx'
import { DemoClock } from './demo-clock.tsx'
import { FirmMovements } from './firm-movements.tsx'
import { FundPool, PayInCapital } from './funding-forms.tsx'
import { DrawLoanIncome } from './loan-income.tsx'
import { Maturities } from './maturities.tsx'
import { isOfTreasury } from '../waiting/kinds.ts'
import { WaitingNote } from '../waiting/note.tsx'
import { PlanCover } from './plan-cover.tsx'
import { Rehearsal } from './rehearsal.tsx'
import { Reconciled } from './reconciled.tsx'
import { Replays } from './replays.tsx'
import { PayoutsBlocked } from '../payout-block/notice.tsx'
import { Head } from '../head.tsx'
import { useStaff } from '../staff.ts'
import { WalletInTreasury } from '../wallet/notice.tsx'
import { TrialBalance } from './trial-balance.tsx'
import { When } from '../when.tsx'

export const meta = titled('Treasury')

export default function TreasuryPage() {
  return (
    <>
      <Head title="Treasury" />
      <PayoutsBlocked />
      <WaitingNote about="the firm’s own money" are={isOfTreasury} />
      <Treasury />
      <FirmMovements />
    </>
  )
}

function Treasury() {
  const { data, ...answer } = useTreasuryQuery()
  if (!data) return <NotLoaded what="the treasury" {...answer} />
  const { treasury, replays, rehearsal } = data.data
  return (
    <>
      <p className="small">
        As the books stood at <When at={treasury.asOf} />: all figures are from that moment.
      </p>
      <div className="columns">
        <div className="stack">
          <FirmFigures books={treasury} />
          <OwedFigures books={treasury} />
          <AssetFigures books={treasury} />
        </div>
        <Forms books={treasury} />
      </div>
      <PlanCover cover={treasury.cover} pool={centsOf(treasury.pools.returns)} />
      <Maturities maturities={treasury.maturities} />
      <TrialBalance books={treasury} />
      <WalletInTreasury />
      <Reconciled />
      <Replays replays={replays} />
      <Rehearsal rehearsal={rehearsal} />
    </>
  )
}

function Forms({ books }: { books: TreasuryBooks }) {
  const { mode } = useSite()
  const { may } = useStaff()
  if (!may('move-capital')) return null
  return (
    <div className="stack">
      {mode === 'demo' && <DemoClock books={books} />}
      <FundPool books={books} />
      <PayInCapital books={books} />
      <DrawLoanIncome books={books} />
    </div>
  )
}

function FirmFigures({ books: { capital, pools } }: { books: TreasuryBooks }) {
  const bars = [
    { label: 'Capital', cents: centsOf(capital), note: 'what pools are funded from' },
    { label: 'Returns pool', cents: centsOf(pools.returns), note: 'pays the profit of plans' },
    { label: 'Referral pool', cents: centsOf(pools.referral), note: 'pays referral bonuses' },
    {
      label: 'Corrections pool',
      cents: centsOf(pools.corrections),
      note: 'pays for staff’s corrections',
    },
    { label: 'Loan pool', cents: centsOf(pools.loan), note: 'is lent, and comes back to it' },
  ]
  return (
    <Sheet title="The firm’s own money">
      <div className="stack">
        <Bars label="Capital and pools" bars={bars} />
        <Explain lines={[]} sum={sumOf('Total', [capital, ...Object.values(pools)])} />
      </div>
    </Sheet>
  )
}

function OwedFigures({ books: { owed, suspense } }: { books: TreasuryBooks }) {
  const { cash, pending, approved, invested, promised } = owed
  return (
    <Sheet title="Owed to investors">
      <Explain
        lines={[
          line('Balances', cash, 'can be withdrawn at any time'),
          line('Held for pending requests', pending),
          line('Approved, not yet paid out', approved),
          line('Invested in plans', invested),
          line('Promised profit', promised, 'set aside in the investors’ names'),
          ...(suspense === 0
            ? []
            : [line('In suspense', suspense, 'arrived at the bank, not yet known for whom')]),
        ]}
        sum={sumOf('Owed to investors', [cash, pending, approved, invested, promised, suspense])}
      />
    </Sheet>
  )
}

function AssetFigures({ books: { assets } }: { books: TreasuryBooks }) {
  return (
    <Sheet title="Assets">
      <Explain
        lines={[
          line('In the clients’ bank account', assets.clientBank, 'investors’ money and the pools'),
          line('In the firm’s bank account', assets.firmBank, 'capital'),
        ]}
        sum={sumOf('Assets', [assets.clientBank, assets.firmBank])}
      />
    </Sheet>
  )
}

function line(label: string, dollars: number, note?: string): Line {
  return { label, amount: plainAmount(centsOf(dollars)), ...(note ? { note } : {}) }
}

function sumOf(label: string, dollars: number[]): Line {
  return { label, amount: plainAmount(dollars.reduce((sum, part) => sum + centsOf(part), 0n)) }
}
