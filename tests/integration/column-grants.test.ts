/** What the application's role may write: column by column what commands write, and nothing that an attacker with it would need. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { Table, type AnyTable, type Field } from '../../src/desk/table.ts'
import { writersOf } from '../../src/domains/nouns.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, seedPlans } from '../support/house.ts'
import { chainFaultsAfter } from '../support/tampering.ts'

const database = await createTestDatabase()
const house = createHouse(database)

const tables: AnyTable[] = writersOf('kept').filter((writer) => writer instanceof Table)

/** By table, what may be inserted and what may be updated, as the catalogue has it. */
async function granted(): Promise<Map<string, { insert: string[]; update: string[] }>> {
  const columnsWith = (right: string) =>
    `array(select attname::text from pg_attribute where attrelid = relation.oid and attnum > 0 and not attisdropped
      and has_column_privilege('glasshouse_app', attrelid, attnum, '${right}') order by attname collate "C")`
  const { rows } = await database.owner.query(
    `select case nspname when 'public' then '' else nspname || '.' end || relname as name, ${columnsWith('INSERT')} as insert, ${columnsWith('UPDATE')} as update
      from pg_class relation join pg_namespace space on space.oid = relation.relnamespace
      where relkind in ('r', 'p', 'v', 'm', 'f') and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  )
  return new Map(
    rows
      .map(({ name, insert, update }) => [name, { insert, update }] as const)
      .filter(([, { insert, update }]) => insert.length + update.length > 0),
  )
}

const namesOf = (fields: readonly Field[]) => fields.map(([, { name }]) => name).toSorted()

/** What the desk writes of a noun's table: src/desk/store-table.ts. */
function neededBy({ fields, definition: { onErasure } }: AnyTable) {
  return {
    insert: namesOf(fields.filter(([, { later }]) => !later)),
    update: namesOf(
      fields.filter(
        ([property, { changes, later, personal }]) =>
          changes || later || personal || property === onErasure?.property,
      ),
    ),
  }
}

/** No table of a noun, but written as well: by the desk itself, by signing in, and by what the house keeps for itself. */
const others: Record<string, [insert: string, update: string]> = {
  'desk.commands': [
    'id kind actor subject key body_hash input outcome at particulars_digest subject_version unlisted_number rules mac',
    '',
  ],
  'desk.particulars': ['command_id owner_id texts reply_status reply listed salt', ''],
  'desk.activity': ['owner_id version command_id kind at amount balance_after hash', ''],
  'desk.unlisted': ['owner_id number version command_id hash', ''],
  'desk.row_states': ['table_name key number command_id words mac', 'words'],
  'desk.roots': ['day heads tree previous root', ''],
  liability_proofs: ['day salt manifest hash previous tops signature', ''],
  liability_pages: ['day number first leaves', ''],
  'desk.root_heads': ['owner_id version day head unlisted', ''],
  'desk.barrier': ['raised_at', ''],
  'desk.replays': ['started_at ended_at part commands rows last_command differences mac', ''],
  owners: [
    'id account_id referral_code referrer_id fixed created_at version stamped_at head role_mac',
    'version stamped_at head unlisted deposits withdrawn transferred_in transferred_out principal profit loss referral corrections loans',
  ],
  'auth.persons': [
    'id full_name email email_mac referral_code_used',
    'full_name email email_mac updated_at muted_mails has_second_factor security_changed_at read_up_to muted_notifications told_of_end_at told_of_verified_until told_of_work_on',
  ],
  'auth.kept_balances': ['', 'balance'],
  'auth.user_counts': ['status users', ''],
  'auth.sessions': [
    'id person_id token expires_at ip_address user_agent',
    'token updated_at fresh_until',
  ],
  'auth.ended_sessions': ['token person_id why expires_at', ''],
  'auth.passwords': ['person_id hash mac', 'hash mac changed_at'],
  'auth.attempts': ['kind subject count forgotten_at', 'count refused_until forgotten_at'],
  'auth.known_browsers': ['person_id place id', 'id used_at'],
  'auth.authenticator_apps': [
    'person_id secret begun_in',
    'secret confirmed_at last_step begun_at begun_in',
  ],
  'auth.recovery_codes': ['person_id hash', 'used_at'],
  'auth.passkeys': ['id person_id public_key counter transports name mac', 'counter used_at'],
  'auth.added_factors': ['id person_id added_at', 'added_at'],
  'auth.challenges': ['id use person_id nonce expires_at', 'failures'],
  check_findings: ['check_id owner_id finding', ''],
  check_reasons: ['command_id check_id owner_id by_id reason', ''],
  comparisons: ['owner_id digest compared_at', 'digest compared_at'],
  'auth.links': ['id person_id use expires_at', 'id expires_at'],
  'auth.link_requests': ['email use', ''],
  'auth.earlier_emails': ['person_id email email_mac', 'email_mac replaced_at'],
  'auth.security_changes': ['id person_id change told_from', 'told_from'],
  'auth.staff_invitations': ['id email invited_by mac', 'used_at owner_id used_mac ended_at'],
  'auth.saved_views': ['person_id list number id name query', 'name is_shared'],
  outbox: [
    'command_id owner_id template values state recipient',
    'attempts next_attempt_at state last_error',
  ],
  document_contents: ['id owner_id sealed data_key master_key', 'data_key master_key kept_until'],
  archive_files: [
    'archive_id owner_id',
    'state attempt claimed_until steps_done steps size good_until',
  ],
  archive_parts: ['archive_id attempt number content_id', ''],
  evidence_files: [
    'pack_id',
    'state attempt claimed_until percent size digest manifest fault good_until',
  ],
  evidence_parts: ['pack_id attempt number content_id', ''],
  import_files: ['id digest content', ''],
  import_invitations: ['person_id', ''],
  kept_records: [
    'id owner_id legal_name birth_date country address documents submitted_at outcome decided_at law kept_until',
    '',
  ],
  payout_files: ['batch_id digest psbt', ''],
  'chain.beginning': ['height hash', ''],
  'chain.blocks': ['height hash', ''],
  'chain.outputs': [
    'txid output script amount is_mined_coin height is_waiting',
    'height is_waiting spent_by spent_height',
  ],
  'chain.watch': [
    'looked_at fault unknown rate rate_sources rate_at rate_fault refused',
    'looked_at fault unknown rate rate_sources rate_at rate_fault refused',
  ],
  'chain.tron_watch': [
    'looked_at fault unknown rate rate_sources rate_at rate_fault refused',
    'looked_at fault unknown rate rate_sources rate_at rate_fault refused',
  ],
  'chain.tron_accounts': ['address script is_contract', 'is_contract asked_at'],
  'chain.tron_reached': ['began_at_height height block_id', 'height block_id'],
  'chain.tron_transfers': ['txid log_index height from_address to_address amount', ''],
  business_clock: ['', 'advance'],
  demo_world: ['reached', 'reached completed_at'],
}
const sorted = (names: string) => names.split(' ').filter(Boolean).toSorted()

describe('I1: the application’s role', () => {
  test('may write of the nouns’ tables what their definitions say, and nothing else', async () => {
    const rights = await granted()
    expect(Object.fromEntries(tables.map(({ name }) => [name, rights.get(name)]))).toEqual(
      Object.fromEntries(tables.map((table) => [table.name, neededBy(table)])),
    )
  })

  test('may write of the other tables what stands in the list here, and of no further one', async () => {
    const rights = await granted()
    for (const { name } of tables) rights.delete(name)
    expect(Object.fromEntries(rights)).toEqual(
      Object.fromEntries(
        Object.entries(others).map(([name, [insert, update]]) => [
          name,
          { insert: sorted(insert), update: sorted(update) },
        ]),
      ),
    )
  })

  test('has no right to a whole row: a column that is added later needs a grant of its own', async () => {
    const { rows } = await database.owner.query(
      `select relation.oid::regclass::text as name from pg_class relation, aclexplode(relacl) as acl
        where grantee in (0, 'glasshouse_app'::regrole) and privilege_type in ('INSERT', 'UPDATE', 'TRUNCATE', 'REFERENCES', 'TRIGGER')
          and relkind in ('r', 'p') and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
    )
    expect(rows).toEqual([])
  })
})

