/** Holds what came in to the contract: strict, nothing coerced, every complaint at its field. */
import { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import { ProblemError } from '../contract/problems.ts'
import { isXmlText } from '../lib/text.ts'

const nothing = z.strictObject({})
/** Calls without a body are often sent with an empty one. */
const noBody = nothing.optional()

type Issue = z.core.$ZodIssue

const shownKeys = 20

function pathOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.')
}

function complaintsOf(issue: Issue): [field: string, message: string][] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, shownKeys).map((key) => {
      const field = pathOf([...issue.path, key]).slice(0, 60)
      return [field, `Unknown field: ${field}`]
    })
  }
  if (issue.path.length === 0 && issue.code === 'invalid_type')
    return [['body', 'The body must be a JSON object.']]
  return [[pathOf(issue.path), issue.message]]
}

export function validationProblem(issues: readonly Issue[]): ProblemError {
  const fields = new Map<string, string>()
  for (const [field, message] of issues.flatMap(complaintsOf))
    if (!fields.has(field)) fields.set(field, message)
  const [message] = fields.values()
  return new ProblemError({
    code: 'validation_failed',
    ...(message ? { message } : {}),
    fields: Object.fromEntries(fields),
  })
}

/** NUL and lone surrogates break statements wherever they get to. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000')

/** Where a value holds a text that isn't one; null where none does. */
function wrongTextIn(value: unknown, isText: (text: string) => boolean): string[] | null {
  if (typeof value === 'string') return isText(value) ? null : []
  if (typeof value !== 'object' || value === null) return null
  for (const key of Object.keys(value)) {
    if (!isText(key)) return ['key']
    const place = wrongTextIn((value as Record<string, unknown>)[key], isText)
    if (place) return [key, ...place]
  }
  return null
}

/** Whatever people write may come to stand in a file for a bank. A file of others is cleaned by what reads it. */
function checkTexts(value: unknown, isFile: boolean): void {
  const place = wrongTextIn(value, isFile ? isStorable : isXmlText)
  if (place === null) return
  const message = 'This contains characters that cannot be stored'
  throw new ProblemError({
    code: 'validation_failed',
    message,
    fields: { [place.join('.') || 'body']: message },
  })
}

function parsed(schema: z.ZodType, value: unknown, isFile = false): unknown {
  checkTexts(value, isFile)
  const result = schema.safeParse(value)
  if (!result.success) throw validationProblem(result.error.issues)
  return result.data
}

/** The bytes of a file, of which there must be some. */
function bytesIn(body: unknown): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body
  const message = 'The file is empty. Nothing was stored.'
  throw new ProblemError({ code: 'validation_failed', message, fields: { body: message } })
}

export type Input = { params: unknown; query: unknown; body: unknown }

/** The parts of a request as its endpoint means them, or a 400 that names every wrong field. */
export function validInput(endpoint: Endpoint, { params, query, body }: Input): Input {
  const known = {
    params: endpoint.params && parsed(endpoint.params, params),
    query: parsed(endpoint.query ?? nothing, query),
    body: endpoint.bytes
      ? bytesIn(body)
      : parsed(endpoint.body ?? noBody, body ?? undefined, endpoint.largestBody !== undefined),
  }
  return {
    params: known.params,
    query: endpoint.query && known.query,
    body: (endpoint.bytes || endpoint.body) && known.body,
  }
}

/** A reply that doesn't fit the contract is a fault of ours: it would show what nobody meant to show. */
export function checkReply(endpoint: Endpoint, reply: unknown): void {
  if ('media' in endpoint.reply) return
  const result = endpoint.reply.safeParse(reply)
  if (result.success) return
  const places = result.error.issues.map((issue) => `${pathOf(issue.path)} ${issue.message}`)
  throw new Error(
    `The reply of ${endpoint.method} ${endpoint.path} breaks the contract: ${places.slice(0, 5).join('; ')}`,
  )
}
