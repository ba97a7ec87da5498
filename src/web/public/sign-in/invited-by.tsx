import { useInvitationQuery } from '../../api/referrals.ts'
import styles from './form.module.css'

const isWhole = /^[0-9A-Z]{10}$/

/**
 * Who invites with this code, and what they will see. Of a code that nobody has it says nothing: signing up does. Each
 * code is asked for once, since every time counts.
 */
export function InvitedBy({ code }: { code: string }) {
  const asked = code.trim().toUpperCase()
  const { currentData } = useInvitationQuery(
    { code: asked },
    {
      skip: !isWhole.test(asked),
      refetchOnMountOrArgChange: false,
      refetchOnFocus: false,
      refetchOnReconnect: false,
    },
  )
  const invitedBy = currentData?.data.invitedBy
  return (
    <p className={`caption ${styles.invited}`} role="status">
      {invitedBy && (
        <>
          Invited by <strong>{invitedBy}</strong>. They will see your name masked like this, when
          you joined, and what the firm credits them for you: 10% of what you fund.
        </>
      )}
    </p>
  )
}
