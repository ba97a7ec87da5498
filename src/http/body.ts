/** Bodies are JSON in UTF-8, or the bytes of a file where an endpoint takes one: a form of another site can send neither without asking first (A11). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ProblemError, type ProblemCode } from '../contract/problems.ts'
import { parseJson } from './json.ts'

// Spaces only: a tab here once let bodies past the validation of the framework (CVE-2026-25223).
const jsonType = /^application\/json *(?:; *charset="?utf-8"?)?$/i

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is the bytes of a file. */
    takesBytes?: boolean
  }
}

const bytesType = 'application/octet-stream'

/** What a body must be instead, where this request's isn't. */
export const wrongType = (request: FastifyRequest): ProblemCode =>
  request.routeOptions.config.takesBytes ? 'not_bytes_type' : 'not_json_type'

export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { takesBytes } = request.routeOptions.config
      if (takesBytes || !jsonType.test(request.headers['content-type'] ?? ''))
        throw new ProblemError(wrongType(request))
      return parseJson(body)
    },
  )
  app.addContentTypeParser<Buffer>(
    bytesType,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { takesBytes } = request.routeOptions.config
      if (!takesBytes || request.headers['content-type'] !== bytesType)
        throw new ProblemError(wrongType(request))
      return body
    },
  )
}
