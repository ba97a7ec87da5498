/** A firm that isn't open yet answers what sets it up, and nothing else; one that lacks something takes no new business. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError } from '../contract/problems.ts'
import type { Gate } from '../domains/house-desk.ts'
import { isApi } from './headers.ts'
import type { NotFoundPage } from './not-found.ts'
import { sendProblem } from './problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers before the firm was opened, too. */
    beforeOpening?: boolean
    /** Brings in people or money. */
    newBusiness?: boolean
  }
}

/** For whoever comes by, and for what watches over the server: it comes back by itself. */
const againSeconds = 60

function sayClosed(
  request: FastifyRequest,
  reply: FastifyReply,
  page: NotFoundPage | null,
): unknown {
  void reply.header('retry-after', String(againSeconds))
  if (page && !isApi(request.url)) return page(request, reply)
  return sendProblem(reply, { code: 'not_open_yet' }, againSeconds)
}

/** Before everything that is bound afterwards. `page`: what people read instead of each page. */
export function guardOpening(
  app: FastifyInstance,
  gate: Pick<Gate, 'isOpen' | 'isPaused'>,
  page: NotFoundPage | null,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { beforeOpening = false, newBusiness = false } = request.routeOptions.config
    if (!beforeOpening && !(await gate.isOpen())) return sayClosed(request, reply, page)
    if (newBusiness && gate.isPaused()) throw new ProblemError('new_business_paused')
  })
}
