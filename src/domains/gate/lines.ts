/**
 * The gate of live: from facts to what a firm has and what it lacks. Pure; whoever asks for the facts asks all of them, and
 * what couldn't be asked is null and says nothing.
 */
import type { GateLine } from '../../contract/gate.ts'
import { screeningLists, type ListName } from '../../contract/screening-lists.ts'
import type { Coin } from '../../lib/exchange-rate.ts'
import type { Instant } from '../../lib/instant.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import type { TronProof } from '../../platform/tron/proofs.ts'
import { bankingDaysBetween } from '../bank-statements/in-transit.ts'
import type { PackAsk, PackFault } from '../content/faults.ts'
import { oldFrom } from '../screening/age.ts'
import type { LoadedList } from '../screening/queries.ts'

export type SettingFacts = {
  /** The address that people open; null where it isn't set. */
  publicUrl: string | null
  mailServerGiven: boolean
  /** Null where it is the one that ships with the software. */
  mailFrom: string | null
  /** Where the keys are that lock documents; null where nobody has said. */
  documentKeysFile: string | null
  /** A PostgreSQL of the operator's own, rather than the embedded one. */
  ownDatabase: boolean
  /** In cents; null where it isn't set. */
  secondApprovalAbove: Cents | null
  /** So long a first investment can be undone. */
  coolingOffHours: number
  /** For so many banking days a booking at the bank may wait for its statement. */
  inTransitDays: number
  /** After so many days a loaded list under sanctions is old. */
  screeningDays: number
  /** Names of the settings that hold a secret which is easily guessed. */
  weakSecrets: readonly string[]
}

export type ContentFacts = {
  wrong: readonly PackFault[]
  asks: readonly PackAsk[]
  /** The day on which the licence ends, like 2027-06-30; null where it doesn't, or isn't known. */
  licenceExpires: string | null
  /** Which the pack names. */
  lists: readonly ListName[]
  /** Of the plans in the pack; null where none can be read. */
  shortestPlanDays: number | null
}

/** Each is what is wrong, in words; null: nothing. */
export type DatabaseFacts = {
  /** Why the server can't be used: it doesn't answer, is too old, or doesn't keep what it acknowledges. */
  server: string | null
  /** What the role that signs in is beyond the application's; of a server that doesn't answer, null. */
  role: string | null
  /** Why it isn't of this release; left out where nobody asked, since no server runs on another. */
  release?: string | null
}

/** What changes without anybody's changing a setting. */
export type ChangingFacts = {
  /** Why the mail server doesn't answer; null where it does. Undefined where it couldn't be asked. */
  mail: string | null | undefined
  /** Of what takes two, that for which there aren't two of staff who can act and have a second factor; null where it couldn't be asked. */
  lackingPairs: readonly string[] | null
  /** When a backup was last restored and checked; null: never. Undefined where it couldn't be asked. */
  rehearsedAt: Instant | null | undefined
  /** Of the plans on sale; null where there is none, or it couldn't be asked. */
  shortestOnSaleDays: number | null
  /** Since when the oldest booking at the bank waits for a statement that has it; null: none waits. */
  waitsForStatement: Instant | null
  /** Since when people who were imported wait for their money; null: none do. */
  importing: Instant | null
  /** Lists under sanctions that are loaded; none: nobody is compared; null: it couldn't be asked. */
  lists: readonly Pick<LoadedList, 'list' | 'day' | 'loadedAt'>[] | null
}

export type GateFacts = {
  settings: SettingFacts
  content: ContentFacts
  /** Null where there is none to ask. */
  database: DatabaseFacts | null
  changing: ChangingFacts
  /** What the TRON node of the settings has proved; nothing where none is set. */
  tron: readonly TronProof[]
  /** Of each coin of the settings; null: it couldn't be asked. */
  firstCoins: readonly { coin: Coin; triedAt: Instant | null }[] | null
  now: Instant
}

const day = 24 * 60 * 60 * 1000
/** A backup that nobody has restored for so long is a hope. */
export const rehearsalForMs = 30 * day

const answeringMailServer = 'A mail server that answers'
const twoForEach = 'Two people for everything that takes two, with a second factor'
const rehearsedBackup = 'A backup that was restored and checked in the last 30 days'

