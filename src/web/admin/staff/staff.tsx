import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { labelsOf, rolesIn, rolesOf, type StaffRole } from '../../../contract/roles.ts'
import type { StaffMember } from '../../../contract/staff.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { staffCsv, useStaffQuery } from '../../api/staff.ts'
import { titled } from '../../seo.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { CsvLink } from '../list/csv-link.tsx'
import { useAsked } from '../asked.ts'
import { useStaff } from '../staff.ts'
import { WaitingNote } from '../waiting/note.tsx'
import { InvitedRoles } from './invited-roles.tsx'
import { StaffInvitations } from './invitations.tsx'
import { InviteStaff } from './invite.tsx'
import { ProposeRoles, type About } from './propose.tsx'
import { When } from '../when.tsx'
import { Head } from '../head.tsx'

export const meta = titled('Staff')

/** Who works here, and how that changes. */
export default function StaffPage() {
  const { may } = useStaff()
  const { data, ...answer } = useStaffQuery()
  const [about, setAbout] = useState<About | null>(null)
  const [inviting, setInviting] = useState(false)
  useAsked({ 'give-role': () => setAbout('somebody'), invite: () => setInviting(true) })
  return (
    <>
      <Head title="Staff">
        Who works here, and what they may do. Two people give and take each role.
      </Head>
      {data ? (
        <>
          <WaitingNote about="roles" are={({ kind }) => kind === 'role-change'} />
          <InvitedRoles roles={data.data.invitedRoles} />
          <StaffInvitations invitations={data.data.invitations} />
          <Sheet
            dense
            title="People"
            aside={
              <div className="row">
                <CsvLink href={staffCsv} />
                {may('give-roles') && (
                  <>
                    <Button variant="default" size="compact-sm" onClick={() => setInviting(true)}>
                      Invite
                    </Button>
                    <Button size="compact-sm" onClick={() => setAbout('somebody')}>
                      Give a role
                    </Button>
                  </>
                )}
              </div>
            }
          >
            <Members staff={data.data.staff} onChange={setAbout} />
          </Sheet>
        </>
      ) : (
        <NotLoaded what="the staff" rows={4} {...answer} />
      )}
      {inviting && <InviteStaff onClose={() => setInviting(false)} />}
      {about && data && (
        <ProposeRoles
          about={about}
          known={ownRolesIn(data.data.staff)}
          onClose={() => setAbout(null)}
        />
      )}
    </>
  )
}

/** Roles of the firm's own that somebody has, each once. */
const ownRolesIn = (staff: readonly StaffMember[]): StaffRole[] =>
  rolesIn(rolesOf(staff.flatMap(({ roles }) => roles.filter((one) => typeof one !== 'string'))))

const columns: Column<StaffMember>[] = [
  {
    head: 'Name',
    kind: 'name',
    cell: ({ id, fullName }) => <Link to={`/admin/users/${id}`}>{fullName}</Link>,
  },
  { head: 'Roles', cell: ({ roles }) => labelsOf(rolesOf(roles)) },
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
        <span className="caption">Somebody else must change your roles</span>
      ) : member.fixed ? (
        <span className="caption">Fixed in the demonstration</span>
      ) : (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Change the roles of ${member.fullName}`}
          onClick={() => onChange(member)}
        >
          Change roles
        </Button>
      ),
  }
  return (
    <DataTable
      label="People"
      columns={me.may('give-roles') ? [...columns, actions] : columns}
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
      <When at={lastSignInAt} />
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
