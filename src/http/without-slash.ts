/** A page's path with a slash at its end redirects to the page. Only paths that are bound: nobody is led elsewhere. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The request's path without slashes at its end, and its query as it came. */
function partsOf(url: string): { path: string; query: string } {
  const at = url.indexOf('?')
  const path = at === -1 ? url : url.slice(0, at)
  // Counted, since an expression for slashes at the end tries each slash as a beginning.
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return { path: path.slice(0, end), query: at === -1 ? '' : url.slice(at) }
}

/** The reply, where a page stands at the path without the slash; else null. */
export function leadWithoutSlash(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | null {
  const { path, query } = partsOf(request.url)
  const isPage =
    path !== '' &&
    path.length < request.url.length - query.length &&
    app.hasRoute({ method: 'GET', url: path })
  return isPage && ['GET', 'HEAD'].includes(request.method)
    ? reply.redirect(path + query, 308)
    : null
}

/** The same for a path with a parameter, which has to be bound to be known. */
export function bindWithSlash(app: FastifyInstance, path: string, beforeOpening: boolean): void {
  app.get(`${path}/`, { config: { beforeOpening } }, (request, reply) => {
    const parts = partsOf(request.url)
    // An address may hold a secret.
    return reply
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .redirect(parts.path + parts.query, 308)
  })
}
