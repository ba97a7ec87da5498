/**
 * For HEALTHCHECK: exits 0 where the server of this machine can serve, or the worker can work. A worker has no PORT of its own, and
 * answers on METRICS_PORT; where that is off it is asked for nothing but its life.
 */
const { PORT, METRICS_PORT } = process.env

/** Whether it is ready; null where nobody listens. */
async function isReady(port: string): Promise<boolean | null> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`, {
      signal: AbortSignal.timeout(3_000),
    })
    return reply.ok
  } catch {
    return null
  }
}

const ready =
  (await isReady(PORT || '3000')) ??
  (METRICS_PORT === 'off' || (await isReady(METRICS_PORT || '9464')))
process.exit(ready === true ? 0 : 1)
