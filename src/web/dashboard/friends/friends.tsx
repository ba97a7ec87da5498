import { PageHead } from '../../account/page-head.tsx'
import { titled } from '../../seo.ts'
import { WithMe } from '../with-me.tsx'
import { YourFriends } from './list.tsx'
import { ReferralLink } from './referral-link.tsx'
import { ReferralRules } from './rules.tsx'

export const meta = titled('Invite friends')

export default function Friends() {
  return (
    <>
      <PageHead title="Invite friends" />
      <WithMe>
        {(me) => (
          <div className="columns">
            <ReferralLink code={me.referralCode} />
            <ReferralRules />
          </div>
        )}
      </WithMe>
      <YourFriends />
    </>
  )
}
