import { RuleList } from '../../ui/rule-list.tsx'
import { Sheet } from '../../ui/sheet.tsx'

/** What `domains/referrals` does, as the person who invites sees it. */
const rules = [
  [
    '10% of what a friend funds',
    'The firm pays it out of its own referral pool. Nothing leaves your friend’s deposit.',
  ],
  [
    'Credited by staff',
    'It isn’t automatic: staff credit it after your friend has funded. The referral pool must cover it. Each credit is listed in your activity, with who booked it.',
  ],
  ['One level', 'For friends of your friends nothing is credited.'],
  [
    'What your friend sees',
    'The first letter of each of your names when signing up, as does whoever else has your link or code.',
  ],
  [
    'What you see',
    'The first letter of each of their names, when they joined and what you were credited for them. A credit is 10% of what they funded; you see nothing else of their money.',
  ],
] as const

export function ReferralRules() {
  return (
    <Sheet title="How it works">
      <RuleList rules={rules} />
    </Sheet>
  )
}
