/** What people read of what is kept about them: on the page Your data, and in a policy that says {{kept-data}}. */
import { archiveGoodForDays, replacedArchiveGoodForHours } from '../../contract/archive.ts'
import type { KeptData, ScheduledData } from '../../contract/kept-data.ts'
import { hourMs } from '../../lib/instant.ts'
import type { Kept } from '../kept-records/effects.ts'
import { durationInWords } from '../../lib/duration.ts'

type Words = Pick<KeptData, 'title' | 'what' | 'why' | 'until'>

const untilErased = 'Until your account is deleted.'
const books =
  'The books are never deleted: the law of bookkeeping asks for them. Once your account is deleted they say the id of your account, and neither your name nor anything you wrote.'

/** What was sent in goes with the account, or stays as the operator's law asks. */
const untilOfSentIn = (kept: Kept | null) =>
  kept === null
    ? 'Until your account is deleted. A document that you have not sent in yet, you can remove yourself.'
    : `For ${kept.years} ${kept.years === 1 ? 'year' : 'years'} after your account is deleted, as this law asks: ${kept.law}. Then it is deleted by itself. What you added but did not send in goes with your account.`

/** The same for every firm. */
const always: Record<Exclude<KeptData['kind'], 'verification'>, Words> = {
  profile: {
    title: 'Who you are',
    what: 'Your name, email address, account ID and referral code, who invited you, which emails and notifications you switched off, how far you read them, and whether you asked to close your account. Where your account was moved here from another system, also what that system calls you, and the file that you came in.',
    why: 'To know whose account this is, and to reach you.',
    until: `${untilErased} That file is deleted 30 days after it was booked, or as soon as an account of it is deleted.`,
  },
  'sign-in': {
    title: 'How you sign in',
    what: 'Your password and recovery codes, so that they can be checked and not read, your second factors by their names, where you are signed in with the network address and the browser, the browsers that you signed in with before, earlier email addresses for six weeks, and what changed about all of this. Wrong passwords are counted for a day, under numbers that name nobody.',
    why: 'So that nobody else gets in, and so that you see who tried.',
    until:
      'A session until it ends, and why it ended until it would have ended by itself. The rest until your account is deleted.',
  },
  money: {
    title: 'Your money, and every movement',
    what: 'Each deposit, investment, profit, withdrawal, transfer and correction, with its time and who made it, what you borrowed and how it is paid back, what you agreed to when you invested, which of our policies you accepted, the coin addresses that were drawn for you, and the payer and text of a bank transfer.',
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
    what: 'What you asked to be paid out or transferred, where to, or to be lent, and what was decided, with its reason.',
    why: 'To decide on it, to pay it, and to answer your questions about it.',
    until: `${untilErased} Amounts and times stay in the books.`,
  },
  answers: {
    title: 'What you answered before you invested',
    what: 'Your answers to the questions before a first investment, with what came of them, and the limit that you set yourself.',
    why: 'To know whether plans are for you, to show later what you were asked, and to hold to your limit.',
    until: untilErased,
  },
  views: {
    title: 'Who opened your documents',
    what: 'Which member of our staff opened which document, and when. It stands in your activity.',
    why: 'So that nobody looks at them unseen.',
    until: untilErased,
  },
  messages: {
    title: 'Messages',
    what: 'What you and our staff wrote to each other here, the files that you sent with it, and when you saw it; which announcements you got, and when you opened them.',
    why: 'To answer you, and so that both can read it again.',
    until: `${untilErased} That something was written or announced, and when, stays in the books.`,
  },
  mails: {
    title: 'Emails to you',
    what: 'What we wrote to you by email, when, and whether it arrived at your mail server.',
    why: 'To send it again where it did not get through.',
    until: untilErased,
  },
  notes: {
    title: 'Notes of our staff',
    what: 'What our staff wrote about you for each other, such as what you told them on the phone or what they hand over with your request, and when an auditor looked at your account.',
    why: 'So that you need not say everything twice.',
    until: untilErased,
  },
  copies: {
    title: 'Copies of your data',
    what: 'The copies that you asked for on the page Your data, locked as your documents are.',
    why: 'So that you can download them.',
    until: `${archiveGoodForDays} days after a copy is ready, ${durationInWords(replacedArchiveGoodForHours * hourMs)} after a newer one is, or until your account is deleted.`,
  },
  log: {
    title: 'The server’s log',
    what: 'When your account was signed in to, when that failed, and what was refused, each with the id of your account and the network address. No name, email address or password, and nothing else that you typed.',
    why: 'To find faults and attacks.',
    until: 'As long as the operator of the server keeps its log.',
  },
  backups: {
    title: 'Backups',
    what: 'A copy of the database. Your documents are locked in it too.',
    why: 'So that nothing is lost with a machine.',
    until:
      'Until the operator of the server throws the backup away, also after your account is deleted.',
  },
}

export const wordsOf = (kept: Kept | null): Record<KeptData['kind'], Words> => ({
  ...always,
  verification: {
    title: 'What you sent in to be verified',
    what: 'Your legal name, date of birth, country and address as you entered them, your documents, the number and last day of the one that shows who you are, and what was decided.',
    why: 'The law requires us to confirm who you are.',
    until: untilOfSentIn(kept),
  },
})

/** What the firm's schedule says besides: from when time counts, and what is counted where it is cheap to count. */
type Schedule = Pick<ScheduledData, 'countedFrom' | 'counted'>
const closing = 'The closing of the account'

export const scheduleWords: Record<KeptData['kind'], Schedule> = {
  profile: { countedFrom: closing, counted: null },
  'sign-in': {
    countedFrom: 'The sign-in for a session, the closing of the account for the rest',
    counted: 'Sessions',
  },
  money: { countedFrom: 'No end: the books are never deleted', counted: 'Entries' },
  destinations: { countedFrom: closing, counted: 'Destinations' },
  requests: { countedFrom: closing, counted: null },
  answers: { countedFrom: closing, counted: 'Answered sets of questions' },
  verification: { countedFrom: closing, counted: 'Submissions and files' },
  views: { countedFrom: closing, counted: null },
  messages: { countedFrom: closing, counted: 'Messages' },
  mails: { countedFrom: closing, counted: null },
  notes: { countedFrom: closing, counted: 'Notes' },
  copies: { countedFrom: 'The moment when the copy, or a newer one, is ready', counted: 'Copies' },
  log: { countedFrom: 'The time of the entry, as the operator sets it', counted: null },
  backups: { countedFrom: 'The time of the backup, as the operator sets it', counted: null },
}
