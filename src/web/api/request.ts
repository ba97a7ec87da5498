/** From an endpoint of the contract to a request, and from its schemas to the types of screens. */
import type { FetchArgs } from '@reduxjs/toolkit/query'
import type { z } from 'zod'
import { fullPath, type Endpoint } from '../../contract/endpoint.ts'

type Nothing = Record<never, never>
type Input<T> = T extends z.ZodType ? NonNullable<z.input<T>> : Nothing

export type Reply<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : never
export type Body<E extends Endpoint> = Input<E['body']>

/** What is asked of oneself, and of a user whom staff name. */
export type Whose = { ofUser?: Endpoint }

type Params<E extends Endpoint> = Input<E['params']>
/** Where nothing is chosen, screens have an empty text or null: it isn't sent. */
type Query<Q> = { [Name in keyof Q]: Q[Name] | '' | null }
type Rest<E extends Endpoint, Left extends string> = Omit<Query<Input<E['query']>>, Left> &
  Input<E['body']> &
  (E extends { bytes: true } ? { bytes: string } : Nothing) &
  (E extends { ofUser: Endpoint } ? { userId?: string | null } : Nothing)

/** What the only parameter of a path is; never where there is none, or several. */
type Sole<P> = { [Name in keyof P]: Pick<P, Name> extends P ? P[Name] : never }[keyof P]
/** As one type, so that the compiler refuses what isn't in it. */
type Flat<T> = { [Name in keyof T]: T[Name] }
type Taken<P, R> = [keyof R] extends [never]
  ? [keyof P] extends [never]
    ? void
    : Sole<P>
  : Flat<P & R> | (Nothing extends R ? Sole<P> : never) | (Nothing extends P & R ? void : never)

/**
 * What a call takes: one object of all that its endpoint takes, by the names of the contract, whether it goes into the
 * path, the query or the body. The only parameter of a path stands for itself where no more has to be said, and nothing
 * where nothing has to be. `Left` is left to the call itself.
 */
export type Argument<E extends Endpoint, Left extends string = never> = Taken<
  Params<E>,
  Rest<E, Left>
>

export type Call = {
  endpoint: Endpoint
  params?: Record<string, string> | undefined
  query?: Record<string, string> | undefined
  body?: unknown
}

type Values = Record<string, unknown>

/** What the path names goes there; the rest is the query of what is read, and the body of anything else. */
export function callOf(asked: Endpoint & Whose, argument: unknown, more?: Values): Call {
  const { userId } = Object(argument) as { userId?: string }
  const endpoint = (userId ? asked.ofUser : undefined) ?? asked
  const names = Array.from(endpoint.path.matchAll(/:(\w+)/g), ([, name]) => name!)
  const given: Values = typeof argument === 'string' ? { [names[0]!]: argument } : Object(argument)
  const params = Object.fromEntries(names.map((name) => [name, given[name] as string]))
  const said = asked.ofUser ? [...names, 'userId'] : names
  const rest = Object.entries({ ...given, ...more }).filter(([name]) => !said.includes(name))
  // An empty query too puts a question mark at the end of the address.
  if (endpoint.method === 'GET')
    return { endpoint, params, ...(rest.length > 0 ? { query: chosen(rest) } : {}) }
  if (endpoint.bytes) return { endpoint, params, body: given.bytes }
  const body = typeof argument === 'object' ? { body: Object.fromEntries(rest) } : {}
  return { endpoint, params, ...body }
}

const chosen = (query: [string, unknown][]) =>
  Object.fromEntries(query.filter(([, value]) => (value ?? '') !== '')) as Record<string, string>

/** Where the browser itself fetches a file. */
export function addressOf<E extends Endpoint>(endpoint: E, argument: Argument<E>): string {
  const call = callOf(endpoint, argument)
  const query = new URLSearchParams(call.query).toString()
  return pathOf(call) + (query && `?${query}`)
}

/** Identifies an intent: where it goes and what it says. */
export function fingerprint(call: Call): string {
  return `${call.endpoint.method} ${pathOf(call)} ${JSON.stringify(call.body ?? null)}`
}

export function pathOf({ endpoint, params = {} }: Call): string {
  return fullPath(endpoint).replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${endpoint.path} needs ${name}`)
    return encodeURIComponent(value)
  })
}

export function fetchArgsOf(call: Call, key: string | null): FetchArgs {
  return {
    url: pathOf(call),
    method: call.endpoint.method,
    ...(call.query ? { params: call.query } : {}),
    ...(call.body === undefined ? {} : { body: call.body }),
    headers: {
      ...(key === null ? {} : { 'Idempotency-Key': key }),
      ...(call.endpoint.bytes ? { 'Content-Type': 'application/octet-stream' } : {}),
    },
  }
}
