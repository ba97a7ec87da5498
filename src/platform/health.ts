/** Alive: the process answers. Ready: it can serve, because its database answers and nobody has asked it to stop. */
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { endsWithin, type Lifecycle } from './lifecycle.ts'

/** Load balancers ask every few seconds; an answer later than this is none. */
const patienceMs = 1000

async function databaseAnswers(probe: Pick<Pool, 'query'>): Promise<boolean> {
  try {
    return await endsWithin(probe.query('select 1'), patienceMs)
  } catch {
    return false
  }
}

/** Questions that come while the database is being asked get the same answer: many are no more work than one. */
function sharedAnswer(ask: () => Promise<boolean>): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null
  return () => (asking ??= ask().finally(() => (asking = null)))
}

type Asked = { probe: Pick<Pool, 'query'>; lifecycle: Pick<Lifecycle, 'draining'> }

/** Says why the process isn't ready, or null where it is. */
export function readinessOf({ probe, lifecycle }: Asked): () => Promise<string | null> {
  const answers = sharedAnswer(() => databaseAnswers(probe))
  return async () => {
    if (lifecycle.draining) return 'stopping'
    return (await answers()) ? null : 'the database does not answer'
  }
}

export function bindHealth(app: FastifyInstance, asked: Asked): void {
  const readiness = readinessOf(asked)
  const always = { config: { beforeOpening: true } }
  app.get('/healthz', always, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  )
  app.get('/readyz', always, async (_request, reply) => {
    const reason = await readiness()
    reply.header('cache-control', 'no-store')
    if (reason === null) return reply.send({ status: 'ready' })
    return reply.code(503).header('retry-after', '1').send({ status: 'not ready', reason })
  })
}
