/** A person's second factors: which there are, and whether what they give is one. */
import type { Pool, PoolClient } from 'pg'
import type { SecondFactors } from '../../contract/security.ts'
import type { FactorMethod } from '../../contract/session.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { MacKeys } from '../../platform/mac.ts'
import { takeAppCode } from './authenticator.ts'
import { takeRecoveryCode } from './recovery-codes.ts'

type Row = {
  confirmed_at: Instant | null
  codes: number
  passkeys: { id: string; name: string; created: number; used: number | null }[]
}

const readText = `
  select (select confirmed_at from auth.authenticator_apps where person_id = $1) as confirmed_at,
    (select count(*)::int from auth.recovery_codes where person_id = $1 and used_at is null) as codes,
    coalesce((select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'created', (extract(epoch from created_at) * 1000)::bigint,
      'used', (extract(epoch from used_at) * 1000)::bigint) order by created_at, id) from auth.passkeys where person_id = $1), '[]') as passkeys`

type OwnFactors = Omit<SecondFactors, 'required'>

export async function readFactors(db: Pool | PoolClient, person: string): Promise<OwnFactors> {
  const { rows } = await db.query<Row>(readText, [person])
  const { confirmed_at: confirmedAt, codes, passkeys } = rows[0]!
  return {
    app: confirmedAt === null ? null : { confirmedAt: isoFromInstant(confirmedAt) },
    passkeys: passkeys.map(({ id, name, created, used }) => ({
      id,
      name,
      createdAt: isoFromInstant(created),
      lastUsedAt: used === null ? null : isoFromInstant(used),
    })),
    recoveryCodesLeft: codes,
  }
}

/** How they can give it; nothing for who has none. */
export function methodsOf({ app, passkeys, recoveryCodesLeft }: OwnFactors): FactorMethod[] {
  const has: { [method in FactorMethod]: boolean } = {
    app: app !== null,
    passkey: passkeys.length > 0,
    recovery: recoveryCodesLeft > 0,
  }
  const any = has.app || has.passkey
  return any ? (['app', 'passkey', 'recovery'] as const).filter((method) => has[method]) : []
}

/** What factors are sealed and authenticated by. */
export type FactorKeys = { secret: string; earlierSecrets: readonly string[]; macKeys: MacKeys }

/** Whether the person gave a code that counts, and of which kind; it counts no second time. */
export async function takeCode(
  { pool, secret, earlierSecrets, macKeys }: FactorKeys & { pool: Pool },
  person: string,
  code: string,
): Promise<'app' | 'recovery' | null> {
  if (code.length === 6)
    return (await takeAppCode(pool, [secret, ...earlierSecrets], person, code, 'confirmed'))
      ? 'app'
      : null
  return (await takeRecoveryCode(pool, macKeys, person, code)) ? 'recovery' : null
}

/** Of a change `change`: whether its factor is still there; of an email never. An app that is set up later is another one. */
export const factorThere = `(exists (select from auth.authenticator_apps factor where factor.person_id = change.owner_id and factor.id = change.app and factor.confirmed_at is not null)
  or exists (select from auth.passkeys factor where factor.person_id = change.owner_id and factor.id = change.passkey))`

/** Takes all factors of these people away, and whatever belongs to them. New destinations of money wait where there was one. */
export const endFactorsTexts = [
  'delete from auth.authenticator_apps where person_id = any ($1)',
  'delete from auth.passkeys where person_id = any ($1)',
  'delete from auth.recovery_codes where person_id = any ($1)',
  'delete from auth.added_factors where person_id = any ($1)',
  `update auth.persons set has_second_factor = false, security_changed_at = clock_timestamp() where id = any ($1) and has_second_factor`,
]

type Factor = { what: 'app'; id: string } | { what: 'passkey'; id: string; name: string }

/** Null: this user has none like that. `passkeyId` null asks for the app. */
export async function findFactor(
  pool: Pool,
  user: string,
  passkeyId: string | null,
): Promise<Factor | null> {
  const { rows } =
    passkeyId === null
      ? await pool.query(
          `select 'app' as what, id from auth.authenticator_apps where person_id = $1 and confirmed_at is not null`,
          [user],
        )
      : await pool.query(
          `select 'passkey' as what, id, name from auth.passkeys where person_id = $1 and id = $2`,
          [user, passkeyId],
        )
  return rows[0] ?? null
}
