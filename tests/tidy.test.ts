/** Rules about the code itself: what the compiler can't see, and a reviewer would tire of looking for. */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { percentile } from '../proofs/bench/measure.ts'
import { commands } from '../src/domains/nouns.ts'
import { promises } from '../src/lib/promises.ts'
import { readMigrations } from '../src/platform/migrations/files.ts'
import { filesOf, isTest, parse, readSources, root, type Source } from './support/source.ts'

const product = readSources(
  'src/**/*.{ts,tsx}',
  'scripts/**/*.ts',
  'proofs/simulation/**/*.ts',
).filter(({ path }) => !isTest(path))

/** No part of the product: they start it as its operator would, or break copies of it, and look at what comes of that. */
const trials = readSources('{proofs/{torture,mutants,fuzz,cluster},deploy/cluster}/**/*.ts')
const bench = readSources('proofs/bench/**/*.ts')
const tests = readSources('tests/**/*.ts')

type Compiled = { include: string[]; exclude: string[] }
const compiled = (name: string): Compiled =>
  JSON.parse(readFileSync(join(root, name), 'utf8').replace(/^\s*\/\/.*$/gm, ''))
const { include: pure } = compiled('tsconfig.pure.json')
const purePaths = new Set(globSync(pure, { cwd: root }).filter((path) => !isTest(path)))

/** A room is where code may run and what it may know: `lib`, `ledger/core`, `domains/plans`, or a process such as `server.ts`. */
function roomOf(path: string): string {
  const [, first = '', second = '', third] = path.split('/')
  if (path.startsWith('proofs/')) return `proofs/${first}`
  if (path.startsWith('src/web/')) return roomOfWeb(path)
  const inRooms = first === 'ledger' || (first === 'domains' && third !== undefined)
  return path.startsWith('src/') ? (inRooms ? `${first}/${second}` : first) : path.split('/')[0]!
}

/** In the web app each page of the dashboard and each public folder is a room of its own. */
function roomOfWeb(path: string): string {
  const [area, page, file] = path.split('/').slice(2)
  if (area === 'root.tsx') return 'web/root.tsx'
  if (page === undefined) return 'web'
  return file !== undefined && /^(dashboard|public)$/.test(area!)
    ? `web/${area}/${page}`
    : `web/${area}`
}

const below = {
  store: ['ledger/core', 'contract', 'lib'],
  desk: ['ledger/store', 'ledger/core', 'contract', 'lib', 'platform'],
  api: ['web/api', 'web', 'web/ui', 'contract', 'lib'],
  public: ['web', 'web/ui', 'contract', 'lib'],
}

/** Downhill only. A domain's files may also take types from `domains` itself, where the nouns are put together. */
const mayImport: Record<string, string[]> = {
  lib: [],
  contract: ['lib'],
  'ledger/core': ['lib', 'contract'],
  'ledger/store': [...below.store, 'platform'],
  platform: ['lib', 'contract'],
  desk: below.desk,
  'domains/*': ['desk', ...below.desk],
  domains: ['domains/*', 'desk', ...below.desk],
  http: ['domains', 'domains/*', ...below.desk],
  'web/ui': ['contract', 'lib'],
  'web/api': ['web/ui', 'contract', 'lib'],
  'web/account': below.api,
  'web/dashboard': ['web/account', ...below.api],
  'web/dashboard/*': ['web/dashboard', 'web/account', ...below.api],
  'web/admin': ['web/account', ...below.api],
  'web/public': below.public,
  'web/public/*': ['web/public', ...below.public],
  'web/public/behaviour': ['web/public/landing', ...below.public], // the calculator reckons as it is drawn
  // Who signs in is shown home next: it is fetched while they type.
  'web/public/sign-in': ['web/public', 'web/dashboard', 'web/dashboard/home', ...below.api],
  'web/design': ['web/admin', ...below.public],
  web: ['web/api', 'web/ui', 'contract', 'lib'],
  'web/root.tsx': ['web/public', ...below.public],
  demo: ['domains', 'domains/*', ...below.desk],
  'proofs/simulation': ['domains', 'domains/*', 'desk', ...below.desk],
  'proofs/torture': ['ledger/store', 'ledger/core', 'platform', 'contract', 'lib', 'tests'],
  deploy: ['platform'],
  'proofs/cluster': ['proofs/torture', 'proofs/mutants', 'deploy', 'ledger/store', 'platform'],
  'proofs/mutants': ['platform'],
  'proofs/fuzz': [
    'proofs/simulation',
    'proofs/torture',
    'ledger/store',
    'platform',
    'contract',
    'lib',
    'tests',
  ],
  process: [
    'http',
    'demo',
    'domains',
    'domains/*',
    'desk',
    ...below.desk,
    'app.ts',
    'context.ts',
    'watch.ts',
    'background.ts',
    'run-server.ts',
    'open-house.ts',
    'process.ts',
  ],
}

