/** An endpoint as a value: what it takes, who may call it, what it replies. HTTP binds it, the web calls it, OpenAPI prints it. */
import { z } from 'zod'
import type { Capability } from './roles.ts'

/**
 * Who may call: anyone, anyone signed in, anyone who may have money here (auditors change nothing, so not
 * them), or staff who may do this.
 */
export type Access = 'public' | 'signed-in' | 'investor' | Capability

/** What it takes of staff, or null where it is no call of theirs. */
export const ofStaff = ({ access }: Pick<Endpoint, 'access'>): Capability | null =>
  access === 'public' || access === 'signed-in' || access === 'investor' ? null : access

/** All that a call of staff takes; nothing of another. */
export function takenOf({ access, ofPeople }: Pick<Endpoint, 'access' | 'ofPeople'>): Capability[] {
  const capability = ofStaff({ access })
  return capability === null ? [] : [capability, ...(ofPeople ? (['export-people'] as const) : [])]
}

/** A reply that isn't JSON: a file to keep, or events for as long as the client listens. */
export type OtherReply = {
  media:
    | 'text/csv; charset=utf-8'
    | 'application/pdf'
    | 'application/zip'
    | 'application/x-tar'
    | 'image/jpeg'
    | 'text/event-stream'
}

export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the base path, unless it starts with `/api/`. Parameters as `:name`. */
  path: `/${string}`
  access: Access
  /** A file with names of people: it takes to keep such files too. */
  ofPeople?: true
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The body is the bytes of a file, as application/octet-stream; none is checked but for its size. */
  bytes?: true
  reply: z.ZodType | OtherReply
  /** The status of success; 200 unless said. */
  status?: 200 | 201 | 202
  /** Exists only where the policy allows play money. */
  demoOnly?: true
  /** Open pages ask it by themselves, again and again: that is no use of a session. */
  polled?: true
  /**
   * Who is signed in must have proved it in the last ten minutes: always, for what changes the sign-in itself and for
   * money out; those who have no second factor may give their password along with a change of their own (`own-password`);
   * for decisions of staff, where the policy says so.
   */
  reauthentication?: 'security' | 'own-password' | 'money-out' | 'decision'
  /** The reply is the same for everybody: browsers and caches between may keep it for so long. */
  cachedForSeconds?: number
  /** Books money or changes a person: takes an idempotency key. */
  keyed?: true
  /** A change that is taken from somebody who was sent as many mails as an unconfirmed address gets: it mails nobody, or has a count of its own. */
  evenMailed?: true
  /** In bytes, of an endpoint that takes a file. */
  largestBody?: number
  /** Answers before the firm was opened, too: what sets it up. */
  beforeOpening?: true
  /** Brings in people or money: refused while something is missing that an open firm can't be without. */
  newBusiness?: true
}

/** A header of pages that ask by themselves while nobody is at them: what comes with it is no use of a session. */
export const unattended = 'x-unattended'

/** A header of replies to who is signed in: which version of their account the reply has, or a later one. */
export const accountVersion = 'x-account-version'

export const basePath = '/invest/api/v1'

/** What a list is as a file beside it, for spreadsheets: all of it, with the same choice. */
export const asCsv = {
  method: 'GET',
  query: z.strictObject({}),
  summary: 'The same as comma-separated values, in the same order, times in UTC',
  reply: { media: 'text/csv; charset=utf-8' },
} as const

export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}

/** The whole path of an endpoint, parameters as `:name`. */
export function fullPath(endpoint: Pick<Endpoint, 'path'>): string {
  return endpoint.path.startsWith('/api/') ? endpoint.path : basePath + endpoint.path
}
