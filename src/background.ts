/**
 * What the house does by itself: pays what matures, sends mails, finishes changes of access that waited, closes accounts whose owners asked for it, ends accounts that nobody confirmed, tells whose verification is about to end, what changes of the policies and whose documents are still missing, sends what two agreed to announce, books what two agreed to import, compares people with lists under sanctions, releases what arrived beyond a limit, deletes files that no command took and what the law no longer asks to keep, makes the copies of their data that people asked for, and the packs of evidence that auditors did, keeps the order of balances, sums the postings of days that are over, makes the daily root and the proof of what is owed, decides
 * the journal again, notices a restore, says what waits and what is late. Any number of processes may run it. Showing changed plans on its pages belongs to each server.
 */
import type { Context } from './context.ts'
import { makeRootAndRest } from './desk/roots.ts'
import { createComparisons } from './domains/comparisons/due.ts'
import { sweepContents } from './domains/documents/contents.ts'
import { createAnnouncing } from './domains/announcements/due.ts'
import { finishClosings } from './domains/account-closings/due.ts'
import { finishAccessChanges } from './domains/access-changes/due.ts'
import { createImporting } from './domains/customer-imports/due.ts'
import { createLoanLane } from './domains/loans/due.ts'
import { createEditionNotices } from './domains/editions/due.ts'
import { giveInvitedRoles } from './domains/role-changes/invited.ts'
import { endUnverified, tellUnverified } from './domains/users/unverified.ts'
import { keepDirectory } from './domains/people/balance-order.ts'
import { answerLinkRequests } from './domains/sign-in/links.ts'
import { tellSecurityChanges } from './domains/sign-in/security-change.ts'
import { deleteEnded } from './domains/archives/files.ts'
import { makeNextArchive } from './domains/archives/make.ts'
import { deleteEndedPacks } from './domains/evidence-packs/files.ts'
import { makeNextPack } from './domains/evidence-packs/make.ts'
import { deleteDueRecords } from './domains/kept-records/keep.ts'
import type { Pack } from './domains/content/pack.ts'
import { settleAndRest } from './domains/investments/due.ts'
import { remindOfDocuments } from './domains/verification/reminders.ts'
import { tellOfEnds } from './domains/verification/ends-soon.ts'
import { dueTermsOf } from './domains/staff-work/due.ts'
import { tellOfWork } from './domains/staff-work/daily-mail.ts'
import { seedPlans } from './domains/plans/seed.ts'
import { releaseCoins } from './domains/coin-deposits/due.ts'
import { createChainWatch, createTronWatch } from './domains/coin-deposits/watch.ts'
import { createBatchFollower } from './domains/payout-batches/due.ts'
import { createListFollower } from './domains/payout-lists/due.ts'
import { releaseWhatFits } from './domains/receipts/due.ts'
import { buildProof } from './domains/proofs/build.ts'
import { createReplays } from './domains/replays.ts'
import { createDaySums } from './ledger/store/day-sums.ts'
import type { Pages } from './http/pages/frame.ts'
import { startLoop, type Turn } from './platform/loop.ts'
import { waits, writeLetter } from './domains/nouns.ts'
import { sendDueMails, smtpMailer, type Mailer } from './platform/mail/mailer.ts'
import { watchCertificate, watchRestMs, watchWork } from './watch.ts'

