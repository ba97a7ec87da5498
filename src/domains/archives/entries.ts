/** What is in a copy: everything that is kept about one person, and nothing about anybody else. */
import type { Pool } from 'pg'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import type { DocumentKeys } from '../../platform/document-keys.ts'
import { recipientOf } from '../../platform/mail/addressee.ts'
import { readMailsTo } from '../../platform/mail/kept.ts'
import type { Recipient, Values, Written } from '../../platform/mail/letter.ts'
import { activityCsv } from '../activity/csv.ts'
import { readActivity } from '../activity/queries.ts'
import { readChecks } from '../appropriateness/queries.ts'
import { readDeposits } from '../deposits/queries.ts'
import { readAllDestinations } from '../destinations/queries.ts'
import { ofDocument, openContent } from '../documents/contents.ts'
import { readKeptDocuments } from '../documents/queries.ts'
import { openNumber } from '../documents/sealed-numbers.ts'
import type { Document } from '../documents/table.ts'
import { readInvestments } from '../investments/queries.ts'
import { readOwnAnnouncements } from '../announcements/queries.ts'
import { readThread } from '../threads/queries.ts'
import { readNotes } from '../notes/queries.ts'
import { readOwnLoans } from '../loans/own.ts'
import { readAllChoices } from '../people/choices.ts'
import { readUser } from '../users/queries.ts'
import { readKeptSessions } from '../sign-in/open-sessions.ts'
import { readFactors } from '../sign-in/second-factor.ts'
import { readWaitingClosing } from '../account-closings/queries.ts'
import { readInvestmentLimit } from '../investment-limits/queries.ts'
import { presentOwn } from '../verification-pages/queries.ts'
import { readCases } from '../verification/now.ts'
import { readOwnWithdrawals } from '../withdrawals/queries.ts'
import { journalOf } from './journal.ts'
import { readme } from './readme.ts'
import type { Entry } from './zip.ts'

export type Sources = {
  pool: Pool
  firm: Recipient['firm']
  publicUrl: string
  secret: string
  writeLetter(template: string, to: Recipient, values: Values): Written
}

type Page<T> = { rows: readonly T[]; nextCursor: string | null }

