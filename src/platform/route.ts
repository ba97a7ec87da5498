/** A route as a domain writes it: an endpoint of the contract and what answers it. HTTP binds it. */
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import { ProblemError } from '../contract/problems.ts'
import type { OwnerStatus } from '../contract/user.ts'
import type { Roles } from '../contract/roles.ts'

/** Who is asking, read from the session on this very request. */
export type Principal = {
  owner: string
  roles: Roles
  status: OwnerStatus
  /** Of their account, as the request came in. */
  version: bigint
  hasSecondFactor: boolean
  /** `isReauthenticated`: proved to be theirs lately, by the database's clock. */
  session: { id: string; createdAt: number; isReauthenticated: boolean }
}

/** How the desk records who asked: the key is scoped to method and path, equal bodies have equal hashes. */
export type Asked = { actor: string; key: string | null; bodyHash: string; requestId: string }

type Output<T> = T extends z.ZodType ? z.output<T> : undefined

export type Call<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: E['bytes'] extends true ? Buffer : Output<E['body']>
  principal: E['access'] extends 'public' ? Principal | null : Principal
  asked: Asked
  /** The caller's address as limits count it. */
  address: string
  userAgent: string
  /** The credential as it came, for the ceremonies of sign-in only. */
  token: string | null
  /** The marks of people who signed in with this browser before, for the same. */
  marks: string[]
  /** Which part of a file is asked for, and of which version: the headers Range and If-Range. */
  ranges: { range: string | null; ifRange: string | null }
  /** Where a listener's stream broke off, when it comes back. */
  lastEventId: string | null
  /** For a reply that goes on: throws what the same call would be refused with by now. It is no use of the session. */
  stillMay(): Promise<void>
  /** Headers of the reply, such as Link and Set-Cookie. */
  setHeader(name: string, value: string): void
}

/** A file to keep under this name, or a part of it, or events as they happen. */
export type Sent =
  | { file: Buffer | Readable; name: string; isPart?: boolean }
  | { events: Readable }

/** A reply that was recorded with the command it answers, and is sent as it stands. */
export type Recorded = { recorded: true; status: number; text: string }

type Answer<R> = (R extends z.ZodType ? z.input<R> : Sent) | Recorded

export type Route = { endpoint: Endpoint; handle(call: Call<Endpoint>): Promise<unknown> }

/** Pairs an endpoint with its handler, whose reply the compiler holds to the contract. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer<E['reply']>>,
): Route {
  return { endpoint, handle: handle as unknown as Route['handle'] }
}

/** The reply of success in the contract's frame. */
export function succeeded<T>(data: T): { status: 'success'; data: T } {
  return { status: 'success', data }
}

/**
 * Waits for work that follows a recorded command. When it fails, nobody may say that nothing was booked:
 * throws ProblemError `outcome_unknown`, and the same key finishes what is left.
 */
export async function afterRecorded<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw Object.assign(new ProblemError('outcome_unknown', 1), { cause: error })
  })
}

/**
 * For a command that a restore must not forget: what one has forgotten is found out before it, and what it did is kept outside of
 * the database before anybody reads of it. Throws what `run` throws; `outcome_unknown` where it ran and could not be kept.
 */
export async function keepSeen<T>(
  seen: { look(): Promise<void> },
  run: () => Promise<T>,
): Promise<T> {
  await seen.look()
  const reply = await run()
  await afterRecorded(seen.look())
  return reply
}