const noRight = '42501'

/** As the application's role unless said otherwise; undone. */
async function codeOf(
  text: string,
  values: unknown[] = [],
  as: pg.Pool = database.pool,
): Promise<string> {
  const client = await as.connect()
  try {
    await client.query('begin')
    return await client.query(text, values).then(
      ({ rowCount }) => `${rowCount} written`,
      (error) => error.code,
    )
  } finally {
    await client.query('rollback')
    client.release()
  }
}

let [ada, staff, command] = ['', '', '']
beforeAll(async () => {
  await seedPlans(database)
  ada = await house.person({ cash: 1_000_00n })
  staff = await house.person({ role: 'admin' })
  command = randomUUID()
  await database.owner.query(
    `insert into withdrawals (id, owner_id, type, amount, wallet_name, wallet_address, status, created_at, reason)
      values ($1, $2, 'bank_transfer', 100, 'Mine', 'bc1-hers', 'approved', now(), 'Given')`,
    [command, ada],
  )
  await database.owner.query(
    `insert into destinations (id, owner_id, type, name, wallet_address, status, saved_at)
      values ($1, $2, 'bank_transfer', 'Mine', 'bc1-hers', 'removed', now())`,
    [command, ada],
  )
  await database.owner.query(
    `insert into access_changes (id, owner_id, what, status, email, app, passkey, passkey_name, hostile, confirmed, wait_ms, reason, refusal_reason,
        proposed_at, proposed_by)
      values ($1, $2, 'email', 'proposed', 'e@x.example', gen_random_uuid(), 'key', 'Key', false, false, 1, 'Why', 'Not', now(), $3)`,
    [command, ada, staff],
  )
  await database.owner.query(
    `insert into invited_roles (id, owner_id, status, refusal_reason, accepted_at, decided_at, decided_by)
      values ($1, $2, 'refused', 'Not', now(), now(), $3)`,
    [command, ada, staff],
  )
  await database.owner.query(
    `insert into proposals (id, owner_id, kind, facts, words, status, proposed_at, proposed_by, refusal_reason, decided_at, decided_by)
      values ($1, $2, 'a-kind', '{}', 'Why', 'refused', now(), $3, 'Not', now(), $3)`,
    [command, ada, staff],
  )
})

