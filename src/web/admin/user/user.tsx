import { Link, useParams } from 'react-router'
import { useUserQuery } from '../../api/identity.ts'
import { isUnknown } from '../../api/failure.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { isOfMessages, WhoseContext } from '../../account/whose.ts'
import { titled } from '../../seo.ts'
import { Empty } from '../../ui/states.tsx'
import { readsSignInOf, useStaff } from '../staff.ts'
import { PersonThread } from '../messages/thread.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { WayBack } from '../way-back.tsx'
import { UserAcceptances } from './acceptances.tsx'
import { UserDocuments } from './documents.tsx'
import { UserFactors } from './factors.tsx'
import { UserFigures, UserProfile } from './figures.tsx'
import { UserHead } from './head.tsx'
import { UserActivity, UserInvestments, UserWithdrawals } from './lists.tsx'
import { LatestNote, UserNotes } from './notes.tsx'
import { UserImport } from './imported.tsx'
import { UserLoans } from './loans.tsx'
import { Pending } from './pending.tsx'
import { UserRisk } from './risk.tsx'
import { UserSessions } from './sessions.tsx'
import { UserVerification } from './verification.tsx'
import styles from './user.module.css'

export const meta = titled('User')

/** Everything that staff know of a person, and everything they can do. */
export default function UserPage() {
  const userId = useParams().userId ?? ''
  const staff = useStaff()
  const { currentData: data, ...answer } = useUserQuery(userId)
  if (!data && isUnknown(answer.error)) return <Unknown />
  if (!data) return <NotLoaded what="data" rows={6} {...answer} />
  const { user } = data.data
  return (
    // A new instance per person: nothing that is open or typed is carried over.
    <WhoseContext
      key={user.id}
      value={{
        userId: user.id,
        self: 'the user',
        activityPath: '#activity',
        pathOf: ({ kind }) => (isOfMessages(kind) ? '#messages' : null),
      }}
    >
      <div className={styles.file}>
        <WayBack />
        <UserHead user={user} />
        <LatestNote userId={user.id} />
        <Pending userId={user.id} />
        <div className="columns">
          <UserFigures user={user} />
          <div className="stack">
            <UserProfile user={user} />
            <UserRisk userId={user.id} />
            <UserNotes userId={user.id} closed={user.status === 'closed'} />
          </div>
        </div>
        <Sheet id="messages" title="Messages">
          <PersonThread userId={user.id} name={user.fullName} closed={user.status === 'closed'} />
        </Sheet>
        {staff.may('read-loans') && <UserLoans userId={user.id} />}
        <UserImport userId={user.id} />
        <UserAcceptances userId={user.id} />
        {staff.may('read-cases') && (
          <>
            <UserVerification user={user} />
            <UserDocuments userId={user.id} />
          </>
        )}
        <UserInvestments />
        <UserWithdrawals />
        {readsSignInOf(staff, user) && (
          <>
            <UserFactors user={user} />
            <UserSessions user={user} />
          </>
        )}
        <UserActivity />
      </div>
    </WhoseContext>
  )
}

function Unknown() {
  return (
    <>
      <h1>No such user</h1>
      <Empty action={<Link to="/admin">Back to the list of users</Link>}>
        There is no user at this address. It may have been copied incompletely.
      </Empty>
    </>
  )
}
