/** Bodies are JSON in UTF-8 and nothing else: a form of another site can't send that without asking first (A11). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ProblemError } from '../contract/problems.ts'
import { parseJson } from './json.ts'

// Spaces only: a tab here once let bodies past the validation of the framework (CVE-2026-25223).
const jsonType = /^application\/json *(?:; *charset="?utf-8"?)?$/i

export function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (!jsonType.test(request.headers['content-type'] ?? ''))
        throw new ProblemError('not_json_type')
      return parseJson(body)
    },
  )
}
