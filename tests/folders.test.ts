/** From the URL to the folder, and from the table: what docs/architecture.md promises whoever looks for something. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { basePath } from '../src/contract/endpoint.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import pages from '../src/web/routes.ts'
import { tableIn } from './support/markdown.ts'
import { filesOf, isTest, parse, readSources, root, type Source } from './support/source.ts'

/** Files of migrations that aren't named after a folder of src/domains. */
const elsewhere: Record<string, string> = {
  house: 'src/platform',
  ledger: 'src/ledger/store',
  'day-sums': 'src/ledger/store',
  desk: 'src/desk',
  directory: 'src/domains/people',
  mails: 'src/platform/mail',
  demo: 'src/demo',
}
/** What the desk calls by itself, though the table that it writes is another's. */
const ofTheDesk = ['desk.set_email_verified', 'desk.set_role_or_status', 'desk.change_roles']

/** The folder whose tables a migration makes: it has the folder's name. */
function folderOf(path: string): string {
  const [, name] = /\d+-([\w-]+)\.sql$/.exec(path)!
  return elsewhere[name!] ?? `src/domains/${name}`
}

/** Every table, and every function with a schema that not only triggers call, by the folder that it belongs to. */
function readHomes(): Map<string, string> {
  const homes = new Map<string, string>()
  const step =
    /^\s*create (?:or replace )?(?<kind>table|view|function) (?:public\.)?(?<made>[\w.]+)(?<more>[^;]*?\breturns trigger)?|^\s*alter table (?<old>[\w.]+) rename to (?<new>\w+)|^\s*drop (?:table|view|function) (?<gone>[\w., ]+)/gim
  for (const path of filesOf('db/migrations/*.sql')) {
    const sql = readFileSync(join(root, path), 'utf8').replaceAll(/--.*$/gm, '')
    for (const { groups } of sql.matchAll(step)) {
      const { kind, made, more, old, new: now, gone } = groups!
      if (made && !homes.has(made) && (kind !== 'function' || (made.includes('.') && !more)))
        homes.set(made, ofTheDesk.includes(made) ? 'src/desk' : folderOf(path))
      const home = old && homes.get(old)
      if (home) homes.set(old.replace(/\w+$/, now!), home)
      for (const name of [old, ...(gone?.split(/,\s*/) ?? [])]) if (name) homes.delete(name)
    }
  }
  return homes
}
const homeOf = readHomes()

/** The audit holds the books to everything beside them. */
const seesAll = /^src\/ledger\/store\//

/** Who somebody is, how they stand and what they did is part of nearly every list: all may read it, none but its home writes it. */
const readByAll = new Set([
  'owners',
  'auth.persons',
  'desk.commands',
  'desk.particulars',
  'desk.activity',
])

