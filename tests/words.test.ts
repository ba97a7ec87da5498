/** One hand for all that people read: the rules of "Words that people read" in CONTRIBUTING.md that a machine can check. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesOf, root } from './support/source.ts'
import { linesOfContent, textsIn, textsOf, type Text } from './support/texts.ts'

const product = textsIn('src/**/*.{ts,tsx}')
const screens = product.filter(({ where }) => where.startsWith('src/web/'))
const content = linesOfContent()

/** Sentences that sounded translated, or said another thing than they meant. */
const gone = [
  /\breckon/i,
  /\bat home in\b/i,
  /\b(nothing|no names?) stands? (at|here)\b/i,
  /\bthere is nothing at this address\b/i,
  /\blog in to go on\b/i,
  /\ba (second )?person looks at it\b/i,
  /\breceived lately\b/i,
  /\bwrite to me when\b/i,
  /\bpay(s|ing)? in play money\b/i,
  /\bthis (code )?is not the (one|code)\b/i,
  /\bby the finger\b/i,
  /[\d…] waits?$/,
  /\bselect (all|the first) .* waiting\b/i,
  /\bwhat came of it\b/i,
  /^together$/i,
  /^in total\b/i,
  /^sum$/i,
  /^standing$/i,
  /^(correct|close) user\b/i,
  /^pay withdrawal\b/i,
  /\bsigned in (nowhere|anywhere\. sign-ins)\b/i,
  /\boutside (this|the) house\b/i,
  /\b(stays?|still) owed\b/i,
  /\bis it you\?/i,
  /\bhalf minute\b/i,
  /\bout of capital\b/i,
  /\bnot for you at present\b/i,
  /\bnothing was sent in\b/i,
  /\b(by the rate of now|rate of the moment)\b/i,
  /\bthe answer could not be read\b/i,
  /\bleads nowhere any more\b/i,
]

/** Every word of these stands in the specification, with its capitals. */
const labelsOfSpecification = [
  'About Us',
  'Access Denied',
  'Account Balance',
  'Apply for Loan',
  'Contact Account Manager',
  'Copy Referral Link',
  'Credit Referrer',
  'Edit Settings',
  'Estimated Profit',
  'Forgot Password?',
  'Full Name',
  'Fund Account',
  'Fund Your Account',
  'Funding Amount',
  'Get Started',
  'Invite Friends',
  'Learn More',
  'Loan Terms & Conditions',
  'Log In',
  'Pending Admin Approval',
  'Privacy Policy',
  'Referral Code',
  'Referred By',
  'Register Now',
  'Request Failed',
  'Request Submitted!',
  'Request Withdrawal',
  'Reset Password',
  'Save Changes',
  'Send Reset Link',
  'Sign Up',
  'Terms of Service',
  'Total Investment',
  'Total Profit',
  'User Agreement',
  'Users List',
  'Users Management',
  'View Details',
  'Withdrawal Requests',
]

/** What bears a name of its own: a plan, a share of the page of components, and a network. */
const names = [
  'Starter Growth',
  'Sample Equity',
  'Your Bitcoin address',
  'QR code of your Bitcoin address',
  'Batch of Bitcoin payouts',
  'All Bitcoin payouts',
  'Look at the payment in a block explorer',
]

const said = ({ where, text }: Text) => `${where} ${text}`

const goneIn = (texts: Text[]) =>
  texts.filter(({ text }) => gone.some((words) => words.test(text))).map(said)

/** A sentence that leaves open until its end whom or what it is about: the subject comes first. */
const subjectLast = [
  /^(Of (?!all$)|Whoever|Whom |So long |By which )/,
  /\bwhoever\b/i,
  /^What (is|was|it|still|they|has) [^?]*\.$/,
  /\bby nothing\b/i,
]

const lastIn = (texts: Text[]) =>
  texts.filter(({ text }) => subjectLast.some((words) => words.test(text))).map(said)

const otherSpelling = /\b[eE]-[mM]ails?\b|\beMails?\b/

const hyphensIn = (texts: Text[]) => texts.filter(({ text }) => otherSpelling.test(text)).map(said)

