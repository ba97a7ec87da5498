/** What stands at the beginning of a copy. */
const lines = [
  'profile.json       Who you are here: your name, email address and account ID, and what you switched off',
  'activity.csv       Everything that happened to your account, as your activity shows it',
  'investments.json   What you placed in plans',
  'withdrawals.json   What you asked to be paid out or transferred',
  'loans.json         What you asked to be lent, what you borrowed, and how it is paid back',
  'deposits.json      What arrived for you',
  'destinations.json  Where you saved that money may be sent, removed ones too',
  'sign-ins.json      Where you are signed in, which second factors you have, and what changed. Passwords, codes and keys are not in it',
  'answers.json       What you answered before you invested, and the limit that you set yourself',
  'verification.json  What you sent in to be verified, what was decided, and which documents are here',
  'documents/         Those documents, as they are kept: a photo is made anew from its pixels when you add it',
  'journal.json       Every command about you: what was asked, by whom, with which outcome, and the words that were written in it. How our staff share out their work is not in it',
  'notes.json         What our staff noted about you',
  'messages.json      What you and our staff wrote to each other',
  'announcements.json What we announced to you, and when you opened it',
  'mails.json         The emails that we wrote to you: when, where to and about what. Their text is in your mailbox, since its links may still be good',
]

export const readme = (firm: string): string =>
  `${[
    `Everything that ${firm} keeps about you, as it was when this copy was made.`,
    '',
    ...lines,
    '',
    'Times are UTC. Amounts are US dollars; in journal.json they are cents. Other people are named by the id of their account at most.',
    'Keep this file where nobody else reads it: who has it knows what we know.',
  ].join('\r\n')}\r\n`
