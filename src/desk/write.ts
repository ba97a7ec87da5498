/** What a batch writes: for each table one statement for all its commands. The postings come last, since they lock the firm's accounts. */
import type { QueryConfig } from 'pg'
import { postStatement } from '../ledger/store/post.ts'
import type { OwnerId } from '../ledger/core/chart.ts'
import { totalNames } from '../ledger/core/posting.ts'
import type { Instant } from '../lib/instant.ts'
import {
  bigintArray,
  byteaArray,
  instantArray,
  jsonArray,
  plainArray,
  textArray,
  uuidArray,
} from '../platform/sql-array.ts'
import type { Chained, Ends } from './chain.ts'
import type { AccessChange, Changes, Correction, Investment, Owner, Withdrawal } from './records.ts'
import type { Decided } from './decide.ts'
import { totalColumns } from './load.ts'

/** A column of the rows that a statement writes: its form on the wire, and where a row has it. */
type Column<T> =
  | [
      form: typeof uuidArray | typeof textArray | typeof jsonArray | typeof byteaArray,
      of: (row: T) => string | null,
    ]
  | [form: typeof bigintArray, of: (row: T) => bigint | number | null]
  | [form: typeof instantArray, of: (row: T) => Instant | null]
  | [form: typeof plainArray, of: (row: T) => string | number | boolean | null]

function bulk<T>(
  name: string,
  text: string,
  rows: readonly T[],
  columns: readonly Column<T>[],
): QueryConfig[] {
  if (rows.length === 0) return []
  return [
    {
      name,
      text,
      values: columns.map(([form, of]) =>
        (form as (values: unknown[]) => string | Buffer)(rows.map(of as (row: T) => unknown)),
      ),
    },
  ]
}

/** Mails wait to be sent, or are kept to look at where there is no mail server. */
export type MailState = 'waiting' | 'kept'

/** Where the command stands in the activity of the person whom it is about; null where it isn't listed. */
function subjectVersion({ changes, subject, balances }: Decided): number | null {
  const place = changes?.activity.findIndex(({ owner }) => owner === subject) ?? -1
  return balances[place]?.version ?? null
}

function journalStatements(chained: readonly Chained[]): QueryConfig[] {
  const activity = chained.flatMap(({ decided: { id, at, changes, balances }, hashes }) =>
    (changes?.activity ?? []).map((row, i) => ({
      ...balances[i]!,
      ...row,
      id,
      at,
      hash: hashes[i]!,
    })),
  )
  return [
    ...bulk(
      'desk.insert-commands',
      `insert into desk.commands (id, kind, actor, subject, key, body_hash, input, outcome, at, particulars_digest, subject_version, unlisted_number)
      select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::jsonb[], $8::text[], $9::timestamptz[], $10::bytea[], $11::bigint[], $12::bigint[])`,
      chained,
      [
        [uuidArray, ({ decided }) => decided.id],
        [plainArray, ({ decided }) => decided.kind],
        [uuidArray, ({ decided }) => decided.actor],
        [uuidArray, ({ decided }) => decided.subject],
        [textArray, ({ decided }) => decided.key],
        [textArray, ({ decided }) => decided.bodyHash],
        [jsonArray, ({ input }) => input],
        [plainArray, ({ decided }) => decided.outcome],
        [instantArray, ({ decided }) => decided.at],
        [byteaArray, ({ particulars }) => particulars],
        [bigintArray, ({ decided }) => subjectVersion(decided)],
        [bigintArray, ({ aside }) => aside?.number ?? null],
      ],
    ),
    ...bulk(
      'desk.insert-particulars',
      `insert into desk.particulars (command_id, owner_id, texts, reply_status, reply, listed, salt)
      select * from unnest($1::uuid[], $2::uuid[], $3::jsonb[], $4::smallint[], $5::text[], $6::boolean[], $7::bytea[])`,
      chained,
      [
        [uuidArray, ({ decided }) => decided.id],
        [uuidArray, ({ decided }) => decided.subject],
        [jsonArray, ({ texts }) => texts],
        [plainArray, ({ decided }) => decided.status],
        [textArray, ({ decided }) => decided.text],
        [plainArray, ({ decided }) => subjectVersion(decided) !== null],
        [byteaArray, ({ salt }) => salt],
      ],
    ),
    ...bulk(
      'desk.insert-activity',
      `insert into desk.activity (owner_id, version, command_id, kind, at, amount, balance_after, hash)
      select * from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::text[], $5::timestamptz[], $6::bigint[], $7::bigint[], $8::bytea[])`,
      activity,
      [
        [uuidArray, (a) => a.owner],
        [bigintArray, (a) => a.version],
        [uuidArray, (a) => a.id],
        [plainArray, (a) => a.kind],
        [instantArray, (a) => a.at],
        [bigintArray, (a) => a.gain],
        [bigintArray, (a) => a.after],
        [byteaArray, (a) => a.hash],
      ],
    ),
    ...unlistedStatements(chained),
  ]
}