/** Everything is about people, every noun may write to them, a file of any list is recorded in one room before it leaves, and what takes two is decided in one; the others are named, with the reason. */
const betweenDomains: Record<string, string[]> = {
  'account-closings': ['checks', 'coin-deposits', 'receipts', 'verification'], // what a check keeps open; what waits in somebody's name; what the law asks to keep
  login: ['sign-in', 'users', 'role-changes', 'staff-invitations'], // what is given for it; the account that is opened; an invitation opens one, and its role counts at the next sign-in
  'sign-in': ['checks'], // whether a check alone froze the account that a link freezes
  'access-changes': ['sign-in'], // which factor is meant, and whether it is still there; links of mails
  corrections: ['deposits', 'access-changes', 'import-records', 'investments', 'sign-in'], // whether an import waits for its money; a credit is told as money that came in; another email waits as a change of access; what has accrued; sessions end with another email
  loans: ['checks', 'documents', 'editions', 'verification'], // whether a check holds the borrower; their proof of income; what they must have accepted; whether they are verified
  referrals: ['corrections'], // a credit waits and is booked as corrections say
  claims: ['withdrawals'], // how long payouts take
  content: ['plans'], // the pack's plans, with what each says of its return
  archives: [
    'activity',
    'announcements',
    'appropriateness',
    'deposits',
    'destinations',
    'documents',
    'investments',
    'loans',
    'notes',
    'account-closings',
    'investment-limits',
    'sign-in',
    'staff-work',
    'threads',
    'users',
    'verification',
    'verification-pages',
    'withdrawals',
  ], // everything that is kept about somebody; how staff share out their work is not
  clock: ['investments', 'loans'], // moving the clock settles what falls due
  users: [
    'account-closings',
    'investments',
    'sign-in',
    'access-changes',
    'checks',
    'staff-invitations',
    'verification',
    'kept-records',
  ], // a check that holds an account; what is left in an account, and whether its owner asked to close it; whether somebody sent in who they are, and what of it the law asks to keep; whose account an invitation has opened, reads its mailbox; what has accrued for somebody until now; sessions end with a freeze; the first reset ends what waits as another email
  deposits: ['investments', 'loans', 'verification'], // the same; which loan was paid with one that is taken back; how much may come in
  activity: ['coin-deposits', 'investments', 'payout-rails', 'payouts', 'sign-in', 'withdrawals'], // at which rate coins were credited and paid, which a statement says; the same, in every figure and over time; a stream lives as long as its session; home says until when money is on hold
  destinations: ['wallets', 'sign-in'], // what was drawn of the firm's own is none; saving a recipient counts as looking one up, but for whom one has paid
  withdrawals: [
    'checks',
    'deposits',
    'destinations',
    'editions',
    'exported-lists',
    'import-records',
    'loans',
    'payouts',
    'receipts',
    'sign-in',
    'tron',
    'verification',
  ], // what is owed on a loan; what a check holds; whether an import waits for its money; whether the policies that count are accepted; a file of it is recorded before it leaves; how much may go out, and where money came from; whether a batch, a list or a file for the bank may still pay it, and whether payouts are blocked; where money may be sent, and was saved for; what a recipient is told; whether the password was changed lately; which addresses are contracts
  checks: ['screening', 'verification'], // which lists are loaded; who somebody said they are, and who verified them
  comparisons: ['checks', 'screening'], // what begins and stands there; the lists
  gate: [
    'backups',
    'bank-statements',
    'content',
    'import-records',
    'openings',
    'plans',
    'reconciliations',
    'screening',
    'wallets',
  ], // whether an import waits for its money; when a backup was tried; which days banks work; what a pack lacks; whether the firm was opened; how short a plan on sale is; what waits for a statement; which lists are old; which wallet is used, and whether it was tried
  reconciliations: [
    'bank-statements',
    'coin-exchanges',
    'destinations',
    'import-records',
    'receipts',
    'verification',
    'withdrawals',
  ], // what a statement clears; what a file says; under which references coins were booked; who saved an account; what was recorded of it already; whose name it is; what it has paid, and sent back
  'customer-imports': ['import-records', 'sign-in'], // which imports there are, and what waits for one; a person with a password, and a link to choose theirs
  announcements: ['investments', 'plans', 'verification'], // whom one is for: who holds a plan, who is verified where
  months: ['investments', 'reconciliations', 'verification'], // what was due and isn't settled; how far the accounts at the bank are reconciled; which moment it is
  receipts: ['deposits', 'import-records', 'loans', 'payouts', 'verification'], // which loan was paid with it; how much an import waits for; how much may come in; what whoever gets one is told; whether payouts are blocked
  'coin-deposits': [
    'checks',
    'content',
    'deposits',
    'loans',
    'screening',
    'sign-in',
    'tron',
    'verification',
    'wallets',
  ], // whether a check alone froze an account; from how much on; which loan was paid with them; what whoever gets them is told; which senders are listed; whose sessions end; what TRON has; how much may come in; whose address it is, and what the chain has
  wallets: ['tron'], // how far TRON was read
  'first-coins': ['coin-deposits', 'payout-batches', 'payout-lists', 'wallets'], // what was credited; what was paid, by batches and by lists; which wallet is used
  proofs: ['wallets'], // at which rate coins were looked at last; which coins the firm has
  'coin-exchanges': ['coin-deposits', 'content', 'receipts', 'tron', 'wallets'], // what arrived and what it waits for; the firm's own limit; which references are taken; how far TRON was read; what the chain has
  'payout-rails': ['payouts', 'wallets', 'withdrawals'], // what carries payouts, and whether they are blocked; which addresses are the firm's own; what is paid, and to where
  'bank-exports': ['payout-rails', 'payouts', 'withdrawals'], // what all rails do; what carries payouts, and whether they are blocked; what is paid, and to where
  'payout-batches': [
    'coin-deposits',
    'coin-exchanges',
    'payout-rails',
    'payouts',
    'wallets',
    'withdrawals',
  ], // at which rate; whether books and chain agree; what carries payouts, and whether they are blocked; whose coins; what is paid, and to where
  'payout-lists': [
    'coin-deposits',
    'coin-exchanges',
    'payout-rails',
    'payouts',
    'tron',
    'wallets',
    'withdrawals',
  ], // as batches; how coins leave, of whichever coin; what TRON has
  'payout-returns': ['receipts', 'withdrawals'], // entries at the bank and their references; what was paid
  'payout-blocks': ['payout-lists', 'payouts', 'receipts', 'wallets', 'withdrawals'], // by what a line of a list is named; what was paid before; how far addresses were drawn; which entries sent money back; what was paid, and under which reference
  evidence: ['months'], // whether the months of a period were closed
  'evidence-packs': ['documents', 'evidence'], // how bytes are locked; what a pack is
  'role-changes': ['account-closings', 'sign-in', 'openings', 'staff-invitations'], // what is left in an account; sessions end with another role; who signed in, and how; the operator's invitation gives a role, later once the firm is open
  'staff-invitations': ['openings', 'sign-in'], // who is told; the account that is opened, its password and how often
  investments: [
    'plans',
    'appropriateness',
    'checks',
    'editions',
    'import-records',
    'investment-limits',
    'loans',
    'verification',
  ], // what is owed on a loan; whether an import waits for its money; whether a match was confirmed, and whether the policies that count are accepted; how much may be placed; what a plan promises and covers, and its terms, which a refusal shows; whether plans are for somebody, and how much they let themselves place
  verification: ['documents', 'kept-records'], // what was sent in; how long the law asks to keep it
  'verification-pages': [
    'documents',
    'exported-lists',
    'investments',
    'receipts',
    'tron',
    'verification',
    'withdrawals',
  ], // a file of it is recorded before it leaves; what was sent in; what was placed and sent, which limits are about; what was turned aside, and fits now; what USDT came from
  'kept-data': [
    'appropriateness',
    'archives',
    'corrections',
    'destinations',
    'documents',
    'kept-records',
    'notes',
    'sign-in',
    'threads',
    'verification',
  ], // how much there is of it, and until when; what a policy says of the bonus and of how long a browser is known
  threads: ['documents'], // the files that a message was sent with
  'kept-records': ['documents'], // whose bytes are kept as long
  'firm-books': ['bank-exports', 'coin-deposits', 'investments', 'payout-batches', 'payout-lists'], // what is on its way, and what falls due
  treasury: ['backups', 'plans', 'investments', 'withdrawals'], // when a backup was tried; the cover of every plan, by the same rule; what is running; what is asked for
}

