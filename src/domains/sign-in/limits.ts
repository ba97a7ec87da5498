/** How often a caller may try, counted in the database by wall time, so that all processes count together. */
import { createHmac } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import type pg from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import type { Limit, Policy } from '../../platform/policy.ts'
import { createLimiter } from '../../platform/limiter.ts'
import { readWaitForMails } from '../../platform/mail/of-late.ts'
import { sweepEnded } from './sweep.ts'

/** How long the failures of an account are remembered: a day without one, and its delay starts again. */
const rememberedMs = 86_400_000
/**
 * Tries of one address all count in one row, and of a flood of them each would wait for it with a connection in hand, which
 * money requests need. So only a few count at once; the others wait without one.
 */
const limited = createLimiter({ concurrency: 2, maxWaiting: 1000, perAsker: 500 })

/** How many attempts a process counts before it clears away what has ended: no timer, no loop. */
const sweepEvery = 500

const mappedIPv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** An address as limits count it: IPv6 by its /64, which one household or server usually holds whole. */
export function countedAddress(address: string): string {
  const plain = address.split('%')[0]!
  const ipv4 = mappedIPv4.exec(plain)?.[1] ?? plain
  if (isIPv4(ipv4) || !isIPv6(plain)) return ipv4
  // The URL parser writes every spelling of an address alike, an embedded IPv4 part included.
  const [left = '', right] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const head = left ? left.split(':') : []
  const tail = right ? right.split(':') : []
  const groups =
    right === undefined
      ? head
      : [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return `${groups.slice(0, 4).join(':')}::/64`
}

const countOne = `
  insert into auth.attempts as attempt (kind, subject, count, forgotten_at)
  values ($1, $2, 1, clock_timestamp() + $3 * interval '1 millisecond')
  on conflict (kind, subject) do update set
    count = case when attempt.forgotten_at <= clock_timestamp() then 1 else attempt.count + 1 end,
    forgotten_at = case when attempt.forgotten_at <= clock_timestamp() then excluded.forgotten_at else attempt.forgotten_at end
  returning count, greatest(1, ceil(extract(epoch from forgotten_at - clock_timestamp())))::int as wait`

const takeBackOne = `update auth.attempts set count = greatest(0, count - 1) where kind = $1 and subject = $2 returning count, 0 as wait`

const readDelay = `
  select ceil(extract(epoch from refused_until - clock_timestamp()))::int as wait from auth.attempts
   where kind = $1 and subject = $2 and refused_until > clock_timestamp() and forgotten_at > clock_timestamp()`

// The exponent is capped, since 2 to the power of a long attack is no number of milliseconds.
const countFailure = `
  insert into auth.attempts as attempt (kind, subject, count, forgotten_at)
  values ($1, $2, 1, clock_timestamp() + $3 * interval '1 millisecond')
  on conflict (kind, subject) do update set
    count = case when attempt.forgotten_at <= clock_timestamp() then 1 else attempt.count + 1 end,
    refused_until = case when attempt.forgotten_at > clock_timestamp() and attempt.count + 1 >= $4
      then clock_timestamp() + least($6, $5 * power(2, least(30, attempt.count + 1 - $4))) * interval '1 millisecond' end,
    forgotten_at = excluded.forgotten_at`

const forget = `delete from auth.attempts where kind = $1 and subject = $2 returning count`

/**
 * A guess at the password of an account, or at a code of who gave the right password. `place` is whose failures are counted
 * together: a browser that signed in before, a session, an address. All that aren't `known` share a count beside their own.
 */
export type Guess = { what: 'account' | 'code'; email: string; place: string; known: boolean }

const ownOf = ({ what, email, place }: Guess) => [`failed-${what}`, `${email} ${place}`] as const
const sharedOf = ({ what, email }: Guess) => [`failed-${what}-elsewhere`, email] as const

type Counted = { count: number; wait: number }

type LimitCode =
  | 'too_many_attempts'
  | 'too_many_failures'
  | 'too_many_recipients'
  | 'too_many_requests'

type Counting = {
  ask<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<Row>>
  /** Throws the problem of this code once there are more than the limit allows. */
  count(kind: string, subject: string, limit: Limit, code: LimitCode): Promise<void>
  hidden(subject: string): string
  policy: Policy
  pool: pg.Pool
}

function guessCounts({ ask, count, hidden, policy }: Counting) {
  return {
    /** Throws while the delay of the failures before lasts. */
    async checkLockout(guess: Guess): Promise<void> {
      const [kind, subject] = ownOf(guess)
      const { rows } = await ask<{ wait: number }>(readDelay, [kind, hidden(subject)])
      if (rows[0]) throw new ProblemError('too_many_attempts', rows[0].wait)
    },

    /** Counts a failure for all places that aren't known, in advance: whatever else comes of it takes it back. */
    async countElsewhere(guess: Guess): Promise<void> {
      if (!guess.known)
        await count(...sharedOf(guess), policy.failedSignInsElsewhere, 'too_many_failures')
    },

    async recordFailure(guess: Guess): Promise<void> {
      const { free, firstDelayMs, longestDelayMs } = policy.failedSignInsPerAccount
      const [kind, subject] = ownOf(guess)
      await ask(countFailure, [
        kind,
        hidden(subject),
        rememberedMs,
        free,
        firstDelayMs,
        longestDelayMs,
      ])
    },

    /** It was never checked. */
    async forgetGuess(guess: Guess): Promise<void> {
      const [kind, subject] = sharedOf(guess)
      if (!guess.known) await ask(takeBackOne, [kind, hidden(subject)])
    },

    /** Answers how often it had failed before: here, and at all places that aren't known. */
    async recordSuccess(guess: Guess): Promise<{ here: number; elsewhere: number }> {
      const [[kind, subject], [sharedKind, sharedSubject]] = [ownOf(guess), sharedOf(guess)]
      const here = await ask<{ count: number }>(forget, [kind, hidden(subject)])
      const elsewhere = guess.known
        ? null
        : await ask<Counted>(takeBackOne, [sharedKind, hidden(sharedSubject)])
      return { here: here.rows[0]?.count ?? 0, elsewhere: elsewhere?.rows[0]?.count ?? 0 }
    },

    /** Whether this is the first time within a day, for an email that is known here or not. */
    async isFirstOfDay(kind: 'browser-mail' | 'told-of-failures', email: string): Promise<boolean> {
      const { rows } = await ask<Counted>(countOne, [kind, hidden(email), rememberedMs])
      return rows[0]!.count === 1
    },
  }
}

/** What comes from one address, whichever account it is for. */
function addressCounts({ ask, count, hidden, policy }: Counting) {
  const countAt = (kind: string, address: string, limit: Limit) =>
    count(kind, countedAddress(address), limit, 'too_many_attempts')
  return {
    async countSignUp(address: string): Promise<void> {
      await countAt('sign-up-address', address, policy.signUpsPerAddress)
    },

    /** Apart from sign-ups, which who has only opened the page may still need. */
    async countInvitation(address: string): Promise<void> {
      await countAt('invitation-address', address, policy.signUpsPerAddress)
    },

    /** Counts a failure for the address in advance: whatever else comes of it takes it back. */
    async countSignIn(address: string): Promise<void> {
      await countAt('failed-address', address, policy.failedSignInsPerAddress)
    },

    async forgetSignIn(address: string): Promise<void> {
      await ask(takeBackOne, ['failed-address', hidden(countedAddress(address))])
    },

    /** Each begins a row that anybody can ask for. */
    async countCeremony(address: string): Promise<void> {
      await countAt('ceremony-address', address, policy.failedSignInsPerAddress)
    },

    /** Each is followed by the hash of a password. */
    async countStaffInvitation(address: string): Promise<void> {
      await countAt('staff-invitation-address', address, policy.signUpsPerAddress)
    },

    async countReset(address: string): Promise<void> {
      await countAt('reset-address', address, policy.signUpsPerAddress)
    },
  }
}

/** What is told of other people to whoever knows or guesses a number of theirs. */
function lookUpCounts({ count, policy }: Counting) {
  return {
    /** Before it is looked for: a guess costs the same whether it was right. */
    async countRecipient(person: string, address: string): Promise<void> {
      const { recipientsPerPerson: own, recipientsPerAddress: all } = policy
      await count('recipient', person, own, 'too_many_recipients')
      await count('recipient-address', countedAddress(address), all, 'too_many_recipients')
    },
  }
}

/** Mails to addresses that somebody has typed. */
function mailCounts({ count, policy, pool }: Counting) {
  /** Neither one person nor many together, nor one kind of mail after the other, have an address mailed without end. */
  const countTyped = (email: string) =>
    count('mailed-address', email, policy.mailsToTyped, 'too_many_requests')
  return {
    /** Before somebody sets another address of an account, to which a mail goes. */
    countTyped,

    /** Before a change by somebody who is signed in: every mail that they got at an address that they haven't confirmed counts. */
    async checkMailed(owner: string): Promise<void> {
      const limit = policy.mailsToUnconfirmed
      const wait = limit && (await readWaitForMails(pool, owner, limit))
      if (wait !== null)
        throw new ProblemError(
          {
            code: 'too_many_requests',
            message:
              'We have sent many emails to your address, and you haven’t confirmed it yet. Nothing was changed. Confirm it by the link that we sent you, or try again later.',
          },
          wait,
        )
    },

    /** Of who is signed in, and asks for the link again that verifies their address. */
    async countVerification(owner: string): Promise<void> {
      await count(
        'verification-mail',
        owner,
        policy.verificationMailsPerAccount,
        'too_many_requests',
      )
    },

    async countEmailChange(owner: string, email: string): Promise<void> {
      const limit = policy.verificationMailsPerAccount
      await count('email-change', owner, limit, 'too_many_requests')
      await countTyped(email)
    },

    /** Each mails to the address of the account, which may be a stranger's. */
    async countPasswordChange(owner: string): Promise<void> {
      await count('password-change', owner, policy.passwordChangesPerAccount, 'too_many_requests')
    },

    /** Of an administrator who invites, and of the address that they have typed: no cannon for mails, nor many for one. */
    async countInvited(administrator: string, email: string): Promise<void> {
      await count(
        'staff-invitations',
        administrator,
        policy.staffInvitationsPerAdministrator,
        'too_many_requests',
      )
      await countTyped(email)
    },
  }
}

export type Limits = ReturnType<typeof createLimits>

/** Each throws 429 with the seconds to wait. Nothing is locked for good: a wait ends by itself. */
export function createLimits(pool: pg.Pool, policy: Policy, secret: string) {
  let counted = 0
  const hidden = (subject: string) =>
    createHmac('sha256', secret).update(`attempts:${subject}`).digest('base64url')

  const askAtOnce = <Row extends pg.QueryResultRow>(text: string, values: unknown[]) =>
    pool.query<Row>(text, values)
  const ask: typeof askAtOnce = (text, values) => limited(() => askAtOnce(text, values))

  async function count(kind: string, subject: string, limit: Limit, code: LimitCode, asking = ask) {
    counted += 1
    if (counted % sweepEvery === 0) await sweepEnded(pool)
    const { rows } = await asking<Counted>(countOne, [kind, hidden(subject), limit.withinMs])
    if (rows[0]!.count > limit.count) throw new ProblemError(code, rows[0]!.wait)
  }

  const counting = { ask, count, hidden, policy, pool }
  return {
    ...guessCounts(counting),
    ...addressCounts(counting),
    ...mailCounts(counting),
    ...lookUpCounts(counting),

    /** Counted for every address that is asked for, known here or not. */
    async mayMailReset(email: string): Promise<boolean> {
      const { count: limit, withinMs } = policy.resetMailsPerAccount
      const { rows } = await ask<Counted>(countOne, ['reset-account', hidden(email), withinMs])
      return rows[0]!.count <= limit
    },

    /** Whether whoever got in after failures is told of it, or was told often enough today. */
    async mayMailFailures(email: string): Promise<boolean> {
      const { count: limit, withinMs } = policy.mailsOfFailuresPerAccount
      const { rows } = await ask<Counted>(countOne, ['mailed-failures', hidden(email), withinMs])
      return rows[0]!.count <= limit
    },

    /** `isDecision`: only staff may call it. */
    async countMoneyRequest(owner: string, isDecision: boolean): Promise<void> {
      const [kind, limit] = isDecision
        ? ['money-staff', policy.decisionsPerStaff]
        : ['money-user', policy.moneyRequestsPerUser]
      // Money waits for nobody who signs in.
      if (limit) await count(kind, owner, limit, 'too_many_requests', askAtOnce)
    },
  }
}
