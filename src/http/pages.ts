/**
 * The pages: all of them rendered when the server starts and kept as a fixed map of path to reply.
 * Nothing is rendered on request, so nobody can flood the rendering, and nothing is kept by an
 * unknown address. Pages of the signed-in app are shells: they hold no person's data.
 */
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { ServerBuild } from 'react-router'
import { readPlans } from '../domains/plans/queries.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import type { Policy } from '../platform/policy.ts'
import { buildFolder } from '../platform/web-build.ts'
import type { Pages } from './app.ts'
import { pagePaths, pageRenderer } from './page-render.ts'
import { keepPage, sendPage, type KeptPage } from './page-store.ts'

export type PagesContext = { policy: Pick<Policy, 'mode'>; pool: pg.Pool }

async function loadBuild(): Promise<ServerBuild> {
  const file = join(buildFolder, 'server/index.js')
  if (!existsSync(file)) throw new CannotStart('The pages are not built yet: run `npm run build`.')
  return (await import(file)) as ServerBuild
}

/** Renders everything; throws `CannotStart` when the pages have not been built. */
export async function createPages({ policy, pool }: PagesContext): Promise<Pages> {
  const build = await loadBuild()
  const render = await pageRenderer(build, { mode: policy.mode, plans: await readPlans(pool) }, 'production')
  const pages = new Map<string, KeptPage>()
  for (const path of pagePaths(build)) pages.set(path, keepPage(await render(path)))
  const unknown = keepPage(await render(null))
  return {
    bind: (app) => bindPages(app, pages),
    notFound: (request, reply) => sendPage(request, reply, unknown, 404),
  }
}

async function bindPages(app: FastifyInstance, pages: Map<string, KeptPage>): Promise<void> {
  // Names of assets hold their hash, so they never change.
  await app.register(fastifyStatic, {
    root: join(buildFolder, 'client/assets'), prefix: '/assets/', index: false, dotfiles: 'ignore',
    maxAge: '1y', immutable: true, preCompressed: true,
  })
  for (const [path, page] of pages) app.get(path, async (request, reply) => sendPage(request, reply, page))
}
