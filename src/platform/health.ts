/** Alive: the process answers. Ready: it can serve, because its database answers, takes changes, and nobody has asked it to stop. */
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { endsWithin, type Lifecycle } from './lifecycle.ts'

/** Load balancers ask every few seconds; an answer later than this is none. */
const patienceMs = 1000

/** Why nothing can be changed in the database now, or null where it can. */
async function whyNot(probe: Pick<Pool, 'query'>): Promise<string | null> {
  let isStandby = false
  const asked = probe
    .query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    .then(({ rows }) => (isStandby = rows[0]!.standby))
  try {
    if (!(await endsWithin(asked, patienceMs))) return 'the database does not answer'
    return isStandby ? 'the database is a standby, which takes no changes' : null
  } catch {
    return 'the database does not answer'
  }
}

/** Questions that come while the database is being asked get the same answer: many are no more work than one. */
function sharedAnswer<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | null = null
  return () => (asking ??= ask().finally(() => (asking = null)))
}

type Asked = { probe: Pick<Pool, 'query'>; lifecycle: Pick<Lifecycle, 'draining'> }

/** Says why the process isn't ready, or null where it is. */
export function readinessOf({ probe, lifecycle }: Asked): () => Promise<string | null> {
  const answer = sharedAnswer(() => whyNot(probe))
  return async () => (lifecycle.draining ? 'stopping' : answer())
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
