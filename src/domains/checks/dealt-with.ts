/** Whom and what somebody deals with: whose bank accounts they pay to, who paid for them, and where their coins go and came from. */

/** SQL of the names of an owner's dealings, each once: holders of bank accounts, and payers of receipts. */
const othersOf = (owner: string): string =>
  `(select coalesce(jsonb_agg(distinct jsonb_build_object('as', "as", 'name', name)), '[]') from (
      select 'holder' as "as", wallet_name as name from withdrawals where owner_id = ${owner} and type = 'bank_account'
      union all select 'holder', holder from destinations where owner_id = ${owner} and status = 'saved' and type = 'bank_account'
      union all select 'payer', payer_text from bank_entries where owner_id = ${owner} and kind = 'receipt') other where name is not null)`

/** SQL of the addresses: coins that were asked to be sent, and the senders of USDT that arrived, credited or not, in hexadecimal digits. Bitcoin has no sender. */
const addressesOf = (owner: string): string =>
  `(select coalesce(jsonb_agg(distinct jsonb_build_object('as', "as", 'address', address)), '[]') from (
      select 'paid-to' as "as", wallet_address as address from withdrawals where owner_id = ${owner} and type = 'bank_transfer'
      union all select 'paid-to', wallet_address from destinations where owner_id = ${owner} and status = 'saved' and type = 'bank_transfer'
      union all select 'came-from', transfer.from_address from wallet_addresses own
        join chain.tron_transfers transfer on transfer.to_address = own.script
        where own.owner_id = ${owner} and own.branch = 'people') dealt where address is not null)`

/** SQL of both, as they are compared beside who somebody is. */
export const dealtWith = (owner: string): string =>
  `'others', ${othersOf(owner)}, 'addresses', ${addressesOf(owner)}`

/** SQL: whoever waits for money to leave, and whom it goes to here. */
export const asking = `unnest(array[owner_id, recipient_id]) from withdrawals where status in ('pending', 'approved')`
