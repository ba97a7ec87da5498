/**
 * What is broken, one thing at a time, and which checker has to see it. Where the house has a second defence behind
 * the first, a mutant takes both away: one alone would change nothing.
 */
import { ofBankAccounts } from './bank-accounts.ts'
import { ofImports } from './imports.ts'
import { ofMonths } from './months.ts'
import { ofLive } from './live.ts'
import { ofLoad } from './load.ts'
import { ofLoans } from './loans.ts'
import { ofProposals } from './proposals.ts'
import { ofFirmBooks } from './firm-books.ts'
import { ofDocuments } from './documents.ts'
import { ofPayoutBlocks } from './payout-blocks.ts'
import { ofPeople } from './people.ts'
import { ofPayoutFiles } from './payout-files.ts'
import { ofBounds } from './requests.ts'
import { ofRisk } from './risk.ts'
import { ofVerification } from './verification.ts'
import { ofUsdt } from './usdt.ts'
import { inMemory, tests, throughDatabase, torture } from './checkers.ts'
import { ofDailyUse } from './daily-use.ts'
import { ofDuties } from './duties.ts'
import { ofTelling } from './telling.ts'
import { ofTwo } from './two.ts'
import { ofIdentity } from './identity.ts'
import { believedIn, rowsBelieved } from './edits.ts'
import type { Mutant } from './prove.ts'
import type { Edit } from './tree.ts'

const rules = inMemory(20_000)
const database = throughDatabase(4_000)
const races = tests('tests/integration/races.test.ts')
const approvals = tests('tests/integration/approvals.test.ts')
const settling = tests('tests/integration/settling.test.ts')
const faults = tests('tests/integration/desk-faults.test.ts')
const flights = tests('tests/integration/flight.test.ts')
const standby = tests('tests/integration/standby.test.ts')
const wall = tests('tests/integration/books-wall.test.ts')
const chains = tests('tests/integration/chain.test.ts')
const signIn = tests('tests/integration/security.test.ts')
const resets = tests('tests/integration/reset-password.test.ts')
const browsers = tests('tests/integration/known-browsers.test.ts')
const secrets = tests('tests/integration/secrets.test.ts')
const grants = tests('tests/integration/column-grants.test.ts')

const ledgerTables = 'db/migrations/002-ledger.sql'
const deskTables = 'db/migrations/003-desk.sql'
const signInTables = 'db/migrations/005-sign-in.sql'
const withdrawalTables = 'db/migrations/016-withdrawals.sql'

/** SQL that runs when the schema is made: a role with all rights changes rows behind the desk's back. */
const sql = (text: string): Edit => ({
  file: deskTables,
  find: 'revoke all on all tables in schema desk from public;',
  replace: `${text}\nrevoke all on all tables in schema desk from public;`,
})

const keyNotUnique: Edit = {
  file: deskTables,
  find: 'create unique index commands_by_key',
  replace: 'create index commands_by_key',
}

const noOwnerLock: Edit = {
  file: 'src/desk/load.ts',
  find: `order by id for no key update \${patient ? '' : 'skip locked'}`,
  replace: 'order by id',
}

/** Changes of access. */
const ofAccess: Mutant[] = [
  {
    name: 'one-for-two',
    broken: 'who proposed that a factor is taken away approves it too',
    checker: rules,
    sign: /ApproveAccessChange .*\n(.*\n)*? *model: +\d+ same_approver/,
    edits: [
      {
        file: 'src/domains/access-changes/rules.ts',
        find: `      two.refusal({
        first: change.proposedBy,
        firstMay: mayHaveBegun(owner, change)[0],
        about: [owner.id],
      })`,
        replace: `      [two.refusal({ first: change.proposedBy, firstMay: mayHaveBegun(owner, change)[0], about: [owner.id] })].find(
        (refusal) => refusal?.code !== 'same_approver',
      )`,
      },
    ],
  },
  {
    name: 'typing-mistake',
    broken: 'an email that was taken back still waits to become the account’s',
    checker: tests('tests/integration/email-change.test.ts'),
    sign: /I4 that was taken back is nobody’s/,
    edits: [
      {
        file: 'src/domains/corrections/rules.ts',
        find: 'const ended = c.email === undefined ? [] : endEmailChanges(world, c.user, context)',
        replace: 'const ended: ReturnType<typeof endEmailChanges> = []',
      },
    ],
  },
  {
    name: 'undone-one-by-one',
    broken: 'the link of an added factor leaves what was added after it',
    checker: tests('tests/integration/second-factor-lost.test.ts'),
    sign: /A14 is undone by the link/,
    edits: [
      {
        file: 'src/domains/sign-in/undo-factor.ts',
        find: 'delete from auth.passkeys where person_id = $1 and created_at >= $2',
        replace: 'delete from auth.passkeys where person_id = $1 and created_at = $2',
      },
    ],
  },
  {
    name: 'next-app-removed-by-staff',
    broken: 'a removal outlives its app, and takes whichever is there when its time has come',
    checker: tests('tests/integration/second-factor-lost.test.ts'),
    sign: /A14 and ends when the owner takes it away first/,
    edits: [
      {
        file: 'src/domains/sign-in/security-change.ts',
        find: '    await endRemovals(client, person)\n',
        replace: '',
      },
      {
        file: 'src/domains/access-changes/due.ts',
        find: 'change, factorThere, earlier',
        replace: 'change, factorThere: factorThere || true, earlier',
      },
      {
        file: 'src/domains/sign-in/writers.ts',
        find: 'where (person_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))',
        replace: 'where person_id = any ($1::uuid[]) and $2::uuid[] is not null',
      },
    ],
  },
]

