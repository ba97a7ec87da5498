import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { centsOf } from '../../ui/amount.ts'
import { Email } from '../../ui/email.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { ExplainRows } from '../../account/explain/rows.tsx'
import { PageHead } from '../../account/page-head.tsx'
import { useUndone } from '../use-undone.ts'
import { WithMe } from '../with-me.tsx'
import { titled } from '../../seo.ts'

export const meta = titled('Profile')

export default function Profile() {
  const undone = useUndone()
  return (
    <>
      <PageHead title="Profile">
        <Button component={Link} to="/dashboard/settings" variant="default">
          Edit settings
        </Button>
      </PageHead>
      <WithMe>
        {(me) => (
          <Sheet label="Profile" narrow>
            <ExplainRows
              rows={[
                { label: 'Full Name', text: me.fullName },
                { label: 'Email', text: <Email>{me.email}</Email> },
                {
                  label: 'Account Balance',
                  figure: 'account-balance',
                  cents: centsOf(me.accountBalance),
                },
                {
                  label: 'Total Investment',
                  figure: 'total-investment',
                  cents: centsOf(me.totalInvestment),
                  note: undone,
                },
                { label: 'Total Profit', figure: 'total-profit', cents: centsOf(me.totalProfit) },
                { label: 'Account ID', text: me.accountId },
              ]}
            />
          </Sheet>
        )}
      </WithMe>
    </>
  )
}
