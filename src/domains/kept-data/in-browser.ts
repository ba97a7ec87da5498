/** What people read of the cookies and the entries that this product keeps in their browser. */
import {
  cookieNames,
  hostCookie,
  outboxKeyDays,
  storageNames,
  tabNames,
  workerNames,
  type CookieName,
  type StorageName,
} from '../../contract/browser-names.ts'
import type { PlainTable } from '../../contract/computed.ts'
import type { Policy } from '../../platform/policy.ts'
import { markKeptDays } from '../sign-in/known-browsers.ts'
import { durationInWords } from '../../lib/duration.ts'

type Words = { what: string; why: string; until: string }

const cookieWords = (policy: Pick<Policy, 'session'>): Record<CookieName, Words> => ({
  session: {
    what: 'A random text with the server’s signature. It goes to this site alone, and no script can read it.',
    why: 'To keep you signed in.',
    until: `Until you log out. The session behind it ends after ${durationInWords(policy.session.user.idleMs)} without use, and after ${durationInWords(policy.session.user.absoluteMs)} in any case.`,
  },
  knownBrowser: {
    what: 'Random numbers with the server’s signature, one for each of up to four people who signed in here. No script can read it, and it signs nobody in.',
    why: 'So that somebody who tries passwords from elsewhere can’t keep you out.',
    until: `${markKeptDays} days after the last sign-in, also when you log out.`,
  },
  outbox: {
    what: 'A key to the page that shows this demonstration’s emails.',
    why: 'To open that page again without the key in its address. Only who opened it with that key has it.',
    until: `${outboxKeyDays} days.`,
  },
})

const storageWords: Record<StorageName, Words> = {
  signedIn: {
    what: 'Your name, email address, role, account ID and referral code, the state of your account, when it was opened, and who referred you. No figures, and no key to your account.',
    why: 'So that pages know who is signed in.',
    until: 'Until you log out.',
  },
  proof: {
    what: 'The day and the checksum of the last published proof of what is owed that this browser has seen.',
    why: 'To notice when an earlier proof is changed afterwards.',
    until: 'Until you log out.',
  },
  scheme: {
    what: 'Light or dark, once you have chosen one under Settings.',
    why: 'To show every page as you chose.',
    until: 'Until you log out, or clear it.',
  },
  zone: {
    what: 'Of those who work here: whether they read times in their own zone or in the firm’s, once they have chosen.',
    why: 'To show times as they chose.',
    until: 'Until they log out, or clear it.',
  },
  draft: {
    what: 'What you typed last into a form and have not sent yet: to be verified, to send money, to invest, or in your settings. Never a password or a code.',
    why: 'So that it isn’t lost when the page is loaded again, or your sign-in has ended.',
    until: 'Until it is sent, you log out, somebody else signs in, or the tab is closed.',
  },
  scroll: {
    what: 'How far pages of this tab were scrolled.',
    why: 'To go back to where you were.',
    until: 'Until the tab is closed.',
  },
  build: {
    what: 'Which version of the site this tab has loaded.',
    why: 'To load a newer one once, and not over and over.',
    until: 'Until the tab is closed.',
  },
  offline: {
    what: 'A page that says that you are offline. It is the same for everybody.',
    why: 'To show it when a page of your account can’t be reached.',
    until: 'Until you log out.',
  },
}

/** The outbox is a page of the demonstration alone. */
export function cookieTable(
  policy: Pick<Policy, 'session' | 'playMoney'>,
  secure: boolean,
): PlainTable {
  const nameOf: Record<CookieName, string> = {
    session: hostCookie(cookieNames.session, secure),
    knownBrowser: hostCookie(cookieNames.knownBrowser, secure),
    outbox: cookieNames.outbox,
  }
  const words = Object.entries(cookieWords(policy)) as [CookieName, Words][]
  return {
    head: ['Cookie', 'What it holds', 'What for', 'How long'],
    rows: words
      .filter(([name]) => name !== 'outbox' || policy.playMoney)
      .map(([name, { what, why, until }]) => [nameOf[name], what, why, until]),
  }
}

export function storageTable(): PlainTable {
  const names: Record<StorageName, string> = {
    ...storageNames,
    ...tabNames,
    ...workerNames,
  }
  return {
    head: ['Entry', 'What it holds', 'What for', 'How long'],
    rows: (Object.entries(storageWords) as [StorageName, Words][]).map(
      ([name, { what, why, until }]) => [names[name], what, why, until],
    ),
  }
}
