/** What people are told of their investments. */
import { day, letter, rowsOf, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

export const letters = {
  'investment-opened': (to, { planTitle, amount, profit, maturesAt, undoableUntil }) =>
    letter(
      to,
      `You invested ${amount} in ${planTitle}`,
      [
        `You invested ${amount} in ${planTitle}. Its profit of ${profit} has been set aside in your name.`,
        rowsOf({ Plan: planTitle, Invested: amount, Profit: profit, Matures: day(maturesAt) }),
        'When it matures, we pay both to your balance. You do not need to do anything; until then it cannot be withdrawn.',
        undoableUntil === undefined
          ? undefined
          : `This is your first investment. Until ${day(undoableUntil)} you can undo it on its page, without a reason: the whole ${amount} then returns to your balance, and nothing is charged.`,
      ],
      '/dashboard/investments',
    ),
  'investment-undone': (to, { planTitle, amount, profit }) =>
    letter(
      to,
      `You undid your investment in ${planTitle}`,
      [
        `You undid your investment in ${planTitle}. The whole ${amount} is in your balance again, and nothing was charged.`,
        rowsOf({ Plan: planTitle, Returned: amount }),
        `The profit of ${profit} that was set aside for it went back to the firm’s pool. You can invest again or withdraw your money.`,
      ],
      '/dashboard/investments',
    ),
  'investment-matured': (to, { planTitle, amount, profit, total }) =>
    letter(
      to,
      `${planTitle} has matured`,
      [
        `Your investment in ${planTitle} has matured. We paid what you invested and its profit to your balance.`,
        rowsOf({ Plan: planTitle, Invested: amount, Profit: profit, Paid: total }),
        'You can invest it again or withdraw it.',
      ],
      '/dashboard/investments',
    ),
} satisfies Letters

export const mail = mailsOf(letters)