function isAllowed(from: string, to: string, typesOnly: boolean, fromPath: string): boolean {
  if (from === to) return true
  const [noun, otherNoun] = [from, to].map((room) => /^domains\/(.+)$/.exec(room)?.[1])
  if (noun && otherNoun)
    return (
      ['people', 'mails', 'approvals', 'proposals', 'exported-lists'].includes(otherNoun) ||
      (betweenDomains[noun] ?? []).includes(otherNoun)
    )
  // Types vanish before anything runs: they may say what a room above hands in.
  if (typesOnly && ((noun && to === 'domains') || (from === 'http' && to === 'context.ts')))
    return true
  const isProcess = from === 'scripts' || /^src\/[^/]+$/.test(fromPath)
  const known = isProcess ? 'process' : noun ? 'domains/*' : from
  const allowed = mayImport[known] ?? mayImport[known.replace(/[^/]+$/, '*')] ?? []
  return allowed.includes(otherNoun ? 'domains/*' : to)
}

function uphill({ path, imports }: Source): string[] {
  return imports
    .filter(
      (found) =>
        !found.isPackage && !isAllowed(roomOf(path), roomOf(found.target), found.typesOnly, path),
    )
    .map((found) => `${path} imports ${found.target}`)
}

/** What leads to what, followed to where it bites its tail. */
function circles(next: ReadonlyMap<string, Iterable<string>>): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const follow = (name: string, trail: string[]): void => {
    if (trail.includes(name)) found.push([...trail.slice(trail.indexOf(name)), name].join(' → '))
    if (done.has(name) || trail.includes(name)) return
    for (const target of next.get(name) ?? []) follow(target, [...trail, name])
    done.add(name)
  }
  for (const name of next.keys()) follow(name, [])
  return found
}

