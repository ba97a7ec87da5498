/** Alive: the process answers. Ready: it can serve, because its database commits changes, and nobody has asked it to stop. */
import type { FastifyInstance } from 'fastify'
import type { Lifecycle } from './lifecycle.ts'
import type { Metrics } from './metrics.ts'
import { WriteProbe, type Probe } from './write-probe.ts'

/** Questions that come while the database is being asked get the same answer: many are no more work than one. */
function sharedAnswer<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | null = null
  return () => (asking ??= ask().finally(() => (asking = null)))
}

type Asked = {
  probe: Probe
  lifecycle: Pick<Lifecycle, 'draining'>
  metrics?: Pick<Metrics, 'sources'>
}

/** Says why the process isn't ready, or null where it is; metrics say it too. */
export function readinessOf({ probe, lifecycle, metrics }: Asked): () => Promise<string | null> {
  const database = new WriteProbe(probe)
  const answer = sharedAnswer(() => database.whyNot())
  const readiness = async () => (lifecycle.draining ? 'stopping' : answer())
  if (metrics) metrics.sources.ready = async () => (await readiness()) === null
  return readiness
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
