/**
 * Better Auth, for its ceremonies only: its HTTP handler isn't mounted, it has no plugins, its cookies and
 * limits aren't used, and no request reads a session through it. What `threats.md` 2.0 lists is switched off here.
 */
import { betterAuth } from 'better-auth'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import pg, { type Pool } from 'pg'
import type { Policy } from '../../platform/policy.ts'
import { hashPassword, isPassword } from './passwords.ts'

/** Headers by which a ceremony learns who calls; made by us, never passed on from the request. */
export const addressHeader = 'x-counted-address'

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }

const user = {
  modelName: 'persons',
  fields: { name: 'full_name', emailVerified: 'email_verified', ...times },
  additionalFields: { referralCodeUsed: { type: 'string', required: false, fieldName: 'referral_code_used' } },
} as const

const session = {
  modelName: 'sessions',
  fields: { userId: 'person_id', expiresAt: 'expires_at', ipAddress: 'ip_address', userAgent: 'user_agent', ...times },
  cookieCache: { enabled: false }, // it keeps ended sessions alive
} as const

const account = {
  modelName: 'credentials',
  fields: {
    userId: 'person_id', accountId: 'account_id', providerId: 'provider_id',
    accessToken: 'access_token', refreshToken: 'refresh_token', idToken: 'id_token',
    accessTokenExpiresAt: 'access_token_expires_at', refreshTokenExpiresAt: 'refresh_token_expires_at', ...times,
  },
} as const

const verification = { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...times } } as const

/** The application's pool, but with times as a Date: that is what the library compares. */
function withDates(pool: Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect()
      return {
        query: (text: string, values: readonly unknown[]) => client.query({ text, values: [...values], types: pg.types }),
        release: () => client.release(),
      } as unknown as Awaited<ReturnType<PostgresPool['connect']>>
    },
    end: async () => {},
  }
}

/**
 * A hash made beforehand. The library asks for it inside of its transaction, and a queue for the hash
 * would then hold as many connections as people wait.
 */
const madeBefore = new AsyncLocalStorage<string>()

/** Runs a ceremony that stores this password, hashed before it begins. */
export async function withHash<T>(password: string, ceremony: () => Promise<T>): Promise<T> {
  return madeBefore.run(await hashPassword(password), ceremony)
}

async function hashOrMadeBefore(password: string): Promise<string> {
  return madeBefore.getStore() ?? hashPassword(password)
}

export function createCeremonies(pool: Pool, policy: Policy, secret: string, origin: string) {
  const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: withDates(pool) }) }).withSchema('auth')
  return betterAuth({
    appName: 'Glasshouse',
    baseURL: origin,
    secret,
    database: { db: database, type: 'postgres', transaction: true },
    user,
    session: { ...session, expiresIn: Math.floor(policy.session.user.absoluteMs / 1000), disableSessionRefresh: true },
    account,
    verification,
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      // Lengths are the policy's, checked before with its own words.
      minPasswordLength: 1,
      maxPasswordLength: 1024,
      revokeSessionsOnPasswordReset: true,
      password: { hash: hashOrMadeBefore, verify: isPassword },
    },
    rateLimit: { enabled: false }, // limits.ts counts by account and address, in the database
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      database: { generateId: () => randomUUID(), validateSchema: false },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
  })
}

export type Ceremonies = ReturnType<typeof createCeremonies>