/** Imports of values and of types. */
const ownImports = ({ imports }: Source) =>
  imports.filter(({ isPackage }) => !isPackage).map(({ target }) => target)

const cycles = (sources: Source[]): string[] =>
  circles(new Map(sources.map((source) => [source.path, ownImports(source)])))

/** The folder of a file: in the web app an area or a page, elsewhere each. What puts them all together is in none, and `isAllowed` says who takes its type. */
function folderOf(path: string): string | null {
  if (path.startsWith('src/web/')) return roomOf(path)
  const folder = dirname(path)
  return folder.startsWith('src/') && folder !== 'src/domains' ? folder : null
}

/** By the folders that files are in. */
function cyclesOfFolders(sources: Source[]): string[] {
  const next = new Map<string, Set<string>>()
  for (const source of sources) {
    const from = folderOf(source.path)
    if (from === null) continue
    const others = ownImports(source)
      .map(folderOf)
      .filter((to) => to !== null && to !== from) as string[]
    next.set(from, new Set([...(next.get(from) ?? []), ...others]))
  }
  return circles(next)
}

/** Lines that match, as `path:line`. */
function linesWith({ path, text }: Pick<Source, 'path' | 'text'>, pattern: RegExp): string[] {
  return text
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : []))
}

/** In lines, as people see them: blank ones and comments count, and the formatter has broken what is too wide. */
const limits = { function: 70, functionP90: 30, fileP90: 200 }

function longFunctions({ path, functions }: Source): string[] {
  return functions
    .filter(({ lines }) => lines > limits.function)
    .map(({ name, line, lines }) => `${path}:${line} ${name} has ${lines} lines`)
}

function measure(lines: number[]) {
  return { p50: percentile(lines, 0.5), p90: percentile(lines, 0.9), max: percentile(lines, 1) }
}

function measures(sources: Source[]) {
  return {
    functions: measure(sources.flatMap(({ functions }) => functions.map(({ lines }) => lines))),
    files: measure(sources.map(({ lines }) => lines)),
  }
}

/** Whose p90 is above its limit. */
function tooLong({ functions, files }: ReturnType<typeof measures>): string[] {
  return [
    ...(functions.p90 > limits.functionP90 ? [`functions: p90 is ${functions.p90} lines`] : []),
    ...(files.p90 > limits.fileP90 ? [`files: p90 is ${files.p90} lines`] : []),
  ]
}

const clocksAndChance =
  /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bperformance\.|\bcrypto\b|\bTemporal\.Now\b/
