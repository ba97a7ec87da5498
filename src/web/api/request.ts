/** From an endpoint of the contract to a request, and from its schemas to the types of screens. */
import type { FetchArgs } from '@reduxjs/toolkit/query'
import type { z } from 'zod'
import { fullPath, type Endpoint } from '../../contract/endpoint.ts'

type Input<T> = T extends z.ZodType ? z.input<T> : never

export type Reply<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : never
export type Body<E extends Endpoint> = Input<E['body']>
export type Params<E extends Endpoint> = Input<E['params']>

export type Call = {
  endpoint: Endpoint
  params?: Record<string, string> | undefined
  query?: Record<string, string | undefined> | undefined
  body?: unknown
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
