/** What people are told of their investments. */
import { day, letter, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

export const letters = {
  'investment-opened': (to, { planTitle, amount, profit, maturesAt }) =>
    letter(
      to,
      `${planTitle} opened with ${amount}`,
      [
        `You placed ${amount} in ${planTitle}. It matures on ${day(maturesAt)}; its profit of ${profit} has been set aside in your name.`,
      ],
      '/dashboard/invest',
    ),
  'investment-matured': (to, { planTitle, amount, profit }) =>
    letter(to, `${planTitle} has matured`, [
      `Your investment of ${amount} in ${planTitle} has matured. The principal and ${profit} of profit are in your balance.`,
    ]),
} satisfies Letters

export const mail = mailsOf(letters)