const floats = /\bparseFloat\b|\.toFixed\(/
const rounding = /\bMath\.(round|floor|ceil|trunc)\b/

describe('imports', () => {
  test('run downhill', () => expect([...product, ...trials].flatMap(uphill)).toEqual([]))
  test('lead from the model to nothing that it judges', () => {
    const model = product.filter(({ path }) => path.startsWith('proofs/simulation/model'))
    const used = model.flatMap(({ imports }) =>
      imports.filter(({ typesOnly }) => !typesOnly).map(({ target }) => target),
    )
    const own = /^proofs\/simulation\/model-[\w-]+\.ts$/
    expect([...new Set(used)].filter((target) => !own.test(target)).toSorted()).toEqual([
      // It makes ids of transactions by itself.
      'node:crypto',
      'proofs/simulation/known-wallets.ts',
      'src/contract/problems.ts',
    ])
  })
  test('never run in a circle', () => expect(cycles([...product, ...trials, ...bench])).toEqual([]))
  test('never run in a circle of folders', () => expect(cyclesOfFolders(product)).toEqual([]))
  test('lead to no package from pure rooms, but to zod from the contract', () => {
    const strange = product
      .filter(({ path }) => purePaths.has(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter((i) => i.isPackage && !i.typesOnly)
          .map((i) => `${path} imports ${i.target}`),
      )
      .filter(
        (line) =>
          !/^src\/contract\/\S+ imports zod$/.test(line) &&
          !/^src\/lib\/(address-fault|bitcoin-block|liabilities\/proof|minisign|output-descriptor|payout-batch|payout-signatures|reserve-proof|signature|signed-file|tron-address)\.ts imports @(noble|scure)\//.test(
            line,
          ) &&
          !/^src\/lib\/xml(-tree)?\.ts imports saxes$/.test(line),
      )
    expect(strange).toEqual([])
  })
})

describe('who may what', () => {
  test('is asked by capabilities: the specification’s word is that of the landing, of an invitation and of samples', () => {
    const asking = product.filter(
      ({ path, text }) =>
        path.startsWith('src/') && /[!=]==? 'admin'|'admin' [!=]==?|role = 'admin'/.test(text),
    )
    expect(asking.map(({ path }) => path).toSorted()).toEqual([
      'src/demo/cast.ts',
      'src/domains/role-changes/invited.ts',
      'src/domains/staff-invitations/queries.ts',
      'src/web/admin/staff/invitations.tsx',
      'src/web/public/sign-in/staff-invitation.tsx',
    ])
  })
})

describe('money and time', () => {
  test('what is pure is compiled as that alone: as a part of the server, too, tests would see old types', () =>
    expect(compiled('tsconfig.server.json').exclude.slice(2)).toEqual(pure))
  test('pure rooms ask no clock and no chance', () => {
    expect(
      product
        .filter(({ path }) => purePaths.has(path))
        .flatMap((source) => linesWith(source, clocksAndChance)),
    ).toEqual([])
  })
  test('money is never rounded or read as a float', () => {
    const rooms = product.filter(
      ({ path }) => purePaths.has(path) || path.startsWith('src/ledger/'),
    )
    expect(product.flatMap((source) => linesWith(source, floats))).toEqual([])
    expect(rooms.flatMap((source) => linesWith(source, rounding))).toEqual([])
  })
  test('nothing that asks for something now says that it fitted: only a rule does, that is decided again', () => {
    const claiming = product.filter(
      ({ path, text }) => !purePaths.has(path) && /\bfitted\b/.test(text),
    )
    expect(claiming.map(({ path }) => path)).toEqual([])
  })
  test('business time is compared as a query of its own: asked for each row, it is good for no index', () => {
    expect(
      [...product, ...trials]
        .filter(({ text }) =>
          /(?:[<>]=?|\bbetween\b|\band\b)\s*business_now\(\)|business_now\(\)\s*(?:[<>]|[-+][^\n]*[<>])/.test(
            text,
          ),
        )
        .map(({ path }) => path),
    ).toEqual([])
  })
  test('the desk knows no noun: it names neither a domain nor a table of one', () => {
    const desk = product.filter(({ path }) => path.startsWith('src/desk/'))
    expect(
      desk.flatMap((source) => linesWith({ ...source, text: wordsOf(source) }, nouns)),
    ).toEqual([])
    expect(
      desk.flatMap(({ path, imports }) =>
        imports
          .map(({ target }) => target)
          .filter((target) => /^src\/(domains|contract)\//.test(target))
          .filter(
            (target) =>
              !['problems', 'roles', 'user']
                .map((name) => `src/contract/${name}.ts`)
                .includes(target),
          )
          .map((target) => `${path} imports ${target}`),
      ),
    ).toEqual([])
  })
  test('what answers the calls of a folder is typed: it is found by its name, which no compiler follows', () => {
    const files = product.filter(({ path }) => /^src\/domains\/[^/]+\/routes\.ts$/.test(path))
    expect(files.length).toBeGreaterThan(40)
    expect(
      files
        .filter(({ text }) => !text.includes('export const routes: RoutesOf = '))
        .map(({ path }) => path),
    ).toEqual([])
    expect(
      files.flatMap((source) => linesWith(source, /^export const askers(?!: Askers = )/)),
    ).toEqual([])
  })
  test('the platform names no command', () => {
    const names = new RegExp(`\\b(${Object.keys(commands).join('|')})\\b`)
    const platform = product.filter(({ path }) => path.startsWith('src/platform/'))
    expect(platform.flatMap((source) => linesWith(source, names))).toEqual([])
  })
  test('the name of a prepared statement is one statement’s alone: a connection refuses it for another', () => {
    const prepared = /name: '([^']+)',(?:\s*\/\/[^\n]*)*\s*text:/g
    const named = product.flatMap(({ path, text }) =>
      [...text.matchAll(prepared)].map(([, name]) => ({ name: name!, path })),
    )
    expect(named.length).toBeGreaterThan(100)
    const twice = Map.groupBy(named, ({ name }) => name)
    expect([...twice.values()].filter((places) => places.length > 1)).toEqual([])
  })
  test('only the books’ own room names their tables', () => {
    const others = product.filter(
      ({ path }) => !/^(src\/ledger\/store|proofs\/simulation)\//.test(path),
    )
    expect(
      others.flatMap((source) => linesWith(source, /\bledger\.(accounts|postings)\b/)),
    ).toEqual([])
  })
})

