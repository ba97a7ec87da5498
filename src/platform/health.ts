/** Alive: the process answers. Ready: it can serve, because its database answers and nobody has asked it to stop. */
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { endsWithin, type Lifecycle } from './lifecycle.ts'

/** Whoever balances load asks every few seconds; an answer later than this is none. */
const patienceMs = 1000

async function databaseAnswers(pool: Pick<Pool, 'query'>): Promise<boolean> {
  try {
    return await endsWithin(pool.query('select 1'), patienceMs)
  } catch {
    return false
  }
}

export function bindHealth(
  app: FastifyInstance,
  { pool, lifecycle }: { pool: Pick<Pool, 'query'>; lifecycle: Pick<Lifecycle, 'draining'> },
): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const reason = lifecycle.draining ? 'stopping' : (await databaseAnswers(pool)) ? null : 'the database does not answer'
    reply.header('cache-control', 'no-store')
    if (reason === null) return reply.send({ status: 'ready' })
    return reply.code(503).header('retry-after', '1').send({ status: 'not ready', reason })
  })
}
