/** What people are told of coins that wait in their name, or that the chain took away again. What came in is told as every deposit is. */
import { letter, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

export const letters = {
  'coin-deposit-over-limit': (to, { amount, coins, how, state }) =>
    letter(to, `${amount} in ${how === 'usdt' ? 'USDT' : 'bitcoin'} arrived above your limit`, [
      `${coins} arrived for you, worth ${amount}. It is more than may come in ${state === 'final' ? 'for you' : 'at present'}, so it is set aside in your name and not in your balance yet.`,
      state === 'final'
        ? 'Ask us where it can be sent back to.'
        : 'It comes to your balance as soon as it fits: with time, or when you are verified.',
    ]),
  'coins-reversed': (to, { amount, coins, how, taken, lacking, state }) =>
    letter(to, `A deposit of ${coins} is gone from the Bitcoin network`, [
      `${coins}, which had been ${how === 'aside' ? `set aside in your name as ${amount}` : `credited as ${amount}`}, is no longer part of the Bitcoin network’s records: the block that held it was replaced by others.`,
      taken === undefined
        ? 'Nothing was taken from what you have here yet.'
        : `${taken} was taken from what you have here.${lacking === undefined ? '' : ` ${lacking} was lacking, and the firm bears it for now, but for what you had paid on a loan with it: that is owed again.`}`,
      ...(state === 'frozen'
        ? ['Until our staff have looked at it, no money can leave your account.']
        : []),
      'If the network takes the payment up again, it is credited again by itself; what the firm bore is made good first.',
    ]),
} satisfies Letters

export const mail = mailsOf(letters)