describe('size and names', () => {
  test('no function has more than 70 lines', () => {
    expect([...product, ...trials].flatMap(longFunctions)).toEqual([])
  })
  test('the p90 of functions is at most 30 lines, that of files at most 200', () => {
    const measured = measures([...product, ...trials])
    for (const [what, { p50, p90, max }] of Object.entries(measured))
      process.stdout.write(`lines of ${what}: p50 ${p50}, p90 ${p90}, max ${max}\n`)
    expect(tooLong(measured)).toEqual([])
  })
  test('names say it in the field’s words', () => {
    const found = [...product, ...trials].flatMap((source) =>
      ownWords.flatMap(([word, instead]) =>
        linesWith(namesIn(source), word).map((line) => `${line} (say ${instead})`),
      ),
    )
    expect(found).toEqual([])
  })
  test('a table’s alias in SQL is a word', () => {
    const statements = [...product, ...trials, ...bench]
    expect(statements.flatMap((source) => linesWith(source, letterAsAlias))).toEqual([])
  })
  test('rooms and files are named after what they hold', () => {
    const vague = filesOf('{src,scripts,tests,proofs}/**/*.{ts,tsx}').filter(
      (path) =>
        path
          .split('/')
          .some((part) =>
            /^(utils?|helpers?|types|common|misc|shared)$/.test(
              part.replace(/(\.test)?\.tsx?$/, ''),
            ),
          ) || /^index\.tsx?$/.test(basename(path)),
    )
    expect(vague).toEqual([])
  })
})