beforeAll(async () => {
  await database.owner.query(
    `insert into bank_entries (id, kind, owner_id, account, amount, reference, reference_key, value_date, payer_text, payer_account, reason, status, first_at, first_by, booked_at, booked_by)
      values ($1, 'receipt', $2, 'client-bank', 100, 'R1', 'R1', '2026-01-01', 'Text', 'DE 1', 'Why', 'reversed', now(), $3, now(), '00000000-0000-0000-0000-000000000000')`,
    [command, ada, staff],
  )
  await database.owner.query(
    `insert into appropriateness_checks (id, owner_id, version, answers, outcome, answered_at, paused_until, pauses)
      values ($1, $2, 1, '{}', 'pause', now(), now() + interval '1 day', 1)`,
    [command, ada],
  )
  await database.owner.query(
    `insert into verifications (id, owner_id, legal_name, birth_date, country, address, documents, submitted_at, status, is_final, reason, decided_at, decided_by,
        final_reason)
      values ($1, $2, 'Ada', '1990-04-23', 'DE', 'Street 1', '00000000-0000-4000-8000-000000000000', now(), 'refused', false, 'Why', now(), $3, 'Not')`,
    [command, ada, staff],
  )
})

beforeAll(async () => {
  await database.owner.query(
    `insert into document_numbers (id, owner_id, content_id, digest, recorded_at) values ($1, $2, gen_random_uuid(), repeat('a', 36), now())`,
    [command, ada],
  )
})

