/**
 * What the public pages show, as the server hands it to their rendering: the content pack of the firm, judged by
 * the mode. Nothing here comes from or goes to a person.
 */

import type { Claim } from './claims.ts'
import type { LoanOffer } from './loan.ts'
import type { PublishedProof } from './proof.ts'

/** What every page, paper and mail of a demonstration says of itself. */
export const demonstrationBanner = 'Demonstration: play money, a sample firm, sample figures'

/** Where it is served, how large it is drawn, and what it shows; `dark` is the plate for the dark scheme, where there is one. */
export type Picture = {
  src: string
  dark: string | null
  width: number
  height: number
  alt: string
}

export type PlanCard = {
  title: string
  range: string
  /** Whole cents, as decimal text. */
  minimumCents: string
  maximumCents: string | null
  durationDays: number
  profitPercent: number
  riskVersion: number
  riskWarning: string
  largestCoverableCents: string
  /** What its return is earned with; null where nobody has said so, as in a demonstration. */
  source: string | null
}

/** A sign-in of the demonstration, which everybody may know. */
export type OfferedSignIn = { who: string; email: string; password: string }

/** What every page knows about the installation it belongs to. */
export type Site = {
  mode: 'demo' | 'live'
  /** Whether what it says about the firm is made up, so that each section which claims something must say so. */
  sample: boolean
  /** Of the firm. */
  name: string
  /** The address people open: an origin without a slash at its end. */
  origin: string
  mark: Picture
  /** What is seen beside the forms for signing in. */
  view: Picture
  /** Whose times staff read beside their own: a name of the IANA’s list. */
  zone: string
  icon: string
  touchIcon: string
  /** Where a phone learns how to put the app on its home screen, and the colours of what it draws around it. */
  manifest: string
  paper: { light: string; dark: string }
  socialCard: { src: string; width: number; height: number; alt: string }
  /** The messaging chat behind the round button. */
  support: string
  /** Whether that button opens the own messages for whoever is signed in. */
  supportIsMessages: boolean
  /** The messaging channel: what a loan is applied for at. */
  channel: string
  /** Null: the firm lends nothing, or its pack doesn't say on which terms. */
  loans: LoanOffer | null
  /** Who looks after an account. */
  manager: string
  /** What the login page offers with one click; nobody where the money is real. */
  signIns: OfferedSignIn[]
  /** Characters that a new password has at least. */
  shortestPassword: number
  /** So long a first investment can be undone; 0: not at all. */
  coolingOffHours: number
  /** The smallest withdrawal, in cents, as decimal text; null: any amount. */
  smallestWithdrawalCents: string | null
  /** The editions of policies that count, which whoever signs up accepts. */
  accepts: { id: string; digest: string }[]
}

export type Wallet = { asset: string; network: string; address: string; note: string }
export type Office = { country: string; lines: string[] }

/** The foot of every public page. */
export type Footer = {
  says: string
  /** The documents that there are, in their order. */
  documents: (PolicyPath | 'WhitepaperPage')[]
  /** Who the firm is by law; null in a demonstration. */
  legal: {
    name: string | null
    address: string[]
    jurisdiction: string | null
    regulator: string | null
    licence: { number: string | null; register: string | null; expires: string | null } | null
  } | null
  complaints: { address: string | null; text: string | null } | null
  /** Which sections of the landing page there are, of those that the menu leads to. */
  sections: { about: boolean; faqs: boolean }
  messagingChat: string | null
  phoneChat: string | null
  email: { address: string; link: string }
  wallets: Wallet[]
  offices: Office[]
  copyright: string
}

export type Titled = { title: string; text: string }
export type Figure = { value: string; label: string }
export type Review = {
  text: string
  name: string
  note: string
  picture: Picture
  source: string | null
}

/** `balanceCents`: after it. `signed`: by whom of the staff it was booked and why; null where nobody of them did. */
export type SampleLine = {
  date: string
  what: string
  note: string
  amountCents: string
  balanceCents: string
  signed: { by: string; why: string } | null
}

/** A sample account, whose balance is the sum of its lines; amounts in cents, as decimal text. */
export type SampleBook = {
  title: string
  lines: SampleLine[]
  opened: { label: string; amountCents: string; lines: SampleLine[] }[]
  balanceCents: string
}

