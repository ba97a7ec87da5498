/** Ceremonies of two steps: what was begun, for whom, and that it is answered once, in time and not by trying. */
import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import { sign, signedId } from '../../platform/signed.ts'

/** After the password; by a passkey alone; proving it again; adding a passkey. */
export type ChallengeUse = 'second-factor' | 'passkey-sign-in' | 'fresh' | 'new-passkey'

export type Challenge = { id: string; person: string | null; nonce: string | null }

const validMs = 5 * 60_000
const maxFailures = 5

export type Challenges = ReturnType<typeof createChallenges>

export function createChallenges(pool: Pool, secret: string) {
  return {
    /** Answers the signed id. `nonce` is what a passkey has to sign. */
    async begin(use: ChallengeUse, person: string | null, nonce: string | null): Promise<string> {
      const id = randomUUID()
      await pool.query(
        `insert into auth.challenges (id, use, person_id, nonce, expires_at) values ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 millisecond')`,
        [id, use, person, nonce, validMs],
      )
      return sign(secret, 'challenge', id)
    },

    /** Counts a try in advance, so that of many at once no more are checked than may be. Throws `challenge_ended`. */
    async try(use: ChallengeUse, signed: string): Promise<Challenge> {
      const id = signedId(secret, 'challenge', signed)
      const { rows } = await pool.query<Challenge>(
        `update auth.challenges set failures = failures + 1
          where id = $1 and use = $2 and failures < $3 and expires_at > clock_timestamp() returning id, person_id as person, nonce`,
        [id, use, maxFailures],
      )
      if (!rows[0]) throw new ProblemError('challenge_ended')
      return rows[0]
    },

    /** Ending it makes the answer count: of several right answers, only one ends it. Throws `challenge_ended`. */
    async end({ id }: Challenge, db: Pool | PoolClient = pool): Promise<void> {
      const { rowCount } = await db.query('delete from auth.challenges where id = $1', [id])
      if (rowCount !== 1) throw new ProblemError('challenge_ended')
    },
  }
}
