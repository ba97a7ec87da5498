/**
 * The pages: all of them rendered when the server starts and kept as a fixed map of path to reply, and rendered anew
 * when staff have changed what is offered, by whichever server. Nothing is rendered on request, so nobody can flood the rendering, and nothing is kept by an
 * unknown address. Pages of the signed-in app are shells: they hold no person's data.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { ServerBuild } from 'react-router'
import type { Pack } from '../domains/content/pack.ts'
import { publish } from '../domains/content/publish.ts'
import { readOfferMark, readPlans } from '../domains/plans/queries.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import type { Policy } from '../platform/policy.ts'
import { buildFolder } from '../platform/web-build.ts'
import type { Pages } from './app.ts'
import { bindAssets } from './assets.ts'
import { bindContentFiles } from './content-files.ts'
import { pagePaths, pageRenderer, type PageFacts, type PagePath } from './page-render.ts'
import { keepPage, sendPage, type KeptPage } from './page-store.ts'
import { inlineStyles } from './page-styles.ts'

export type PagesContext = { policy: Pick<Policy, 'mode' | 'passwordLength'>; pool: pg.Pool; publicUrl: string }

const clientFolder = join(buildFolder, 'client')

/** Gives the public pages their behaviour; its entry in the list of what was built of it. */
export const behaviourSource = 'src/web/public/behaviour/start.ts'

async function loadBuild(): Promise<{ build: ServerBuild; behaviour: string }> {
  const file = join(buildFolder, 'server/index.js')
  if (!existsSync(file)) throw new CannotStart('The pages are not built yet: run `npm run build`.')
  const built = JSON.parse(readFileSync(join(clientFolder, '.vite/behaviour.json'), 'utf8')) as Record<string, { file: string }>
  return { build: (await import(file)) as ServerBuild, behaviour: `/${built[behaviourSource]!.file}` }
}

/** What the rendering is told. `behaviour` is the address of that module. */
export async function readFacts({ policy, pool, publicUrl }: PagesContext, pack: Pack, behaviour: string): Promise<PageFacts> {
  return { ...publish(pack, { mode: policy.mode, origin: publicUrl, shortestPassword: policy.passwordLength.min, plans: await readPlans(pool) }), behaviour }
}

/** The pages by their paths, and the one for unknown paths. */
type Rendered = { pages: Map<string, KeptPage>; unknown: KeptPage }

/** Renders every page; one that comes out as it was before is kept, since compressing takes longer than rendering. */
async function renderAll(build: ServerBuild, facts: PageFacts, paths: readonly PagePath[], before: Rendered | null): Promise<Rendered> {
  const render = await pageRenderer(build, facts, 'production')
  const kept = (html: string, old: KeptPage | undefined) => (old?.file.bodies.identity.body.equals(Buffer.from(html)) ? old : keepPage(html))
  const pages = new Map<string, KeptPage>()
  for (const page of paths) {
    const html = await render(page.path)
    pages.set(page.path, kept(page.static ? inlineStyles(html, clientFolder) : html, before?.pages.get(page.path)))
  }
  return { pages, unknown: kept(inlineStyles(await render(null), clientFolder), before?.unknown) }
}

/** Renders everything; throws `CannotStart` when the pages have not been built. */
export async function createPages(context: PagesContext, pack: Pack): Promise<Pages> {
  const { build, behaviour } = await loadBuild()
  const mark = () => readOfferMark(context.pool)
  let shown = await mark()
  const facts = await readFacts(context, pack, behaviour)
  const paths = pagePaths(build).filter(({ path }) => path !== '/demonstration' || facts.pages.demonstration !== null)
  let rendered = await renderAll(build, facts, paths, null)
  return {
    async bind(app) {
      bindAssets(app, join(clientFolder, 'assets'))
      for (const { path, secretAddress } of paths) {
        app.get(path, async (request, reply) => {
          if (secretAddress) void reply.header('referrer-policy', 'no-referrer')
          return sendPage(request, reply, rendered.pages.get(path)!)
        })
      }
      await bindContentFiles(app, pack, facts.site, paths.filter((page) => page.static).map(({ path }) => path))
    },
    notFound: (request, reply) => sendPage(request, reply, rendered.unknown, 404),
    async refresh() {
      const offered = await mark()
      if (offered === shown) return
      rendered = await renderAll(build, await readFacts(context, pack, behaviour), paths, rendered)
      shown = offered
    },
  }
}