/** The links of what stands in nobody's list, and with them the ends of those chains: nothing else of their owners has changed. */
function unlistedStatements(chained: readonly Chained[]): QueryConfig[] {
  const links = chained.flatMap(({ decided: { id }, aside }) =>
    aside === null ? [] : [{ ...aside, id }],
  )
  return [
    ...bulk(
      'desk.insert-unlisted',
      `insert into desk.unlisted (owner_id, number, version, command_id, hash)
      select * from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::uuid[], $5::bytea[])`,
      links,
      [
        [uuidArray, (l) => l.owner],
        [bigintArray, (l) => l.number],
        [bigintArray, (l) => l.version],
        [uuidArray, (l) => l.id],
        [byteaArray, (l) => l.hash],
      ],
    ),
    ...bulk(
      'desk.update-ends',
      `update owners owner set head = given.head, unlisted = given.unlisted
      from unnest($1::uuid[], $2::bytea[], $3::bigint[]) as given(id, head, unlisted) where owner.id = given.id`,
      links,
      [
        [uuidArray, (l) => l.owner],
        [byteaArray, (l) => l.hash],
        [bigintArray, (l) => l.number],
      ],
    ),
  ]
}

/** What a batch leaves behind: its owners, and the ends of their chains. */
export type After = { owners: ReadonlyMap<OwnerId, Owner> } & Ends

/** Owners as they stand after the batch: their locks are held, so whole values are written. */
function ownerStatements(changes: readonly Changes[], { owners, heads }: After): QueryConfig[] {
  const openedNow = new Set(changes.flatMap(({ opened }) => (opened ? [opened.id] : [])))
  const touched = new Set(changes.flatMap(({ activity }) => activity.map(({ owner }) => owner)))
  const renamed = changes.flatMap((change) =>
    (change.owners ?? []).filter(
      ({ fullName, email }) => fullName !== undefined || email !== undefined,
    ),
  )
  const now = (ids: Iterable<OwnerId>) => [...ids].map((id) => owners.get(id)!)
  return [
    ...bulk(
      'desk.insert-owners',
      `insert into owners (id, role, status, account_id, referral_code, referrer_id, fixed, created_at, version, stamped_at, head)
      select id, role, 'active', account_id, referral_code, referrer_id, fixed, created_at, version, stamped_at, head
      from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::boolean[], $7::timestamptz[], $8::bigint[], $9::timestamptz[], $10::bytea[])
        as given(id, role, account_id, referral_code, referrer_id, fixed, created_at, version, stamped_at, head)`,
      now(openedNow),
      [
        [uuidArray, (o) => o.id],
        [plainArray, (o) => o.role],
        [textArray, (o) => o.accountId],
        [textArray, (o) => o.referralCode],
        [uuidArray, (o) => o.referrer],
        [plainArray, (o) => o.fixed],
        [instantArray, (o) => o.createdAt],
        [bigintArray, (o) => o.version],
        [instantArray, (o) => o.stampedAt],
        [byteaArray, (o) => heads.get(o.id) ?? null],
      ],
    ),
    ...bulk(
      'desk.update-owners',
      `update owners owner set status = given.status, version = given.version, stamped_at = given.stamped_at, head = given.head,
        ${totalColumns.map((column) => `${column} = given.${column}`).join(', ')}
      from unnest($1::uuid[], $2::text[], $3::bigint[], $4::timestamptz[], $5::bytea[], ${totalColumns.map((_, i) => `$${i + 6}::bigint[]`).join(', ')})
        as given(id, status, version, stamped_at, head, ${totalColumns.join(', ')})
      where owner.id = given.id`,
      now(touched).filter(({ id }) => !openedNow.has(id)),
      [
        [uuidArray, (o) => o.id],
        [plainArray, (o) => o.status],
        [bigintArray, (o) => o.version],
        [instantArray, (o) => o.stampedAt],
        [byteaArray, (o) => heads.get(o.id) ?? null],
        ...totalNames.map((total): Column<Owner> => [bigintArray, (o) => o.totals[total]]),
      ],
    ),
    ...bulk(
      'desk.update-persons',
      `update auth.persons person set full_name = given.full_name, email = given.email, updated_at = clock_timestamp(),
        security_changed_at = case when person.email = given.email then person.security_changed_at else clock_timestamp() end
      from unnest($1::uuid[], $2::text[], $3::text[]) as given(id, full_name, email) where person.id = given.id`,
      now(renamed.map(({ id }) => id)),
      [
        [uuidArray, (o) => o.id],
        [textArray, (o) => o.fullName],
        [textArray, (o) => o.email],
      ],
    ),
  ]
}