/** The rules, in memory. */
const ofRules: Mutant[] = [
  {
    name: 'rounding',
    broken: 'a tie is rounded down instead of to the even cent',
    checker: rules,
    sign: /the answers differ\n.*/,
    edits: [
      {
        file: 'src/lib/money.ts',
        find: '  return quotient + (quotient % 2n)',
        replace: '  return quotient',
      },
    ],
  },
  {
    name: 'profit-twice',
    broken: 'an investment is paid again when it was settled before',
    checker: rules,
    sign: /SettleInvestment .*\n(?:it could not be decided: .* would go below zero|the answers differ\n.*\n +model: +409 already_settled)/,
    edits: [
      {
        file: 'src/domains/investments/settling.ts',
        find: `    if (settled.status !== 'running') return refuse('already_settled')\n`,
        replace: '',
      },
    ],
  },
  {
    name: 'a-millisecond-early',
    broken: 'an investment is paid a millisecond before its day',
    checker: rules,
    sign: /engine: 200 done .*\n +model: +\d+ not_due/,
    edits: [
      {
        file: 'src/domains/investments/settling.ts',
        find: 'if (context.at < settled.maturesAt)',
        replace: 'if (context.at < settled.maturesAt - 1)',
      },
    ],
  },
  {
    name: 'precedence',
    broken: 'the balance is looked at after the pool',
    checker: rules,
    sign: /model: +\d+ insufficient_balance_to_invest/,
    edits: [
      {
        file: 'src/domains/investments/opening.ts',
        find: `  if (cash < c.amount) return refuse('insufficient_balance_to_invest')
  const owed = refusalByDebt(world, { owner: c.owner, amount: c.amount, cash, how: 'invested' })
  if (owed) return owed
  const profit = promisedProfit(plan, c.amount)
  const pool = world.balance(firm, 'returns-pool')
  if (pool < profit) return notCovered(plan, pool)`,
        replace: `  const profit = promisedProfit(plan, c.amount)
  const pool = world.balance(firm, 'returns-pool')
  if (pool < profit) return notCovered(plan, pool)
  if (cash < c.amount) return refuse('insufficient_balance_to_invest')
  const owed = refusalByDebt(world, { owner: c.owner, amount: c.amount, cash, how: 'invested' })
  if (owed) return owed`,
      },
    ],
  },
  {
    name: 'terms-unseen',
    broken: 'who accepts no terms gets the ones there are',
    checker: rules,
    sign: /model: +409 terms_changed/,
    edits: [
      {
        file: 'src/domains/investments/opening.ts',
        find: 'if (c.acceptedTermsVersion !== plan.termsVersion)',
        replace:
          'if (c.acceptedTermsVersion !== undefined && c.acceptedTermsVersion !== plan.termsVersion)',
      },
    ],
  },
  {
    name: 'form-version',
    broken: 'a correction made on an old form is taken',
    checker: rules,
    sign: /model: +\d+ stale_version/,
    edits: [
      {
        file: 'src/domains/corrections/rules.ts',
        find: `c.version !== undefined && c.version !== version ? refuse('stale_version') : null`,
        replace: 'null',
      },
    ],
  },
  {
    name: 'name-in-a-kept-reply',
    broken: 'a kept reply holds the name of somebody else instead of a mention',
    checker: tests('tests/integration/erased-names.test.ts'),
    sign: /in place of whoever was erased since it reads “a closed account”/,
    edits: [
      {
        file: 'src/desk/world.ts',
        find: '    return mentionOf(owner, name)',
        replace: '    return text',
      },
    ],
  },
  {
    name: 'key-of-another-body',
    broken: 'a key is answered without a look at the body',
    checker: rules,
    sign: /model: +422 key_reused/,
    edits: [
      {
        file: 'src/desk/decide.ts',
        find: `  if (bodyHash !== job.bodyHash) return refusalReply('key_reused', job.requestId)\n`,
        replace: '',
      },
    ],
  },
  {
    name: 'clock-without-end',
    broken: 'the clock is moved as far as anybody likes',
    checker: rules,
    sign: /MoveClock .*\n(.*\n)* +model: +422 beyond_calendar/,
    edits: [
      {
        file: 'src/domains/clock/rules.ts',
        find: `    if (at + c.days * dayMs > endOfTheClock) return refuse('beyond_calendar')\n`,
        replace: '',
      },
    ],
  },
  {
    name: 'erased-words',
    broken: 'the reason of a request outlives the person',
    // Few who leave have been refused before.
    checker: inMemory(200_000),
    sign: /^reason of request .* is null in the model/m,
    edits: [
      {
        file: 'src/domains/withdrawals/table.ts',
        find: `text('reason', { later: true, personal: true })`,
        replace: `text('reason', { later: true })`,
      },
    ],
  },
  {
    name: 'splitting',
    broken: 'what one did alone for a person isn’t added up',
    checker: rules,
    sign: /model: +(?:202 done .*for this person in the last 24 hours|409 same_approver)/,
    edits: [
      {
        file: 'src/domains/approvals/rules.ts',
        find: '(soFar.get(person) ?? 0n) + amount > limit',
        replace: 'amount > limit',
      },
    ],
  },
  {
    name: 'spreading',
    broken: 'what one did alone for all people isn’t added up',
    checker: rules,
    sign: /engine: 200 done .*\n +model: +202 done .*for all people together/,
    edits: [
      {
        file: 'src/domains/approvals/rules.ts',
        find: 'if (inAll > inAllAbove)',
        replace: 'if (amount > inAllAbove)',
      },
    ],
  },
  {
    name: 'credits-one-by-one',
    broken: 'each credit for a friend is compared with 10% by itself',
    checker: rules,
    sign: /model: +20[02] done .*Credits come to/,
    edits: [
      {
        file: 'src/domains/referrals/rules.ts',
        find: 'world.fact(creditedFor, c.user) + creditOf(c.fundingAmount)',
        replace: 'creditOf(c.fundingAmount)',
      },
    ],
  },
  {
    name: 'frozen-staff',
    broken: 'a frozen administrator’s command is decided',
    checker: rules,
    sign: /model: +403 staff_frozen/,
    edits: [
      {
        file: 'src/desk/command.ts',
        find: `  if (owner.status === 'frozen') return refuse('staff_frozen')\n`,
        replace: '',
      },
    ],
  },
]

