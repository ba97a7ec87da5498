/** How a proposal of each kind is told: what it is, and its facts, each with the words that stand before it. */
import { wordFor } from '../../../contract/field-words.ts'
import type { OfferedPlan } from '../../../contract/plan.ts'
import type { Proposal, ProposalKindName } from '../../../contract/proposal.ts'
import type { BankAccount, BankEntryKind } from '../../../contract/receipt.ts'
import { asRoles, labelsOf } from '../../../contract/roles.ts'
import { showDay } from '../../../lib/calendar.ts'
import { monthInWords } from '../../../lib/month.ts'
import { usd } from '../../ui/amount.ts'
import { audienceWords, peopleInWords, type Audience } from '../announcements/words.ts'
import { effects, named, rateWords, type Exchanged } from '../coins/words.ts'
import { accountNames, effects as bookingOf, kindNames as entryNames } from '../receipts/words.ts'

type Line = { label: string; value: string }
/** `where`: the page that has all of it. */
type Told = { what: string; lines: Line[]; afterwards: string; where?: string }

const money = (value: unknown) => (value === null ? 'none' : usd(Number(value)))

const linesOf = (facts: Proposal['facts'] | OfferedPlan): Line[] => [
  { label: 'Title', value: String(facts.title) },
  { label: 'Minimum', value: money(facts.minimum) },
  { label: 'Maximum', value: money(facts.maximum) },
  { label: 'Profit', value: `${facts.profitPercent}% after ${facts.durationDays} days` },
  { label: 'Risk warning', value: String(facts.riskWarning) },
]

const poolWords: Record<string, string> = {
  returns: 'the returns pool',
  referral: 'the referral pool',
  corrections: 'the corrections pool',
  loan: 'the loan pool',
}

const booked = 'It is booked at once. There is no way back: books are only added to.'

/** The firm's own money. */
const ofTreasury = {
  capital: ({ facts }: Proposal): Told => ({
    what: `Capital of ${money(facts.amount)}`,
    lines: [{ label: 'Bank reference', value: String(facts.reference) }],
    afterwards: booked,
  }),
  'pool-funding': ({ facts }: Proposal): Told => ({
    what: `From capital to ${poolWords[String(facts.pool)]}`,
    lines: [{ label: 'Amount', value: money(facts.amount) }],
    afterwards: booked,
  }),
}

const ofLoans = {
  loan: ({ about, facts }: Proposal): Told => ({
    what: `Lending ${money(facts.amount)} to ${about?.fullName ?? 'somebody'}`,
    lines: [
      { label: 'Over', value: `${facts.months} months` },
      { label: 'Withheld in their own name', value: money(facts.security) },
    ],
    afterwards:
      'It is paid out at once: their balance has it but for what is withheld. The first instalment is due in a month.',
    where: `/admin/loans?application=${String(facts.application)}`,
  }),
  'loan-refusal': ({ about, facts, words }: Proposal): Told => ({
    what: `Refusing a loan of ${money(facts.amount)} to ${about?.fullName ?? 'somebody'}`,
    lines: [{ label: 'Reason, as they read it', value: words.reason ?? 'Erased' }],
    afterwards: 'They read the reason. They can ask for a loan again.',
    where: `/admin/loans?application=${String(facts.application)}`,
  }),
  'loan-default': ({ about, facts, words }: Proposal): Told => ({
    what: `Calling the loan of ${about?.fullName ?? 'somebody'} due`,
    lines: [
      { label: 'Lent', value: money(facts.amount) },
      {
        label: 'What its security doesn’t pay',
        value: facts.rest === 'owed' ? 'is still to be paid' : 'is written off',
      },
      { label: 'Reason, as they read it', value: words.reason ?? 'Erased' },
    ],
    afterwards:
      'All of it is due at once, and its security pays what it can. No further fee is charged.',
    where: `/admin/loans/${String(facts.loan)}`,
  }),
  'loan-income': ({ facts }: Proposal): Told => ({
    what: `Interest and fees of ${money(facts.amount)} to the firm’s own account`,
    lines: [{ label: 'Bank reference', value: String(facts.reference) }],
    afterwards: booked,
  }),
}