// A sign-in between password and second factor has to start again. A statement of its own before the next: signing in ends this
// first too, and then marks its browser.
const endBegunText = `delete from auth.challenges where person_id = any ($1) and use = 'second-factor'`

// Browsers that signed in before are forgotten with the sessions.
const endSessionsText = `
  with forgotten as (delete from auth.known_browsers where person_id = any ($1))
  delete from auth.sessions where person_id = any ($1)`

/** What changes about a person's sign-in, beside name and e-mail. */
function signInStatements(decided: readonly Decided[]): QueryConfig[] {
  const signedOut = decided.flatMap(({ changes }) => (changes?.signsOut ? [changes.signsOut] : []))
  const unlinked = decided.flatMap(({ changes }) => (changes?.endsLinks ? [changes.endsLinks] : []))
  const taken = decided.flatMap(({ changes }) =>
    changes?.takesFactor ? [changes.takesFactor] : [],
  )
  return [
    ...(signedOut.length > 0
      ? [
          { name: 'desk.end-begun', text: endBegunText, values: [signedOut] },
          { name: 'desk.end-sessions', text: endSessionsText, values: [signedOut] },
        ]
      : []),
    ...(unlinked.length > 0
      ? [
          {
            name: 'desk.end-links',
            text: 'delete from auth.links where person_id = any ($1)',
            values: [unlinked],
          },
        ]
      : []),
    ...(taken.length > 0 ? takingStatements(taken) : []),
  ]
}

/** Second factors that are taken away: recovery codes go with the last one, and new destinations of money wait from now on. */
function takingStatements(taken: readonly NonNullable<Changes['takesFactor']>[]): QueryConfig[] {
  const apps = taken.filter(({ app }) => app !== null)
  const passkeys = taken.filter(({ passkey }) => passkey !== null)
  const people = taken.map(({ owner }) => owner)
  const hasOne = `(exists (select from auth.authenticator_apps app where app.person_id = person.id and app.confirmed_at is not null)
    or exists (select from auth.passkeys passkey where passkey.person_id = person.id))`
  return [
    {
      name: 'desk.take-apps',
      text: 'delete from auth.authenticator_apps where (person_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))',
      values: [uuidArray(apps.map(({ owner }) => owner)), uuidArray(apps.map(({ app }) => app))],
    },
    {
      name: 'desk.take-passkeys',
      text: 'delete from auth.passkeys where (person_id, id) in (select * from unnest($1::uuid[], $2::text[]))',
      values: [
        uuidArray(passkeys.map(({ owner }) => owner)),
        textArray(passkeys.map(({ passkey }) => passkey)),
      ],
    },
    {
      name: 'desk.take-codes',
      text: `delete from auth.recovery_codes code using auth.persons person where person.id = code.person_id and person.id = any ($1) and not ${hasOne}`,
      values: [people],
    },
    {
      name: 'desk.took-factors',
      text: `update auth.persons person set security_changed_at = clock_timestamp(), has_second_factor = ${hasOne} where person.id = any ($1)`,
      values: [people],
    },
  ]
}