const shares = tests('tests/integration/shares.test.ts')

/** Shares, HEAD, odd input and the outbox. */
const ofDoors: Mutant[] = [
  {
    name: 'half-sent-counts',
    broken: 'a request counts against all while its body is on its way',
    checker: tests('tests/integration/overload.test.ts'),
    sign: /^I8: half-sent requests/m,
    edits: [
      {
        file: 'src/http/in-flight.ts',
        find: '    if (hasBody(request)) leave(request)\n',
        replace: '',
      },
      {
        file: 'src/http/in-flight.ts',
        find: "      request.leaveFlight = takeOfAll(null)\n  })\n  app.addHook('preHandler'",
        replace: "      request.leaveFlight ??= takeOfAll(null)\n  })\n  app.addHook('preHandler'",
      },
    ],
  },
  {
    name: 'no-share',
    broken: 'whoever asks first gets all there is',
    checker: shares,
    sign: /^I13: many calls that move the clock/m,
    edits: [
      {
        file: 'src/platform/shares.ts',
        find: `    if (own + places > each) throw new ProblemError('too_many_requests', 1)\n`,
        replace: '',
      },
    ],
  },
  {
    name: 'streams-by-session',
    broken: 'a person with many sessions takes every stream of events',
    checker: shares,
    sign: /^I13: event streams/m,
    edits: [
      {
        file: 'src/domains/activity/live.ts',
        find: ' : own.length >= maxOfOnePerson ? own : []',
        replace: ' : []',
      },
    ],
  },
  {
    name: 'streams-uneven',
    broken: 'where all streams are taken, nobody with many makes room',
    checker: shares,
    sign: /^I13: event streams J20: are shared evenly/m,
    edits: [
      {
        file: 'src/domains/activity/look.ts',
        find: '(held.get(person)?.length ?? 0) + 2',
        replace: 'Infinity',
      },
    ],
  },
  {
    name: 'slow-readers-stay',
    broken: 'a reader who takes nothing keeps its connection',
    checker: tests('src/http/least-rate.test.ts'),
    sign: /^J20: a connection whose reader takes nothing more/m,
    edits: [
      {
        file: 'src/http/least-rate.ts',
        find: '      if (behindMs > rate.graceMs) socket.destroy()\n',
        replace: '',
      },
    ],
  },
  {
    name: 'announced-takes-room',
    broken: 'a file takes room when it is announced, not when it comes',
    checker: tests('src/http/uploads.test.ts'),
    sign: /^J18: announced files take no room/m,
    edits: [
      {
        file: 'src/http/uploads.ts',
        find: 'endpoint.bytes ? [takeFile(request.principal.owner)] : []',
        replace:
          'endpoint.bytes ? [takeFile(request.principal.owner), takeRoom(null, endpoint.largestBody)] : []',
      },
    ],
  },
  {
    name: 'ready-by-reading',
    broken: 'a server is ready where its database answers, whether it takes changes or not',
    checker: tests('tests/integration/readiness.test.ts'),
    sign: /^readiness says no over a database that is read-only/m,
    edits: [
      {
        file: 'src/platform/write-probe.ts',
        find: 'client.query(this.#change)',
        replace: "client.query('select 1')",
      },
    ],
  },
  {
    name: 'pauses-leave-listeners',
    broken: 'each pause of a loop leaves a listener',
    checker: tests('tests/soak.test.ts'),
    sign: /^J14: of 100,000 turns nothing is kept by loops/m,
    edits: [
      {
        file: 'src/platform/pause.ts',
        find: '  await wait(',
        replace: "  signal.addEventListener('abort', () => void ms)\n  await wait(",
      },
    ],
  },
  {
    name: 'head-finds-out',
    broken: 'HEAD does the work of GET',
    checker: shares,
    sign: /^I14: HEAD of /m,
    edits: [
      {
        file: 'src/http/bind.ts',
        find: `      if (request.method === 'HEAD') return sendHead(endpoint, request, reply)\n`,
        replace: '',
      },
    ],
  },
  {
    name: 'days-of-no-calendar',
    broken: 'a position in a list may be a day that no calendar has',
    checker: tests('tests/integration/odd-input.test.ts'),
    sign: /^I16: odd parameters/m,
    edits: [
      { file: 'src/platform/cursor.ts', find: ' && isoFromInstant(at) === part', replace: '' },
    ],
  },
  {
    name: 'outbox-of-everybody',
    broken: 'the outbox asks for no key',
    checker: tests('tests/integration/http.test.ts'),
    sign: /^I18: the outbox/m,
    edits: [
      {
        file: 'src/http/outbox/outbox.ts',
        find: '    if (!(await mayRead(request, view))) return',
        replace: '    if (false) return',
      },
    ],
  },
]

