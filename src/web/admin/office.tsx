import { Tabs } from '@mantine/core'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { lastAddress } from '../api/kept-filters.ts'
import styles from './admin.module.css'
import { Head } from './head.tsx'
import { useStaff } from './staff.ts'
import { WaitingBadge } from './withdrawals/waiting-work.tsx'

/** The two tabs of the specification, which greets every administrator as Admin; each has an address of its own, so that back and a shared link work. */
export default function Office() {
  const { fullName, may } = useStaff()
  const isBoth = may('read-people') && may('read-money')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const tab = pathname.endsWith('/withdrawals') ? '/admin/withdrawals' : '/admin'
  return (
    <Tabs
      className={styles.tabs}
      value={tab}
      onChange={(chosen) => chosen && navigate(lastAddress(chosen), { preventScrollReset: true })}
    >
      <Head
        title={`Welcome, ${may('run-the-house') ? 'Admin' : fullName}`}
        aside={isBoth && <OfficeTabs />}
      >
        {isBoth && 'Manage your users and monitor withdrawals'}
      </Head>
      <Tabs.Panel value={tab}>
        <Outlet />
      </Tabs.Panel>
    </Tabs>
  )
}

function OfficeTabs() {
  return (
    <Tabs.List>
      <Tabs.Tab value="/admin" data-leads-to="/admin">
        Users Management
      </Tabs.Tab>
      <Tabs.Tab
        value="/admin/withdrawals"
        data-leads-to="/admin/withdrawals"
        rightSection={<WaitingBadge />}
      >
        Withdrawals
      </Tabs.Tab>
    </Tabs.List>
  )
}