/** Erases what is personal. The books, the journal and the owner stay. */
function erasingStatements(changes: readonly Changes[]): QueryConfig[] {
  const erased = changes.flatMap(({ erased }) => (erased ? [erased] : []))
  if (erased.length === 0) return []
  return [
    {
      name: 'desk.erase-particulars',
      text: `delete from desk.particulars where owner_id = any ($1) and command_id in (
        select command_id from desk.activity where owner_id = any ($1)
        union all select command_id from desk.particulars where owner_id = any ($1) and not listed)`,
      values: [erased],
    },
    {
      name: 'desk.erase-mails',
      text: `delete from outbox where owner_id = any ($1) and id in (
        select id from desk.activity item join outbox mail using (command_id) where item.owner_id = any ($1)
        union all select id from outbox where owner_id = any ($1) and command_id is null)`,
      values: [erased],
    },
    {
      name: 'desk.erase-withdrawals',
      text: 'update withdrawals set wallet_name = null, wallet_address = null, reason = null where owner_id = any ($1)',
      values: [erased],
    },
    {
      name: 'desk.erase-corrections',
      text: `update corrections set full_name = null, email = null, reason = null, refusal_reason = null,
        status = case status when 'pending' then 'withdrawn' else status end where owner_id = any ($1)`,
      values: [erased],
    },
    {
      name: 'desk.erase-access-changes',
      text: `update access_changes set email = null, app = null, passkey = null, passkey_name = null, reason = null, refusal_reason = null,
        status = case when status in ('proposed', 'waiting') then 'withdrawn' else status end where owner_id = any ($1)`,
      values: [erased],
    },
    {
      name: 'desk.erase-link-requests',
      text: 'delete from auth.link_requests where email in (select email from auth.persons where id = any ($1))',
      values: [erased],
    },
    // With their names, by which what is kept of others speaks of them.
    {
      name: 'desk.erase-persons',
      text: 'delete from auth.persons where id = any ($1)',
      values: [erased],
    },
  ]
}

/** What a command creates has the command's own id; anything else was there before. */
function newAndChanged<T extends { id: string }>(
  decided: readonly Decided[],
  of: (changes: Changes) => T | undefined,
): [created: T[], changed: T[]] {
  return sortedOut(decided, (changes) => [of(changes) ?? []].flat() as T[])
}

function sortedOut<T extends { id: string }>(
  decided: readonly Decided[],
  of: (changes: Changes) => readonly T[],
): [created: T[], changed: T[]] {
  const rows = decided.flatMap(({ id, changes }) =>
    changes ? of(changes).map((row) => ({ row, isNew: row.id === id })) : [],
  )
  return [
    rows.filter(({ isNew }) => isNew).map(({ row }) => row),
    rows.filter(({ isNew }) => !isNew).map(({ row }) => row),
  ]
}

function investmentStatements(decided: readonly Decided[]): QueryConfig[] {
  const [opened, settled] = newAndChanged<Investment>(decided, ({ investment }) => investment)
  return [
    ...bulk(
      'desk.insert-investments',
      `insert into investments (id, owner_id, plan_id, terms_version, plan_title, amount, profit_percent, profit, opened_at, matures_at, status, risk_version)
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::bigint[], $7::int[], $8::bigint[], $9::timestamptz[], $10::timestamptz[], $11::text[], $12::int[])`,
      opened,
      [
        [uuidArray, (i) => i.id],
        [uuidArray, (i) => i.owner],
        [uuidArray, (i) => i.planId],
        [plainArray, (i) => i.termsVersion],
        [textArray, (i) => i.planTitle],
        [bigintArray, (i) => i.amount],
        [plainArray, (i) => i.profitPercent],
        [bigintArray, (i) => i.profit],
        [instantArray, (i) => i.openedAt],
        [instantArray, (i) => i.maturesAt],
        [plainArray, (i) => i.status],
        [plainArray, (i) => i.riskVersion],
      ],
    ),
    ...bulk(
      'desk.update-investments',
      `update investments investment set status = given.status from unnest($1::uuid[], $2::text[]) as given(id, status) where investment.id = given.id`,
      settled,
      [
        [uuidArray, (i) => i.id],
        [plainArray, (i) => i.status],
      ],
    ),
  ]
}

