/** What people are told of their requests for money out. */
import {
  because,
  freezeLink,
  letter,
  linkTo,
  rowsOf,
  staff,
  type Letters,
  type Recipient,
  type Values,
} from '../../platform/mail/letter.ts'
import { spacedBankAccount } from '../../lib/bank-account.ts'
import { mailsOf } from '../mails/send.ts'

/** The page of the request; mails of earlier versions don't name it. */
const pageOf = ({ request }: Values) =>
  request ? `/dashboard/transfer/${request}` : '/dashboard/transfer'

const destination = ({
  amount,
  walletName,
  walletAddress,
  holder,
  bankAccount,
  recipientAccountId,
  reference,
}: Values) =>
  rowsOf({
    Amount: amount,
    To: walletName,
    Address: walletAddress,
    'To the bank account of': holder,
    'Account at the bank': bankAccount && spacedBankAccount(bankAccount),
    'To account': recipientAccountId,
    Reference: reference,
  })

type Decision = { subject: string; line(by: string, amount: string): string; next: string }
const isBack = 'The whole amount is in your balance again.'

function decisionOf({ decision, recipientAccountId }: Values): Decision {
  if (decision === 'rejected')
    return {
      subject: 'rejected',
      line: (by, amount) => `${by} rejected your withdrawal of ${amount}.`,
      next: `${isBack} You can ask for it again.`,
    }
  if (decision === 'returned')
    return {
      subject: 'returned',
      line: (_, amount) => `Your withdrawal of ${amount} could not be paid out.`,
      next: `${isBack} Check the address before you ask for it again.`,
    }
  return {
    subject: 'approved',
    line: (by, amount) => `${by} approved your withdrawal of ${amount}.`,
    next: recipientAccountId
      ? 'The recipient has it in their balance now.'
      : 'It stays set aside for you until it is paid out. We then email you the reference of the payout.',
  }
}

function decided(to: Recipient, values: Values) {
  const { subject, line, next } = decisionOf(values)
  const { amount = '', reason } = values
  return letter(
    to,
    `Withdrawal of ${amount} ${subject}`,
    [line(staff(to), amount), ...because(reason), destination(values), next],
    pageOf(values),
  )
}

export const letters = {
  'withdrawal-requested': (to, values) =>
    letter(
      to,
      `Withdrawal of ${values.amount} requested`,
      [
        `You asked to withdraw ${values.amount}. The amount is held in your name until we decide.`,
        destination(values),
        'A person reviews the request, and we email you when it is approved or rejected. Until then you can cancel it.',
        values.link && linkTo(to, 'cancel-request', values.link, 'Cancel this request'),
        'If this was not you, cancel it, freeze your account so that no money leaves it, and write to us at once.',
        freezeLink(to, values.link),
      ],
      pageOf(values),
    ),
  'withdrawal-decided': decided,
  'withdrawal-paid': (to, values) =>
    letter(
      to,
      `Withdrawal of ${values.amount} paid`,
      [
        `${staff(to)} paid out your withdrawal of ${values.amount}.`,
        destination(values),
        'With the reference you can follow the payment yourself. If it does not arrive, send us the reference.',
      ],
      pageOf(values),
    ),
} satisfies Letters

export const mail = mailsOf(letters)