/** A mail that has just been written is looked for this often. */
const mailRestMs = 2_000
/** What staff change about a sign-in waits a day: nobody minds these. */
const accessRestMs = 5_000
/** Asked for a day before; in the demonstration somebody may be looking, after moving its clock. */
const closingsRestMs = 5_000
/** Somebody waits at the page for what they have just sent. */
const chainRestMs = 2_000
/** As often as TRON has a block. */
const tronRestMs = 3_000
/** A limit for 24 hours has room again when they have passed: to a quarter of a minute. */
const overLimitRestMs = 15_000
/** They end 30 days after they were opened, a week after a mail: an hour more is nothing. */
const unverifiedRestMs = 3_600_000
/** They are told of a month ahead; in the demonstration somebody may be looking, after moving its clock. */
const verificationsRestMs = 5_000
/** It is told of once a day, in the morning: a quarter of an hour more is nothing. */
const workMailRestMs = 900_000
/** What no command took within an hour: a minute more is nothing. */
const untakenRestMs = 60_000
/** People are told weeks before: seconds don't matter. */
const editionsRestMs = 5_000
/** Whoever asked for a copy of their data looks at how far it has come. */
const archivesRestMs = 2_000
/** The same of a pack of evidence. */
const packsRestMs = 2_000
/** They are kept for years; in the demonstration somebody may be looking, after moving its clock. */
const keptRecordsRestMs = 5_000
/** Whoever has just opened the firm looks at once for what it offers. */
const openingRestMs = 1_000
/** They are there by now; the content is read at a start. */
const plansRestMs = 3_600_000
/** Three questions that a mail server doesn't answer are a minute. */
const gateRestMs = 20_000
/** Where a payout is recorded, it is looked at once. */
const seenRestMs = 2_000
/** A certificate is good for weeks; one that was just renewed should be seen soon. */
const certificateRestMs = 600_000
/** Staff may have changed the plans through any server: this often each asks whether its pages still say what is offered. */
const pagesRestMs = 1_000

/** The plans of a firm that has opened go on sale once; those that staff have changed since stay as they are. */
async function sellWhenOpen({ gate, desk }: Context, plans: Pack['plans']): Promise<number> {
  if (plans.length === 0) return plansRestMs
  if (!(await gate.isOpen())) return openingRestMs
  await seedPlans(desk, plans)
  return plansRestMs
}

/** A loop's name, and what it does again and again. */
type Work = readonly [name: string, turn: Turn]

/** What arrives and what follows from it; none where the firm takes no bitcoin. */
function watchChain(context: Context): Work[] {
  const { bitcoin } = context
  if (bitcoin === null) return []
  const watch = createChainWatch({ ...context, bitcoin })
  const follow = createBatchFollower({ ...context, node: bitcoin.node })
  return [
    [
      'bitcoin',
      async (shouldContinue) => {
        if (await watch.look(shouldContinue)) return 0
        await follow()
        return chainRestMs
      },
    ],
  ]
}

/** The same of USDT; none where the firm takes none. */
function watchTron(context: Context): Work[] {
  const { tron } = context
  if (tron === null) return []
  const watch = createTronWatch({ ...context, tron })
  const follow = createListFollower({ ...context, tron })
  return [
    [
      'tron',
      async (shouldContinue) => {
        if (await watch.look(shouldContinue)) return 0
        await follow()
        return tronRestMs
      },
    ],
  ]
}

/** What a worker has to send: mails, and what follows from requests for links and from changes of sign-ins. */
async function sendMails(context: Context, mailer: Mailer | null): Promise<number> {
  const { firm, log, pool, publicUrl, secret } = context
  await tellSecurityChanges(context)
  const asked = await answerLinkRequests(pool)
  const sent = await sendDueMails({
    pool,
    log,
    origin: publicUrl,
    secret,
    firm,
    writeLetter,
    mailer,
  })
  return asked + sent > 0 ? 0 : mailRestMs
}

/** What people have asked for that takes longer than a request may. */
function makeFiles(context: Context): Work[] {
  const { lifecycle, pool } = context
  return [
    [
      'archives',
      async () => {
        const hasMade = await makeNextArchive({ ...context, writeLetter })
        const hasMore = await deleteEnded(pool)
        return hasMade || hasMore ? 0 : archivesRestMs
      },
    ],
    [
      'evidence packs',
      async () => {
        const hasMade = await makeNextPack({ ...context, signal: lifecycle.signal })
        const hasMore = await deleteEndedPacks(pool)
        return hasMade || hasMore ? 0 : packsRestMs
      },
    ],
  ]
}

/** What changes of the policies is told to everybody. */
function editionWork(context: Context): Work {
  const tell = createEditionNotices(context)
  return ['editions', async () => ((await tell()) ? 0 : editionsRestMs)]
}

