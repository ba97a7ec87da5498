/** What borrowers are told. Each says that nobody ever pays to be lent money. */
import { because, letter, type Letters, type Recipient } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

const place = '/dashboard/loan'

const about = (to: Recipient, subject: string, ...paragraphs: string[]) =>
  letter(
    to,
    subject,
    [
      ...paragraphs,
      'You never pay anything to be lent money, and never send anything for it outside your account here. Anyone who asks you to doesn’t act for us.',
    ],
    place,
  )

export const letters = {
  'loan-paid-out': (to, { amount, security, instalment, firstDue }) =>
    about(
      to,
      'Your loan was paid out',
      `${amount} is lent to you. ${security} of it is withheld in your own name until the loan is repaid, and the rest is in your balance.`,
      `Each month ${instalment} is taken from your balance, first on ${firstDue}. You may pay more or all of it earlier; nothing is charged for that.`,
    ),
  'loan-refused': (to, { amount, reason }) =>
    about(
      to,
      'We can’t lend you this',
      `You asked for a loan of ${amount}, and we refused it.`,
      ...because(reason),
      'You can ask for a loan again.',
    ),
  'loan-more-asked': (to, { words }) =>
    about(
      to,
      'We need more for your loan',
      'Before we decide on your loan, we ask you for more:',
      words!,
      'Send it on the page of your loan. Until then nothing is decided.',
    ),
  'instalment-lacking': (to, { lacking, fee, feeOn }) =>
    about(
      to,
      'An instalment of your loan lacks money',
      `Your balance didn’t cover what is due of your loan: ${lacking} lacks. It is taken as soon as your balance has it.`,
      `Where it still lacks on ${feeOn}, a fee of ${fee} is charged, once for this instalment.`,
    ),
  'late-fee-charged': (to, { fee, dueOn }) =>
    about(
      to,
      'A late payment fee was charged',
      `The instalment of your loan that was due on ${dueOn} isn’t paid yet. A fee of ${fee} was charged, once for this instalment. There is no interest on it.`,
      'If you can’t pay at present, write to us: we look for a way with you.',
    ),
  'loan-repaid': (to, { security }) =>
    about(
      to,
      'Your loan is repaid',
      `You owe nothing of your loan any more. What was withheld of it is in your balance again: ${security}.`,
    ),
  'loan-owed-again': (to, { amount }) =>
    about(
      to,
      'What you paid on your loan came back',
      `A deposit that you had paid on your loan with was taken back. ${amount} of what you had paid is owed again, and is taken from your balance on its days or as it comes. No fee is charged for that alone.`,
      'The page of your loan shows what is due and when.',
    ),
  'loan-called-due': (to, { applied, left, reason }) =>
    about(
      to,
      'Your loan was called due',
      `Two of our staff decided that all of your loan is due. What was withheld of it has paid ${applied} of that, and ${left}.`,
      ...because(reason),
      'If you see it otherwise, or can’t pay, write to us.',
    ),
} satisfies Letters

export const mail = mailsOf(letters)
