import { RuleList } from '../../ui/rule-list.tsx'
import { Sheet } from '../../ui/sheet.tsx'

/** What `domains/withdrawals/rules.ts` does with a transfer, as the person at its other end sees it. */
const rules = [
  [
    'Sent by account ID',
    'The sender opens Transfer and enters your account ID. Its last digit is a check digit: a wrong digit, or two swapped digits, are noticed.',
  ],
  [
    'Your name is shown masked',
    'Before sending, the sender sees the first letter of each of your names: enough to notice a wrong recipient.',
  ],
  [
    'Pending until staff approve it',
    'The amount leaves the sender’s balance at once and is held in the sender’s name. It is in your balance as soon as a member of staff has approved it.',
  ],
  [
    'Cancelled or rejected',
    'While it is pending the sender can cancel it, and staff can reject it with a reason. The amount then returns to the sender; nothing of yours changes.',
  ],
  [
    'Approval is final',
    'An approved transfer can’t be cancelled by the sender. Staff never decide on a transfer to or from their own account.',
  ],
  [
    'No fee',
    'What is sent is what arrives. Nobody has to pay anything to receive or release a transfer; anyone who asks for that does not act for this firm.',
  ],
  ['Any amount', 'From $0.01 up to the sender’s balance, in US dollars.'],
  [
    'What is refused',
    'A transfer to your own account, to a closed account, to an unknown account ID, or from a frozen account. A frozen account can still receive.',
  ],
  ['Not profit', 'What you receive raises your balance, but not your deposits or your profit.'],
] as const

export function TransferRules() {
  return (
    <Sheet title="Transfer rules">
      <RuleList rules={rules} />
    </Sheet>
  )
}
