import { Tabs } from '@mantine/core'
import { Navigate, useSearchParams } from 'react-router'
import { useMeQuery } from '../api/identity.ts'
import { failureText, statusOf } from '../api/failure.ts'
import { SignedIn } from '../api/guard.tsx'
import type { Person } from '../api/session.ts'
import { useRoleLost } from '../api/store.ts'
import { Shell, type Place } from '../dashboard/shell.tsx'
import { titled } from '../seo.ts'
import { LoadProblem, Waiting } from '../ui/states.tsx'
import { AccessDenied } from './access-denied.tsx'
import styles from './admin.module.css'
import { Treasury } from './treasury.tsx'
import { Users } from './users.tsx'
import { Withdrawals } from './withdrawals.tsx'

const places: Place[] = [
  { to: '/admin', label: 'Back office', icon: 'desk' },
  { to: '/dashboard', label: 'Own dashboard', icon: 'home', end: true },
]

export const meta = titled('Admin')

export default function Admin() {
  return (
    <SignedIn waiting="Checking permissions...">
      {(person) => (person.role === 'admin' ? <Checked person={person} /> : <Navigate replace to="/dashboard" />)}
    </SignedIn>
  )
}

/** What the browser remembers may be old: nothing of the back office is shown before the server has said who this is. */
function Checked({ person }: { person: Person }) {
  const { data, error, isFetching, refetch } = useMeQuery()
  const roleLost = useRoleLost()
  if (!data && error) return <main className="page"><LoadProblem title={`Error loading data: ${failureText(error, 'Unknown error')}`} status={statusOf(error)} onRetry={refetch} busy={isFetching} /></main>
  if (!data) return <main className="page"><Waiting rows={0}>Checking permissions...</Waiting></main>
  if (roleLost) return <AccessDenied />
  if (data.data.user.role !== 'admin') return <Navigate replace to="/dashboard" />
  return <Shell title="Back office" places={places} person={person}><BackOffice /></Shell>
}

function BackOffice() {
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') ?? 'users'
  return (
    <>
      <div>
        <h1>Welcome, Admin</h1>
        <p className="lead">Manage your users and monitor withdrawals</p>
      </div>
      <Tabs className={styles.tabs} value={tab} onChange={(chosen) => setSearch(chosen ? { tab: chosen } : {}, { preventScrollReset: true })} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="users">Users Management</Tabs.Tab>
          <Tabs.Tab value="withdrawals">Withdrawals</Tabs.Tab>
          <Tabs.Tab value="treasury">Treasury</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="users"><Users /></Tabs.Panel>
        <Tabs.Panel value="withdrawals"><Withdrawals /></Tabs.Panel>
        <Tabs.Panel value="treasury"><Treasury /></Tabs.Panel>
      </Tabs>
    </>
  )
}