beforeAll(async () => {
  const firm = '00000000-0000-0000-0000-000000000000'
  await database.owner.query(
    `insert into imports (id, owner_id, file_id, digest, people, amount, at, first_by, second_by, state, state_at, taken_back, cleared, bank_versions)
      values ($1, $2, gen_random_uuid(), repeat('a', 64), 1, 1, now(), $3, $2, 'booking', now(), 0, 0, '')`,
    [command, firm, staff],
  )
  await database.owner.query(
    `insert into documents (id, owner_id, kind, content_id, media_type, size, digest, pages, added_at, status)
      values ($1, $2, 'income', $1, 'image/jpeg', 1, repeat('0', 64), 1, now(), 'submitted') on conflict do nothing`,
    [command, ada],
  )
  await database.owner.query(
    `insert into loan_applications (id, owner_id, amount, months, yearly_rate, security_percent, late_fee, grace_days, income_id, submitted_at, decide_by, status, reason, decided_at)
      values ($1, $2, 1, 12, 500, 15, 1, 5, $1, now(), '2027-01-01', 'refused', 'Why', now())`,
    [command, ada],
  )
  await database.owner.query(
    `insert into imported_lines (id, import_id, owner_id, line, reference, amount, taken_back, at) values ($1, $1, $2, 2, 'A-1', 1, 0, now())`,
    [command, ada],
  )
  await database.owner.query(
    `insert into audit_samples (id, owner_id, size, among, drawn_at, drawn_by) values ($1, $2, 1, 1, now(), $3)`,
    [command, firm, staff],
  )
  await database.owner.query(
    `insert into audit_sample_people (sample_id, person_id, owner_id, number) values ($1, $2, $3, 0)`,
    [command, ada, firm],
  )
  await database.owner.query(
    `insert into audit_marks (id, sample_id, owner_id, marked_at, marked_by, note, withdrawn_at, withdrawn_by, withdrawn_reason)
      values ($1, $1, $2, now(), $3, 'Note', now(), $3, 'Why')`,
    [command, ada, staff],
  )
})