/** The desk and the database. */
const ofDesk: Mutant[] = [
  {
    name: 'owner-lock',
    broken: 'owners are read without their lock',
    checker: races,
    sign: /server is busy|busy: \d+|\{ done: 2 \}/,
    edits: [noOwnerLock],
  },
  {
    name: 'versions-not-checked',
    broken: 'no lock, and whatever version is stated is taken: read, then set',
    checker: database,
    sign: /^DIFFERENCE: Version \d+ of .* was made twice/,
    edits: [
      noOwnerLock,
      { file: ledgerTables, find: 'where whole and fits;', replace: 'where whole;' },
      {
        file: deskTables,
        find: 'primary key (owner_id, version)\n',
        replace: 'unique (owner_id, version, command_id)\n',
      },
    ],
  },
  {
    name: 'credit-of-the-next',
    broken: 'a line whose credit has no account takes the next line’s entry for it',
    checker: wall,
    sign: /books what the plain join books.*Property failed|lends no line the entry of the next one.*answer: 'booked'/,
    edits: [
      {
        file: ledgerTables,
        find: `count(*) = 2 as whole`,
        replace: `(bool_or(is_credit) or lead(true) over (order by n)) and bool_or(not is_credit) as whole`,
      },
      {
        file: ledgerTables,
        find: 'max(version) filter (where is_credit) as credit_version',
        replace:
          'coalesce(max(version) filter (where is_credit), lead(max(version) filter (where not is_credit)) over (order by n)) as credit_version',
      },
      {
        file: ledgerTables,
        find: 'max(balance) filter (where is_credit) as credit_balance',
        replace:
          'coalesce(max(balance) filter (where is_credit), lead(max(balance) filter (where not is_credit)) over (order by n)) as credit_balance',
      },
    ],
  },
  {
    name: 'lists-of-any-length',
    broken: 'the books’ function takes lists of different lengths',
    checker: wall,
    sign: /refuses lists (of different lengths|that are all empty)/,
    edits: [
      {
        file: ledgerTables,
        find: 'where dims is distinct from (case when lines > 0',
        replace: 'where false and dims is distinct from (case when lines > 0',
      },
    ],
  },
  {
    name: 'command-of-another-time',
    broken: 'a command that was recorded in another transaction gives a role or a status again',
    checker: grants,
    sign: /by a command of another transaction, which did unfreeze them once/,
    edits: [
      {
        file: 'db/migrations/004-people.sql',
        find: `command.xmin = pg_current_xact_id()::xid and command.recorded_at > now() - interval '1 day'\n      and case when given.status is null`,
        replace: `command.recorded_at > now() - interval '1 day'\n      and case when given.status is null`,
      },
    ],
  },
  {
    name: 'address-replaced',
    broken: 'the application’s role writes another address into an approved request',
    checker: grants,
    sign: /withdrawals\.wallet_address is replaced by nobody/,
    edits: [
      {
        file: withdrawalTables,
        find: '    or coalesce(new.wallet_address <> old.wallet_address, new.wallet_address is not null)\n',
        replace: '',
      },
    ],
  },
  {
    name: 'key-before-lock',
    broken: 'a key is looked up some milliseconds before the lock, and nothing behind it is unique',
    checker: races,
    sign: /^a key (makes one booking of 50 copies.* expected 2 to be 1|says 422 to another body.* held: 2000n)/m,
    edits: [
      keyNotUnique,
      {
        file: 'src/desk/batch.ts',
        find: 'const [locks, time, ...answers] = await connection.begin([',
        replace: `const [early, , locks, time, ...answers] = await connection.begin([
          recordedStatement(jobs.map(({ id }) => id), jobs.map(({ actor }) => actor), jobs.map(({ key }) => key)),
          { text: 'select pg_sleep(random() * 0.02)' },`,
      },
      {
        file: 'src/desk/batch.ts',
        find: 'recorded: (recorded!.rows',
        replace: 'recorded: (early!.rows',
      },
    ],
  },
  {
    name: 'key-not-unique',
    broken: 'the index of keys isn’t unique',
    checker: races,
    sign: /touch different people.* expected \{ done: 2 \}/,
    edits: [keyNotUnique],
  },
  {
    name: 'record-not-looked-up',
    broken: 'what was recorded before isn’t looked up',
    checker: races,
    sign: /^a key makes one booking of 50 copies.*: .*server is busy/m,
    edits: [
      {
        file: 'src/desk/batch.ts',
        find: 'if (record) outcomes.push',
        replace: 'if (false) outcomes.push',
      },
    ],
  },
  {
    name: 'key-in-another-transaction',
    broken: 'the journal is committed before what it says is booked',
    checker: database,
    sign: /There is no order|was seen, which nobody made|is recorded as/,
    edits: [
      {
        file: 'src/desk/write.ts',
        find: '    ...journalStatements(chained, stamp),',
        replace: `    ...journalStatements(chained, stamp), { text: 'commit' }, { text: 'begin' },`,
      },
    ],
  },
  {
    name: 'unsorted-owners',
    broken: 'owners are locked in no order, one after the other without haste, and waited for',
    checker: races,
    sign: /nothing waits for itself: .*expected \d+ to be \+0/,
    edits: [
      {
        file: 'src/desk/load.ts',
        find: `select id from owners where id = any ($1) order by id for no key update \${patient ? '' : 'skip locked'}`,
        replace:
          'select id, pg_sleep(0.0005) from owners where id = any ($1) order by md5(id::text || pg_backend_pid()) for no key update',
      },
    ],
  },
  {
    name: 'snapshots-before-locks',
    broken:
      'all statements of a flight are bound, each with its snapshot, before the first takes its locks',
    checker: flights,
    sign: /shows a statement what the one before it waited for.*expected/,
    edits: [
      {
        file: 'src/platform/flight.ts',
        find: `connection.bind({ statement: name, values: values[i] }, more)
      connection.execute(null, more)`,
        replace: `const known = this.#statements.every((one) => this.#parts.prepared.get(one.name ?? '')?.columns)
      connection.bind({ portal: known ? 'p' + i : '', statement: name, values: values[i] }, more)
      if (!known) connection.execute(null, more)
      else if (i === this.#statements.length - 1)
        for (const at of this.#statements.keys()) connection.execute({ portal: 'p' + at }, more)`,
      },
    ],
  },
  {
    name: 'pools-not-locked',
    broken: 'a second look at a short pool doesn’t lock it either',
    // Few histories have two that want the last of a pool at once.
    checker: throughDatabase(12_000),
    sign: /There is no order in which/,
    edits: [
      {
        file: 'src/desk/batch.ts',
        find: '...(exact ? [lockFirmStatement] : []),',
        replace: `...(exact ? [{ text: 'select 1' }] : []),`,
      },
    ],
  },
  {
    name: 'reply-before-commit',
    broken: 'the reply is sent before COMMIT',
    checker: database,
    sign: /, and nobody decided it/,
    edits: [
      {
        file: 'src/desk/batch.ts',
        find: '    await commit(connection, ',
        replace: '    commitUnheard(connection, ',
      },
      {
        file: 'src/desk/batch.ts',
        find: '/** A COMMIT of what has failed',
        replace:
          'const commitUnheard = (connection, ...rest) => void commit(connection, ...rest).catch(() => connection.rollback())\n\n/** A COMMIT of what has failed',
      },
    ],
  },
  {
    name: 'commit-answers-rollback',
    broken: 'a COMMIT that follows a failed statement is believed',
    checker: faults,
    sign: /that is to WriteNonsense fails alone.*expected \{ done: 20 \}/,
    edits: [
      {
        file: 'src/desk/connection.ts',
        find: 'throw this.#client !== client || isConnectionFault(error)',
        replace: `if (statements.at(-1)!.text === 'commit' && this.#client === client && !isConnectionFault(error)) return client.flight([statementOf('rollback')])
      throw this.#client !== client || isConnectionFault(error)`,
      },
      {
        file: 'src/desk/batch.ts',
        find: `if (answer !== 'COMMIT')`,
        replace: `if (answer === '')`,
      },
    ],
  },
  {
    name: 'posting-omitted',
    broken: 'the profit of a matured investment isn’t booked',
    checker: database,
    sign: /the (lists of activity|answers) differ\n +engine: .*|of account .* in the model and/,
    edits: [
      {
        file: 'src/desk/write.ts',
        find: 'postings: d.booked }))',
        replace: `postings: d.booked.filter(({ debit }) => debit.kind !== 'promised') }))`,
      },
    ],
  },
  {
    name: 'total-not-written',
    broken: 'the total of referral credits isn’t written',
    checker: database,
    sign: /referral of account .* in the model and 0 in the engine/,
    edits: [
      {
        file: 'src/desk/write.ts',
        find: '(owner: Owner) => owner.totals[total]',
        replace: `(owner: Owner) => (total === 'referral' ? 0n : owner.totals[total])`,
      },
    ],
  },
  {
    name: 'firm-not-locked-to-close',
    broken: 'two administrators can close each other’s accounts',
    checker: races,
    sign: /the last two administrators .* expected \{ done: 2 \}/,
    edits: [
      {
        file: 'src/domains/users/rules.ts',
        find: 'owners: [c.user, firm],\n    staff: true,',
        replace: 'owners: [c.user],\n    staff: true,',
      },
    ],
  },
  {
    name: 'forged-role-counts',
    broken: 'a role that somebody wrote into the database is one of the two',
    checker: tests('tests/integration/forged-rows.test.ts'),
    sign: /whose role was written into the database isn’t one of the two/,
    edits: [
      {
        file: 'src/desk/load.ts',
        find: 'rows.filter((row) => isRoleMac(macKeys, row))',
        replace: 'rows',
      },
    ],
  },
  {
    name: 'frozen-count',
    broken: 'frozen administrators count as those who are left',
    checker: approvals,
    sign: /the last administrator who isn’t frozen .*expected 'done' to be 'last_administrator'/,
    edits: [
      {
        file: 'src/desk/load.ts',
        find: "and status = 'active'`,\n  fill(world, rows, macKeys) {\n    const genuine",
        replace: "and status <> 'closed'`,\n  fill(world, rows, macKeys) {\n    const genuine",
      },
    ],
  },
  {
    name: 'firm-not-locked-to-freeze',
    broken: 'two administrators can freeze themselves at once',
    checker: approvals,
    sign: /is left when two freeze themselves at once.*expected \[ 'done', 'done' \] to have a length of 1/,
    edits: [
      {
        file: 'src/domains/users/rules.ts',
        find: '{ owners: [user, firm], read: [runningOf(user)], staff: true }',
        replace: '{ owners: [user], read: [runningOf(user)], staff: true }',
      },
    ],
  },
  {
    name: 'actor-not-locked',
    broken: 'the sum of what one did alone is read without their lock',
    checker: approvals,
    sign: /by doing it at once for many people.*: .*expected \[/,
    edits: [
      {
        file: 'src/domains/approvals/rules.ts',
        find: '{ owners: [actor], read: [doneAloneBy.of(actor)] }',
        replace: '{ owners: [], read: [doneAloneBy.of(actor)] }',
      },
    ],
  },
  {
    name: 'refusal-unchained',
    broken: 'a refused command is recorded without a place in a chain',
    checker: chains,
    sign: /hangs in the chain of whoever asked/,
    edits: [
      { file: 'src/desk/write.ts', find: '    ...unlistedStatements(chained),\n', replace: '' },
    ],
  },
  {
    name: 'chainless-command-believed',
    broken: 'a command that stands in no chain is none of the audit’s business',
    checker: chains,
    sign: /name the command of a row that was cut off|C6: names a refusal without a place/,
    edits: [
      {
        file: 'src/desk/verify-chain.ts',
        find: 'report.faults.push(`command ${id} (${kind}, ${outcome}) stands in no chain.`)',
        replace: 'if (kind === outcome) report.faults.push(id)',
      },
    ],
  },
  {
    name: 'refusal-chained-unlocked',
    broken: 'a refusal of staff goes into their chain without their lock',
    checker: chains,
    sign: /hangs in the (?:firm’s|chain of whoever asked)|is not forked by two desks/,
    edits: [
      {
        file: 'src/desk/batch.ts',
        find: 'if (asker === null || !isKept',
        replace: 'if (true || !isKept',
      },
    ],
  },
  {
    name: 'money-out-unasked',
    broken: 'money leaves on a sign-in of hours ago',
    checker: signIn,
    sign: /comes before a withdrawal/,
    edits: [
      { file: 'src/http/access.ts', find: `'money-out': true`, replace: `'money-out': false` },
    ],
  },
  {
    name: 'byte-of-a-reply',
    broken: 'a kept reply has one byte more',
    checker: database,
    sign: /asked again: the answers differ|text of command/,
    edits: [
      sql(`create function desk.tamper() returns trigger language plpgsql as $$ begin new.reply := overlay(new.reply placing ' ' from 2 for 0); return new; end $$;
      create trigger tampered before insert on desk.particulars for each row when (hashtext(new.command_id::text) % 100 = 0) execute function desk.tamper();`),
    ],
  },
  {
    name: 'byte-of-a-posting',
    broken: 'one cent of a kept posting is missing',
    checker: database,
    // A payout of such a request is stopped before the audit comes to it.
    sign: /the audit says: .* balances do not follow from one another|engine: 409 not_as_recorded/,
    edits: [
      sql(`create function desk.tamper() returns trigger language plpgsql as $$ begin new.amount := new.amount - 1; return new; end $$;
      create trigger tampered before insert on ledger.postings for each row when (new.amount > 1000 and hashtext(new.command_id::text) % 100 = 0) execute function desk.tamper();`),
    ],
  },
  {
    name: 'own-clock',
    broken: 'the server’s own clock decides what is due',
    checker: settling,
    sign: /What is due could not be settled/,
    edits: [
      { file: 'src/desk/batch.ts', find: 'now: time!.rows[0].now', replace: 'now: Date.now()' },
    ],
  },
]

/** What shows only when something fails. */
const ofFaults: Mutant[] = [
  {
    name: 'synchronous-commit',
    broken: '`synchronous_commit = off`, and the server starts all the same',
    checker: torture('postgres-kill', 12),
    sign: /Acknowledged and not there|another reply .* is kept/,
    options: ['--postgres-setting', 'synchronous_commit=off'],
    edits: [
      {
        file: 'src/platform/database.ts',
        find: `synchronous_commit: ['on', 'remote_apply']`,
        replace: `synchronous_commit: ['on', 'off']`,
      },
    ],
  },
  {
    name: 'lost-is-done',
    broken: 'a connection lost at COMMIT counts as committed',
    checker: torture('cut-before-commit', 10),
    sign: /Acknowledged and not there/,
    edits: [
      {
        file: 'src/desk/batch.ts',
        find: 'for (const job of jobs) job.uncertain = true\n',
        replace: 'return\n',
      },
    ],
  },
  {
    name: 'warning-is-done',
    broken: 'a COMMIT that is answered with a warning, since no standby has it, is believed',
    checker: standby,
    sign: /is never told as done.*pg_cancel_backend.*expected 'done' to be 'outcome_unknown'/,
    edits: [
      {
        file: 'src/platform/database.ts',
        find: '      this.#warnings === before ||',
        replace: '      this.#warnings >= before ||',
      },
    ],
  },
  {
    name: 'read-back-without-writing',
    broken: 'what the journal has is answered by a transaction that waits for no standby',
    checker: standby,
    sign: /where the command locks nobody.*answered without a wait/,
    edits: [
      {
        file: 'src/desk/batch.ts',
        find: '...(snapshot.recorded.length > 0 ? barrierStatements : []),',
        replace: '...(snapshot.recorded.length < 0 ? barrierStatements : []),',
      },
    ],
  },
  {
    name: 'lost-is-failed',
    broken: 'a connection lost at COMMIT counts as “nothing was booked”',
    checker: faults,
    sign: /expected 'unavailable' to be 'outcome_unknown'/,
    edits: [
      {
        file: 'src/desk/desk.ts',
        find: `job.uncertain ? 'outcome_unknown' : code`,
        replace: 'code',
      },
    ],
  },
  {
    name: 'not-looked-up-again',
    broken: 'after a lost connection nobody looks whether the command is there',
    checker: faults,
    sign: /after the database has committed, and before it could say so, is found out/,
    edits: [{ file: 'src/desk/batch.ts', find: '!isNew || uncertain', replace: '!isNew' }],
  },
]

/** Signing in. */
const ofSignIn: Mutant[] = [
  {
    name: 'late-session',
    broken: 'a sign-in whose password was right before it changed begins a session after it',
    checker: resets,
    sign: /I5 raced, a sign-in whose password was right before the reset/,
    edits: [
      { file: 'src/domains/login/sign-in.ts', find: '      await proof(client)\n', replace: '' },
    ],
  },
  {
    name: 'links-outlive-password',
    broken: 'a link that was mailed before a change of the password still works after it',
    checker: resets,
    sign: /I5 the settings set another password: the link of before is dead/,
    edits: [
      {
        file: signInTables,
        find: `when (old.hash <> new.hash) execute function auth.end_links_with_password()`,
        replace: `when (false) execute function auth.end_links_with_password()`,
      },
    ],
  },
  {
    name: 'links-outlive-email',
    broken: 'a link that was mailed to an address still works when the account has another one',
    checker: resets,
    sign: /I5 staff set another email: the link of before is dead/,
    edits: [
      {
        file: signInTables,
        find: `when (old.email <> new.email) execute function auth.end_links_with_email()`,
        replace: `when (false) execute function auth.end_links_with_email()`,
      },
      // Each of the two is enough.
      {
        file: 'src/domains/sign-in/mailed-links.ts',
        find: '      link.isMailedTo(row.email) &&\n',
        replace: '',
      },
    ],
  },
  {
    name: 'mark-of-another',
    broken: 'a browser that is known to anybody counts as known to everybody',
    checker: browsers,
    sign: /A1 the mark of somebody else is as good as none/,
    edits: [
      {
        file: 'src/domains/sign-in/guesses.ts',
        find: 'where browser.person_id = person.id and browser.id = any ($2)',
        replace: 'where browser.id = any ($2)',
      },
    ],
  },
  {
    name: 'nothing-shared',
    broken: 'places without a mark share no count of failures',
    checker: browsers,
    sign: /I9 from many addresses, all places without a mark share their failures/,
    edits: [
      {
        file: 'src/domains/sign-in/limits.ts',
        find: 'if (!guess.known)\n        await count(',
        replace: 'if (guess.email === guess.place)\n        await count(',
      },
    ],
  },
  {
    name: 'password-for-a-factor',
    broken: 'a password alone stands for the second factor in the settings',
    checker: secrets,
    sign: /I11 none of them does without a second factor/,
    edits: [
      {
        file: 'src/http/access.ts',
        find: `'own-password': hasSecondFactor`,
        replace: `'own-password': false`,
      },
      {
        file: 'src/domains/sign-in/settings.ts',
        find: `due === 'second-factor' || current`,
        replace: 'current',
      },
    ],
  },
]

const macs = tests('tests/integration/macs.test.ts')

/** MACs of rows. */
const ofMacs: Mutant[] = [
  {
    name: 'macs-not-checked',
    broken: 'the audit of the chains believes any MAC',
    checker: macs,
    sign: /I1: a command that the application’s role forges fits its chain/,
    edits: [
      {
        file: 'src/desk/chain-links.ts',
        find: '?? (macKeys && faultOfPlace(row, command, macKeys))',
        replace: '?? (macKeys && null)',
      },
    ],
  },
  {
    name: 'moved-time-believed',
    broken: 'the time since when MACs are of a known key is believed without its own MAC',
    checker: macs,
    sign: /I1: the time since when every MAC is of a known key moved.* takes the MACs off no command/,
    edits: [{ file: 'src/desk/journal-mac.ts', find: ' && isSince(keys, time)', replace: '' }],
  },
  {
    name: 'role-without-mac',
    broken: 'a role that somebody wrote into the database counts',
    checker: macs,
    sign: /I1: what people sign in with a role that was written into the database is none/,
    edits: [
      {
        file: 'src/domains/sign-in/session.ts',
        find: 'row.roles !== noRoles && ',
        replace: "row.role === ('firm' as string) && ",
      },
    ],
  },
  {
    name: 'session-of-another',
    broken: 'a session that was made another person’s goes on',
    checker: macs,
    sign: /I1: what people sign in with a session that was made another person’s ends/,
    edits: [
      {
        file: 'src/domains/sign-in/session.ts',
        find: '!row || !isTokenOf(macKeys, row.token, row.owner)',
        replace: '!row',
      },
    ],
  },
  {
    name: 'password-of-another',
    broken: 'a password that was moved to another person opens their account',
    checker: macs,
    sign: /I1: what people sign in with a password of one’s own, moved to another person/,
    edits: [
      {
        file: 'src/domains/sign-in/guesses.ts',
        find: 'if (isPasswordRow(macKeys, row)) return fits',
        replace: 'if (row.mac !== macKeys.newest.number) return fits',
      },
    ],
  },
]

const replay = tests('tests/integration/replay.test.ts')

/** The journal decided again. */
const ofReplay: Mutant[] = [
  {
    name: 'words-not-compared',
    broken: 'words that were changed together with their row are believed',
    checker: replay,
    sign: /desk\.commands after (?:update desk\.particulars set texts|delete from owners where status = 'closed')/,
    edits: [
      {
        file: 'src/desk/verify-state.ts',
        find: 'if (fault !== null) throw new Unexplained(fault)',
        replace: 'void fault',
      },
    ],
  },
  {
    name: 'rows-without-a-command',
    broken: 'a row that no command made is passed over',
    checker: replay,
    sign: /or added to withdrawals, is named/,
    edits: [
      {
        file: 'src/desk/verify-state.ts',
        find: "return fail(key, row, 'no command made this row')",
        replace: 'return',
      },
    ],
  },
]

const replays = tests('tests/integration/replays.test.ts')

/** The journal decided again by the worker. */
const ofWorker: Mutant[] = [
  {
    name: 'late-command-missed',
    broken: 'a checkpoint is believed though a command has come among those that it had decided',
    checker: replays,
    sign: /one that came with a time long before it makes it a whole one/,
    edits: [
      {
        file: 'src/desk/journal-position.ts',
        find: 'return count === position.count && digest === position.digest',
        replace: 'return count >= 0n && digest !== null',
      },
    ],
  },
  {
    name: 'forged-replay',
    broken: 'the application’s role says itself that the journal was decided again',
    checker: replays,
    sign: /A result.*that no server made is none/,
    edits: [
      {
        file: 'src/desk/replays.ts',
        find: `is(row) && isMacOf(keys, row.mac, 'replay', valuesOf(row))`,
        replace: 'is(row)',
      },
    ],
  },
  {
    name: 'difference-forgotten',
    broken: 'what couldn’t be explained yesterday is where today begins',
    checker: replays,
    sign: /a command that nobody gave is named, today and tomorrow/,
    edits: [
      {
        file: 'src/desk/make-replay.ts',
        find: 'differences.length === 0 ? await endOfJournal(db) : null',
        replace: 'await endOfJournal(db)',
      },
    ],
  },
  {
    name: 'checkpoint-of-anybody',
    broken: 'a checkpoint opens without the server’s secret',
    checker: replays,
    sign: /A checkpoint.*of another server’s secret is not believed/,
    edits: [
      {
        file: 'src/platform/sealed-file.ts',
        find: `hkdfSync('sha256', secret, salt,`,
        replace: `hkdfSync('sha256', secret.slice(0, 0), salt,`,
      },
    ],
  },
  {
    name: 'words-kept-for-good',
    broken: 'a person’s words stand in a table from which nothing is erased',
    checker: replays,
    sign: /without a person’s words in what is kept/,
    edits: [
      {
        file: 'src/desk/make-replay.ts',
        find: 'saysWords: false',
        replace: 'saysWords: true',
      },
    ],
  },
]

const asRecorded = tests('tests/integration/as-recorded.test.ts')
const requestTable = 'src/domains/withdrawals/table.ts'
const receipts = tests('tests/integration/receipts.test.ts')
const coinRules = tests('src/domains/coin-exchanges/rules.test.ts')
const coinReconciliation = tests('src/domains/coin-exchanges/reconcile-rules.test.ts')

/** Requests held against their commands before money leaves. */
const ofRequests: Mutant[] = [
  {
    name: 'changed-request-decided',
    broken: 'a request that isn’t what was recorded is decided and paid',
    checker: asRecorded,
    sign: /the wallet address, is neither shown nor decided nor paid/,
    edits: [believedIn(requestTable, 'withdrawals')],
  },
  {
    name: 'changed-destination-shown',
    broken: 'staff are warned, and shown the destination all the same',
    checker: asRecorded,
    sign: /the wallet address, is neither shown nor decided nor paid/,
    edits: [
      {
        file: 'src/domains/withdrawals/queries.ts',
        find: '...presentRow({ ...row, ...unsaid }),',
        replace: '...presentRow(row),',
      },
    ],
  },
  {
    name: 'address-of-a-row',
    broken: 'coins are credited to whoever was written beside an address',
    checker: tests('tests/integration/tron-deposits.test.ts'),
    sign: /is credited to nobody where the address became somebody else’s/,
    edits: [believedIn('src/domains/wallets/table.ts', 'wallet_addresses')],
  },
  {
    name: 'payout-unseen',
    broken: 'a payout is recorded of something else than the screen showed',
    checker: asRecorded,
    sign: /I1: a payout.*of something else than its request says is refused/,
    edits: [
      {
        file: 'src/domains/withdrawals/rules.ts',
        find: `    if (c.shown && !isAsShown(request, c.shown)) return refuse('not_as_shown')\n    const { withdrawal, reference }`,
        replace: '    const { withdrawal, reference }',
      },
    ],
  },
  {
    name: 'two-steps-at-once',
    broken: 'a receipt is assigned while it is proposed to send it back',
    checker: receipts,
    sign: /what is in suspense (belongs to nobody|says what is proposed)/,
    edits: [
      {
        file: 'src/domains/receipts/proposals.ts',
        find: 'holdsToo: ({ receipt }) => (receipt === null ? null : heldReceipt(receipt))',
        replace: 'holdsToo: () => null',
      },
    ],
  },
  {
    name: 'reference-as-typed',
    broken: 'another spelling of a bank reference is another reference',
    checker: receipts,
    sign: /a receipt has a reference that is booked once, however it is spelled/,
    edits: [
      {
        file: 'src/lib/bank-reference.ts',
        find: `folded.replaceAll(invisible, '').match(characters)`,
        replace: '[folded]',
      },
    ],
  },
  {
    name: 'reference-folded-in-english',
    broken: 'a bank reference with another case of an accent is another reference',
    checker: receipts,
    sign: /a receipt keeps the accents of its reference/,
    edits: [
      {
        file: 'src/lib/bank-reference.ts',
        find: '.toLowerCase().toUpperCase()',
        replace: '.replaceAll(/[a-z]/g, (one) => one.toUpperCase())',
      },
    ],
  },
  {
    name: 'undone-for-nothing',
    broken: 'what a balance lacks is taken from nobody when the bank takes a receipt back',
    checker: receipts,
    sign: /what the bank takes back is borne by the corrections pool, then by capital/,
    edits: [
      {
        file: 'src/domains/deposits/reversal.ts',
        find: `  ...moving({ event, debit: own('corrections-pool'), credit }, pool),\n`,
        replace: '',
      },
    ],
  },
  {
    name: 'changed-receipt-booked',
    broken: 'an entry that isn’t what was recorded is booked',
    checker: receipts,
    sign: /a receipt is approved as it was shown, and as it was recorded/,
    edits: [rowsBelieved],
  },
  {
    name: 'exchange-gives-way',
    broken: 'a sale of coins takes the place of another that was recorded under its reference',
    checker: coinRules,
    sign: /coins that were sold count once by their reference/,
    edits: [
      {
        file: 'src/domains/proposals/propose.ts',
        find: '  kind.whenHeld !== undefined ||\n',
        replace: '',
      },
    ],
  },
  {
    name: 'exchange-beside-the-chain',
    broken: 'coins are booked as sold that did not leave the wallet',
    checker: coinRules,
    sign: /coins that were sold are as many as the chain says/,
    edits: [
      {
        file: 'src/domains/coin-exchanges/proposals.ts',
        find: `if (moved === null) return refuse('coins_not_moved')`,
        replace: 'if (moved === null) return null',
      },
    ],
  },
  {
    name: 'cover-without-end',
    broken: 'capital covers more than is owed against coins',
    checker: coinRules,
    sign: /what coins have lost is covered by capital as far as it goes/,
    edits: [
      {
        file: 'src/domains/coin-exchanges/postings.ts',
        find: `if (kind === 'cover' && -world.balance(firm, 'exchange-usd') < amount)`,
        replace: 'if (amount < 0n)',
      },
    ],
  },
  {
    name: 'unknown-spending-unnamed',
    broken: 'coins that left by a transaction that nobody knows are not named',
    checker: coinReconciliation,
    sign: /what is named left by something that nobody knows/,
    edits: [
      {
        file: 'src/domains/coin-exchanges/reconcile-rules.ts',
        find: `return [item('unknown-spending', -net)]`,
        replace: 'return []',
      },
    ],
  },
]

export const mutants: readonly Mutant[] = [
  ...ofRules,
  ...ofDoors,
  ...ofAccess,
  ...ofDesk,
  ...ofSignIn,
  ...ofFaults,
  ...ofMacs,
  ...ofReplay,
  ...ofWorker,
  ...ofRequests,
  ...ofUsdt,
  ...ofDailyUse,
  ...ofTwo,
  ...ofDuties,
  ...ofBankAccounts,
  ...ofImports,
  ...ofLoans,
  ...ofMonths,
  ...ofTelling,
  ...ofLive,
  ...ofPayoutBlocks,
  ...ofPeople,
  ...ofPayoutFiles,
  ...ofDocuments,
  ...ofBounds,
  ...ofRisk,
  ...ofVerification,
  ...ofIdentity,
  ...ofLoad,
  ...ofProposals,
  ...ofFirmBooks,
]