/** What an operator must know. */
function watchHouse(context: Context): Work[] {
  return [
    [
      'watch',
      async () => {
        await watchWork(context)
        return watchRestMs
      },
    ],
    [
      'certificate',
      async () => {
        await watchCertificate(context)
        return certificateRestMs
      },
    ],
  ]
}

/** The loops of a worker. `plans`: those of the content, in live. */
export function workOf(context: Context, plans: Pack['plans'], mailer: Mailer | null): Work[] {
  const { config, firm, lifecycle, pool } = context
  return [
    ['settling', (shouldContinue) => settleAndRest(context, shouldContinue)],
    ['mail', () => sendMails(context, mailer)],
    [
      'access changes',
      async () => {
        await finishAccessChanges(context)
        await giveInvitedRoles(context)
        return accessRestMs
      },
    ],
    ['account closings', async () => ((await finishClosings(context)) > 0 ? 0 : closingsRestMs)],
    ...watchChain(context),
    ...watchTron(context),
    [
      'turned aside',
      async () => {
        await releaseWhatFits(context)
        await releaseCoins(context)
        return overLimitRestMs
      },
    ],
    [
      'unverified accounts',
      async () => {
        const more = [await tellUnverified(context), await endUnverified(context)]
        return more.includes(true) ? 0 : unverifiedRestMs
      },
    ],
    [
      'verifications',
      async () => {
        const more = [await tellOfEnds(context), await remindOfDocuments(context)]
        return more.includes(true) ? 0 : verificationsRestMs
      },
    ],
    [
      'mail of what waits',
      async () =>
        (await tellOfWork(pool, { waits, due: dueTermsOf(context.policy, firm) }))
          ? 0
          : workMailRestMs,
    ],
    ['announcements', createAnnouncing({ ...context, pace: config.announcedAMinute })],
    ['imports', createImporting(context)],
    ['loans', createLoanLane(context)],
    editionWork(context),
    ['comparisons with lists', createComparisons(context)],
    ['files', async () => ((await sweepContents(pool)) ? 0 : untakenRestMs)],
    ['kept records', async () => ((await deleteDueRecords(pool)) ? 0 : keptRecordsRestMs)],
    ...makeFiles(context),
    ['plans', () => sellWhenOpen(context, plans)],
    ['directory', keepDirectory(pool)],
    ['day sums', createDaySums(pool)],
    ...watchHouse(context),
    ['roots', () => makeRootAndRest(pool, (db, root) => buildProof(db, root, firm))],
    [
      'replays',
      createReplays({ ...context, dataFolder: config.dataFolder, signal: lifecycle.signal }),
    ],
  ]
}

/** Starts the loops of a worker and leaves word with the lifecycle. */
export function startWork(context: Context, plans: Pack['plans']): void {
  const { config, lifecycle, log } = context
  const mailer = config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom) : null
  const loops = workOf(context, plans, mailer).map(([name, turn]) => startLoop(name, log, turn))
  lifecycle.opened({
    name: 'background',
    close: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
      mailer?.close()
    },
  })
}

/** For every process: new business pauses while something is missing, and goes on when it is there again. */
export function watchGate({ config, log, lifecycle, gate }: Context): void {
  if (config.mode === 'demo') return
  const loop = startLoop('gate', log, async () => {
    await gate.watch()
    return gateRestMs
  })
  lifecycle.opened({ name: 'gate', close: () => loop.stop() })
}

/** For every process: a database that was restored to an earlier time is noticed before anybody is paid twice. */
export async function watchSeen({ log, lifecycle, seen }: Context): Promise<void> {
  await seen.look()
  const loop = startLoop('seen', log, async () => {
    await seen.look()
    return seenRestMs
  })
  lifecycle.opened({ name: 'seen', close: () => loop.stop() })
}

/** For a server: its pages say what is offered, whoever changed it. */
export function refreshPages({ log, lifecycle }: Context, { refresh }: Pages): void {
  if (!refresh) return
  const loop = startLoop('pages', log, async () => {
    await refresh()
    return pagesRestMs
  })
  lifecycle.opened({ name: 'pages', close: () => loop.stop() })
}
