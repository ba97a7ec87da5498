/**
 * The floor of a withdrawal request: the rows and index entries that it writes, in bulk, from values that are
 * there already. Nothing is locked first, read, decided or compared.
 */
import { randomUUID } from 'node:crypto'
import type { Connection } from '../../src/desk/connection.ts'
import { newId } from '../../src/platform/ids.ts'
import {
  bigintArray,
  jsonArray,
  plainArray,
  textArray,
  uuidArray,
} from '../../src/platform/sql-array.ts'
import {
  digest,
  mac,
  readStandings,
  salt,
  writeBare,
  type Account,
  type Standing,
} from './standings.ts'

export type Floor = { write(connection: Connection, owners: readonly string[]): Promise<void> }

const amount = 100n
/** As long as the reply that the journal keeps. */
const reply = JSON.stringify({
  status: 'success',
  message: 'Withdrawal request submitted',
  data: 'x'.repeat(470),
})

function moved({ version, accounts: { cash, held } }: Standing): Standing {
  return {
    version: version + 1n,
    accounts: {
      cash: { balance: cash!.balance - amount, version: cash!.version + 1n },
      held: { balance: held!.balance + amount, version: held!.version + 1n },
    },
  }
}

const statements: Record<string, string> = {
  commands: `insert into desk.commands (id, kind, actor, subject, key, body_hash, input, outcome, at, particulars_digest, subject_version, rules, mac)
    select id, 'RequestWithdrawal', owner, owner, key, hash, input, 'done', now(), ${digest}, version, 1, ${mac}
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[], $6::bigint[]) as given(id, owner, key, hash, input, version)`,
  particulars: `insert into desk.particulars (command_id, owner_id, texts, reply_status, reply, listed, salt)
    select id, owner, texts, 201, reply, true, ${salt} from unnest($1::uuid[], $2::uuid[], $3::jsonb[], $4::text[]) as given(id, owner, texts, reply)`,
  activity: `insert into desk.activity (owner_id, version, command_id, kind, at, amount, balance_after, hash)
    select owner, version, id, 'withdrawal-requested', now(), -100, after, ${digest} from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::bigint[]) as given(owner, version, id, after)`,
  owners: `update owners owner set version = given.version, stamped_at = now(), head = ${digest} from unnest($1::uuid[], $2::bigint[]) as given(id, version) where owner.id = given.id`,
  withdrawals: `insert into withdrawals (id, owner_id, type, amount, wallet_name, wallet_address, status, created_at)
    select id, owner, 'bank_transfer', 100, name, address, 'pending', now() from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) as given(id, owner, name, address)`,
  states: `insert into desk.row_states (table_name, key, number, command_id, words, mac)
    select 'withdrawals', id::text, 1, id, ${mac}, ${mac} from unnest($1::uuid[]) as given(id)`,
  mails: `insert into outbox (command_id, owner_id, template, "values")
    select id, owner, 'withdrawal-requested', mail from unnest($1::uuid[], $2::uuid[], $3::jsonb[]) as given(id, owner, mail)`,
  accounts: `update ledger.accounts account set debits = account.debits + given.debit, credits = account.credits + given.credit, version = given.version
    from unnest($1::uuid[], $2::ledger.kind[], $3::bigint[], $4::bigint[], $5::bigint[]) as given(owner, kind, debit, credit, version) where account.owner = given.owner and account.kind = given.kind`,
  postings: `insert into ledger.postings (command_id, line, at, event, debit_owner, debit_kind, debit_version, debit_balance, credit_owner, credit_kind, credit_version, credit_balance, amount)
    select id, 0, now(), 'withdrawal-requested', owner, 'cash', cash_version, cash, owner, 'held', held_version, held, 100
    from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[]) as given(id, owner, cash_version, cash, held_version, held)`,
}

function valuesOf(
  rows: readonly { id: string; owner: string; version: bigint; cash: Account; held: Account }[],
): Record<string, (string | Buffer)[]> {
  const ids = uuidArray(rows.map(({ id }) => id))
  const owners = uuidArray(rows.map(({ owner }) => owner))
  const same = (text: string) => rows.map(() => text)
  return {
    commands: [
      ids,
      owners,
      textArray(rows.map(() => `POST /invest/api/v1/bench ${randomUUID()}`)),
      textArray(same('b'.repeat(64))),
      jsonArray(same('{"type":"bank_transfer","amount":"100"}')),
      bigintArray(rows.map(({ version }) => version)),
    ],
    particulars: [
      ids,
      owners,
      jsonArray(same('{"walletName":"w","walletAddress":"a"}')),
      textArray(same(reply)),
    ],
    activity: [
      owners,
      bigintArray(rows.map(({ version }) => version)),
      ids,
      bigintArray(rows.map(({ cash }) => cash.balance)),
    ],
    owners: [owners, bigintArray(rows.map(({ version }) => version))],
    withdrawals: [ids, owners, textArray(same('w')), textArray(same('a'))],
    states: [ids],
    mails: [ids, owners, jsonArray(same('{"amount":"$1.00"}'))],
    accounts: [
      uuidArray(rows.flatMap(({ owner }) => [owner, owner])),
      plainArray(rows.flatMap(() => ['cash', 'held'])),
      bigintArray(rows.flatMap(() => [amount, 0n])),
      bigintArray(rows.flatMap(() => [0n, amount])),
      bigintArray(rows.flatMap(({ cash, held }) => [cash.version, held.version])),
    ],
    postings: [
      ids,
      owners,
      bigintArray(rows.map(({ cash }) => cash.version)),
      bigintArray(rows.map(({ cash }) => cash.balance)),
      bigintArray(rows.map(({ held }) => held.version)),
      bigintArray(rows.map(({ held }) => held.balance)),
    ],
  }
}

/** Holds every owner's standing, so that it writes what the desk would have written. Nothing else may write meanwhile. */
export async function openFloor(url: string): Promise<Floor> {
  const standings = await readStandings(url, ['cash', 'held'])
  return {
    /** Writes a request of each of these owners in one transaction. The connection is the owner's, who may write the books. */
    async write(connection, owners) {
      const rows = owners.map((owner) => {
        const standing = moved(standings.get(owner)!)
        standings.set(owner, standing)
        return {
          id: newId(),
          owner,
          version: standing.version,
          cash: standing.accounts.cash!,
          held: standing.accounts.held!,
        }
      })
      await writeBare(connection, 'floor', statements, valuesOf(rows))
    },
  }
}