/** What else names a table of another folder, and why its statement stays where it is. */
const exceptions: [table: string, path: string, reason: string][] = [
  ['auth.persons', 'src/desk/', 'a name and an email change by commands'],
  ['auth.earlier_emails', 'src/platform/mail/outbox.ts', 'a mail to every known address'],
  ['auth.persons', 'src/domains/sign-in/', 'how somebody gets in stands in the row of who it is'],
  ['auth.persons', 'src/domains/users/unverified.ts', 'who was told of the end is told once'],
  [
    'access_changes',
    'src/domains/sign-in/waiting-changes.ts',
    'a change ends in the transaction in which its factor goes',
  ],
  [
    'auth.persons',
    'src/domains/staff-work/daily-mail.ts',
    'who was told this morning is told once',
  ],
  ['auth.persons', 'src/domains/verification/ends-soon.ts', 'who was told of an end is told once'],
  ['auth.staff_invitations', 'src/domains/sign-in/sweep.ts', 'what ended is swept in one round'],
  [
    'withdrawals',
    'src/domains/destinations/new-recipients.ts',
    'whom one has paid is known, as whom one has saved',
  ],
  ...[
    'withdrawals',
    'destinations',
    'bank_entries',
    'wallet_addresses',
    'chain.tron_transfers',
  ].map((table): [string, string, string] => [
    table,
    'src/domains/checks/dealt-with.ts',
    'what somebody is compared by is one digest of one moment',
  ]),
  ['outbox', 'src/domains/sign-in/links.ts', 'a link and its mail are one statement'],
  ['outbox', 'src/domains/proofs/mails.ts', 'a mail to each who asked for it is one statement'],
  ['investments', 'src/domains/activity/explain.ts', 'a figure and its lines are of one moment'],
  ['withdrawals', 'src/domains/activity/explain.ts', 'a figure and its lines are of one moment'],
  ['investments', 'src/domains/activity/history.ts', 'balance and profit are of one moment'],
  ['desk.unlisted', 'src/domains/audit/queries.ts', 'the audit shows where each act is chained'],
  ['desk.roots', 'src/domains/audit/queries.ts', 'the audit shows the daily roots'],
  ['desk.roots', 'src/domains/proofs/queries.ts', 'a proof is of one snapshot with its root'],
  [
    'verifications',
    'src/domains/kept-records/keep.ts',
    'what the law asks to keep is copied in one statement, before it is erased',
  ],
  [
    'chain.outputs',
    'src/domains/coin-deposits/arrivals.ts',
    'what arrived and what is credited of it',
  ],
  [
    'chain.blocks',
    'src/domains/coin-deposits/arrivals.ts',
    'what arrived and what is credited of it',
  ],
  [
    'wallet_addresses',
    'src/domains/coin-deposits/arrivals.ts',
    'what arrived and what is credited of it',
  ],
  ...['wallet_addresses', 'chain.tron_transfers'].map((table): [string, string, string] => [
    table,
    'src/domains/coin-deposits/usdt.ts',
    'what arrived and what is credited of it',
  ]),
  ...['chain.tron_transfers', 'wallet_addresses', 'coin_deposits', 'payout_list_payments'].map(
    (table): [string, string, string] => [
      table,
      'src/domains/coin-exchanges/usdt',
      'books and chain are compared at one moment',
    ],
  ),
  ['wallet_addresses', 'src/domains/tron/transfers.ts', 'what of a block is the firm’s'],
  ...['wallet_addresses', 'withdrawals'].map((table): [string, string, string] => [
    table,
    'src/domains/tron/contracts.ts',
    'which addresses a node is asked about, and whom one pays, is one question each',
  ]),
  ['chain.tron_reached', 'src/domains/wallets/queries.ts', 'an address before that is unseen'],
  ...['payout_batch_payments', 'payout_list_payments'].map((table): [string, string, string] => [
    table,
    'src/domains/withdrawals/payout-times.ts',
    'how long payouts took is one figure of all of them',
  ]),
  [
    'rates',
    'src/domains/payout-rails/pages/at-rates.ts',
    'what was paid and its rate are one row of a statement',
  ],
  [
    'rates',
    'src/domains/payout-rails/pages/queries.ts',
    'what carries payouts and its rate are one row of a page',
  ],
  [
    'chain.tron_transfers',
    'src/domains/payout-lists/queries.ts',
    'which transfer pays which line is one question',
  ],
  ...[
    'chain.outputs',
    'chain.watch',
    'chain.tron_watch',
    'coin_deposits',
    'payout_batches',
    'payout_batch_payments',
  ].map((table): [string, string, string] => [
    table,
    'src/domains/coin-exchanges/reconcile.ts',
    'books and chain are compared in a few statements of one moment',
  ]),
  ...['chain.outputs', 'chain.blocks', 'payout_batches'].map((table): [string, string, string] => [
    table,
    'src/domains/coin-exchanges/moved.ts',
    'what a transaction moved, if it is no payout, is one question',
  ]),
  ...[
    'desk.unlisted',
    'desk.roots',
    'desk.root_heads',
    'withdrawals',
    'rates',
    'coin_deposits',
    'payout_batches',
    'payout_batch_payments',
    'payout_list_payments',
    'liability_proofs',
  ].map((table): [string, string, string] => [
    table,
    'src/domains/evidence/',
    'a pack is all of the books at one moment',
  ]),
  ['archive_parts', 'src/domains/documents/contents.ts', 'what nobody has taken is swept'],
  ['evidence_parts', 'src/domains/documents/contents.ts', 'what nobody has taken is swept'],
  ['desk.unlisted', 'src/domains/archives/journal.ts', 'a person reads what they were refused'],
  ['business_clock', 'src/demo/history-clock.ts', 'the sample world is told in the past'],
  ['investments', 'src/demo/history-clock.ts', 'the sample world is told in the past'],
  ['outbox', 'src/demo/history-clock.ts', 'nobody waits for mails of the past'],
]

type Named = { table: string; path: string; line: number; writes: boolean }

const plain = [...homeOf.keys()].filter((name) => !name.includes('.'))
const qualified = [...homeOf.keys()].filter((name) => name.includes('.'))
/** A table without a schema is a word of every day: it counts where SQL expects a table. */
const mentions = new RegExp(
  [
    `\\b(?<schema>${qualified.map((name) => RegExp.escape(name)).join('|')})\\b`,
    `\\b(?:from|join|into|update|using)\\s+(?:public\\.)?(?<word>${plain.join('|')})\\b`,
    `\\b(?<joined>${plain.join('|')})(?=\\s+\\w+\\s+(?:(?:left|inner|cross)\\s+)?join\\b)`,
  ].join('|'),
  'g',
)
const writing = /\b(?:insert\s+into|update|delete\s+from|truncate)\s+(?:public\.)?$/

/** Where SQL names a table. */
function namedIn({ path, text }: Pick<Source, 'path' | 'text'>): Named[] {
  return [...text.matchAll(mentions)].map((found) => {
    const { schema, word, joined } = found.groups!
    const table = (schema ?? word ?? joined)!
    const start = found.index + found[0].indexOf(table)
    const before = text.slice(0, start)
    return { table, path, line: before.split('\n').length, writes: writing.test(before) }
  })
}

