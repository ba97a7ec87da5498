import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { usd } from '../ui/amount.ts'
import { Explain } from '../ui/explain.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { PageHead } from './page-head.tsx'
import { WithMe } from './with-me.tsx'
import { titled } from '../seo.ts'

export const meta = titled('Profile')

export default function Profile() {
  return (
    <>
      <PageHead title="Profile"><Button component={Link} to="/dashboard/settings" variant="default">Edit settings</Button></PageHead>
      <WithMe>
        {(me) => (
          <Sheet label="Profile" narrow>
            <Explain lines={[
              { label: 'Full Name', amount: me.fullName },
              { label: 'Account Balance', amount: usd(me.accountBalance) },
              { label: 'Total Investment', amount: usd(me.totalInvestment) },
              { label: 'Total Profit', amount: usd(me.totalProfit) },
              { label: 'Account ID', amount: me.accountId },
            ]} />
          </Sheet>
        )}
      </WithMe>
    </>
  )
}
