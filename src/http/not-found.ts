/** Paths that nobody bound: a problem below the API, whatever the pages say elsewhere. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { methodsAt } from './bind.ts'
import { isApi } from './headers.ts'
import { sendProblem } from './problems.ts'
import { leadWithoutSlash } from './without-slash.ts'

export type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => unknown

export function handleNotFound(
  app: FastifyInstance,
  playMoney: boolean,
  page: NotFoundPage | null,
): void {
  app.setNotFoundHandler((request, reply) => {
    if (!isApi(request.url))
      return (
        leadWithoutSlash(app, request, reply) ??
        (page ? page(request, reply) : sendProblem(reply, { code: 'not_found' }))
      )
    const allowed = methodsAt(request.url.split('?', 1)[0]!, playMoney)
    if (allowed.length === 0) return sendProblem(reply, { code: 'not_found' })
    return sendProblem(reply.header('allow', allowed.join(', ')), { code: 'method_not_allowed' })
  })
}
