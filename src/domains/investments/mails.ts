/** What people are told of their investments. */
import { whyNotReinvested } from '../../contract/at-maturity.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { formatUsd } from '../../lib/money.ts'
import { day, letter, rowsOf, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'
import type { Investment } from './table.ts'

export const letters = {
  'investment-opened': (to, { planTitle, amount, profit, maturesAt, undoableUntil }) =>
    letter(
      to,
      `You invested ${amount} in ${planTitle}`,
      [
        `You invested ${amount} in ${planTitle}. Its profit of ${profit} has been set aside in your name.`,
        rowsOf({ Plan: planTitle, Invested: amount, Profit: profit, Matures: day(maturesAt) }),
        'When it matures, we pay both to your balance. You do not need to do anything; until then it cannot be withdrawn. On its page you can choose until then to invest the principal again instead.',
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
  'investment-reinvested': (to, { planTitle, amount, profit, nextProfit, nextMaturesAt }) =>
    letter(
      to,
      `We invested ${amount} in ${planTitle} again, as you chose`,
      [
        `Your investment in ${planTitle} has matured. We paid its profit of ${profit} to your balance, and invested the principal of ${amount} again, under the terms that you accepted.`,
        rowsOf({
          Plan: planTitle,
          Paid: profit,
          'Invested again': amount,
          Profit: nextProfit,
          Matures: day(nextMaturesAt),
        }),
        'When it matures, we pay principal and profit to your balance, unless you choose again by then to invest the principal. Until then it cannot be withdrawn, and it cannot be undone.',
      ],
      '/dashboard/investments',
    ),
  'investment-not-reinvested': (to, { planTitle, amount, profit, total, why }) =>
    letter(
      to,
      `${planTitle} has matured, and was not invested again`,
      [
        `Your investment in ${planTitle} has matured. You had chosen to invest the principal again. We did not, because ${whyNotReinvested(why!)}.`,
        rowsOf({ Plan: planTitle, Invested: amount, Profit: profit, Paid: total }),
        'Principal and profit are both in your balance. You can invest again or withdraw it.',
      ],
      '/dashboard/investments',
    ),
  'reinvesting-chosen': (to, { planTitle, amount, maturesAt, nextPercent, nextDays }) =>
    letter(
      to,
      `You chose to invest ${amount} again when ${planTitle} matures`,
      [
        `When your investment in ${planTitle} matures, we will invest the principal of ${amount} again and pay the profit to your balance.`,
        rowsOf({
          Plan: planTitle,
          Matures: day(maturesAt),
          'Invested again': amount,
          Terms: `${nextPercent}% once, after ${nextDays} days`,
        }),
        'That happens only if by then the plan’s terms and risk warning are those that you accepted, its profit is covered, and no limit stands in the way. Otherwise we pay the principal to your balance and tell you why.',
        'You can change this on its page until it matures. If this was not you, freeze your account in your settings and tell us.',
      ],
      '/dashboard/investments',
    ),
} satisfies Letters

export function mailValues(investment: Investment): Record<string, string> {
  return {
    planTitle: investment.planTitle,
    amount: formatUsd(investment.amount),
    profit: formatUsd(investment.profit),
    total: formatUsd(investment.amount + investment.profit),
    maturesAt: isoFromInstant(investment.maturesAt),
    ...(investment.undoableUntil === null
      ? {}
      : { undoableUntil: isoFromInstant(investment.undoableUntil) }),
  }
}

export const mail = mailsOf(letters)