/** The nouns of the house: its domains, and what its tables hold beside owners, the journal and its chains. */
const nouns = new RegExp(
  [
    ...readdirSync(join(root, 'src/domains'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .filter((name) => !['people', 'users', 'login', 'activity', 'audit'].includes(name)),
    'outside_references',
    'plan_terms',
    'outbox',
    'acts_alone',
  ]
    .map((name) => name.replace(/s$/, '').replaceAll(/[-_]/g, '[-_ ]'))
    .map((name) => `\\b${name}s?\\b`)
    .join('|'),
)

/** What PostgreSQL calls so, and the code of an owner that friends give. */
const otherWords = /clock_timestamp|discard plans|referral[-_]?code/gi

/** Without its comments, and each name as its words. */
const wordsOf = ({ text }: Pick<Source, 'text'>) =>
  text
    .replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .replaceAll(/(?<!:)\/\/.*$/gm, '')
    .replaceAll(otherWords, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()

/** `from owners o`, `unnest(…) as n(id)`, `) e on`. */
const letterAsAlias =
  /\b(?:from|join|using|update|into)\s+(?:\w+\.)?[a-z_]+\s+(?:as\s+)?[a-z]\b(?!['’.])|\)\s+as\s+[a-z]\b|\)\s+[a-z](?:$|`|\s+(?:left|right|full|cross|join|on|where|group|order)\b)/

/** Words that only this house used for what the field has a word for. */
const ownWords: [word: RegExp, instead: string][] = [
  [/\b(standard|standard[A-Z]\w*)\b/, 'default'],
  [/\bfalling\b/, 'descending'],
  [/\bmost[A-Z]\w*/, 'max or limit'],
  [/\bgrams(Of)?\b/, 'trigrams'],
  [/\b(goOn|keepDoing)\b/, 'shouldContinue, startLoop'],
  [/\bmakeAside\b/, 'runInWorker'],
  [/\b(inLane|createLanes|createTurns|inTurn)\b/, 'a keyed mutex, a limiter'],
  [/\bletIn\b/, 'sessionIsLive'],
  [/\bGround\b/, 'snapshot, target'],
  [/\brefusalOfStanding\b/, 'refuseUnlessOpen, refuseUnlessActive'],
  [/\b(askAgain|forever)\b/, 'revalidate, immutable'],
  [/\b(Questions|askFacts)\b/, 'lookups, resolved'],
  [/\b(?!freshUntil\b)(fresh[A-Z]\w*|\w+Fresh)\b/, 'reauthentication'],
  [/\b(beforeGuess\w*|guessFitted|guessFailed|guessNotMade)\b/, 'checkLockout, recordSuccess'],
  [/\bsigns\s*[:=)]/, 'characters'],
  [/\b([a-z]+Of|change|Change)Standing\b|\bstanding[A-Z]\w*/, 'status, for frozen or active'],
  [/\b(CommandKind|AnyKind)\b/, 'the rule of a command'],
]

/** Names, with what stands in quotes left out: logs go to standard error. */
const namesIn = ({ path, text }: Source) => ({
  path,
  text: text.replaceAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g, "''"),
})

describe('what people read', () => {
  const content = filesOf('content/**/*.{yaml,yml,md,json,txt}').map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }))
  test('no word promises safety', () => {
    expect([...product, ...content].flatMap((source) => linesWith(source, promises))).toEqual([])
  })
  test('no text becomes markup', () => {
    // The one inline script is a constant of the page's frame; React has no other way to write one.
    const own =
      /^src\/web\/root\.tsx:\d+ \{!isStatic && <script dangerouslySetInnerHTML=\{\{ __html: \w+ \}\} \/>\}$/
    const found = product.flatMap((source) =>
      linesWith(source, /dangerouslySetInnerHTML|\.innerHTML\b|\.outerHTML\b/),
    )
    expect(found.filter((line) => !own.test(line))).toEqual([])
  })
})

