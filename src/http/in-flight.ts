/** Says "busy" at once when too much is under way already, so that what was begun can be finished. Listeners cost next to nothing and have a bound of their own. */
import type { FastifyInstance } from 'fastify'
import { ProblemError } from '../contract/problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A reply that goes on for as long as somebody listens. */
    lasting?: true
  }
}

/** Somewhat above what the desk queues: beyond that, waiting would only end in a timeout. */
const most = 2_500

export function capInFlight(app: FastifyInstance, limit = most): void {
  let inFlight = 0
  app.addHook('onRequest', async (request, reply) => {
    // Whoever looks after the process would end one that is only busy.
    if (request.routeOptions.config.lasting || request.routeOptions.url === '/healthz') return
    inFlight += 1
    // Once per reply, whether it was sent or its caller left.
    reply.raw.once('close', () => {
      inFlight -= 1
    })
    if (inFlight > limit) throw new ProblemError('busy', 1)
  })
}