describe('I1: with the application’s role nobody', () => {
  test.each([
    [
      'dates a command back',
      `insert into desk.commands (id, kind, body_hash, rules, mac, particulars_digest, input, outcome, at, recorded_at) values (gen_random_uuid(), 'WriteNote', '', 1, '', '', '{}', 'done', now(), now() - interval '1 day')`,
    ],
    [
      'dates back what they did alone',
      `insert into desk.acts_alone (command_id, actor, person, amount, kind, at) values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, 'EditUser', now() - interval '2 days')`,
    ],
    [
      'dates a root back',
      `insert into desk.roots (day, heads, tree, root, made_at) values ('2020-01-01', 0, '', '', now() - interval '1 day')`,
    ],
    [
      'dates a mail back',
      `insert into outbox (owner_id, template, "values", created_at) values (gen_random_uuid(), 'welcome', '{}', now() - interval '1 day')`,
    ],
    ['raises a request', 'update withdrawals set amount = amount + 1'],
    ['sends a transfer to somebody else', 'update withdrawals set recipient_id = owner_id'],
    [
      'gives a saved destination to somebody else',
      'update destinations set owner_id = recipient_id',
    ],
    ['puts a removed destination back', `update destinations set status = 'saved'`],
    ['gives a request to somebody else', 'update withdrawals set owner_id = recipient_id'],
    ['makes a request older', `update withdrawals set created_at = created_at - interval '1 day'`],
    [
      'makes a request that somebody has approved',
      `insert into withdrawals (id, owner_id, type, amount, status, created_at, first_approved_by) values (gen_random_uuid(), gen_random_uuid(), 'bank_transfer', 1, 'pending', now(), gen_random_uuid())`,
    ],
    ['lets an investment mature now', 'update investments set matures_at = now()'],
    ['gives time to undo', 'update investments set undoable_until = matures_at'],
    ['ends a pause', 'update appropriateness_checks set paused_until = answered_at'],
    ['answers for somebody', `update appropriateness_checks set outcome = 'fits'`],
    ['raises a profit', 'update investments set profit = profit + 1'],
    ['changes terms that are agreed', 'update plan_terms set profit_percent = 100'],
    ['changes who proposed it', 'update proposals set proposed_by = decided_by'],
    ['changes whom else it is about', 'update proposals set besides_id = proposed_by'],
    ['changes which role was proposed', `update proposals set facts = '{}'`],
    ['puts a refused role back', `update invited_roles set status = 'waiting'`],
    ['raises a receipt', 'update bank_entries set amount = amount + 1'],
    ['gives a receipt to somebody else', 'update bank_entries set owner_id = gen_random_uuid()'],
    ['puts a receipt back that the bank took', `update bank_entries set status = 'booked'`],
    ['books a receipt under another reference', `update bank_entries set reference = 'R2'`],
    ['lets its reference be booked again', `update bank_entries set reference_key = 'R2'`],
    ['changes who proposed access', 'update access_changes set proposed_by = approved_by'],
    ['ends the wait for access', 'update access_changes set effective_from = now()'],
    ['takes another account ID', `update owners set account_id = 'GH-1'`],
    ['refers somebody afterwards', 'update owners set referrer_id = id'],
    ['makes a sign-in a fixed one', 'update owners set fixed = true'],
    ['takes over a passkey', `update auth.passkeys set public_key = ''`],
    ['takes over a session', 'update auth.sessions set person_id = gen_random_uuid()'],
    ['lengthens a session', `update auth.sessions set expires_at = 'infinity'`],
    ['renumbers a name', 'update auth.persons set name_number = 1'],
    ['moves an outside reference', 'update outside_references set command_id = gen_random_uuid()'],
  ])('%s', async (_, text) => expect(await codeOf(text)).toBe(noRight))
})

type Personal = { table: AnyTable; column: string; form: string }
const personal: Personal[] = tables.flatMap((table) =>
  table.fields
    .filter(([, column]) => column.personal && !column.changes)
    .map(([, { name, form }]) => ({ table, column: name, form })),
)

/** The rows that were made above, one in each table that has anything personal. */
const set = ({ table, column }: Personal, to: string) =>
  `update ${table.name} set ${column} = ${to} where id = '${command}'`

describe('I1: what is personal', () => {
  test('is in these tables', () =>
    expect([...new Set(personal.map(({ table }) => table.name))].toSorted()).toEqual([
      'access_changes',
      'appropriateness_checks',
      'audit_marks',
      'bank_entries',
      'destinations',
      'document_numbers',
      'imported_lines',
      'invited_roles',
      'loan_applications',
      'proposals',
      'verifications',
      'withdrawals',
    ]))

  describe.each(personal.map((one) => [`${one.table.name}.${one.column}`, one] as const))(
    '%s',
    (_, one) => {
      const other = one.form === 'uuid' ? 'gen_random_uuid()' : `'other'`
      test('is replaced by nobody, the owner of the tables neither', async () => {
        expect(await codeOf(set(one, other))).toBe(noRight)
        expect(await codeOf(set(one, other), [], database.owner)).toBe(noRight)
      })
      test('may be erased, and written as it was', async () => {
        expect(await codeOf(set(one, 'null'))).toBe('1 written')
        expect(await codeOf(set(one, one.column))).toBe('1 written')
      })
    },
  )

  const once = personal.filter(
    ({ table, column }) => !table.fields.find(([, { name }]) => name === column)![1].later,
  )
  test.each(once.map((one) => [`${one.table.name}.${one.column}`, one] as const))(
    'and was written when the row was new, as %s, doesn’t come back',
    async (_, one) => {
      const other = one.form === 'uuid' ? 'gen_random_uuid()' : `'other'`
      const client = await database.pool.connect()
      try {
        await client.query('begin')
        await client.query(set(one, 'null'))
        await expect(client.query(set(one, other))).rejects.toMatchObject({ code: noRight })
      } finally {
        await client.query('rollback')
        client.release()
      }
    },
  )
})

