/** What people are told of money that came in. */
import {
  letter,
  staff,
  type Letters,
  type Recipient,
  type Values,
} from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

function told(to: Recipient, { amount, how, asset, from, coins, restored }: Values): string {
  if (how === 'play-money') return `You added ${amount} of play money (${asset}) to your balance.`
  if (how === 'transfer')
    return `The account ${from} sent you ${amount}. ${staff(to)} approved the transfer.`
  if (how === 'bank')
    return `${amount} arrived for you at our bank. Two of our staff recorded it; ${staff(to)} approved it.`
  if (how === 'bitcoin' || how === 'usdt')
    return restored === undefined
      ? `${coins} arrived for you. They were credited as ${amount}, at the rate of that moment.`
      : `${coins} that the network had undone are back. ${amount} of what they are worth was credited to you, and ${restored} makes good what the firm bore meanwhile.`
  if (how === 'referral')
    return `${staff(to)} credited ${amount} to your balance, as a bonus for a friend you invited. The firm pays it; your friend’s money isn’t touched.`
  return `We credited ${amount} to your balance.`
}

export const letters = {
  'deposit-received': (to, values) =>
    letter(to, `You received ${values.amount}`, [
      told(to, values),
      'It is in your balance now: you can invest it, send it or withdraw it.',
    ]),
} satisfies Letters

export const mail = mailsOf(letters)
