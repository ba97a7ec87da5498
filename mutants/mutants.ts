/**
 * What is broken, one thing at a time, and by whom it has to be seen. Where the house has a second defence behind
 * the first, a mutant takes both away: one alone would change nothing.
 */
import { inMemory, tests, throughDatabase, torture } from './checkers.ts'
import type { Mutant } from './prove.ts'
import type { Edit } from './tree.ts'

const rules = inMemory(20_000)
const database = throughDatabase(4_000)
const races = tests('tests/integration/races.test.ts')
const settling = tests('tests/integration/settling.test.ts')
const faults = tests('tests/integration/desk-faults.test.ts')

const lean = 'db/migrations/009-lean-commands.sql'

/** SQL that runs when the schema is made: somebody with all rights changes rows behind the desk's back. */
const sql = (text: string): Edit => ({ file: lean, find: '-- The same bookings with less work.', replace: `${text}\n-- The same bookings with less work.` })

const keyNotUnique: Edit = { file: 'db/migrations/003-desk.sql', find: 'create unique index commands_by_key', replace: 'create index commands_by_key' }

const noOwnerLock: Edit = { file: 'src/desk/load.ts', find: `order by id for no key update \${patient ? '' : 'skip locked'}`, replace: 'order by id' }

/** The rules, in memory. */
const ofRules: Mutant[] = [
  {
    name: 'rounding', broken: 'a tie is rounded down instead of to the even cent', checker: rules, sign: /the answers differ\n.*/,
    edits: [{ file: 'src/lib/money.ts', find: '  return quotient + (quotient % 2n)', replace: '  return quotient' }],
  },
  {
    name: 'profit-twice', broken: 'an investment is paid again when it was settled before', checker: rules, sign: /SettleInvestment .*\nit could not be decided: .* would go below zero/,
    edits: [{ file: 'src/domains/investments/rules.ts', find: `    if (investment.status !== 'running') return refuse('already_settled')\n`, replace: '' }],
  },
  {
    name: 'a-millisecond-early', broken: 'an investment is paid a millisecond before its day', checker: rules, sign: /engine: 200 done .*\n +model: +\d+ not_due/,
    edits: [{ file: 'src/domains/investments/rules.ts', find: 'if (at < investment.maturesAt)', replace: 'if (at < investment.maturesAt - 1)' }],
  },
  {
    name: 'precedence', broken: 'the balance is looked at after the pool', checker: rules, sign: /model: +\d+ insufficient_balance_to_invest/,
    edits: [{
      file: 'src/domains/investments/rules.ts',
      find: `    if (world.balance(c.owner, 'cash') < c.amount) return refuse('insufficient_balance_to_invest')
    const profit = promisedProfit(plan, c.amount)
    const pool = world.balance(firm, 'returns-pool')
    if (pool < profit) return notCovered(plan, pool)`,
      replace: `    const profit = promisedProfit(plan, c.amount)
    const pool = world.balance(firm, 'returns-pool')
    if (pool < profit) return notCovered(plan, pool)
    if (world.balance(c.owner, 'cash') < c.amount) return refuse('insufficient_balance_to_invest')`,
    }],
  },
  {
    name: 'form-version', broken: 'a correction made on an old form is taken', checker: rules, sign: /model: +\d+ stale_version/,
    edits: [{ file: 'src/domains/corrections/rules.ts', find: `  if (c.version !== undefined && c.version !== owner.version) return refuse('stale_version')\n`, replace: '' }],
  },
  {
    name: 'key-of-another-body', broken: 'a key is answered without a look at the body', checker: rules, sign: /model: +422 key_reused/,
    edits: [{ file: 'src/desk/decide.ts', find: `  if (bodyHash !== job.bodyHash) return refusalReply('key_reused', job.requestId)\n`, replace: '' }],
  },
  {
    name: 'erased-words', broken: 'the reason of a request outlives the person', checker: rules, sign: /^reason of request .* is null in the model/m,
    edits: [{ file: 'src/desk/world.ts', find: 'walletName: null, walletAddress: null, reason: null', replace: 'walletName: null, walletAddress: null' }],
  },
]

