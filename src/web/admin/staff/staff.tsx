import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { StaffMember } from '../../../contract/staff.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { useStaffQuery } from '../../api/staff.ts'
import { titled } from '../../seo.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDateTime } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { useStaff } from '../staff.ts'
import { WaitingNote } from '../waiting/note.tsx'
import { InvitedRoles } from './invited-roles.tsx'
import { StaffInvitations } from './invitations.tsx'
import { InviteStaff } from './invite.tsx'
import { ProposeRole, type About } from './propose.tsx'
import { roleNames } from '../role-words.ts'

export const meta = titled('Staff')

/** Who works here, and how that changes. */
export default function StaffPage() {
  const { mayChange } = useStaff()
  const { data, ...answer } = useStaffQuery()
  const [about, setAbout] = useState<About | null>(null)
  const [inviting, setInviting] = useState(false)
  return (
    <>
      <div>
        <h1>Staff</h1>
        <p className="lead">Who works here. Two administrators give and take each role.</p>
      </div>
      {data ? (
        <>
          <WaitingNote about="roles" are={({ kind }) => kind === 'role-change'} />
          <InvitedRoles roles={data.data.invitedRoles} />
          <StaffInvitations invitations={data.data.invitations} />
          <Sheet
            title="Administrators and auditors"
            aside={
              mayChange && (
                <div className="row">
                  <Button variant="default" onClick={() => setInviting(true)}>
                    Invite
                  </Button>
                  <Button onClick={() => setAbout('somebody')}>Give a role</Button>
                </div>
              )
            }
          >
            <Members staff={data.data.staff} onChange={setAbout} />
          </Sheet>
        </>
      ) : (
        <NotLoaded what="the staff" rows={4} {...answer} />
      )}
      {inviting && <InviteStaff onClose={() => setInviting(false)} />}
      {about && <ProposeRole about={about} onClose={() => setAbout(null)} />}
    </>
  )
}

const columns: Column<StaffMember>[] = [
  {
    head: 'Name',
    kind: 'name',
    cell: ({ id, fullName }) => <Link to={`/admin/users/${id}`}>{fullName}</Link>,
  },
  { head: 'Role', cell: ({ role }) => roleNames[role] },
  { head: 'Second factor', cell: ({ factors }) => factorWords(factors) },
  { head: 'Last known sign-in', kind: 'date', cell: (member) => <LastSignIn member={member} /> },
  { head: 'Status', cell: (member) => <Standing member={member} /> },
]

function Members({ staff, onChange }: { staff: StaffMember[]; onChange(about: About): void }) {
  const me = useStaff()
  const actions: Column<StaffMember> = {
    head: 'Actions',
    kind: 'actions',
    cell: (member) =>
      member.id === me.id ? (
        <span className="caption">Another administrator must change your role</span>
      ) : member.fixed ? (
        <span className="caption">Fixed in the demonstration</span>
      ) : (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Change the role of ${member.fullName}`}
          onClick={() => onChange(member)}
        >
          Change role
        </Button>
      ),
  }
  return (
    <DataTable
      label="Administrators and auditors"
      columns={me.mayChange ? [...columns, actions] : columns}
      rows={staff}
      keyOf={({ id }) => id}
    />
  )
}

function factorWords(factors: StaffMember['factors']) {
  if (factors.length === 0) return 'None'
  return factors.length === 2
    ? 'App and passkey'
    : factors[0] === 'app'
      ? 'Authenticator app'
      : 'Passkey'
}

function LastSignIn({ member: { lastSignInAt, sessions } }: { member: StaffMember }) {
  if (lastSignInAt === null) return <span className="caption">None on record</span>
  return (
    <>
      <time dateTime={lastSignInAt}>{showDateTime(lastSignInAt)}</time>
      {sessions > 0 && (
        <span className="caption">
          {' '}
          {sessions === 1 ? '1 open session' : `${sessions} open sessions`}
        </span>
      )}
    </>
  )
}

function Standing({ member: { status, genuine } }: { member: StaffMember }) {
  if (!genuine)
    return (
      <Badge state="rejected">
        Not genuine: this role was not given by a command, and gives no rights
      </Badge>
    )
  return status === 'frozen' ? (
    <Badge state="pending">Frozen</Badge>
  ) : (
    <Badge state="approved">Active</Badge>
  )
}