function withdrawalStatements(decided: readonly Decided[]): QueryConfig[] {
  const [requested, moved] = newAndChanged<Withdrawal>(decided, ({ withdrawal }) => withdrawal)
  return [
    ...bulk(
      'desk.insert-withdrawals',
      `insert into withdrawals (id, owner_id, type, amount, wallet_name, wallet_address, recipient_id, recipient_account_id, status, created_at)
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::uuid[], $8::text[], $9::text[], $10::timestamptz[])`,
      requested,
      [
        [uuidArray, (w) => w.id],
        [uuidArray, (w) => w.owner],
        [plainArray, (w) => w.type],
        [bigintArray, (w) => w.amount],
        [textArray, (w) => w.walletName],
        [textArray, (w) => w.walletAddress],
        [uuidArray, (w) => w.recipient],
        [textArray, (w) => w.recipientAccountId],
        [plainArray, (w) => w.status],
        [instantArray, (w) => w.createdAt],
      ],
    ),
    ...bulk(
      'desk.update-withdrawals',
      `update withdrawals withdrawal set status = given.status, reason = given.reason, decided_at = given.decided_at, decided_by = given.decided_by, payout_reference = given.payout_reference,
        first_approved_by = given.first_approved_by, first_approved_at = given.first_approved_at
      from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::uuid[], $6::text[], $7::uuid[], $8::timestamptz[])
        as given(id, status, reason, decided_at, decided_by, payout_reference, first_approved_by, first_approved_at)
      where withdrawal.id = given.id`,
      moved,
      [
        [uuidArray, (w) => w.id],
        [plainArray, (w) => w.status],
        [textArray, (w) => w.reason],
        [instantArray, (w) => w.decidedAt],
        [uuidArray, (w) => w.decidedBy],
        [textArray, (w) => w.payoutReference],
        [uuidArray, (w) => w.firstApprovedBy],
        [instantArray, (w) => w.firstApprovedAt],
      ],
    ),
  ]
}

function correctionStatements(decided: readonly Decided[]): QueryConfig[] {
  const [proposed, moved] = newAndChanged<Correction>(decided, ({ correction }) => correction)
  return [
    ...bulk(
      'desk.insert-corrections',
      `insert into corrections (id, owner_id, status, owner_version, balance_from, balance_to, profit_from, profit_to, loss_from, loss_to,
        full_name, email, reason, proposed_at, proposed_by, friend_id, funding)
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[],
        $11::text[], $12::text[], $13::text[], $14::timestamptz[], $15::uuid[], $16::uuid[], $17::bigint[])`,
      proposed,
      [
        [uuidArray, (k) => k.id],
        [uuidArray, (k) => k.owner],
        [plainArray, (k) => k.status],
        [bigintArray, (k) => k.ownerVersion],
        [bigintArray, (k) => k.balanceFrom],
        [bigintArray, (k) => k.balanceTo],
        [bigintArray, (k) => k.profitFrom],
        [bigintArray, (k) => k.profitTo],
        [bigintArray, (k) => k.lossFrom],
        [bigintArray, (k) => k.lossTo],
        [textArray, (k) => k.fullName],
        [textArray, (k) => k.email],
        [textArray, (k) => k.reason],
        [instantArray, (k) => k.proposedAt],
        [uuidArray, (k) => k.proposedBy],
        [uuidArray, (k) => k.friend],
        [bigintArray, (k) => k.funding],
      ],
    ),
    ...bulk(
      'desk.update-corrections',
      `update corrections correction set status = given.status, refusal_reason = given.refusal_reason, decided_at = given.decided_at, decided_by = given.decided_by
      from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::uuid[]) as given(id, status, refusal_reason, decided_at, decided_by) where correction.id = given.id`,
      moved,
      [
        [uuidArray, (k) => k.id],
        [plainArray, (k) => k.status],
        [textArray, (k) => k.refusalReason],
        [instantArray, (k) => k.decidedAt],
        [uuidArray, (k) => k.decidedBy],
      ],
    ),
  ]
}