const noCommand = 'GH006'

type Recorded = { kind: string; subject: string; outcome?: string; input?: string }

/** In one transaction: records a command, as its own rights let the application do, and then asks for a role or a status. */
async function standingAfter(
  { kind, subject, outcome = 'done', input = '{}' }: Recorded,
  asked: { owner: string; role?: string; status?: string; command?: string },
  { as = database.pool, ago = '' }: { as?: pg.Pool; ago?: string } = {},
): Promise<string> {
  const client = await as.connect()
  const id = randomUUID()
  try {
    await client.query('begin')
    await client.query(
      `insert into desk.commands (id, kind, subject, body_hash, rules, mac, particulars_digest, input, outcome, at ${ago && ', recorded_at'})
        values ($1, $2, $3, '', 1, '', '', $4, $5, now() ${ago && `, now() - interval '${ago}'`})`,
      [id, kind, subject, input, outcome],
    )
    await client.query('select desk.set_role_or_status($1, $2, $3, $4)', [
      [asked.command ?? id],
      [asked.owner],
      [asked.role ?? null],
      [asked.status ?? null],
    ])
    const { rows } = await client.query('select role, status from owners where id = $1', [
      asked.owner,
    ])
    return `${rows[0].role}, ${rows[0].status}`
  } catch (error) {
    return (error as pg.DatabaseError).code!
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** The same for an email address. */
async function verifiedBy(
  { kind, subject, outcome = 'done', input = '{}' }: Recorded,
  owner: string,
): Promise<string> {
  const client = await database.pool.connect()
  const id = randomUUID()
  try {
    await client.query('begin')
    await client.query(
      `insert into desk.commands (id, kind, subject, body_hash, rules, mac, particulars_digest, input, outcome, at) values ($1, $2, $3, '', 1, '', '', $4, $5, now())`,
      [id, kind, subject, input, outcome],
    )
    await client.query('select desk.set_email_verified($1, $2)', [[id], [owner]])
    const { rows } = await client.query('select email_verified from owners where id = $1', [owner])
    return rows[0].email_verified ? 'verified' : 'not verified'
  } catch (error) {
    return (error as pg.DatabaseError).code!
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('I1: with the application’s role alone nobody becomes an administrator or is unfrozen', () => {
  let [eve, gone, unfrozen] = ['', '', '']
  beforeAll(async () => {
    eve = await house.person()
    gone = await house.person()
    unfrozen = randomUUID()
    const user = { user: eve, reason: 'A reason' }
    await house.run('FreezeUser', user, staff)
    await house.run('UnfreezeUser', user, staff, { id: unfrozen })
    await house.run('FreezeUser', user, staff)
    await house.run('CloseUser', { user: gone }, staff)
  })

  test('by writing the columns', async () => {
    expect(await codeOf(`update owners set role = 'admin' where id = $1`, [eve])).toBe(noRight)
    expect(await codeOf(`update owners set status = 'active' where id = $1`, [eve])).toBe(noRight)
    expect(await codeOf(`update owners set role = default`)).toBe(noRight)
  })

  const insert = (more = '', value = '') =>
    `insert into owners (id, created_at, stamped_at ${more}) values (gen_random_uuid(), now(), now() ${value}) returning role, status`
  test('by a row of their own: it is an active user’s', async () => {
    expect(await codeOf(insert(', role', `, 'admin'`))).toBe(noRight)
    expect(await codeOf(insert(', status', `, 'active'`))).toBe(noRight)
    expect(await codeOf(insert())).toBe('1 written')
    const { rows } = await database.owner.query(
      `select column_name, column_default from information_schema.columns
        where table_schema = 'public' and table_name = 'owners' and column_name in ('role', 'status') order by 1`,
    )
    expect(rows.map(({ column_default: value }) => value)).toEqual([
      `'user'::text`,
      `'active'::text`,
    ])
  })

  test('nor is an email address verified: by the column, without a command, or by one of another kind', async () => {
    expect(await codeOf(`update owners set email_verified = true where id = $1`, [eve])).toBe(
      noRight,
    )
    expect(await codeOf(insert(', email_verified', ', true'))).toBe(noRight)
    const verify = 'select desk.set_email_verified($1, $2)'
    expect(await codeOf(verify, [[randomUUID()], [eve]])).toBe(noCommand)
    expect(await codeOf(verify, [[unfrozen], [eve]])).toBe(noCommand)
    expect(await codeOf(verify, [null, [eve]])).toBe(noCommand)
    const recorded = (kind: string, input = '{}', subject = eve, outcome = 'done') =>
      verifiedBy({ kind, subject, input, outcome }, eve)
    expect(await recorded('VerifyEmail')).toBe('verified')
    expect(await recorded('RecordSecurityChange', '{"change": "password-reset"}')).toBe('verified')
    expect(await recorded('RecordSecurityChange', '{"change": "password-changed"}')).toBe(noCommand)
    expect(await recorded('VerifyEmail', '{}', ada)).toBe(noCommand)
    expect(await recorded('VerifyEmail', '{}', eve, 'link_ended')).toBe(noCommand)
    expect(await recorded('ChangeName')).toBe(noCommand)
    expect(await recorded('OpenOwner', '{"role": "user", "fixed": false}')).toBe(noCommand)
    const change = `{"change": "${randomUUID()}"}`
    expect(await recorded('FinishAccessChange', change)).toBe(noCommand)
  })

  const ask = 'select desk.set_role_or_status($1, $2, $3, $4)'
  test('by the function without a command', async () => {
    for (const [role, status] of [
      ['admin', null],
      [null, 'active'],
    ])
      expect(await codeOf(ask, [[randomUUID()], [eve], [role], [status]])).toBe(noCommand)
    expect(await codeOf(ask, [null, [eve], null, ['active']])).toBe(noCommand)
    expect(await codeOf(ask, [null, null, null, null])).toBe(noCommand)
  })

  test('by a command of another transaction, which did unfreeze them once', async () => {
    const { rows } = await database.owner.query(
      'select kind, subject, outcome from desk.commands where id = $1',
      [unfrozen],
    )
    expect(rows).toEqual([{ kind: 'UnfreezeUser', subject: eve, outcome: 'done' }])
    expect(await codeOf(ask, [[unfrozen], [eve], [null], ['active']])).toBe(noCommand)
    expect(
      await standingAfter(
        { kind: 'FreezeUser', subject: eve },
        { owner: eve, status: 'active', command: unfrozen },
      ),
    ).toBe(noCommand)
  })

  test('by a transaction whose number was another’s, thousands of millions ago', async () => {
    const unfreezing = { kind: 'UnfreezeUser', subject: eve }
    const asked = { owner: eve, status: 'active' }
    const as = database.owner
    expect(await standingAfter(unfreezing, asked, { as })).toBe('user, active')
    expect(await standingAfter(unfreezing, asked, { as, ago: '25 hours' })).toBe(noCommand)
  })

  test.each([
    'FreezeUser',
    'FreezeOwnAccount',
    'CloseUser',
    'WriteNote',
    'OpenOwner',
    'unfreezeUser',
  ])('by a command of another kind: %s', async (kind) => {
    const input = '{"role": "admin", "status": "active"}'
    expect(
      await standingAfter({ kind, subject: eve, input }, { owner: eve, status: 'active' }),
    ).toBe(noCommand)
    if (kind !== 'OpenOwner')
      expect(
        await standingAfter({ kind, subject: eve, input }, { owner: eve, role: 'admin' }),
      ).toBe(noCommand)
  })

  test('by a command about somebody else', async () => {
    expect(
      await standingAfter({ kind: 'UnfreezeUser', subject: ada }, { owner: eve, status: 'active' }),
    ).toBe(noCommand)
    expect(
      await standingAfter(
        { kind: 'OpenOwner', subject: ada, input: '{"role": "admin"}' },
        { owner: eve, role: 'admin' },
      ),
    ).toBe(noCommand)
  })

  test('by a command that was refused', async () => {
    expect(
      await standingAfter(
        { kind: 'UnfreezeUser', subject: eve, outcome: 'not_frozen' },
        { owner: eve, status: 'active' },
      ),
    ).toBe(noCommand)
    expect(
      await standingAfter(
        { kind: 'OpenOwner', subject: eve, input: '{"role": "admin"}', outcome: 'already_opened' },
        { owner: eve, role: 'admin' },
      ),
    ).toBe(noCommand)
  })

  test.each([
    ['{}', 'admin'],
    ['{"role": "user"}', 'admin'],
    ['{"role": "auditor"}', 'admin'],
    ['{"role": "firm"}', 'firm'],
    ['{"role": null}', 'admin'],
  ])('by an opening with %s as %s', async (input, role) =>
    expect(
      await standingAfter({ kind: 'OpenOwner', subject: ada, input }, { owner: ada, role }),
    ).toBe(noCommand),
  )

  test('with a command that gives one of them, by asking for both', async () =>
    expect(
      await standingAfter(
        { kind: 'UnfreezeUser', subject: eve },
        { owner: eve, status: 'active', role: 'admin' },
      ),
    ).toBe(noCommand))

  test('who is closed: nothing opens that account again', async () => {
    for (const [kind, status] of [
      ['UnfreezeUser', 'active'],
      ['FreezeUser', 'frozen'],
    ] as const)
      expect(await standingAfter({ kind, subject: gone }, { owner: gone, status })).toBe(noCommand)
  })

  test.each([
    ['FreezeUser', 'frozen', 'user, frozen'],
    ['FreezeOwnAccount', 'frozen', 'user, frozen'],
    ['UnfreezeUser', 'active', 'user, active'],
    ['CloseUser', 'closed', 'user, closed'],
  ])('but %s of the same transaction makes them %s', async (kind, status, after) =>
    expect(await standingAfter({ kind, subject: eve }, { owner: eve, status })).toBe(after),
  )

  test.each(['admin', 'auditor'])('but an opening as %s makes them one', async (role) =>
    expect(
      await standingAfter(
        { kind: 'OpenOwner', subject: ada, input: `{"role": "${role}"}` },
        { owner: ada, role },
      ),
    ).toBe(`${role}, active`),
  )

  test('but by forging the command first, which the audit of the chains names', async () => {
    const forged = `insert into desk.commands (id, kind, subject, body_hash, rules, mac, particulars_digest, input, outcome, at)
      values (gen_random_uuid(), 'OpenOwner', '${ada}', '', 1, '', '', '{"role": "admin"}', 'done', now())`
    expect(await codeOf(forged)).toBe('1 written')
    expect(await chainFaultsAfter(database, forged)).toEqual([
      expect.stringMatching(/^command \S+ \(OpenOwner, done\) stands in no chain\.$/),
    ])
  })

  test('of two at once, with a command for one of them only, neither', async () => {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query(
        `insert into desk.commands (id, kind, subject, body_hash, rules, mac, particulars_digest, input, outcome, at) values ($1, 'UnfreezeUser', $2, '', 1, '', '', '{}', 'done', now())`,
        [command, eve],
      )
      for (const owners of [
        [eve, ada],
        [eve, eve],
      ]) {
        await client.query('savepoint before')
        const both = client.query(ask, [
          [command, command],
          owners,
          [null, null],
          ['active', 'active'],
        ])
        await expect(both).rejects.toMatchObject({ code: noCommand })
        await client.query('rollback to before')
      }
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