/** The desk and the database. */
const ofDesk: Mutant[] = [
  { name: 'owner-lock', broken: 'owners are read without their lock', checker: races, sign: /server is busy|busy: \d+|\{ done: 2 \}/, edits: [noOwnerLock] },
  {
    name: 'versions-not-checked', broken: 'no lock, and whatever version is stated is taken: read, then set', checker: database, sign: /^DIFFERENCE: Version \d+ of .* was made twice/,
    edits: [
      noOwnerLock,
      { file: lean, find: 'where credit_side = 0 and fits and credit_fits;', replace: 'where credit_side = 0;' },
      { file: 'db/migrations/003-desk.sql', find: 'primary key (owner_id, version)', replace: 'unique (owner_id, version, command_id)' },
    ],
  },
  {
    name: 'key-before-lock', broken: 'a key is looked up some milliseconds before the lock, and nothing behind it is unique', checker: races, sign: /^a key (makes one booking of 50 copies.* expected 2 to be 1|says 422 to another body.* held: 2000n)/m,
    edits: [
      keyNotUnique,
      {
        file: 'src/desk/batch.ts', find: 'const [locks, time, ...answers] = await session.begin([',
        replace: `const [early, , locks, time, ...answers] = await session.begin([
          recordedStatement(jobs.map(({ id }) => id), jobs.map(({ actor }) => actor), jobs.map(({ key }) => key)),
          { text: 'select pg_sleep(random() * 0.02)' },`,
      },
      { file: 'src/desk/batch.ts', find: 'recorded: (recorded!.rows', replace: 'recorded: (early!.rows' },
    ],
  },
  { name: 'key-not-unique', broken: 'the index of keys isn’t unique', checker: races, sign: /touch different people.* expected \{ done: 2 \}/, edits: [keyNotUnique] },
  {
    name: 'record-not-looked-up', broken: 'what was recorded before isn’t looked up', checker: races, sign: /^a key makes one booking of 50 copies.*: .*server is busy/m,
    edits: [{ file: 'src/desk/batch.ts', find: 'if (record) outcomes.push', replace: 'if (false) outcomes.push' }],
  },
  {
    name: 'key-in-another-transaction', broken: 'the journal is committed before what it says is booked', checker: database, sign: /There is no order|was seen, which nobody made|is recorded as/,
    edits: [{ file: 'src/desk/write.ts', find: '    ...journalStatements(chained),', replace: `    ...journalStatements(chained), { text: 'commit' }, { text: 'begin' },` }],
  },
  {
    name: 'unsorted-owners', broken: 'owners are locked in no order, one after the other without haste, and waited for', checker: races, sign: /nothing waits for itself: .*expected \d+ to be \+0/,
    edits: [{
      file: 'src/desk/load.ts', find: `select id from owners where id = any ($1) order by id for no key update \${patient ? '' : 'skip locked'}`,
      replace: 'select id, pg_sleep(0.0005) from owners where id = any ($1) order by md5(id::text || pg_backend_pid()) for no key update',
    }],
  },
  {
    name: 'pools-not-locked', broken: 'a second look at a short pool doesn’t lock it either', checker: database, sign: /There is no order in which/,
    edits: [{ file: 'src/desk/batch.ts', find: '...(exact ? [lockFirmStatement] : []),', replace: `...(exact ? [{ text: 'select 1' }] : []),` }],
  },
  {
    name: 'reply-before-commit', broken: 'the reply is sent before COMMIT', checker: database, sign: /, and nobody decided it/,
    edits: [
      { file: 'src/desk/batch.ts', find: '    await commit(session, ', replace: '    commitUnheard(session, ' },
      {
        file: 'src/desk/batch.ts', find: '/** A pipelined COMMIT after',
        replace: 'const commitUnheard = (session, ...rest) => void commit(session, ...rest).catch(() => session.rollback())\n\n/** A pipelined COMMIT after',
      },
    ],
  },
  {
    name: 'commit-answers-rollback', broken: 'a COMMIT that follows a failed statement is believed', checker: database, sign: /the answers differ|nobody decided it/,
    edits: [
      { file: 'src/desk/session.ts', find: 'const error = errors.find(({ code }) => code !== abortedTransaction) ?? errors[0]', replace: `const error = answers.at(-1)!.status === 'fulfilled' && statements.at(-1)!.text === 'commit' ? undefined : errors[0]` },
      { file: 'src/desk/batch.ts', find: `if (answer !== 'COMMIT') throw`, replace: `if (answer === '') throw` },
    ],
  },
  {
    name: 'posting-omitted', broken: 'the profit of a matured investment isn’t booked', checker: database, sign: /the (lists of activity|answers) differ\n +engine: .*|of account .* in the model and/,
    edits: [{ file: 'src/desk/write.ts', find: 'postings: d.booked }))', replace: `postings: d.booked.filter(({ debit }) => debit.kind !== 'promised') }))` }],
  },
  {
    name: 'total-not-written', broken: 'the total of referral credits isn’t written', checker: database, sign: /referral of account .* in the model and 0 in the engine/,
    edits: [{ file: 'src/desk/write.ts', find: '[bigintArray, (o) => o.totals[total]]', replace: `[bigintArray, (o) => (total === 'referral' ? 0n : o.totals[total])]` }],
  },
  {
    name: 'firm-not-locked-to-close', broken: 'two administrators can close each other’s accounts', checker: races, sign: /the last two administrators .* expected \{ done: 2 \}/,
    edits: [{ file: 'src/domains/identity/rules.ts', find: 'owners: [c.user, firm], administrators: true', replace: 'owners: [c.user], administrators: true' }],
  },
  {
    name: 'byte-of-a-reply', broken: 'a kept reply has one byte more', checker: database, sign: /asked again: the answers differ|text of command/,
    edits: [sql(`create function desk.tamper() returns trigger language plpgsql as $$ begin new.reply := overlay(new.reply placing ' ' from 2 for 0); return new; end $$;
      create trigger tampered before insert on desk.particulars for each row when (hashtext(new.command_id::text) % 100 = 0) execute function desk.tamper();`)],
  },
  {
    name: 'byte-of-a-posting', broken: 'one cent of a kept posting is missing', checker: database, sign: /the audit says: .* balances follow from one another/,
    edits: [sql(`create function desk.tamper() returns trigger language plpgsql as $$ begin new.amount := new.amount - 1; return new; end $$;
      create trigger tampered before insert on ledger.postings for each row when (new.amount > 1000 and hashtext(new.command_id::text) % 100 = 0) execute function desk.tamper();`)],
  },
  {
    name: 'own-clock', broken: 'the server’s own clock decides what is due', checker: settling, sign: /What is due could not be settled/,
    edits: [{ file: 'src/desk/batch.ts', find: 'now: time!.rows[0].now', replace: 'now: Date.now()' }],
  },
]