const isException = ({ table, path }: Named) =>
  exceptions.some(([named, where]) => named === table && path.startsWith(where))

/** Named by SQL of another folder. */
function isAway({ table, path, writes }: Named): boolean {
  if (path.startsWith(`${homeOf.get(table)}/`) || seesAll.test(path)) return false
  return writes || !readByAll.has(table)
}

const away = (source: Pick<Source, 'path' | 'text'>) =>
  namedIn(source)
    .filter((named) => isAway(named) && !isException(named))
    .map(
      ({ table, path, line, writes }) => `${path}:${line} ${writes ? 'writes' : 'reads'} ${table}`,
    )

const sources = readSources('src/**/*.{ts,tsx}', 'scripts/**/*.ts').filter(
  ({ path }) => !isTest(path),
)

describe('a table', () => {
  test('belongs to the folder that its migration is named after', () => {
    expect(homeOf.size).toBeGreaterThan(80)
    const missing = [...homeOf].filter(([, folder]) => !existsSync(join(root, folder)))
    expect(missing).toEqual([])
  })
  test('is named by no SQL outside its folder', () => expect(sources.flatMap(away)).toEqual([]))
  test('has no exception that nobody needs', () => {
    const all = sources.flatMap(namedIn).filter(isAway)
    const unneeded = exceptions.filter(
      ([table, where]) =>
        !all.some((named) => named.table === table && named.path.startsWith(where)),
    )
    expect(unneeded).toEqual([])
  })
  test.each([
    ['src/domains/activity/a.ts', 'select from auth.sessions s', ['reads auth.sessions']],
    ['src/domains/sign-in/a.ts', 'delete from auth.sessions', []],
    ['src/domains/notes/a.ts', 'from owners o left join auth.persons p on true', []],
    ['src/domains/notes/a.ts', 'update owners set status = $1', ['writes owners']],
    [
      'src/domains/notes/a.ts',
      'investments i cross join plans p',
      ['reads investments', 'reads plans'],
    ],
    ['src/domains/notes/a.ts', 'Money in plans, withdrawals and investments', []],
  ])('in %s: %s', (path, sql, found) => {
    const source = parse(path, `const text = \`${sql}\``)
    expect(away(source).map((line) => line.replace(/^\S+ /, ''))).toEqual(found)
  })
})

const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
const wordIn = (cell: string) => cell.replaceAll('`', '')

/** The file of each page, by its path. */
function pageFiles(
  entries: readonly RouteConfigEntry[],
  above = '',
): [path: string, file: string][] {
  return entries.flatMap((entry) => {
    const path = entry.path === undefined ? above : `${above}/${entry.path}`
    const below = pageFiles(entry.children ?? [], path)
    return entry.children ? below : [[path || '/', `src/web/${entry.file}`] as [string, string]]
  })
}

/** Where a request to the API is answered. */
function answeredIn(method: string, path: string): string | undefined {
  const [name] =
    Object.entries(endpoints).find(
      ([, endpoint]) => endpoint.method === method && `${basePath}${endpoint.path}` === path,
    ) ?? []
  return sources.find(({ text }) => new RegExp(`\\broute\\(\\s*${name}\\b`).test(text))?.path
}

function fileOf(url: string): string | undefined {
  const [first = '', path] = url.split(' ')
  return path === undefined
    ? pageFiles(pages).find(([found]) => found === first)?.[1]
    : answeredIn(first, path)
}

describe('docs/architecture.md', () => {
  test('says where ten tables are at home', () => {
    const rows = tableIn(page, 'Table').map((cells) => cells.map(wordIn))
    expect(rows).toHaveLength(10)
    expect(rows).toEqual(rows.map(([table]) => [table, homeOf.get(table!)]))
  })
  test('says where ten URLs are answered', () => {
    const rows = tableIn(page, 'URL').map((cells) => cells.map(wordIn))
    expect(rows).toHaveLength(10)
    const wrong = rows.filter(([url, folder]) => !fileOf(url!)?.startsWith(`${folder}/`))
    expect(wrong).toEqual([])
  })
})

test.each(
  filesOf('README.md', 'CONTRIBUTING.md', 'docs/*.md', 'docs/decisions/*.md', 'proofs/**/*.md'),
)('%s names no file that isn’t there', (path) => {
  const named = readFileSync(join(root, path), 'utf8').matchAll(
    /`((?:src|tests|docs|proofs|scripts|db|deploy|content)\/[\w./-]+\.(?:ts|tsx|py|md|sql|sh|yml))`/g,
  )
  // A migration of a noun that is made on trial has no number yet.
  const missing = [...named]
    .map(([, file]) => file!)
    .filter((file) => !/NNN|\btoys?\b/.test(file) && !existsSync(join(root, file)))
  expect(missing).toEqual([])
})
