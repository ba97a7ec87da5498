/**
 * A service worker that does one thing: where a page of the account can't be reached, it shows the page that says so, which
 * it fetched before. It answers nothing else, keeps nothing else, and never sees an answer of the API (docs/decisions/110).
 */
import type { FastifyInstance } from 'fastify'
import { offlinePath, workerNames, workerPath } from '../../contract/browser-names.ts'
import { keepFile, revalidate, sendFile } from '../kept-file.ts'
import type { KeptPage } from './store.ts'

/** It may ask this server, for the page, and load nothing. */
const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

/** `version` changes with the page, so that browsers install the worker anew and fetch the page again. */
const workerText = (version: string) => `// Version ${version}
const name = ${JSON.stringify(workerNames.offline)}
const path = ${JSON.stringify(offlinePath)}
addEventListener('install', (event) => {
  const fetched = caches.open(name).then((kept) => kept.add(new Request(path, { cache: 'reload' })))
  event.waitUntil(fetched.then(() => skipWaiting()))
})
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode !== 'navigate' || request.method !== 'GET') return
  event.respondWith(
    fetch(request).catch(async (gone) => {
      const page = await caches.match(path)
      if (page) return page
      throw gone
    }),
  )
})
`

/** `page`: as it is rendered now. */
export function bindOfflineWorker(app: FastifyInstance, page: () => KeptPage): void {
  app.get(workerPath, async (request, reply) => {
    const { etag } = page().file.plain
    const script = keepFile(Buffer.from(workerText(etag)), 'text/javascript; charset=utf-8')
    return sendFile(
      request,
      reply.header('content-security-policy', workerPolicy),
      script,
      revalidate,
    )
  })
}
