/** What the floors share: every owner's standing, and writing values that are there already. */
import type { Connection } from '../../src/desk/connection.ts'
import { withClient } from '../../src/platform/database.ts'

export type Account = { balance: bigint; version: bigint }
/** A person's standing before the next command. */
export type Standing = { version: bigint; accounts: Record<string, Account> }

/** Every owner's versions and balances. A missing account is created, as at a person's first entry. */
export async function readStandings(
  url: string,
  kinds: readonly string[],
): Promise<Map<string, Standing>> {
  return withClient(
    { url, name: 'bench floor', as: 'owner', limits: { statementMs: 0 } },
    async (client) => {
      await client.query(
        `insert into ledger.accounts (owner, kind) select id, kind from owners, unnest($1::ledger.kind[]) as kind where role = 'user' on conflict do nothing`,
        [kinds],
      )
      const { rows } = await client.query<{
        id: string
        version: bigint
        kind: string
        balance: bigint
        account_version: bigint
      }>(
        `select owner.id, owner.version, account.kind::text, account.credits - account.debits as balance, account.version as account_version
        from owners owner join ledger.accounts account on account.owner = owner.id where owner.role = 'user' and account.kind = any ($1::ledger.kind[])`,
        [kinds],
      )
      const standings = new Map<string, Standing>()
      for (const { id, version, kind, balance, account_version } of rows) {
        const standing = standings.get(id) ?? { version, accounts: {} }
        standing.accounts[kind] = { balance, version: account_version }
        standings.set(id, standing)
      }
      return standings
    },
  )
}

/** SQL for placeholders of a digest, a salt and a MAC: as many bytes, meaningless. */
export const digest = `'\\x${'ab'.repeat(32)}'::bytea`
export const salt = `'\\x${'cd'.repeat(16)}'::bytea`
export const mac = `'\\x${'ef'.repeat(18)}'::bytea`

/** One transaction of these statements, each with its values. */
export async function writeBare(
  connection: Connection,
  name: string,
  statements: Record<string, string>,
  values: Record<string, (string | Buffer)[]>,
): Promise<void> {
  const queries = Object.entries(statements).map(([table, text]) => ({
    name: `${name}.${table}`,
    text,
    values: values[table]!,
  }))
  await connection.begin([...queries, { text: 'commit' }])
}