type Line = Omit<GateLine, 'found' | 'coin'> & { found?: string | null }

const stable = (line: Omit<Line, 'changes'>): GateLine => ({
  found: null,
  ...line,
  changes: false,
  coin: null,
})
const changing = (line: Omit<Line, 'changes'>): GateLine => ({
  found: null,
  ...line,
  changes: true,
  coin: null,
})

const readme = (setting: string) => `the setting ${setting}`

function settingLines({ settings }: GateFacts): GateLine[] {
  const { publicUrl, mailFrom, secondApprovalAbove, weakSecrets } = settings
  return [
    stable({
      what: 'An https address',
      why: 'what people type and see must not be read on the way',
      where: readme('PUBLIC_URL'),
      missing: !publicUrl?.startsWith('https://'),
      found: publicUrl,
    }),
    stable({
      what: 'Secrets that can’t be guessed',
      why: 'who guesses one signs in as anybody',
      where:
        weakSecrets.length > 0 ? weakSecrets.map(readme).join(', ') : readme('GLASSHOUSE_SECRET'),
      missing: weakSecrets.length > 0,
    }),
    stable({
      what: 'The limit above which two administrators are needed',
      why: 'how much one person alone may move is the firm’s to decide, and nobody else’s',
      where: readme('GLASSHOUSE_SECOND_APPROVAL_ABOVE'),
      missing: secondApprovalAbove === null,
      found: secondApprovalAbove === null ? null : formatUsd(secondApprovalAbove),
    }),
    stable({
      what: 'A time in which a first investment can be undone',
      why: 'whoever places money for the first time must be able to think again',
      where: readme('GLASSHOUSE_COOLING_OFF'),
      missing: settings.coolingOffHours === 0,
      found: settings.coolingOffHours === 0 ? null : hoursText(settings.coolingOffHours),
    }),
    stable({
      what: 'A sender of the mails that is the firm’s own',
      why: 'people must be able to tell its mails from others’, and answer them',
      where: readme('GLASSHOUSE_MAIL_FROM'),
      missing: mailFrom === null,
      found: mailFrom,
    }),
    stable({
      what: 'A mail server',
      why: 'links, warnings and confirmations go out by mail',
      where: readme('SMTP_URL'),
      missing: !settings.mailServerGiven,
    }),
    stable({
      what: 'Keys that lock people’s documents',
      why: 'whoever gets hold of a backup must not read an identity card in it',
      where: readme('GLASSHOUSE_DOCUMENT_KEYS_FILE'),
      missing: settings.documentKeysFile === null,
    }),
    stable({
      what: 'A PostgreSQL of the firm’s own',
      why: 'the embedded one has no backup and no standby',
      where: readme('DATABASE_URL'),
      missing: !settings.ownDatabase,
    }),
  ]
}