export type LandingPage = {
  title: string
  description: string
  hero: { title: string; text: string; scenes: { name: string; picture: Picture }[] }
  /** Null, like other sections: the pack doesn’t have it, and nothing of it is shown. */
  about: { title: string; paragraphs: string[]; picture: Picture; learnMore: string | null } | null
  start: { title: string; steps: Titled[] } | null
  plans: { title: string; text: string; caption: string }
  calculator: { title: string; text: string; exampleCents: string } | null
  /** Null where nothing is claimed. `figures` are stated, in a demonstration only; `claims` come from the books. */
  statistics: { title: string; figures: Figure[]; claims: readonly Claim[] } | null
  safety: { title: string; text: string; note: string | null } | null
  book: SampleBook | null
  features: Titled[]
  certificate: { title: string; text: string; picture: Picture } | null
  reviews: { title: string; items: Review[] } | null
  faq: { title: string; text: string; items: { question: string; answer: string }[] } | null
}

/** Running text: words, and what they are. */
export type Inline =
  | string
  | { strong: Inline[] }
  | { emphasis: Inline[] }
  | { href: string; text: Inline[] }

export type Block =
  | { kind: 'heading'; level: 2 | 3; id: string; text: Inline[] }
  | { kind: 'paragraph'; text: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

/** A page of text: a policy, or the page that says what a demonstration is. */
export type TextPage = {
  title: string
  description: string
  /** As it is to be read: `May 30, 2025`; null where the page has no date. */
  updated: string | null
  blocks: Block[]
}

/** An edition of a policy, with what it was before; `before`: null for the first. */
export type ShownEdition = {
  policy: PolicyPath
  number: number
  /** On which it begins to count: `2026-12-31`; null: it was the first. */
  day: string | null
  changed: string
  state: 'past' | 'counts' | 'comes' | 'withdrawn'
  page: TextPage
  before: TextPage | null
}

/** `edition`: the one that counts; null where none was published. `coming`: those that will count, soonest first. */
export type PolicyPage = TextPage & {
  edition: Pick<ShownEdition, 'number' | 'day'> | null
  coming: ShownEdition[]
}

/** What the pack says of them: the text of each as people read it, and so many whole days before a change counts it is told. */
export type PoliciesToAccept = {
  texts: { policy: PolicyPath; page: TextPage }[]
  noticeDays: number
  zone: string
}

/** A share of a whole, in whole percents that add up to 100. */
export type Share = { name: string; percent: number; note: string }

/** What is drawn in the whitepaper: `charts.ts` says the same in words and in rows. */
export type WhitepaperChart =
  | {
      kind: 'shares'
      /** A hundred panes, or a ring. */ drawn: 'window' | 'ring'
      title: string
      caption: string
      shares: Share[]
    }
  | {
      kind: 'projection'
      title: string
      caption: string
      years: { year: number; revenueMillions: number; usersThousands: number }[]
    }

export type WhitepaperSection = {
  id: string
  title: string
  blocks: Block[]
  charts: WhitepaperChart[]
}

export type Whitepaper = {
  title: string
  description: string
  /** The day of this edition, `2025-05-30`, and as it is to be read, `May 30, 2025`. */
  updated: { day: string; written: string }
  text: string
  targets: { title: string; text: string; figures: Figure[] }
  sections: WhitepaperSection[]
  call: Titled
}

export const policyPaths = [
  'PrivacyPolicy',
  'TermsOfService',
  'Insurance',
  'Finsurance',
  'UserAgreement',
] as const
export type PolicyPath = (typeof policyPaths)[number]

/** One field of a request. `depth`: how deep it lies in others. */
export type ApiField = {
  name: string
  depth: number
  type: string
  required: boolean
  note: string
}
export type ApiPart = { title: string; fields: ApiField[] }
export type ApiCall = {
  name: string
  method: string
  path: string
  summary: string
  who: string
  keyed: boolean
  status: number
  parts: ApiPart[]
  /** How it is called from a shell, and the shape of what comes back. */
  curl: string
  reply: string
}
export type ApiProblem = { code: string; status: number; title: string; message: string }
/** The API for people who build on it. */
export type ApiReference = {
  description: string
  base: string
  first: string
  groups: { id: string; title: string; calls: ApiCall[] }[]
  problems: ApiProblem[]
  problem: string
}

/** What the public pages are made of. */
export type PublicPages = {
  footer: Footer
  landing: LandingPage
  plans: PlanCard[]
  /** When it was so that no more could be covered than the plans say: pages are made before they are read. */
  coveredAt: string
  /** How far business time is ahead of the world's, in milliseconds. */
  ahead: number
  policies: Partial<Record<PolicyPath, PolicyPage>>
  whitepaper: Whitepaper | null
  /** What the outside links of a demonstration lead to; null in live. */
  demonstration: TextPage | null
  api: ApiReference
  /** What was published of liabilities, the newest first, as far as a page shows it. */
  proofs: PublishedProof[]
}
