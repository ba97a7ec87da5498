/**
 * Every call is made of an endpoint of the contract, and of tags: of what an answer shows, or of what a change may have
 * changed. What it takes (`Argument`) and what it replies follow from the endpoint.
 */
import type {
  EndpointBuilder,
  EndpointDefinitions,
  FetchBaseQueryMeta,
  InfiniteQueryDefinition,
  MutationDefinition,
  QueryDefinition,
  ResultDescription,
} from '@reduxjs/toolkit/query/react'
import type { Endpoint } from '../../contract/endpoint.ts'
import { api, type Tag } from './api.ts'
import type { baseQuery } from './base-query.ts'
import type { Failure } from './failure.ts'
import { byCursor, type Page } from './paging.ts'
import { callOf, type Argument, type Reply } from './request.ts'

type Base = typeof baseQuery
type Tags<R, A> = ResultDescription<Tag, R, A, Failure, FetchBaseQueryMeta | undefined>
type Definition = EndpointDefinitions[string]

/** As RTK Query has it: with its hooks, and with what the store dispatches and listens to. */
type Defined<D extends Definition> = ReturnType<
  typeof api.injectEndpoints<{ call: D }>
>['endpoints']['call']

export type Read<A, R> = Defined<QueryDefinition<A, Base, Tag, R, 'api'>>
export type Pages<A, R> = Defined<InfiniteQueryDefinition<A, string, Base, Tag, R, 'api'>>
export type Send<A, R> = Defined<MutationDefinition<A, Base, Tag, R, 'api'>>

let count = 0

/**
 * For what `read`, `pages` and `send` can't say. Under a number, since an endpoint may be asked in several ways, each with
 * answers of its own.
 */
export function define<D extends Definition>(
  of: Endpoint,
  definition: (build: EndpointBuilder<Base, Tag, 'api'>) => D,
): Defined<D> {
  const name = `${of.method} ${of.path} ${++count}`
  const endpoints: object = api.injectEndpoints({
    endpoints: (build) => ({ [name]: definition(build) }),
  }).endpoints
  return (endpoints as Record<string, Defined<D>>)[name]!
}

type Reading<E extends Endpoint> = {
  /** Asked for every time, whatever the page asks. */
  always?: Partial<Exclude<Argument<E>, string | void>>
  keepUnusedDataFor?: number
}

/** An answer, kept by what was asked. */
export function read<E extends Endpoint>(
  endpoint: E,
  tags: Tags<Reply<E>, Argument<E>> = [],
  { always, ...kept }: Reading<E> = {},
): Read<Argument<E>, Reply<E>> {
  return define(endpoint, (build) =>
    build.query<Reply<E>, Argument<E>>({
      query: (argument) => callOf(endpoint, argument, always),
      providesTags: tags,
      ...kept,
    }),
  )
}

type Pagewise<E extends Endpoint> = { pages: (Reply<E> & Page)[]; pageParams: string[] }
type Paging<E extends Endpoint> = Reading<E> & {
  /** How many to a page; it may depend on the cursor, which the first page has none of. */
  limit?: string | ((cursor: string) => string)
}

/** A list, page after page. */
export function pages<E extends Endpoint>(
  endpoint: E,
  tags: Tags<Pagewise<E>, Argument<E, 'cursor'>> = [],
  { always, limit, ...kept }: Paging<E> = {},
): Pages<Argument<E, 'cursor'>, Reply<E> & Page> {
  return define(endpoint, (build) =>
    build.infiniteQuery<Reply<E> & Page, Argument<E, 'cursor'>, string>({
      infiniteQueryOptions: byCursor<Reply<E> & Page>(),
      query: ({ queryArg, pageParam: cursor }) =>
        callOf(endpoint, queryArg, {
          ...always,
          ...(limit ? { limit: typeof limit === 'string' ? limit : limit(cursor) } : {}),
          cursor,
        }),
      providesTags: tags,
      ...kept,
    }),
  )
}

type Sending<E extends Endpoint> = {
  /** What is shown before the server has answered, and taken back when it refuses: see `changeShown`. */
  atOnce?: (changed: Argument<E>) => ReturnType<typeof changeShown>
}

/** A change, or what else must never be answered from what is kept. */
export function send<E extends Endpoint>(
  endpoint: E,
  tags: Tags<Reply<E>, Argument<E>> = [],
  { atOnce }: Sending<E> = {},
): Send<Argument<E>, Reply<E>> {
  return define(endpoint, (build) =>
    build.mutation<Reply<E>, Argument<E>>({
      query: (argument) => callOf(endpoint, argument),
      invalidatesTags: tags,
      async onQueryStarted(changed, { dispatch, queryFulfilled }) {
        if (!atOnce) return
        const shown = dispatch(atOnce(changed))
        await queryFulfilled.catch(shown.undo)
      },
    }),
  )
}

/** One's own, and the same of a user whom staff name. */
export const whose = <E extends Endpoint, U extends Endpoint>(own: E, ofUser: U) => ({
  ...own,
  ofUser,
})

/** How such an answer is tagged. */
export const ownOr =
  (own: Tag) =>
  (
    _reply: unknown,
    _failure: unknown,
    asked: { userId?: string | null } | string | void,
  ): Tag[] => [typeof asked === 'object' && asked.userId ? 'User' : own]

/** Asked again by itself while the page is visible. */
export const polledEvery = (ms: number) => ({ pollingInterval: ms, skipPollingIfUnfocused: true })

/** Long enough to come back from another page to the same place of a long list. */
export const keptForLong = { keepUnusedDataFor: 60 * 60 }

/** The answer of a call that takes nothing: there is one. */
type Shown<R> = { name: string; Types: { ResultType: R } }

type Kept = Record<string, QueryDefinition<unknown, Base, Tag, unknown, 'api'>>
const { util } = api as unknown as ReturnType<typeof api.injectEndpoints<Kept>>

export const changeShown = <R>({ name }: Shown<R>, change: (reply: R) => void) =>
  util.updateQueryData(name, undefined, (reply) => change(reply as R))

export const putShown = <R>({ name }: Shown<R>, reply: R) =>
  util.upsertQueryData(name, undefined, reply)
