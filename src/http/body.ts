/** Bodies are JSON in UTF-8, or the bytes of a file where an endpoint takes one: a form of another site can send neither without asking first (A11). */
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
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

/**
 * All of a body, once it has arrived. Room is taken as it comes; what is refused is read no further, and the framework
 * ends its connection.
 */
async function collected(request: FastifyRequest, payload: IncomingMessage): Promise<Buffer> {
  const { headers, routeOptions, takeRoom } = request
  const limit = routeOptions.bodyLimit ?? 0
  const tooLarge = () => new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge()
  const chunks: Buffer[] = []
  let length = 0
  // Destroying what is left of it would end the connection before the refusal is sent.
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length
    if (length > limit) throw tooLarge()
    takeRoom?.((chunk as Buffer).length)
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks, length)
}

export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const { takesBytes } = request.routeOptions.config
      if (takesBytes || !jsonType.test(request.headers['content-type'] ?? ''))
        throw new ProblemError(wrongType(request))
      return parseJson(await collected(request, payload))
    },
  )
  app.addContentTypeParser(bytesType, async (request: FastifyRequest, payload: IncomingMessage) => {
    const { takesBytes } = request.routeOptions.config
    if (!takesBytes || request.headers['content-type'] !== bytesType)
      throw new ProblemError(wrongType(request))
    return collected(request, payload)
  })
}
