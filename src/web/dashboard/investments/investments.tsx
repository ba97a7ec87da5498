import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { InvestmentList } from '../../account/investments/list.tsx'
import { PageHead } from '../../account/page-head.tsx'
import { titled } from '../../seo.ts'

export const meta = titled('My investments')

export default function Investments() {
  return (
    <>
      <PageHead title="My investments">
        <Button component={Link} to="/dashboard/invest">
          Invest
        </Button>
      </PageHead>
      <Sheet label="My investments">
        <InvestmentList
          label="My investments"
          nothing={
            <Empty action={<Link to="/dashboard/invest">See the plans</Link>}>
              You have not invested yet.
            </Empty>
          }
        />
      </Sheet>
    </>
  )
}
