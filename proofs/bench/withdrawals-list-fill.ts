/** A million requests of users who are there already, in bulk: most are finished, every fiftieth waits. */
import { withClient } from '../../src/platform/database.ts'

/** Spread over all users and some years, each user's in the order of time; amounts between one cent and $50,000. */
export async function fillWithdrawals(url: string, users: number, requests: number): Promise<void> {
  await withClient(
    { url, name: 'bench fill', as: 'owner', limits: { statementMs: 0 } },
    async (client) => {
      await client.query(`insert into withdrawals (id, owner_id, type, amount, wallet_name, wallet_address, recipient_id, recipient_account_id, status, created_at, decided_at)
      select gen_random_uuid(), md5('user ' || 1 + n::bigint * 7919 % ${users})::uuid, type, 1 + (hashint4(n) & 1073741823) % 5000000,
        case when type = 'bank_transfer' then 'Wallet ' || n % 7 end, case when type = 'bank_transfer' then 'address ' || n end,
        case when type = 'tradehub_transfer' then md5('user ' || 1 + n % ${users})::uuid end, case when type = 'tradehub_transfer' then 'GH-' || n end,
        status, at, case when status <> 'pending' then at + interval '5 hours' end
      from generate_series(1, ${requests}) as numbers(n),
        lateral (select case when n % 5 = 3 then 'tradehub_transfer' else 'bank_transfer' end as type, '2020-01-01Z'::timestamptz + n * interval '2 minutes' as at,
          case n % 50 when 0 then 'pending' when 1 then 'cancelled' when 2 then 'returned' else (array['approved', 'rejected', 'paid', 'paid', 'paid', 'paid'])[1 + n % 6] end as status) made`)
      await client.query('vacuum analyze withdrawals')
      await client.query('checkpoint')
    },
  )
}