/** What stands on the bank's statements. */
function bankEntry({ about, facts, words }: Proposal): Told {
  const entry = facts.entry as BankEntryKind
  const lines = {
    Reference: facts.reference,
    'Value date': facts.valueDate,
    'At the bank': accountNames[facts.account as BankAccount],
    'Text of the payment': words.payerText,
    Account: words.payerAccount,
    Reason: words.reason,
  }
  return {
    what: `${entryNames[entry]} of ${money(facts.amount)}${about ? ` of ${about.fullName}` : ''}`,
    lines: Object.entries(lines).flatMap(([label, value]) =>
      value ? [{ label, value: String(value) }] : [],
    ),
    afterwards: `Compare it with the bank’s statement. ${bookingOf[entry]}`,
  }
}

/** What a bank sent back of what was paid out. */
const payoutReturn = ({ about, facts, words }: Proposal): Told => ({
  what: `${entryNames['payout-return']}: ${money(facts.amount)}${about ? ` of ${about.fullName}` : ''}`,
  lines: [
    { label: 'Reference', value: String(facts.reference) },
    { label: 'Value date', value: String(facts.valueDate) },
    { label: 'Reason', value: words.reason ?? 'Erased' },
  ],
  afterwards: `Compare it with the bank’s statement. ${bookingOf['payout-return']}`,
  where: `/admin/withdrawals?request=${facts.withdrawal}`,
})

/** What closes the firm's position in coins. */
function coinEntry({ facts, words }: Proposal): Told {
  const exchanged = facts as Exchanged
  const { reference, txid } = exchanged
  const rate = rateWords(exchanged)
  return {
    what: named(exchanged),
    lines: [
      { label: 'Reference', value: reference },
      ...(txid === null ? [] : [{ label: 'Transaction', value: txid }]),
      ...(rate === null ? [] : [{ label: 'Rate', value: rate }]),
      ...(words.reason ? [{ label: 'Reason', value: words.reason }] : []),
    ],
    afterwards: `Compare it with what the bank and the exchange say. ${effects[exchanged.kind]}`,
  }
}

/** What opens a coin to customers. */
const firstCoins = ({ facts: { coin, deposit, received, payout, paid } }: Proposal): Told => ({
  what: `First coins in ${coin === 'USDT' ? 'USDT' : 'bitcoin'}`,
  lines: [
    { label: `Deposit of ${received} ${coin}`, value: String(deposit) },
    { label: `Payout of ${paid} ${coin}`, value: String(payout) },
  ],
  afterwards:
    'Look up both transactions on an explorer of your own choice, not on the one that our pages link to, and compare amounts and addresses. Customers get addresses for this coin from then on.',
  where: '/admin/wallet',
})

export const isOfTreasury = ({ kind }: Proposal): boolean => kind in ofTreasury

/** What somebody's account has, and is to have. */
function editLines({ facts, words }: Proposal): Line[] {
  const edits = String(facts.edits).split(' ')
  const word = (field: string, from = '', to = '') =>
    edits.includes(field) ? [{ label: wordFor(field), value: `${from} → ${to}` }] : []
  const figure = (field: string, from: unknown, to: unknown) =>
    from === to ? [] : [{ label: wordFor(field), value: `${money(from)} → ${money(to)}` }]
  return [
    ...word('fullName', words.fullNameFrom, words.fullName),
    ...word('email', words.emailFrom, words.email),
    ...word('newEmail', words.emailFrom, words.email),
    ...figure('accountBalance', facts.balanceFrom, facts.balanceTo),
    ...figure('totalProfit', facts.profitFrom, facts.profitTo),
    ...figure('totalLoss', facts.lossFrom, facts.lossTo),
    ...(words.reason ? [{ label: 'Reason', value: words.reason }] : []),
  ]
}

const nameOf = ({ about }: Proposal) => about?.fullName ?? 'somebody'

/** What of people's accounts is posted. */
const ofAccounts = {
  correction: (proposal: Proposal): Told => ({
    what: `A correction of ${nameOf(proposal)}’s account`,
    lines: editLines(proposal),
    afterwards: `Money is posted against the corrections pool at once, in both names.${
      /mail/i.test(String(proposal.facts.edits))
        ? ' In a live firm a new email address takes effect after a day at the earliest, once its owner has confirmed it and if nobody has stopped it. Every known address is told.'
        : ''
    }`,
  }),
  'referral-credit': (proposal: Proposal): Told => ({
    what: `A referral bonus of ${money(proposal.facts.credited)} for ${nameOf(proposal)}`,
    lines: [
      { label: 'For the friend', value: proposal.besides?.fullName ?? 'a closed account' },
      { label: '10% of', value: money(proposal.facts.fundingAmount) },
    ],
    afterwards: 'It is credited from the referral pool at once.',
  }),
}