/** What shows only where something breaks. */
const ofFaults: Mutant[] = [
  {
    name: 'synchronous-commit', broken: '`synchronous_commit = off`, and the server starts all the same', checker: torture('postgres-kill', 12), sign: /Acknowledged and not there|another reply .* is kept/,
    options: ['--postgres-setting', 'synchronous_commit=off'],
    edits: [{ file: 'src/platform/database.ts', find: `synchronous_commit: ['on', 'remote_apply'] }`, replace: `synchronous_commit: ['on', 'off'] }` }],
  },
  {
    name: 'lost-is-done', broken: 'a connection lost at COMMIT counts as committed', checker: torture('cut-before-commit', 10), sign: /Acknowledged and not there/,
    edits: [{ file: 'src/desk/batch.ts', find: 'for (const job of jobs) job.uncertain = true\n', replace: 'return\n' }],
  },
  {
    name: 'lost-is-failed', broken: 'a connection lost at COMMIT counts as “nothing was booked”', checker: faults, sign: /expected 'unavailable' to be 'outcome_unknown'/,
    edits: [{ file: 'src/desk/desk.ts', find: `job.uncertain ? 'outcome_unknown' : code`, replace: 'code' }],
  },
  {
    name: 'not-looked-up-again', broken: 'after a lost connection nobody looks whether the command is there', checker: faults, sign: /after the database has committed, and before it could say so, is found out/,
    edits: [{ file: 'src/desk/batch.ts', find: '!fresh || uncertain', replace: '!fresh' }],
  },
]

export const mutants: readonly Mutant[] = [...ofRules, ...ofDesk, ...ofFaults]
