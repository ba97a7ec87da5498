/** What people read of what is kept about them. */
import type { KeptData } from '../../contract/kept-data.ts'
import type { Kept } from '../kept-records/effects.ts'

type Words = Pick<KeptData, 'title' | 'what' | 'why' | 'until'>

const untilErased = 'Until your account is deleted.'
const books =
  'The books are never deleted: the law of bookkeeping asks for them. Once your account is deleted they say the id of your account, and neither your name nor anything you wrote.'

/** What was sent in goes with the account, or stays as the operator's law asks. */
const untilOfSentIn = (kept: Kept | undefined) =>
  kept === undefined
    ? 'Until your account is deleted. A document that you have not sent in yet, you can remove yourself.'
    : `For ${kept.years} ${kept.years === 1 ? 'year' : 'years'} after your account is deleted, as this law asks: ${kept.law}. Then it is deleted by itself. What you added but did not send in goes with your account.`

export function wordsOf(kept: Kept | undefined): Record<KeptData['kind'], Words> {
  return {
    profile: {
      title: 'Who you are',
      what: 'Your name, e-mail address, account ID and referral code, who invited you, and which e-mails and notifications you switched off.',
      why: 'To know whose account this is, and to reach you.',
      until: untilErased,
    },
    'sign-in': {
      title: 'How you sign in',
      what: 'Your password and recovery codes, so that they can be checked and not read, your second factors by their names, where you are signed in with the address and the browser, and what changed about all of this.',
      why: 'So that nobody else gets in, and so that you see who tried.',
      until: 'A session until it ends. The rest until your account is deleted.',
    },
    money: {
      title: 'Your money, and every movement',
      what: 'Each deposit, investment, profit, withdrawal, transfer and correction, with its time and who made it.',
      why: 'It is your balance: each figure is made up of these.',
      until: books,
    },
    destinations: {
      title: 'Destinations',
      what: 'The wallets, bank accounts and account IDs that you saved to send money to, with the names you gave them; removed ones too.',
      why: 'To send money there without typing it again, and to show what was changed.',
      until: untilErased,
    },
    requests: {
      title: 'Your requests',
      what: 'What you asked to be paid out or transferred, where to, and what was decided, with its reason.',
      why: 'To pay it, and to answer your questions about it.',
      until: `${untilErased} Amounts and times stay in the books.`,
    },
    answers: {
      title: 'What you answered before you invested',
      what: 'Your answers to the questions before a first investment, with what came of them, and the limit that you set yourself.',
      why: 'To know whether plans are for you, to show later what you were asked, and to hold to your limit.',
      until: untilErased,
    },
    verification: {
      title: 'What you sent in to be verified',
      what: 'Your legal name, date of birth, country and address as you entered them, your documents, and what was decided.',
      why: 'A firm that takes money has to know whom it takes it from.',
      until: untilOfSentIn(kept),
    },
    views: {
      title: 'Who opened your documents',
      what: 'Which member of our staff opened which document, and when. It stands in your activity.',
      why: 'So that nobody looks at them unseen.',
      until: untilErased,
    },
    mails: {
      title: 'E-mails to you',
      what: 'What we wrote to you by e-mail, when, and whether it arrived at your mail server.',
      why: 'To send it again where it did not get through.',
      until: untilErased,
    },
    notes: {
      title: 'Notes of our staff',
      what: 'What our staff wrote about you for each other, such as what you told them on the phone.',
      why: 'So that you need not say everything twice.',
      until: untilErased,
    },
    copies: {
      title: 'Copies of your data',
      what: 'The copies that you asked for on this page, locked as your documents are.',
      why: 'So that you can download them.',
      until: 'A week after a copy is ready, or until your account is deleted.',
    },
  }
}