/** A label: a few words without the signs of a sentence. */
const label = /^[A-Z][\w’&-]*(?: [\w’&()…-]+)+[?!]?$/
const capital = /^\(?[A-Z][a-z]/

/** Labels with capitals after the first word that aren't the specification's. */
const capitalsIn = (texts: Text[]) =>
  texts
    .filter(
      ({ text }) =>
        label.test(text) &&
        text
          .split(' ')
          .slice(1)
          .some((word) => capital.test(word)),
    )
    .filter(
      ({ text }) => ![...labelsOfSpecification, ...names].includes(text.replace(/ of …$/, '')),
    )
    .map(said)

/** Names that run into a sentence: one that is written from the right would turn the words or figures beside it around. */
const namesIn = (source: string): string[] =>
  source
    .replaceAll("{' '}", ' ')
    .match(
      /(?:[\w.,;:] +\{[\w.?!]*\bfullName\}|(?<![=$])\{[\w.?!]*\bfullName\}(?:[.,;:’]| [a-z]))/g,
    ) ?? []

describe('what people read', () => {
  test('sets the name of somebody apart within a sentence, by <bdi>', () =>
    expect(
      filesOf('src/web/**/*.tsx').flatMap((path) =>
        namesIn(readFileSync(join(root, path), 'utf8')).map((found) => `${path}: ${found}`),
      ),
    ).toEqual([]))
  test('has none of the sentences that sounded translated', () =>
    expect(goneIn([...product, ...content])).toEqual([]))
  test('names the subject of a sentence first, on the pages of staff', () =>
    expect(lastIn(screens.filter(({ where }) => where.startsWith('src/web/admin/')))).toEqual([]))
  test('spells email as the specification does', () =>
    expect(hyphensIn([...product, ...content])).toEqual([]))
  test('begins with a capital and has no other, but for the specification’s own labels', () =>
    expect(capitalsIn(screens)).toEqual([]))
  test('uses each label of the specification', () => {
    const used = new Set(screens.map(({ text }) => text.replace(/ of …$/, '')))
    expect(labelsOfSpecification.filter((words) => !used.has(words))).toEqual([])
  })
})

describe('these rules see', () => {
  test.each([
    '<p>By {by.fullName}, today</p>',
    '<li>{user.fullName} pays</li>',
    '<p>\n  of {a.fullName}\n</p>',
  ])('a name within a sentence: %s', (text) => expect(namesIn(text)).toHaveLength(1))
  test.each([
    '<td>{user.fullName}</td>',
    '<p>By <bdi>{by.fullName}</bdi>, today</p>',
    'name={user.fullName}',
  ])('nothing wrong with the name in %s', (text) => expect(namesIn(text)).toEqual([]))
  const inPage = (text: string) => textsOf('src/web/a.tsx', text)
  test.each([
    '<p>Nothing stands at this address.</p>',
    'const words = `${5} wait`',
    "say('Select all 5 waiting')",
    '<dt>Standing</dt>',
    '<p>\n  Please log in\n  to go on.\n</p>',
  ])('a sentence that is gone: %s', (text) => expect(goneIn(inPage(text))).toHaveLength(1))
  test.each(['<p>Nobody waits here.</p>', 'import "../reckoning.ts"', '// what came of it'])(
    'nothing wrong with %s',
    (text) => expect(goneIn(inPage(text))).toEqual([]),
  )
  test.each([
    '<p>Whoever signed this batch has sent it.</p>',
    "say('Of the bank; each can be booked once')",
    '<p>What still arrives is sent back.</p>',
    "say('Explained by nothing')",
  ])('a subject that comes last: %s', (text) => expect(lastIn(inPage(text))).toHaveLength(1))
  test.each(['<h2>What is kept</h2>', '<p>What is missing?</p>', '<p>Say what was done.</p>'])(
    'a subject in its place: %s',
    (text) => expect(lastIn(inPage(text))).toEqual([]),
  )
  test.each(['<p>Confirm your e-mail</p>', "label('E-mail')", "say('E-Mail')", '<p>eMails</p>'])(
    'another spelling of email: %s',
    (text) => expect(hyphensIn(inPage(text))).toHaveLength(1),
  )
  test.each(['<p>Your email address</p>', "label('Email')", 'row.email'])(
    'nothing wrong with the spelling of %s',
    (text) => expect(hyphensIn(inPage(text))).toEqual([]),
  )
  test.each([
    '<h1>Use This Browser</h1>',
    "label('Total Fees')",
    '<Credit title="Move The Clock?" />',
  ])('capitals: %s', (text) => expect(capitalsIn(inPage(text))).toHaveLength(1))
  test.each([
    '<h1>Use this browser</h1>',
    '<h1>Account Balance</h1>',
    '<p>It is here. You see it</p>',
    '<p>Export as CSV</p>',
  ])('no wrong capitals in %s', (text) => expect(capitalsIn(inPage(text))).toEqual([]))
})
