/** While developing: pages are rendered on request from their sources, and reload by themselves. Never part of a started server. */
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import type { Pack } from '../../domains/content/pack.ts'
import { publishFiles } from '../../domains/content/publish.ts'
import type { NotFoundPage } from '../not-found.ts'
import { isApi } from '../headers.ts'
import { frameOf, type Pages } from './frame.ts'
import { developmentPolicy } from './policy.ts'
import { notOpenPath, pageRenderer } from './render.ts'
import { bindContentFiles } from '../content-files.ts'
import { behaviourSource, readFacts, type PagesContext } from './pages.ts'

/** `vite` runs in middleware mode; its creator closes it. */
export function createDevelopmentPages(
  context: PagesContext,
  pack: Pack,
  vite: ViteDevServer,
): Pages {
  const htmlOf = async (path: string) => {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
    const render = await pageRenderer(
      build,
      await readFacts(context, pack, `/${behaviourSource}`),
      'development',
    )
    return render(path)
  }
  const renderPath: NotFoundPage = async (request, reply) => {
    const html = await htmlOf(request.url.split('?', 1)[0]!)
    return reply
      .header('content-security-policy', developmentPolicy)
      .type('text/html; charset=utf-8')
      .send(html)
  }
  return {
    async bind(app: FastifyInstance) {
      const { site } = await readFacts(context, pack, `/${behaviourSource}`)
      bindContentFiles(app, await publishFiles(pack, site), site, [])
      app.addHook('onRequest', (request, reply, next) => {
        if (isApi(request.url)) return next()
        // Answers modules and assets by itself; whatever it doesn't know comes back.
        vite.middlewares(request.raw, reply.raw, () => next())
      })
    },
    notFound: renderPath,
    notOpen: async (_, reply) =>
      reply
        .code(503)
        .header('content-security-policy', developmentPolicy)
        .type('text/html; charset=utf-8')
        .send(await htmlOf(notOpenPath)),
    frame: async (path) => frameOf(await htmlOf(path), developmentPolicy),
  }
}
