/** What the product keeps and asks for, by its own sources: what the policies say of it turns red here when it changes. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cookieNames, storageNames, tabNames, workerNames } from '../src/contract/browser-names.ts'
import { documentKinds } from '../src/contract/document.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import type { Endpoint } from '../src/contract/endpoint.ts'
import { keptKinds, type KeptData } from '../src/contract/kept-data.ts'
import { methods } from '../src/contract/withdrawal-types.ts'
import { cookieTable, storageTable } from '../src/domains/kept-data/in-browser.ts'
import { clearedCookie, sessionCookie } from '../src/domains/sign-in/credential.ts'
import { marksCookie } from '../src/domains/sign-in/known-browsers.ts'
import { commands } from '../src/domains/nouns.ts'
import { paidOut } from '../src/domains/loans/postings.ts'
import { chart } from '../src/ledger/core/chart.ts'
import { pagePolicy } from '../src/http/pages/policy.ts'
import { demoPolicy, livePolicy } from '../src/platform/policy.ts'
import { tronOf } from '../src/platform/tron/settings.ts'
import { createMemoryHouse } from './support/memory-house.ts'
import { filesOf, isTest, root } from './support/source.ts'

const product = filesOf('src/**/*.{ts,tsx}')
  .filter((path) => !isTest(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
const web = product.filter(({ path }) => path.startsWith('src/web/'))
const filesWith = (sources: typeof product, pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .toSorted()
const firstCells = ({ rows }: { rows: string[][] }) => rows.map(([first]) => first)

describe('cookies', () => {
  test('are set in three places, each by a name of the list, and the list has no other', () => {
    const places = product.filter(({ text }) => /HttpOnly/.test(text))
    expect(places.map(({ path }) => path).toSorted()).toEqual([
      'src/domains/sign-in/credential.ts',
      'src/domains/sign-in/known-browsers.ts',
      'src/http/outbox/outbox.ts',
    ])
    const named = places.flatMap(({ text }) =>
      [...text.matchAll(/\bcookieNames\.(\w+)/g)].map(([, name]) => name!),
    )
    expect(named.toSorted()).toEqual(Object.keys(cookieNames).toSorted())
  })
  test('are set by no other header, and by no script', () => {
    expect(filesWith(product, /['"]set-cookie['"],|['"]set-cookie['"]:/i)).toEqual([
      'src/domains/login/routes.ts',
      'src/http/outbox/outbox.ts',
    ])
    const routes = product.find(({ path }) => path === 'src/domains/login/routes.ts')!.text
    expect(routes.match(/\b(sessionCookie|marksCookie|clearedCookie)\(/g)).toHaveLength(
      routes.match(/['"]set-cookie['"]/g)!.length,
    )
    expect(filesWith(web, /\bdocument\.cookie\b|\bcookieStore\b/)).toEqual([])
  })
  test('are called in the policy as they are set, over http and https', () => {
    for (const [secure, policy] of [
      [false, demoPolicy],
      [true, livePolicy],
    ] as const) {
      const set = [
        sessionCookie(secure, 'a.b', 60_000),
        clearedCookie(secure),
        marksCookie(secure, 'x'.repeat(32), ['a']),
      ].map((cookie) => cookie.split('=')[0])
      const told = firstCells(cookieTable(policy, secure))
      expect([...new Set(set)]).toEqual(told.filter((name) => name !== cookieNames.outbox))
      expect(told.includes(cookieNames.outbox)).toBe(policy.playMoney)
    }
  })
})

describe('the storage of a browser', () => {
  test('is used in four places, each with a name of the list, and every name is told', () => {
    expect(filesWith(web, /\b(local|session)Storage\b/)).toEqual([
      'src/web/api/kept-draft.ts',
      'src/web/api/kept-manifest.ts',
      'src/web/api/storage.ts',
      'src/web/root.tsx',
    ])
    for (const { path, text } of web) {
      const items = new Set([...text.matchAll(/const item = (\S+)/g)].map(([, value]) => value!))
      for (const [, key = ''] of text.matchAll(/Storage\.\w+Item\(([^,)]+)/g))
        expect([
          path,
          /\b(?:storageNames|tabNames)\.\w+/.test(key === 'item' ? [...items][0]! : key),
        ]).toEqual([path, true])
    }
    const named = new Set(
      web.flatMap(({ text }) =>
        [...text.matchAll(/\b(?:storageNames|tabNames)\.(\w+)/g)].map(([, name]) => name!),
      ),
    )
    // React Router writes that one itself, under a name that can't be given to it.
    expect([...named, 'build'].toSorted()).toEqual(
      Object.keys({ ...storageNames, ...tabNames }).toSorted(),
    )
    expect(firstCells(storageTable())).toEqual(
      Object.values({ ...storageNames, ...tabNames, ...workerNames }),
    )
  })
  test('has nothing else in it: no database, no name of the window, and of a worker one page', () => {
    expect(filesWith(web, /\bindexedDB\b|\bcaches\.|\bwindow\.name\b|\bopfs\b/i)).toEqual([])
    expect(filesWith(product, /\bserviceWorker\b/)).toEqual(['src/web/api/offline.ts'])
    expect(filesWith(product, /\bcaches\./)).toEqual(['src/http/pages/offline.ts'])
    const { text } = product.find(({ path }) => path === 'src/http/pages/offline.ts')!
    // One path is added to one cache, and nothing is put there by any other way.
    expect(text.match(/\.(add|addAll|put)\(/g)).toEqual(['.add('])
    expect(text.match(/caches\.open\((\w+)\)/g)).toEqual(['caches.open(name)'])
  })
  test('is used by the libraries under these names, and no others', () => {
    const inLibrary = (folder: string) =>
      readdirSync(join(root, 'node_modules', folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.m?js$/.test(name))
        .map((name) => readFileSync(join(root, 'node_modules', folder, name), 'utf8'))
    const router = inLibrary('react-router/dist/production')
    const keys = router.flatMap((text) =>
      [...text.matchAll(/sessionStorage\.setItem\(\s*([^,]+),/g)].map(([, key]) => key!.trim()),
    )
    expect([...new Set(keys)].toSorted()).toEqual([
      'MANIFEST_VERSION_STORAGE_KEY',
      // Of transitions between views, which no page of ours has.
      'TRANSITIONS_STORAGE_KEY',
      'storageKey || SCROLL_RESTORATION_STORAGE_KEY',
    ])
    expect(filesWith(web, /\bviewTransition\b/)).toEqual([])
    expect(router.join('\n')).toContain(`MANIFEST_VERSION_STORAGE_KEY = "${tabNames.build}"`)
    expect(router.join('\n').match(/localStorage\./g)).toBeNull()
    const scheme = inLibrary('@mantine/core/esm/core/MantineProvider/color-scheme-managers')
    expect(scheme.join('\n')).toContain(`key = "${storageNames.scheme}"`)
    expect(filesWith(web, /\buse(Local|Session)Storage\b/)).toEqual([])
  })
})

/** Names of the fields of a schema, those within others too. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as { properties?: object }
  return [...Object.keys(properties), ...Object.values(schema).flatMap(fieldsOf)]
}

/** What people tell of themselves, in what they send; by the sentence of the privacy policy that says so. */
const told = {
  'to open an account': ['fullName', 'email', 'password', 'referralCode'],
  'to be verified': ['legalName', 'birthDate', 'country', 'address', 'documents'],
  'before the first investment': ['answers'],
  'to be lent money': ['months', 'incomeDocumentId'],
  'to write to us': ['text', 'files'],
  'to be paid': ['bankName', 'bankNumber', 'holder', 'name', 'note', 'recipientAccountId'],
}
/** What they choose, prove, or send along with it. */
const sentAlong = [
  ...['confirmPassword', 'currentPassword', 'newPassword', 'code', 'challenge', 'passkey'],
  // Of a passkey.
  ...['id', 'rawId', 'response', 'type'],
  ...['acceptedRiskVersion', 'acceptedTermsVersion', 'amount', 'asset', 'coin', 'planId'],
  // What is to happen when an investment matures.
  'choice',
  ...['destinationId', 'reason', 'upTo', 'version'],
  // Of the one who asks, as the specification has it: what the server knows counts.
  ...['userId', 'userName', 'userEmail', 'requestedAt', 'status'],
  // Which edition of a policy they accept, by its text.
  ...['acceptedEditions', 'digest'],
  // On which terms a loan was shown to them, and what stays as it was when they pay early.
  ...['shown', 'yearlyRate', 'securityPercent', 'keeping'],
  // Which message they have seen.
  'lastId',
  // Which mails and notifications they want.
  ...['deposit-received', 'investment-opened', 'investment-matured'],
  ...['withdrawal-decided', 'withdrawal-paid', 'day-proof', 'work-waiting'],
]

describe('what people are asked for', () => {
  test('is what the privacy policy says, and nothing else: no telephone number, no tax number, no face', () => {
    const ownAccess = ['public', 'signed-in', 'investor']
    const asked = Object.values(endpoints as Record<string, Endpoint>)
      .filter(({ access }) => ownAccess.includes(access))
      .flatMap(({ body }) =>
        body ? fieldsOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })) : [],
      )
    expect([...new Set(asked)].toSorted()).toEqual(
      [...new Set([...Object.values(told).flat(), ...sentAlong])].toSorted(),
    )
  })
  test('of documents is who they are, where they live, and what they earn where that is asked', () =>
    expect(documentKinds).toEqual(['identity', 'address', 'income']))
  test('of places to be paid at is a wallet, a bank account, or an account here', () =>
    expect(Object.keys(methods).toSorted()).toEqual([
      'bank_account',
      'bank_transfer',
      'tradehub_transfer',
    ]))
})

test('money comes in from a bank, as coins, or as play money, and by no card', () => {
  const outside = /^client-(bank|wallet-)/
  const people = ['cash', 'suspense', 'exchange-btc', 'exchange-usdt']
  const ways = chart.filter(
    ({ event, debit, credit }) =>
      outside.test(debit) && people.includes(credit) && !event.startsWith('coin-exchange'),
  )
  expect([...new Set(ways.map(({ event }) => event))].toSorted()).toEqual([
    'bank-deposit',
    'coin-deposit',
    // What a bank sends back of what left.
    'payout-returned',
    'play-money',
  ])
})

const eventsFrom = (...accounts: string[]) => [
  ...new Set(chart.filter(({ debit }) => accounts.includes(debit)).map(({ event }) => event)),
]

test('an investment ends by its last day or by being undone, and by nothing else', () =>
  expect(eventsFrom('invested', 'promised')).toEqual(['investment-matured', 'investment-undone']))

test('nothing of a person’s is booked away to release a withdrawal', () => {
  expect(eventsFrom('held').toSorted()).toEqual([
    'transfer',
    'withdrawal-paid',
    'withdrawal-released',
  ])
  expect(eventsFrom('cash').toSorted()).toEqual([
    'balance-corrected',
    'bank-deposit-reversed',
    'coin-deposit-reversed',
    'investment-opened',
    // What a borrower owes, and what is withheld of what is lent.
    'loan-paid-out',
    'loan-repaid',
    'loan-repayment-undone',
    'loss-corrected',
    'opening-balance-reversed',
    'profit-corrected',
    'withdrawal-requested',
  ])
})

test('nobody pays for a loan before it is paid out: what is withheld of it comes out of what is lent', () => {
  for (const amount of [1n, 5_000_00n, 50_000_00n])
    for (const security of [0n, amount / 2n]) {
      const changes = paidOut('person', { amount, security }).map(({ debit, credit, amount }) => [
        debit.kind === 'cash' ? -amount : 0n,
        credit.kind === 'cash' ? amount : 0n,
      ])
      expect(changes.flat().reduce((sum, one) => sum + one, 0n)).toBe(amount - security)
      // It is there before anything is taken of it.
      expect(changes[0]).toEqual([0n, amount])
    }
  const beforeLending = Object.keys(commands).filter((name) =>
    /LoanApplication|ForLoan$/.test(name),
  )
  expect(beforeLending.toSorted()).toEqual([
    'AnswerLoanApplication',
    'ApplyForLoan',
    'AskMoreForLoan',
    'WithdrawLoanApplication',
  ])
})

test('USDT is taken in live with rates that are read and a payment that the node must have', () => {
  const given = {
    tronAccount: 'any',
    tronApiUrl: 'https://node.test',
    tronSecondApiUrl: null,
    tronKnownPayment: null,
    ratesUsdtUsd: null,
  }
  const sources = 'https://a.test/ x; https://b.test/ x'
  expect(() => tronOf({ mode: 'live', ...given })).toThrow(/RATES_USDT_USD is missing/)
  const rated = { ...given, ratesUsdtUsd: sources }
  expect(() => tronOf({ mode: 'live', ...rated })).toThrow(/TRON_KNOWN_PAYMENT is missing/)
})

test('the smallest withdrawal of a demonstration is a cent', () => {
  const house = createMemoryHouse()
  const ada = house.person('ada', { cash: 100n })
  const target = { type: 'bank_transfer', walletName: 'Mine', walletAddress: 'any' } as const
  expect(house.run('RequestWithdrawal', { owner: ada, amount: 1n, target }, ada)).toMatchObject({
    outcome: 'done',
  })
})

test('a page loads and asks nothing but this server', () => {
  const policy = pagePolicy('<html></html>')
  const sources = policy
    .split('; ')
    .filter((directive) => /^(default|[a-z]+-src|form-action|base)\b/.test(directive))
    .flatMap((directive) => directive.split(' ').slice(1))
  expect(new Set(sources)).toEqual(new Set(["'none'", "'self'", "'unsafe-inline'", 'data:']))
  expect(policy).toMatch(/script-src 'self';.*connect-src 'self';/)
})

test('no tool of artificial intelligence is in the software', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const tools = /openai|anthropic|langchain|llama|tensorflow|onnx|torch|transformers|\bai\b|gemini/i
  expect(Object.keys(dependencies).filter((name) => tools.test(name))).toEqual([])
})

/** Where each table is told of on the page Your data and in the policy; `firm`: it says nothing of a person who has an account. */
const toldOf: Record<KeptData['kind'] | 'firm', string> = {
  profile: 'owners account_closings import_files auth.persons auth.names auth.directory',
  'sign-in':
    'auth.passwords import_invitations auth.sessions auth.ended_sessions auth.known_browsers auth.passkeys auth.authenticator_apps auth.recovery_codes auth.challenges auth.links auth.link_requests auth.security_changes auth.added_factors auth.earlier_emails auth.attempts access_changes',
  money:
    'ledger.accounts ledger.postings desk.activity desk.commands desk.particulars desk.macs desk.row_states desk.unlisted investments loans loan_dues imported_lines acceptances bank_entries coin_deposits wallet_addresses auth.kept_balances liability_proofs liability_pages evidence_packs evidence_parts evidence_files',
  destinations: 'destinations',
  requests:
    'withdrawals loan_applications payout_batch_payments payout_list_payments bank_export_payments payout_files earlier_payouts desk.acts_alone',
  answers: 'appropriateness_checks investment_limits',
  verification:
    'checks check_findings check_reasons comparisons verifications documents document_numbers document_contents kept_records',
  views: 'document_views',
  messages: 'thread_messages threads announcement_deliveries',
  mails: 'outbox',
  notes: 'audit_marks audit_sample_people work_items',
  copies: 'archives archive_parts archive_files',
  log: '',
  backups: '',
  firm: 'auth.common_grams auth.user_counts auth.staff_invitations auth.saved_views agreements announcements proposals invited_roles audit_samples backup_rehearsals bank_exports business_clock chain.beginning chain.blocks chain.outputs chain.tron_accounts chain.tron_reached chain.tron_transfers chain.tron_watch chain.watch coin_entries demo_world desk.barrier edition_texts editions imports desk.replays desk.root_heads desk.roots ledger.day_sums month_changes outside_references payout_batches payout_blocks payout_lists plan_terms plans public.house rates reconciliations reserve_proofs screening_addresses screening_entries screening_lists wallets',
}

test('every table is told of in what is kept, or says nothing of a person', () => {
  const folder = join(root, 'db/migrations')
  const migrations = readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const made = /^\s*(create|drop) (?:unlogged )?table (?:if (?:not )?exists )?([a-z_.]+)/gim
  // What was made anew after it was dropped is there.
  const last = new Map([...migrations.matchAll(made)].map(([, verb, name]) => [name!, verb]))
  const tables = [...last].filter(([, verb]) => verb === 'create').map(([name]) => name)
  expect(tables.toSorted()).toEqual(
    Object.values(toldOf)
      .flatMap((names) => names.split(' '))
      .filter((name) => name !== '')
      .toSorted(),
  )
  expect(Object.keys(toldOf)).toEqual([...keptKinds, 'firm'])
})
