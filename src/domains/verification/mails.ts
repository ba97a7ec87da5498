/** What people are told about being verified. */
import { because, letter, rowsOf, staff, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

const place = '/dashboard/verification'

export const letters = {
  'verification-submitted': (to) =>
    letter(
      to,
      'We have received your documents',
      [
        'You submitted your details and documents.',
        'We review in order of arrival and email you the result; until then you can use your account within its limits.',
        'If this was not you, change your password and write to us at once.',
      ],
      place,
    ),
  'verification-approved': (to, { until = '' }) =>
    letter(
      to,
      'You are verified',
      [
        `${staff(to)} verified you.`,
        rowsOf({ 'Verified until': until }),
        'We will not ask you again before that day. Money that waited because of a limit comes to your balance as far as it fits now.',
      ],
      place,
    ),
  'verification-ends': (to, { until = '' }) =>
    letter(
      to,
      `Your verification ends on ${until}`,
      [
        `You are verified until ${until}.`,
        'Send in your documents for the time after it, so that no limits begin. It takes a few minutes, and what is still right is there already.',
        'If you do nothing, the limits of accounts that are not verified hold from the next day on. Your money stays yours, and a withdrawal that is pending stays pending.',
      ],
      place,
    ),
  'verification-refused': (to, { reason }) =>
    letter(
      to,
      'We need something else to verify you',
      [
        `${staff(to)} could not verify you with what you submitted.`,
        ...because(reason),
        'You can submit what is missing at any time; the rest can be used again. Your money stays yours, and a withdrawal that is pending stays pending.',
      ],
      place,
    ),
  'verification-reminder': (to, { reason, note }) =>
    letter(
      to,
      'We still need something to verify you',
      [
        'We could not verify you with what you submitted, and nothing has come since.',
        ...because(reason),
        ...(note ? [`${staff(to)} adds: “${note}”`] : []),
        'You can submit what is missing at any time; the rest can be used again. Your money stays yours, and until then the limits of accounts that are not verified hold.',
      ],
      place,
    ),
  'finally-refused': (to, { reason }) =>
    letter(
      to,
      'We cannot keep you as a customer',
      [
        `Two of our staff decided that we cannot verify you; ${staff(to)} approved it. This is final.`,
        ...because(reason),
        'No money can come in any more, and no plan can be opened. Plans that run are paid at their end.',
        'What is yours stays yours: ask for it on the transfer page, to the account it came from. Two of our staff approve it.',
      ],
      place,
    ),
  'bank-deposit-over-limit': (to, { amount, state }) =>
    letter(
      to,
      `${amount} arrived above your limit`,
      [
        `${amount} arrived for you by bank. It is more than may come in ${state === 'final' ? 'for you' : 'at present'}, so it is set aside in your name and not in your balance yet.`,
        state === 'final'
          ? 'It goes back to where it came from.'
          : 'It comes to your balance as soon as it fits: with time, or when you are verified. Otherwise it goes back to where it came from.',
      ],
      place,
    ),
} satisfies Letters

export const mail = mailsOf(letters)
