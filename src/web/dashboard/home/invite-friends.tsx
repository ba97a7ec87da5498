import { Button, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import { referralLinkOf } from '../referral-link.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toastBad, toastGood } from '../../ui/toast.tsx'
import styles from './invite-friends.module.css'

export function InviteFriends({ code }: { code: string }) {
  const link = referralLinkOf(code)

  async function copy() {
    try {
      await navigator.clipboard.writeText(link)
      toastGood('Referral link copied to clipboard!')
    } catch {
      toastBad('The browser did not allow copying. Select the link and copy it by hand.')
    }
  }

  return (
    <Sheet
      title="Invite Friends"
      aside={
        <Link className="small" to="/dashboard/friends">
          Your friends
        </Link>
      }
    >
      <p className="small">
        The firm pays you 10% of what a friend funds, out of its own referral pool. Nothing leaves
        the friend’s deposit.
      </p>
      <div className={styles.link}>
        <TextInput
          aria-label="Referral link"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button variant="default" leftSection={<Icon name="copy" />} onClick={copy}>
          Copy Referral Link
        </Button>
      </div>
    </Sheet>
  )
}