/** Page by page, however many there are. */
async function* paged<T>(
  readPage: (query: { limit: number; cursor: string | undefined }) => Promise<Page<T>>,
): AsyncGenerator<T> {
  let cursor: string | undefined
  do {
    const { rows, nextCursor } = await readPage({ limit: 200, cursor })
    yield* rows
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}

async function* textOf(read: () => Promise<Buffer | string>) {
  yield await read()
}

const jsonOf = (value: unknown) => JSON.stringify(value, null, 2)

/** An array of JSON as it is read, a row at a time. */
async function* listOf(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let isFirst = true
  for await (const row of rows) {
    yield `${isFirst ? '[' : ','}\n${jsonOf(row)}`
    isFirst = false
  }
  yield isFirst ? '[]\n' : '\n]\n'
}

const json = (path: string, read: () => Promise<unknown>): Entry => ({
  path,
  read: () => textOf(async () => `${jsonOf(await read())}\n`),
})
const list = (path: string, rows: () => AsyncIterable<unknown>): Entry => ({
  path,
  read: () => listOf(rows()),
})

async function* mailsTo(sources: Sources, owner: OwnerId) {
  const { pool, publicUrl: origin, secret, firm, writeLetter } = sources
  const limit = 200
  let after = 0n
  for (;;) {
    const mails = await readMailsTo(pool, owner, { after, limit })
    for (const mail of mails) {
      // Its text has links that are still good: they belong in the mailbox, and in nothing that lies about.
      const { subject } = writeLetter(
        mail.template,
        recipientOf({ origin, secret, firm }, mail),
        mail.values,
      )
      yield {
        at: isoFromInstant(mail.created_at),
        to: mail.address,
        subject,
        state: mail.state,
      }
    }
    if (mails.length < limit) return
    after = mails.at(-1)!.id
  }
}

async function signInsOf(pool: Pool, owner: OwnerId) {
  const changes = []
  for await (const { at, title, by, details } of paged(async (query) => {
    const { activity, nextCursor } = await readActivity(pool, owner, { ...query, kind: 'sign-in' })
    return { rows: activity, nextCursor }
  }))
    changes.push({ at, title, by, details })
  return {
    ...(await readKeptSessions(pool, owner)),
    secondFactors: await readFactors(pool, owner),
    changes,
  }
}

const ending = { 'image/jpeg': 'jpg', 'application/pdf': 'pdf' } as Record<string, string>
const pathOf = ({ kind, mediaType }: Document, index: number) =>
  `documents/${String(index + 1).padStart(3, '0')}-${kind}.${ending[mediaType] ?? 'bin'}`

function documentEntries(pool: Pool, keys: DocumentKeys, kept: readonly Document[]): Entry[] {
  return kept.map((document, index) => ({
    path: pathOf(document, index),
    stored: true,
    read: () =>
      // One that is removed meanwhile is empty: its name stands in the list already.
      textOf(
        async () =>
          (await openContent(pool, keys, document.content, ofDocument(document.owner))) ??
          Buffer.alloc(0),
      ),
  }))
}

async function profileOf(pool: Pool, owner: OwnerId) {
  return {
    user: await readUser(pool, owner),
    closing: await readWaitingClosing(pool, owner),
    ...(await readAllChoices(pool, owner)),
  }
}

async function answersOf(pool: Pool, owner: OwnerId) {
  return {
    beforeInvesting: await readChecks(pool, owner),
    ownLimit: await readInvestmentLimit(pool, owner),
  }
}

async function loansOf(pool: Pool, owner: OwnerId) {
  const { applications, loans } = await readOwnLoans(pool, owner)
  return { applications, loans }
}

async function verificationOf(
  pool: Pool,
  keys: DocumentKeys,
  { owner, kept }: { owner: OwnerId; kept: readonly Document[] },
) {
  const cases = await readCases(pool, [owner])
  return {
    sentIn: await Promise.all(
      cases.map(async (row) => ({
        ...(await presentOwn(pool, row)),
        identityDocument: await openNumber(pool, keys, row.id),
      })),
    ),
    documents: kept.map((document, index) => ({
      file: pathOf(document, index),
      id: document.id,
      kind: document.kind,
      size: document.size,
      addedAt: isoFromInstant(document.addedAt),
      status: document.status,
    })),
  }
}

/** In the order in which they are written. */
export async function entriesOf(
  sources: Sources,
  owner: OwnerId,
  keys: DocumentKeys,
): Promise<Entry[]> {
  const { pool, firm } = sources
  const kept = await readKeptDocuments(pool, owner)
  return [
    { path: 'README.txt', read: () => textOf(async () => readme(firm.name)) },
    json('profile.json', () => profileOf(pool, owner)),
    { path: 'activity.csv', read: () => activityCsv(pool, owner, {}) },
    list('investments.json', () =>
      paged(async (query) => {
        const { investments: rows, nextCursor } = await readInvestments(pool, owner, query)
        return { rows, nextCursor }
      }),
    ),
    list('withdrawals.json', () =>
      paged(async (query) => {
        const { withdrawals: rows, nextCursor } = await readOwnWithdrawals(pool, owner, query)
        return { rows, nextCursor }
      }),
    ),
    json('loans.json', () => loansOf(pool, owner)),
    list('deposits.json', () =>
      paged(async (query) => {
        const { deposits: rows, nextCursor } = await readDeposits(pool, owner, query)
        return { rows, nextCursor }
      }),
    ),
    json('destinations.json', () => readAllDestinations(pool, owner)),
    json('sign-ins.json', () => signInsOf(pool, owner)),
    json('answers.json', () => answersOf(pool, owner)),
    json('verification.json', () => verificationOf(pool, keys, { owner, kept })),
    list('journal.json', () => journalOf(pool, owner)),
    list('notes.json', () =>
      paged(async (query) => {
        const { notes: rows, nextCursor } = await readNotes(pool, owner, query)
        return { rows, nextCursor }
      }),
    ),
    list('messages.json', () =>
      paged(async (query) => {
        const { messages: rows, nextCursor } = await readThread(pool, owner, query)
        return { rows, nextCursor }
      }),
    ),
    list('announcements.json', () =>
      paged(async (query) => {
        const { announcements: rows, nextCursor } = await readOwnAnnouncements(pool, owner, query)
        return { rows, nextCursor }
      }),
    ),
    list('mails.json', () => mailsTo(sources, owner)),
    ...documentEntries(pool, keys, kept),
  ]
}