function accessChangeStatements(decided: readonly Decided[]): QueryConfig[] {
  const [made, moved] = sortedOut<AccessChange>(decided, ({ accessChanges }) => accessChanges ?? [])
  return [
    ...bulk(
      'desk.update-access-changes',
      `update access_changes change set status = given.status, confirmed = given.confirmed, wait_ms = given.wait_ms, refusal_reason = given.refusal_reason,
        approved_at = given.approved_at, approved_by = given.approved_by, decided_at = given.decided_at, decided_by = given.decided_by
      from unnest($1::uuid[], $2::text[], $3::boolean[], $4::bigint[], $5::text[], $6::timestamptz[], $7::uuid[], $8::timestamptz[], $9::uuid[])
        as given(id, status, confirmed, wait_ms, refusal_reason, approved_at, approved_by, decided_at, decided_by) where change.id = given.id`,
      moved,
      [
        [uuidArray, (a) => a.id],
        [plainArray, (a) => a.status],
        [plainArray, (a) => a.confirmed],
        [bigintArray, (a) => a.waitMs],
        [textArray, (a) => a.refusalReason],
        [instantArray, (a) => a.approvedAt],
        [uuidArray, (a) => a.approvedBy],
        [instantArray, (a) => a.decidedAt],
        [uuidArray, (a) => a.decidedBy],
      ],
    ),
    ...bulk(
      'desk.insert-access-changes',
      `insert into access_changes (id, owner_id, what, status, email, passkey, passkey_name, hostile, confirmed, wait_ms, reason,
        proposed_at, proposed_by, approved_at, approved_by, app)
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::boolean[], $10::bigint[], $11::text[],
        $12::timestamptz[], $13::uuid[], $14::timestamptz[], $15::uuid[], $16::uuid[])`,
      made,
      [
        [uuidArray, (a) => a.id],
        [uuidArray, (a) => a.owner],
        [plainArray, (a) => a.what],
        [plainArray, (a) => a.status],
        [textArray, (a) => a.email],
        [textArray, (a) => a.passkey],
        [textArray, (a) => a.passkeyName],
        [plainArray, (a) => a.hostile],
        [plainArray, (a) => a.confirmed],
        [bigintArray, (a) => a.waitMs],
        [textArray, (a) => a.reason],
        [instantArray, (a) => a.proposedAt],
        [uuidArray, (a) => a.proposedBy],
        [instantArray, (a) => a.approvedAt],
        [uuidArray, (a) => a.approvedBy],
        [uuidArray, (a) => a.app],
      ],
    ),
  ]
}

function planStatements(decided: readonly Decided[]): QueryConfig[] {
  const plans = decided.flatMap(({ id, changes }) =>
    changes?.plan ? [{ ...changes.plan, command: id }] : [],
  )
  return [
    ...bulk(
      'desk.put-plans',
      `insert into plans (id, on_sale, terms_version) select * from unnest($1::uuid[], $2::boolean[], $3::int[])
      on conflict (id) do update set on_sale = excluded.on_sale, terms_version = excluded.terms_version`,
      plans,
      [
        [uuidArray, (p) => p.id],
        [plainArray, (p) => p.onSale],
        [plainArray, (p) => p.termsVersion],
      ],
    ),
    // Terms that are there stay as they are: a plan that is withdrawn from sale gets no new ones.
    ...bulk(
      'desk.insert-plan-terms',
      `insert into plan_terms (plan_id, version, title, range_text, minimum, maximum, duration_days, profit_percent, risk_version, risk_warning, command_id)
      select * from unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::int[], $8::int[], $9::int[], $10::text[], $11::uuid[])
      on conflict do nothing`,
      plans,
      [
        [uuidArray, (p) => p.id],
        [plainArray, (p) => p.termsVersion],
        [textArray, (p) => p.title],
        [textArray, (p) => p.rangeText],
        [bigintArray, (p) => p.minimum],
        [bigintArray, (p) => p.maximum],
        [plainArray, (p) => p.durationDays],
        [plainArray, (p) => p.profitPercent],
        [plainArray, (p) => p.riskVersion],
        [textArray, (p) => p.riskWarning],
        [uuidArray, (p) => p.command],
      ],
    ),
  ]
}