const finalRefusal = (proposal: Proposal): Told => ({
  what: `A final refusal of ${nameOf(proposal)}`,
  lines: [{ label: 'Reason', value: proposal.words.reason ?? 'Erased' }],
  afterwards:
    'Money in and plans end, and they cannot try again. Plans that run are paid at their end, and what is theirs can leave to where it came from, by two administrators. This cannot be taken back.',
  where: `/admin/verifications/${proposal.facts.verification}`,
})

const evidencePack = ({ facts }: Proposal): Told => ({
  what: `A pack of evidence from ${facts.from} to ${facts.to}, with words of people`,
  lines: [],
  afterwards:
    'It holds the names, email addresses and words of everybody, and what they did in that time. It begins at the daily root before, or with the very first command where there is none, and ends at the root after, or now. Every auditor and administrator can download it for a week.',
  where: '/admin/evidence',
})

const bankExportCancellation = ({ facts }: Proposal): Told => ({
  what: `Cancelling a file of ${money(facts.amount)} for the bank`,
  lines: facts.taken
    ? [{ label: 'Payments that the bank has taken', value: String(facts.taken) }]
    : [],
  afterwards:
    'Payments not recorded as paid can be exported again or returned. Ask the bank first: a payment that it has carried out, or still carries out, would be paid a second time.',
  where: '/admin/withdrawals?work=to-pay',
})

const bankPayoutsReopening = ({ facts }: Proposal): Told => ({
  what: `Reopening ${money(facts.amount)} of payouts that the bank rejected`,
  lines: [{ label: 'Lines of the file', value: String(facts.lines) }],
  afterwards:
    'They can be exported again or returned. Ask the bank itself, not only its report, which anybody could have written: what it still carries out would be paid a second time.',
  where: '/admin/withdrawals?work=to-pay',
})

const announcementsPage = '/admin/announcements'

/** All of it: whoever agrees answers for every word. */
const announcement = ({ facts }: Proposal): Told => ({
  what: `An announcement, “${facts.title}”`,
  lines: [
    { label: 'Text', value: String(facts.text) },
    { label: 'For', value: audienceWords(facts as Audience) },
    { label: 'Reached when proposed', value: peopleInWords(Number(facts.reaches)) },
    { label: 'Sent', value: facts.isMailed ? 'In the app and by email' : 'In the app' },
  ],
  afterwards:
    'It is sent at once to everybody whom it is for by then, some at a time. One can stop it; people who got it keep it.',
  where: announcementsPage,
})

