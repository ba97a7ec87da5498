/** A million requests of users who are there already, in bulk: most are finished, every fiftieth waits. */
import { withClient } from '../../src/platform/database.ts'

/** SQL of the digest of a command's words (canonical JSON) and of an empty reply, as src/desk/chain.ts makes it. */
const digestOf = (words: string) =>
  `sha256(convert_to('["particulars","00",' || to_json(${words})::text || ',201,"{}"]', 'UTF8'))`

const wordsOf = `case type when 'bank_transfer' then '{"walletAddress":"' || wallet_address || '","walletName":"' || wallet_name || '"}' else '{"recipientAccountId":"' || recipient_account_id || '"}' end`

/** Of the requests that money can still follow, the commands that made them: they are compared before they are shown. */
const commandsOfOpen = [
  `create temp table open_request as select *, row_number() over (partition by owner_id order by created_at, id) * 2 as place, ${wordsOf} as words
    from withdrawals where status = 'pending' or (status = 'approved' and type = 'bank_transfer')`,
  `create temp table told as
    select id, 'RequestWithdrawal' as kind, owner_id, owner_id as actor, created_at as at, place - 1 as version, 'withdrawal-requested' as listed_as, words,
        jsonb_strip_nulls(jsonb_build_object('amount', amount::text, 'type', type, 'recipient', recipient_id)) as input
      from open_request
    union all
    select md5('approval ' || id)::uuid, 'ApproveWithdrawal', owner_id, null, decided_at, place, 'withdrawal-approved', '{}', jsonb_build_object('amount', amount::text, 'withdrawal', id)
      from open_request where status = 'approved'`,
  `insert into desk.commands (id, kind, actor, subject, body_hash, rules, mac, input, outcome, at, recorded_at, particulars_digest, subject_version)
    select id, kind, actor, owner_id, '', 1, '', input, 'done', at, at, ${digestOf('words')}, version from told`,
  `insert into desk.particulars (command_id, owner_id, texts, reply_status, reply, salt) select id, owner_id, words::jsonb, 201, '{}', '\\x00' from told`,
  `insert into desk.activity (hash, owner_id, version, command_id, kind, at) select '', owner_id, version, id, listed_as, at from told`,
  'vacuum analyze withdrawals, desk.commands, desk.particulars, desk.activity',
]

/** Of a tenth of those that were paid, the commands that did so, and their references. */
const payouts = [
  `create temp table payout as select id, owner_id, decided_at + interval '1 hour' as at, md5('payout ' || id)::uuid as command, row_number() over (order by created_at, id) as number
    from withdrawals where status = 'paid' and amount % 10 = 0`,
  `insert into desk.commands (id, kind, actor, subject, body_hash, rules, mac, particulars_digest, input, outcome, at, recorded_at)
    select command, 'PayWithdrawal', null, owner_id, '', 1, '', '', jsonb_build_object('withdrawal', id), 'done', at, at from payout`,
  `insert into outside_references (reference, command_id) select 'payout REFERENCE' || number, command from payout`,
  'vacuum analyze desk.commands, outside_references',
]

/** Where one request in forty goes to, of whomever it is. */
export const exchange = 'address of an exchange'

/** Spread over all users and some years, each user's in the order of time; amounts between one cent and $50,000. */
export async function fillWithdrawals(url: string, users: number, requests: number): Promise<void> {
  await withClient(
    { url, name: 'bench fill', as: 'owner', limits: { statementMs: 0 } },
    async (client) => {
      await client.query(`insert into withdrawals (id, owner_id, type, amount, wallet_name, wallet_address, recipient_id, recipient_account_id, status, created_at, decided_at)
      select gen_random_uuid(), md5('user ' || 1 + n::bigint * 7919 % ${users})::uuid, type, 1 + (hashint4(n) & 1073741823) % 5000000,
        case when type = 'bank_transfer' then 'Wallet ' || n % 7 end, case when type <> 'bank_transfer' then null when hashint4(n + 1) % 40 = 0 then '${exchange}' else 'address number ' || n end,
        case when type = 'tradehub_transfer' then md5('user ' || 1 + n % ${users})::uuid end, case when type = 'tradehub_transfer' then 'GH-' || n end,
        status, at, case when status <> 'pending' then at + interval '5 hours' end
      from generate_series(1, ${requests}) as numbers(n),
        lateral (select case when n % 5 = 3 then 'tradehub_transfer' else 'bank_transfer' end as type, '2020-01-01Z'::timestamptz + n * interval '2 minutes' as at,
          case n % 50 when 0 then 'pending' when 1 then 'cancelled' when 2 then 'returned' else (array['approved', 'rejected', 'paid', 'paid', 'paid', 'paid'])[1 + n % 6] end as status) made`)
      for (const statement of [...commandsOfOpen, ...payouts]) await client.query(statement)
      await client.query('checkpoint')
    },
  )
}
