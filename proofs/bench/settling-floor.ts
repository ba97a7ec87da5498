/**
 * The floor of settling: the rows and index entries that a matured investment's payment writes, in bulk, from values
 * that are there already. Nothing is locked first, read, decided or compared.
 */
import type { Connection } from '../../src/desk/connection.ts'
import { idFromName } from '../../src/platform/ids.ts'
import { bigintArray, jsonArray, plainArray, uuidArray } from '../../src/platform/sql-array.ts'
import {
  digest,
  mac,
  readStandings,
  salt,
  writeBare,
  type Account,
  type Standing,
} from './standings.ts'

/** What every investment of the bench holds, in cents. */
export type Paid = { amount: bigint; profit: bigint }
export type Due = { id: string; owner: string }
export type SettlingFloor = { write(connection: Connection, due: readonly Due[]): Promise<void> }

type Settled = Due & {
  command: string
  version: bigint
  cash: Account
  invested: Account
  promised: Account
}

function settled(
  { version, accounts: { cash, invested, promised } }: Standing,
  { amount, profit }: Paid,
): Standing {
  return {
    version: version + 1n,
    accounts: {
      cash: { balance: cash!.balance + amount + profit, version: cash!.version + 2n },
      invested: { balance: invested!.balance - amount, version: invested!.version + 1n },
      promised: { balance: promised!.balance - profit, version: promised!.version + 1n },
    },
  }
}

const statements: Record<string, string> = {
  commands: `insert into desk.commands (id, kind, actor, subject, key, body_hash, input, outcome, at, particulars_digest, subject_version, rules, mac)
    select id, 'SettleInvestment', null, owner, null, '', input, 'done', now(), ${digest}, version, 1, ${mac}
    from unnest($1::uuid[], $2::uuid[], $3::jsonb[], $4::bigint[]) as given(id, owner, input, version)`,
  particulars: `insert into desk.particulars (command_id, owner_id, texts, reply_status, reply, listed, salt)
    select id, owner, '{}', 200, '{"status":"success"}', true, ${salt} from unnest($1::uuid[], $2::uuid[]) as given(id, owner)`,
  activity: `insert into desk.activity (owner_id, version, command_id, kind, at, amount, balance_after, hash)
    select owner, version, id, 'investment-matured', now(), amount, after, ${digest} from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::bigint[], $5::bigint[]) as given(owner, version, id, amount, after)`,
  owners: `update owners owner set version = given.version, stamped_at = now(), profit = owner.profit + given.profit, head = ${digest}
    from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as given(id, version, profit) where owner.id = given.id`,
  investments: `update investments investment set status = 'matured' from unnest($1::uuid[]) as given(id) where investment.id = given.id`,
  mails: `insert into outbox (command_id, owner_id, template, "values")
    select id, owner, 'investment-matured', mail from unnest($1::uuid[], $2::uuid[], $3::jsonb[]) as given(id, owner, mail)`,
  accounts: `update ledger.accounts account set debits = account.debits + given.debit, credits = account.credits + given.credit, version = given.version
    from unnest($1::uuid[], $2::ledger.kind[], $3::bigint[], $4::bigint[], $5::bigint[]) as given(owner, kind, debit, credit, version) where account.owner = given.owner and account.kind = given.kind`,
  postings: `insert into ledger.postings (command_id, line, at, event, debit_owner, debit_kind, debit_version, debit_balance, credit_owner, credit_kind, credit_version, credit_balance, amount)
    select id, line, now(), 'investment-matured', owner, kind, version, balance, owner, 'cash', cash_version, cash, amount
    from unnest($1::uuid[], $2::smallint[], $3::uuid[], $4::ledger.kind[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
      as given(id, line, owner, kind, version, balance, cash_version, cash, amount)`,
}

const mail =
  '{"amount":"$10.00","profit":"$1.20","planTitle":"Bench","maturesAt":"2026-01-01T00:00:00.000Z"}'

