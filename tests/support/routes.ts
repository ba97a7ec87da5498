/** Every route that an application has bound, read from the application itself: a list by hand would miss the next one. */
import type { FastifyInstance } from 'fastify'

export type BoundRoute = { path: string; methods: string[] }

/** The router prints its tree: what a line adds to the path of the line it hangs on, and the methods that end there. */
export async function routesOf(app: FastifyInstance): Promise<BoundRoute[]> {
  await app.ready()
  const parts: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, part, methods] = /^([│ ]*)[├└]── (\S*) ?(?:\(([A-Z, ]+)\))?/.exec(line) ?? []
      if (indent === undefined || part === undefined) return []
      parts.splice(indent.length / 4, parts.length, part)
      return methods ? [{ path: parts.join(''), methods: methods.split(', ') }] : []
    })
}