const hoursText = (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`)
const daysText = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/** A plan that is paid before its first investment could have been undone leaves nobody that time. */
const tooShort = (
  days: number,
  { coolingOffHours }: Pick<SettingFacts, 'coolingOffHours'>,
): Pick<Line, 'why' | 'missing' | 'found'> => ({
  why: 'whoever places money for the first time must have all of that time to think again',
  missing: days * 24 < coolingOffHours,
  found: `the shortest lasts ${daysText(days)}, and a first investment can be undone for ${hoursText(coolingOffHours)}`,
})

/** What a schema says of a value: a sentence without its subject, which is the field. */
const aboutTheField =
  /^(must|is|are|has|have|may|can|needs?|this is)\b|^(Invalid|Too|Unrecognized|Expected)\b/

/** Read after "Missing:", a complaint about a field needs the field in it. */
function withSubject({ what, why, where }: PackFault): PackFault {
  const field = /^.+, ([^,:]+)$/.exec(where)?.[1]
  if (field === undefined || !aboutTheField.test(what)) return { what, why, where }
  if (what === 'this is missing') return { what: field, why, where }
  return { what: `A usable ${field}`, why: what, where }
}

function contentLines({ content, settings }: GateFacts): GateLine[] {
  const { shortestPlanDays } = content
  return [
    ...content.wrong.map((fault) => stable({ ...withSubject(fault), missing: true })),
    ...content.asks.map(({ what, why, where, isMissing }) =>
      stable({ what, why, where, missing: isMissing }),
    ),
    ...(shortestPlanDays === null
      ? []
      : [
          stable({
            what: 'Plans that last as long as a first investment can be undone',
            where: 'plans.yaml, days',
            ...tooShort(shortestPlanDays, settings),
          }),
        ]),
  ]
}

function databaseLines({ database }: GateFacts): GateLine[] {
  if (database === null) return []
  return [
    stable({
      what: 'A database server that answers and keeps what it acknowledges',
      why: 'a booking that was confirmed must survive a power cut',
      where: readme('DATABASE_URL'),
      missing: database.server !== null,
      found: database.server,
    }),
    ...(database.server === null
      ? [
          stable({
            what: 'A role of the database that is nothing but the application’s',
            why: 'whoever gets hold of the server must not own the books',
            where: `${readme('DATABASE_URL')}; docs/runbooks/deploy.md says how such a role is made`,
            missing: database.role !== null,
            found: database.role,
          }),
        ]
      : []),
    ...(database.release === undefined
      ? []
      : [
          stable({
            what: 'A database that is brought up to this release',
            why: 'a server starts on no other',
            where: 'npm run migrate',
            missing: database.release !== null,
            found: database.release,
          }),
        ]),
  ]
}

/** The day that it is everywhere already: a licence ends with its last day. */
const dayOf = (instant: Instant) => new Date(instant).toISOString().slice(0, 10)

/** What the books have at the bank must be on its statements. */
const statementLines = (
  waitsSince: Instant | null,
  { inTransitDays }: Pick<SettingFacts, 'inTransitDays'>,
  now: Instant,
): GateLine[] =>
  waitsSince === null
    ? []
    : [
        changing({
          what: `Statements of the bank on which every booking is found within ${inTransitDays} banking days`,
          why: 'money that the books have and the bank doesn’t is found before more comes in',
          where: `the page Bank statements, or ${readme('GLASSHOUSE_IN_TRANSIT_DAYS')}`,
          missing: bankingDaysBetween(dayOf(waitsSince), dayOf(now)) > inTransitDays,
          found: `the oldest waits since ${dayOf(waitsSince)}`,
        }),
      ]

/** Whoever loads a list is to go on loading it; one that the pack names is to be there. `loaded`: null where it couldn't be asked. */
const listLines = (
  named: readonly ListName[],
  loaded: ChangingFacts['lists'],
  settings: Pick<SettingFacts, 'screeningDays'>,
  now: Instant,
): GateLine[] =>
  [...new Set([...named, ...(loaded ?? []).map(({ list }) => list)])].map((list) => {
    const one = loaded?.find((each) => each.list === list)
    return changing({
      what: `A list “${screeningLists[list]}” that was loaded in the last ${daysText(settings.screeningDays)}`,
      why: 'whoever was put on it since then isn’t found',
      where: `npm run screening:load -- FILE, or ${readme('GLASSHOUSE_SCREENING_DAYS')}`,
      missing: loaded !== null && (one === undefined || now > oldFrom(one, settings)),
      found: one
        ? `of ${one.day}, loaded on ${dayOf(one.loadedAt)}`
        : 'it was never loaded, or taken away',
    })
  })

/** A licence that has ended, a mail server that is silent, too few people, a list that is old, a backup that nobody has tried. */
export function changingLines({
  licenceExpires,
  lists: named,
  settings,
  changing: facts,
  now,
}: Pick<GateFacts, 'settings' | 'changing' | 'now'> &
  Pick<ContentFacts, 'licenceExpires' | 'lists'>): GateLine[] {
  const { mail, lackingPairs, rehearsedAt, shortestOnSaleDays, waitsForStatement, lists } = facts
  return [
    ...(licenceExpires === null
      ? []
      : [
          changing({
            what: 'A licence that has not expired',
            why: 'without a licence nobody may take investors’ money',
            where: 'firm.yaml, legal.licence.expires',
            missing: licenceExpires < dayOf(now),
            found: `until ${licenceExpires}`,
          }),
        ]),
    ...(mail === undefined || !settings.mailServerGiven
      ? []
      : [
          changing({
            what: answeringMailServer,
            why: 'links, warnings and confirmations go out by mail',
            where: readme('SMTP_URL'),
            missing: mail !== null,
            found: mail,
          }),
        ]),
    ...(lackingPairs === null
      ? []
      : [
          changing({
            what: twoForEach,
            why: 'what one decides another must be able to check; two administrators are the fewest for all of it but two things, which take three people: a pack of evidence with names, and the end of a check on somebody whom one of the two verified',
            where: 'npm run admin:create -- EMAIL, then the link that it prints',
            missing: lackingPairs.length > 0,
            found:
              lackingPairs.length > 0
                ? `no two for ${new Intl.ListFormat('en').format(lackingPairs)}`
                : 'two for each',
          }),
        ]),
    ...(shortestOnSaleDays === null
      ? []
      : [
          changing({
            what: 'Plans on sale that last as long as a first investment can be undone',
            where: `the page Plans, or ${readme('GLASSHOUSE_COOLING_OFF')}`,
            ...tooShort(shortestOnSaleDays, settings),
          }),
        ]),
    ...statementLines(waitsForStatement, settings, now),
    ...listLines(named, lists, settings, now),
    ...(rehearsedAt === undefined
      ? []
      : [
          changing({
            what: rehearsedBackup,
            why: 'a backup that nobody has tried is none',
            where: 'npm run backup:rehearse',
            missing: rehearsedAt === null || now - rehearsedAt > rehearsalForMs,
            found: rehearsedAt === null ? 'never' : `last on ${dayOf(rehearsedAt)}`,
          }),
        ]),
  ]
}

/** They stop USDT alone: of a firm that is open they pause nothing else, and so are none of `changingLines`. */
const tronLines = ({ tron }: GateFacts): GateLine[] =>
  tron.map(({ what, why, where, found }) =>
    changing({ what, why, where, missing: found !== null, found }),
  )

const coinNames: Record<Coin, string> = { BTC: 'bitcoin', USDT: 'USDT' }

/** They can be done in an open firm only, and hold up customers of their coin and nothing else. */
const firstCoinLines = ({ firstCoins }: GateFacts): GateLine[] =>
  (firstCoins ?? []).map(({ coin, triedAt }) => ({
    ...changing({
      what: `First coins in ${coinNames[coin]}: a deposit and a payout of a few dollars that two people looked up on an explorer`,
      why: 'what goes wrong with a node, a rate or a signer costs a few dollars of the firm’s people then, and no customer',
      where: 'the page Wallets for coins; docs/runbooks/first-coins.md says how',
      missing: triedAt === null,
      found: triedAt === null ? null : `confirmed on ${dayOf(triedAt)}`,
    }),
    coin,
  }))
/** It stops what the desk refuses meanwhile: of a firm that is open nothing else is paused, or the money could never be booked. */
const importLines = ({ changing: { importing } }: GateFacts): GateLine[] =>
  importing === null
    ? []
    : [
        changing({
          what: 'The money of customers who were imported',
          why: 'new investments, approvals and lowering corrections wait until a statement of the bank shows it',
          where: 'the page Imports',
          missing: true,
          found: `waited for since ${dayOf(importing)}`,
        }),
      ]

/** Everything that is asked for, what is there and what is missing, in the order in which an operator puts it up. */
export function gateLines(facts: GateFacts): GateLine[] {
  return [
    ...contentLines(facts),
    ...settingLines(facts),
    ...databaseLines(facts),
    ...changingLines({ ...facts, ...facts.content }),
    ...tronLines(facts),
    ...firstCoinLines(facts),
    ...importLines(facts),
  ]
}

/** What nobody could ask yet, which may be missing as well: read beside the lines where all of it is to be seen at once. */
export function notAskedOf({ settings, changing: facts }: GateFacts): string[] {
  return [
    ...(facts.mail === undefined && settings.mailServerGiven ? [answeringMailServer] : []),
    ...(facts.lackingPairs === null ? [twoForEach] : []),
    ...(facts.rehearsedAt === undefined ? [rehearsedBackup] : []),
  ]
}

/** A line for people at a shell. */
export const lineText = ({ what, why, where, found, coin }: GateLine): string =>
  [
    `${coin === null ? 'Missing' : 'Later'}: ${what} (${why}).`,
    found === null ? [] : `Found: ${found}.`,
    `Where: ${where}.`,
  ]
    .flat()
    .join(' ')