/** Both postings of a payment, in order. */
function postingsOf(
  { command, owner, cash, invested, promised }: Settled,
  { amount, profit }: Paid,
) {
  return [
    {
      command,
      line: 0,
      owner,
      kind: 'invested',
      ...invested,
      cashVersion: cash.version - 1n,
      cash: cash.balance - profit,
      amount,
    },
    {
      command,
      line: 1,
      owner,
      kind: 'promised',
      ...promised,
      cashVersion: cash.version,
      cash: cash.balance,
      amount: profit,
    },
  ]
}

/** What the accounts of a payment gain and lose. */
function movesOf({ owner, cash, invested, promised }: Settled, { amount, profit }: Paid) {
  return [
    { owner, kind: 'cash', debit: 0n, credit: amount + profit, version: cash.version },
    { owner, kind: 'invested', debit: amount, credit: 0n, version: invested.version },
    { owner, kind: 'promised', debit: profit, credit: 0n, version: promised.version },
  ]
}

function valuesOf(rows: readonly Settled[], paid: Paid): Record<string, (string | Buffer)[]> {
  const commands = uuidArray(rows.map(({ command }) => command))
  const owners = uuidArray(rows.map(({ owner }) => owner))
  const versions = bigintArray(rows.map(({ version }) => version))
  const moves = rows.flatMap((row) => movesOf(row, paid))
  const postings = rows.flatMap((row) => postingsOf(row, paid))
  return {
    commands: [
      commands,
      owners,
      jsonArray(
        rows.map(({ id }) =>
          JSON.stringify({
            investment: id,
            plan: 'Bench',
            principal: String(paid.amount),
            profit: String(paid.profit),
          }),
        ),
      ),
      versions,
    ],
    particulars: [commands, owners],
    activity: [
      owners,
      versions,
      commands,
      bigintArray(rows.map(() => paid.amount + paid.profit)),
      bigintArray(rows.map(({ cash }) => cash.balance)),
    ],
    owners: [owners, versions, bigintArray(rows.map(() => paid.profit))],
    investments: [uuidArray(rows.map(({ id }) => id))],
    mails: [commands, owners, jsonArray(rows.map(() => mail))],
    accounts: [
      uuidArray(moves.map(({ owner }) => owner)),
      plainArray(moves.map(({ kind }) => kind)),
      bigintArray(moves.map(({ debit }) => debit)),
      bigintArray(moves.map(({ credit }) => credit)),
      bigintArray(moves.map(({ version }) => version)),
    ],
    postings: [
      uuidArray(postings.map(({ command }) => command)),
      plainArray(postings.map(({ line }) => line)),
      uuidArray(postings.map(({ owner }) => owner)),
      plainArray(postings.map(({ kind }) => kind)),
      bigintArray(postings.map(({ version }) => version)),
      bigintArray(postings.map(({ balance }) => balance)),
      bigintArray(postings.map(({ cashVersion }) => cashVersion)),
      bigintArray(postings.map(({ cash }) => cash)),
      bigintArray(postings.map(({ amount }) => amount)),
    ],
  }
}

/** Holds every owner's standing, so that it writes what the desk would have written. Nothing else may write meanwhile. */
export async function openSettlingFloor(url: string, paid: Paid): Promise<SettlingFloor> {
  const standings = await readStandings(url, ['cash', 'invested', 'promised'])
  return {
    /** Pays these in one transaction; no two of one owner. The connection is the owner's, who may write the books. */
    async write(connection, due) {
      const rows = due.map(({ id, owner }): Settled => {
        const standing = settled(standings.get(owner)!, paid)
        standings.set(owner, standing)
        const { cash, invested, promised } = standing.accounts
        return {
          id,
          owner,
          command: idFromName(`settle ${id}`),
          version: standing.version,
          cash: cash!,
          invested: invested!,
          promised: promised!,
        }
      })
      await writeBare(connection, 'settling-floor', statements, valuesOf(rows, paid))
    },
  }
}