function otherStatements(decided: readonly Decided[]): QueryConfig[] {
  const references = decided.flatMap(({ id, changes }) =>
    changes?.reference ? [{ id, reference: changes.reference }] : [],
  )
  const days = decided.reduce((sum, { changes }) => sum + (changes?.clockDays ?? 0), 0)
  const alone = decided.flatMap(({ id, actor, kind, changes }) =>
    actor !== null && changes?.alone ? [{ id, actor, kind, ...changes.alone }] : [],
  )
  return [
    ...bulk(
      'desk.insert-acts-alone',
      'insert into desk.acts_alone (command_id, actor, person, amount, kind) select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::text[])',
      alone,
      [
        [uuidArray, (a) => a.id],
        [uuidArray, (a) => a.actor],
        [uuidArray, (a) => a.person],
        [bigintArray, (a) => a.amount],
        [plainArray, (a) => a.kind],
      ],
    ),
    ...bulk(
      'desk.insert-references',
      'insert into outside_references (reference, command_id) select * from unnest($1::text[], $2::uuid[])',
      references,
      [
        [textArray, (r) => r.reference],
        [uuidArray, (r) => r.id],
      ],
    ),
    ...(days > 0
      ? [
          {
            name: 'desk.move-clock',
            text: 'update business_clock set advance = advance + make_interval(days => $1)',
            values: [days],
          },
        ]
      : []),
  ]
}

/** Those to every known address read which ones there are when everything else of the batch is written. */
function mailStatements(decided: readonly Decided[], mailState: MailState): QueryConfig[] {
  const mails = decided.flatMap(({ id, changes }) =>
    (changes?.mails ?? []).map((mail) => ({ ...mail, id })),
  )
  return [
    // Without what a person doesn't want to hear of.
    ...bulk(
      'desk.insert-mails',
      `insert into outbox (command_id, owner_id, template, values, state, recipient)
      select mail.* from unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[], $5::text[], $6::text[]) as mail(command_id, owner_id, template, values, state, recipient)
      where not exists (select from auth.persons person where person.id = mail.owner_id and mail.template = any (person.muted_mails))`,
      mails.filter(({ everywhere }) => everywhere === undefined),
      [
        [uuidArray, (m) => m.id],
        [uuidArray, (m) => m.owner],
        [plainArray, (m) => m.template],
        [jsonArray, (m) => JSON.stringify(m.values)],
        [plainArray, () => mailState],
        [textArray, (m) => m.to ?? null],
      ],
    ),
    ...bulk(
      'desk.insert-mails-everywhere',
      `insert into outbox (command_id, owner_id, template, values, state, recipient)
      select mail.command_id, mail.owner_id, mail.template, mail.values, mail.state, known.email
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[], $5::text[], $6::bigint[]) as mail(command_id, owner_id, template, values, state, within_ms), lateral (
        select email from auth.persons where id = mail.owner_id
        union select email from auth.earlier_emails where person_id = mail.owner_id and replaced_at > clock_timestamp() - mail.within_ms * interval '1 millisecond') known
      order by known.email`,
      mails.filter(({ everywhere }) => everywhere !== undefined),
      [
        [uuidArray, (m) => m.id],
        [uuidArray, (m) => m.owner],
        [plainArray, (m) => m.template],
        [jsonArray, (m) => JSON.stringify(m.values)],
        [plainArray, () => mailState],
        [bigintArray, (m) => m.everywhere!],
      ],
    ),
  ]
}

/**
 * Written by a transaction that answers from the journal. One that only reads would commit without waiting for any
 * standby; what writes commits after everything that it has read, and its COMMIT says that both are there.
 */
export const barrierStatements: readonly QueryConfig[] = [
  { name: 'desk.raise-barrier', text: 'insert into desk.barrier default values' },
  // Nobody else's is ever visible.
  { name: 'desk.lower-barrier', text: 'delete from desk.barrier' },
]

/** All statements of a batch, in order. */
export function writeStatements(
  chained: readonly Chained[],
  after: After,
  mailState: MailState,
): QueryConfig[] {
  const accepted = chained.map(({ decided }) => decided).filter(({ changes }) => changes !== null)
  const changes = accepted.map((d) => d.changes!)
  const bookings = accepted
    .filter((d) => d.booked.length > 0)
    .map((d) => ({ command: d.id, at: d.at, postings: d.booked }))
  return [
    ...erasingStatements(changes),
    ...journalStatements(chained),
    ...ownerStatements(changes, after),
    ...signInStatements(accepted),
    ...planStatements(accepted),
    ...investmentStatements(accepted),
    ...withdrawalStatements(accepted),
    ...correctionStatements(accepted),
    ...accessChangeStatements(accepted),
    ...otherStatements(accepted),
    ...mailStatements(accepted, mailState),
    ...(bookings.length > 0 ? [postStatement(bookings)] : []),
  ]
}