test('no test stops intercepting a page: what it asks for at that moment can be lost (letThrough)', () => {
  expect(tests.flatMap((source) => linesWith(source, /[.]unroute(?:All)?[(]/))).toEqual([])
})

test('every migration has a number of its own, from its first day', () => {
  expect(readMigrations(join(root, 'db/migrations')).length).toBeGreaterThan(0)
})

describe('these rules see', () => {
  test('a word that only this house uses, but not in a text', () => {
    const wordsOf = (text: string) =>
      linesWith(namesIn({ path: 'a.ts', text } as Source), ownWords[0]![0])
    expect(wordsOf('const standardSort = 1')).toHaveLength(1)
    expect(wordsOf("say('standard error')")).toEqual([])
  })
  test.each(['from owners o where', 'unnest($1::uuid[]) as n(id)', '(select 1) e on true'])(
    'a letter as an alias: %s',
    (text) => expect(letterAsAlias.test(text)).toBe(true),
  )
  test.each(['from owners owner where', 'as numbers(n)', '(select 1) made on true'])(
    'a word as an alias: %s',
    (text) => expect(letterAsAlias.test(text)).toBe(false),
  )
  const source = parse(
    'src/web/a.ts',
    `import { post } from '../ledger/store/post.ts'\nimport type { A } from '../contract/a.ts'\nconst x = Math.round(2.5)`,
  )
  test('an import that runs uphill', () =>
    expect(uphill(source)).toEqual(['src/web/a.ts imports src/ledger/store/post.ts']))
  test.each([
    ['ui/a.tsx', 'api/api.ts'],
    ['api/a.ts', 'account/shell.tsx'],
    ['account/a.tsx', 'dashboard/balance.tsx'],
    ['dashboard/loan/a.tsx', 'dashboard/transfer/request.tsx'],
    ['admin/a.tsx', 'dashboard/balance.tsx'],
    ['public/a.tsx', 'api/api.ts'],
    ['public/landing/a.tsx', 'dashboard/balance.tsx'],
  ])('a web file of %s that imports %s', (from, to) => {
    const found = parse(
      `src/web/${from}`,
      `import '${'../'.repeat(from.split('/').length - 1)}${to}'`,
    )
    expect(uphill(found)).toEqual([`src/web/${from} imports src/web/${to}`])
  })
  test('a circle', () => {
    const circle = [
      parse('src/lib/a.ts', `import './b.ts'`),
      parse('src/lib/b.ts', `export * from './a.ts'`),
    ]
    expect(cycles(circle)).toEqual(['src/lib/a.ts → src/lib/b.ts → src/lib/a.ts'])
  })
  test('a circle of types', () => {
    const circle = [
      parse('src/lib/a.ts', `import type { B } from './b.ts'`),
      parse('src/lib/b.ts', `import { type A } from './a.ts'`),
    ]
    expect(cycles(circle)).toEqual(['src/lib/a.ts → src/lib/b.ts → src/lib/a.ts'])
  })
  test('a circle of folders, though none of files, by types alone', () => {
    const circle = [
      parse('src/domains/toys/rules.ts', `import '../shops/table.ts'`),
      parse('src/domains/shops/table.ts', ''),
      parse('src/domains/shops/rules.ts', `import type { Toy } from '../toys/table.ts'`),
      parse('src/domains/toys/table.ts', ''),
    ]
    expect(cycles(circle)).toEqual([])
    expect(cyclesOfFolders(circle)).toEqual([
      'src/domains/toys → src/domains/shops → src/domains/toys',
    ])
    expect(cyclesOfFolders(circle.slice(0, 2))).toEqual([])
  })
  test('rounding, but not in a comment', () => {
    expect(linesWith(source, rounding)).toEqual(['src/web/a.ts:3 const x = Math.round(2.5)'])
    expect(linesWith(parse('src/lib/a.ts', '// Math.round would be wrong'), rounding)).toEqual([])
  })
  test.each([
    'Guaranteed returns',
    'a risk-free plan',
    'No risk at all',
    'sure profit',
    'you can’t lose',
    'You cannot lose',
  ])('“%s”', (text) => expect(promises.test(text)).toBe(true))
  test.each(['Money can be lost', 'you could lose everything', 'the risks'])(
    'nothing wrong with “%s”',
    (text) => expect(promises.test(text)).toBe(false),
  )
  const functionOf = (lines: number) => `function f() {${'\n'.repeat(lines - 1)}}\n`
  const linesOfFunctions = (text: string) =>
    parse('a.tsx', text).functions.map(({ line, lines }) => [line, lines])
  test('the length of a function', () =>
    expect(parse('a.ts', `function f() {\n\n}`).functions).toEqual([
      { name: 'f', line: 1, lines: 3 },
    ]))
  test.each([
    ['a component', 'export function Page() {\n  return (\n    <p />\n  )\n}', [[1, 5]]],
    ['an arrow function', '\nconst f = () =>\n  1', [[2, 2]]],
    ['a method', 'class A {\n  f() {\n    // why\n  }\n}', [[2, 3]]],
    [
      'one in another',
      'function f() {\n  return () =>\n    1\n}',
      [
        [1, 4],
        [2, 2],
      ],
    ],
  ])('the length of %s', (_, text, found) =>
    expect(linesOfFunctions(text).toSorted(([a], [b]) => a! - b!)).toEqual(found),
  )
  test('a function of 71 lines, and nothing wrong with 70', () => {
    expect(longFunctions(parse('a.ts', `\n${functionOf(71)}`))).toEqual(['a.ts:2 f has 71 lines'])
    expect(longFunctions(parse('a.ts', functionOf(70)))).toEqual([])
  })
  test('the length of a file, with its comments and blank lines', () =>
    expect(parse('a.ts', `// why\n\nconst x = 1\n`).lines).toBe(3))
  test('two long functions of twenty, and nothing wrong with one', () => {
    const functions = (long: number) =>
      parse('a.ts', functionOf(31).repeat(long) + functionOf(30).repeat(20 - long))
    expect(tooLong(measures([functions(2)]))).toContain('functions: p90 is 31 lines')
    expect(tooLong(measures([functions(1)])).join()).not.toContain('functions')
  })
  test('two long files of twenty, and nothing wrong with one', () => {
    const files = (long: number) =>
      Array.from({ length: 20 }, (_, n) =>
        parse('a.ts', `${functionOf(1)}${'f()\n'.repeat(n < long ? 200 : 199)}`),
      )
    expect(tooLong(measures(files(2)))).toEqual(['files: p90 is 201 lines'])
    expect(tooLong(measures(files(1)))).toEqual([])
  })
})