const kinds: Record<ProposalKindName, (proposal: Proposal) => Told> = {
  'plan-offer': (proposal) => ({
    what: `A new plan, ${proposal.facts.title}`,
    lines: linesOf(proposal.facts),
    afterwards: 'Everybody can invest in it at once, as far as the returns pool covers its profit.',
  }),
  'plan-terms': (proposal) => ({
    what: `Other terms of ${proposal.facts.title}`,
    lines: linesOf(proposal.facts),
    afterwards: 'They hold at once, for new investments only.',
  }),
  'plan-reoffer': ({ facts }) => ({
    what: `${facts.title} back on sale`,
    lines: [],
    afterwards: 'It can be bought again at once, under its present terms.',
  }),
  ...ofTreasury,
  ...ofAccounts,
  'final-refusal': finalRefusal,
  'coin-entry': coinEntry,
  'first-coins': firstCoins,
  'evidence-pack': evidencePack,
  'bank-export-cancellation': bankExportCancellation,
  'bank-payouts-reopening': bankPayoutsReopening,
  'bank-entry': bankEntry,
  'payout-return': payoutReturn,
  'role-change': ({ about, facts, words }) => ({
    what: `${about?.fullName ?? 'Somebody'} to become ${asRoles(String(facts.roles))}`,
    lines: [
      { label: 'Roles now', value: labelsOf(String(facts.from)) },
      { label: 'Roles then', value: labelsOf(String(facts.roles)) },
      ...(words.reason ? [{ label: 'Reason', value: words.reason }] : []),
    ],
    afterwards: 'The roles change at once, and all their sessions end.',
  }),
  'check-decision': ({ about, facts }) => ({
    what: `${about?.fullName ?? 'Somebody'} ${facts.ends ? 'is somebody else than' : 'is'} who a list names`,
    lines: [],
    afterwards: facts.ends
      ? 'Everything that this match froze resumes at once, and the same match is not raised again.'
      : 'Everything that this match froze stays frozen, and payouts and new investments stop, until two people say that it is somebody else.',
    where: '/admin/screening',
  }),
  'edition-publication': ({ facts }) => ({
    what: `Edition ${facts.number} of the ${facts.title}`,
    lines: [
      {
        label: 'Counts from',
        value: facts.day === null ? 'The moment you agree' : showDay(String(facts.day)),
      },
      { label: 'What changes', value: String(facts.changed) },
      { label: 'Digest of the text', value: String(facts.digest) },
    ],
    afterwards:
      'Everybody is told by email and in the app. People who haven’t accepted it by then can’t open investments or send money to other accounts. Withdrawing stays as it is.',
    where: '/admin/policies',
  }),
  'edition-withdrawal': ({ facts }) => ({
    what: `Withdrawing edition ${facts.number} of the ${facts.title}`,
    lines: [
      {
        label: 'Would count from',
        value: facts.day === null ? 'At once' : showDay(String(facts.day)),
      },
    ],
    afterwards:
      'Today’s edition goes on. People who were told of the change are told that it was withdrawn.',
    where: '/admin/policies',
  }),
  'month-closing': ({ facts }) => ({
    what: `Closing ${monthInWords(String(facts.month))}`,
    lines: [],
    afterwards:
      'Nothing can be booked in it any more. What comes late is booked in the first open month, and keeps its value day. Two can reopen it, with a reason.',
    where: '/admin/months',
  }),
  'month-reopening': ({ facts, words }) => ({
    what: `Reopening ${monthInWords(String(facts.month))}`,
    lines: [{ label: 'Reason', value: words.reason ?? 'Erased' }],
    afterwards:
      'Who reopened it and why stays in its history. Reports of it can change until it is closed again.',
    where: '/admin/months',
  }),
  announcement,
  'announcement-resuming': ({ facts }) => ({
    what: `Going on with the announcement “${facts.title}”`,
    lines: [],
    afterwards:
      'It reaches everybody whom it is for and who hasn’t got it yet. Nobody gets it twice.',
    where: announcementsPage,
  }),
  import: ({ facts }) => ({
    what: `Importing ${Number(facts.people).toLocaleString('en-US')} people`,
    lines: [
      { label: 'Balances together', value: usd(Number(facts.amount)) },
      { label: 'Digest of the file', value: String(facts.digest) },
    ],
    afterwards:
      'Each person gets an account with their balance, and a link by email to choose a password. New investments, approvals and lowering corrections wait until the money has arrived and the bank’s statement shows it.',
    where: '/admin/imports',
  }),
  ...ofLoans,
  'opening-reversal': ({ about, facts, words }) => ({
    what: `Taking back ${money(facts.amount)} of the opening balance of ${about?.fullName ?? 'somebody'}`,
    lines: [{ label: 'Reason', value: words.reason ?? 'Erased' }],
    afterwards:
      'The user’s balance pays for it, and so much less is awaited from the other system.',
  }),
  'payouts-unblocking': ({ facts }) => ({
    what: 'Payouts go on after a restore',
    lines: [{ label: 'Earlier payouts, all matched or explained', value: String(facts.total) }],
    afterwards:
      'Only when the bank’s and the wallet’s own lists show no further payout: whatever is missing here can be paid a second time.',
  }),
  opening: () => ({
    what: 'The opening of the firm',
    lines: [],
    afterwards:
      'The firm opens at once: people can sign up and real money can be booked. There is no way back.',
  }),
}

export const toldOf = (proposal: Proposal): Told => kinds[proposal.kind](proposal)

/** What stands now of each line that a proposal would change; nothing of what is new. */
export function presentOf(
  { kind, facts }: Proposal,
  plans: readonly OfferedPlan[],
): ReadonlyMap<string, string> {
  const plan = kind === 'plan-terms' ? plans.find(({ id }) => id === facts.plan) : undefined
  return new Map(plan ? linesOf(plan).map(({ label, value }) => [label, value]) : [])
}
