import { isAccountId } from '../../../lib/account-id.ts'
import { failureText } from '../../api/failure.ts'
import { useRecipientQuery } from '../../api/withdrawals.ts'
import styles from '../../account/form.module.css'

/** Whose account it is, masked: enough to notice a wrong one. */
export function Recipient({ accountId }: { accountId: string }) {
  const whole = isAccountId(accountId)
  const { currentData, error } = useRecipientQuery(accountId, { skip: !whole })
  if (!whole) return null
  return (
    <p className={`caption ${styles.below}`} role="status">
      {currentData && `This account belongs to ${currentData.data.maskedName}`}
      {error && failureText(error, 'The account’s owner could not be looked up.')}
    </p>
  )
}
