import type { User } from '../../../contract/user.ts'
import { ExplainFigure } from '../../account/explain/figure.tsx'
import { ExplainRows } from '../../account/explain/rows.tsx'
import { centsOf } from '../../ui/amount.ts'
import { Email } from '../../ui/email.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { UserLink } from '../way-back.tsx'
import { sayWhen } from '../zone-shown.ts'

/** What is in the account, each figure down to its entries. */
export function UserFigures({ user }: { user: User }) {
  return (
    <Sheet id="balances" lit label="Balances">
      <div className="stack">
        <ExplainFigure
          figure="account-balance"
          label="Account Balance"
          cents={centsOf(user.accountBalance)}
        />
        <ExplainRows
          rows={[
            { label: 'Held for withdrawals', figure: 'held', cents: centsOf(user.held) },
            { label: 'In running plans', figure: 'invested', cents: centsOf(user.invested) },
            {
              label: 'Accrued, paid at maturity',
              figure: 'accrued-profit',
              cents: centsOf(user.accruedProfit),
            },
            { label: 'Profit', figure: 'total-profit', cents: centsOf(user.totalProfit) },
            { label: 'Loss', figure: 'total-loss', cents: centsOf(user.totalLoss) },
            {
              label: 'Total investment',
              figure: 'total-investment',
              cents: centsOf(user.totalInvestment),
            },
          ]}
        />
      </div>
    </Sheet>
  )
}

export function UserProfile({ user }: { user: User }) {
  return (
    <Sheet id="profile" title="Profile">
      <ExplainRows
        rows={[
          { label: 'Full name', text: user.fullName },
          { label: 'Email', text: user.email ? <Email>{user.email}</Email> : '-' },
          { label: 'Role', text: user.capabilities.length > 0 ? 'Staff' : 'User' },
          { label: 'Account ID', text: user.accountId },
          { label: 'Referral code', text: user.referralCode || '-' },
          {
            label: 'Referred by',
            text: user.referredById ? (
              <UserLink userId={user.referredById}>{user.referredBy ?? 'Closed account'}</UserLink>
            ) : (
              '-'
            ),
          },
          { label: 'Opened', text: sayWhen(user.createdAt) },
        ]}
      />
    </Sheet>
  )
}
