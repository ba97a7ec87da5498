/**
 * What an operator must know of the work of the house, as gauges: what waits and for how long, what is late, what is old.
 * Each worker looks by itself, so that what a worker doesn't do is seen by the others. `deploy/prometheus/alerts.yml` says
 * from when on somebody has to come.
 */
import type { Context } from './context.ts'
import { countMissingRoots } from './desk/roots.ts'
import { termsOf } from './domains/coin-deposits/due.ts'
import { usdtTermsOf } from './domains/coin-deposits/usdt.ts'
import { whyStopped } from './domains/coin-exchanges/present.ts'
import { readPosition } from './domains/coin-exchanges/reconcile.ts'
import { readUsdtPosition, whyUsdtDiffers } from './domains/coin-exchanges/usdt.ts'
import { lastRehearsal } from './domains/backups/rehearsals.ts'
import { readLateness } from './domains/investments/due.ts'
import { countBlocked } from './domains/payout-blocks/queries.ts'
import { readReconciledAt } from './domains/reconciliations/queries.ts'
import { oldFrom } from './domains/screening/age.ts'
import { readLists } from './domains/screening/queries.ts'
import { readWaitingRequests } from './domains/withdrawals/waiting.ts'
import { readLogState } from './platform/archiving.ts'
import { readCertificateEnd } from './platform/certificate.ts'
import { readWaitingMails } from './platform/mail/waiting.ts'

/** What is looked for is minutes and days old. */
export const watchRestMs = 15_000

type Parts = Pick<Context, 'pool' | 'metrics' | 'bitcoin' | 'tron' | 'firm' | 'policy'>

/** Whether the coins in the books are those on the chain, and how well that is read. Nothing where the firm takes none. */
async function watchCoins({ pool, metrics: { coins }, bitcoin, firm }: Parts): Promise<void> {
  if (bitcoin === null) return
  const found = await readPosition(pool, termsOf(firm))
  const { difference, height, watch } = found
  coins.difference.set(Number(difference))
  coins.stopped.set(whyStopped(found) === null ? 0 : 1)
  if (height !== null) coins.height.set(height)
  if (watch === null) return
  coins.lookedAt.set(watch.lookedAt / 1000)
  coins.fault.set(watch.fault === null ? 0 : 1)
  coins.unknown.set(watch.unknown === null ? 0 : 1)
  coins.rateFault.set(watch.rateFault === null ? 0 : 1)
  coins.refused.set(watch.refused)
}

/** The same of USDT. */
async function watchUsdt({ pool, metrics: { usdt }, tron, firm }: Parts): Promise<void> {
  if (tron === null) return
  const found = await readUsdtPosition(pool, usdtTermsOf(firm))
  const { height, watch } = found
  const proofs = tron.proving.last()?.proofs ?? []
  usdt.unproved.set(proofs.filter(({ found: wrong }) => wrong !== null).length)
  usdt.differs.set(whyUsdtDiffers(found) === null ? 0 : 1)
  if (height !== null) usdt.height.set(height)
  if (watch === null) return
  usdt.lookedAt.set(watch.lookedAt / 1000)
  usdt.fault.set(watch.fault === null ? 0 : 1)
  usdt.refused.set(watch.refused)
}

/** The database's log. */
async function watchLog({ pool, metrics: { log } }: Parts): Promise<void> {
  const { isArchived, isFailing, archivedAt, unarchivedBytes, keptBytes } = await readLogState(pool)
  log.isArchived.set(isArchived ? 1 : 0)
  log.failing.set(isFailing ? 1 : 0)
  if (archivedAt !== null) log.archivedAt.set(archivedAt / 1000)
  log.unarchived.set(unarchivedBytes)
  log.kept.set(keptBytes)
}

/** The certificate of the public address. One that can't be read is no reason to look at nothing else. */
export async function watchCertificate({
  publicUrl,
  metrics: { certificate },
}: Pick<Context, 'publicUrl' | 'metrics'>): Promise<void> {
  try {
    certificate.endsAt.set(((await readCertificateEnd(publicUrl)) ?? 0) / 1000)
    certificate.fault.set(0)
  } catch {
    certificate.fault.set(1)
  }
}

/** Looks once, and sets the gauges. Throws where the database can't be asked: the time of the last look then stays behind. */
export async function watchWork(parts: Parts): Promise<void> {
  const { pool, metrics, policy } = parts
  await watchCoins(parts)
  await watchUsdt(parts)
  await watchLog(parts)
  const { work } = metrics
  const [requests, mails, lateMs, missingRoots, rehearsedAt, reconciled, toMatch, lists] =
    await Promise.all([
      readWaitingRequests(pool),
      readWaitingMails(pool),
      readLateness(pool),
      countMissingRoots(pool),
      lastRehearsal(pool),
      readReconciledAt(pool),
      countBlocked(pool),
      readLists(pool),
    ])
  for (const { work: name, count, oldestMs } of requests) {
    work.withdrawals.set({ work: name }, Number(count))
    work.withdrawalsAge.set({ work: name }, oldestMs / 1000)
  }
  work.mails.set(Number(mails.count))
  work.mailsAge.set(mails.oldestMs / 1000)
  work.settlingLate.set(lateMs / 1000)
  work.rootsMissing.set(missingRoots)
  if (rehearsedAt !== null) work.rehearsedAt.set(rehearsedAt / 1000)
  for (const one of lists) work.listOldFrom.set({ list: one.list }, oldFrom(one, policy) / 1000)
  for (const { account, at } of reconciled) work.reconciledAt.set({ account }, at / 1000)
  work.payoutsBlocked.set(toMatch === null ? 0 : 1)
  work.payoutsToMatch.set(toMatch ?? 0)
  work.watchedAt.setToCurrentTime()
}
