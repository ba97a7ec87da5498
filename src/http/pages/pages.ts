/**
 * The pages: all of them rendered when the server starts and kept as a fixed map of path to reply, and rendered again
 * when staff have changed what is offered or a day was proved, on any server. Nothing is rendered on request, so rendering can't be
 * flooded, and nothing is kept for an unknown address. Pages of the signed-in app are shells: they hold no person's data.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { ServerBuild } from 'react-router'
import { offlinePath } from '../../contract/browser-names.ts'
import { policyPaths } from '../../contract/site.ts'
import type { Pack } from '../../domains/content/pack.ts'
import { readClaims } from '../../domains/claims/read.ts'
import { publish, publishFiles } from '../../domains/content/publish.ts'
import { computedOf } from '../../domains/kept-data/computed.ts'
import { readEditionMark, readPublicEditions } from '../../domains/editions/queries.ts'
import { readAhead } from '../../domains/clock/queries.ts'
import { readOfferMark, readPlans } from '../../domains/plans/queries.ts'
import { readPublished } from '../../domains/proofs/queries.ts'
import { countReserves } from '../../domains/proofs/reserve-queries.ts'
import { readShown } from '../../domains/proofs/shown.ts'
import { hourMs } from '../../lib/instant.ts'
import type { OlderReads } from '../../platform/older-reads.ts'
import { CannotStart } from '../../platform/cannot-start.ts'
import type { Policy } from '../../platform/policy.ts'
import { buildFolder } from '../../platform/web-build.ts'
import { apiReference } from '../api-reference.ts'
import { bindAssets } from '../assets.ts'
import { bindContentFiles } from '../content-files.ts'
import { bindOfflineWorker } from './offline.ts'
import { frameOf, type PageFrame, type Pages } from './frame.ts'
import { notOpenPath, pagePaths, pageRenderer, type PageFacts, type PagePath } from './render.ts'
import { keepPage, sendPage, type KeptPage } from './store.ts'
import { inlineStyles, stylesFirst } from './styles.ts'
import { bindWithSlash } from '../without-slash.ts'

export type PagesContext = {
  policy: Pick<
    Policy,
    'mode' | 'passwordLength' | 'coolingOffMs' | 'smallestWithdrawalCents' | 'playMoney' | 'session'
  >
  pool: pg.Pool
  older: OlderReads
  publicUrl: string
}

/** So old the figures on the landing page become, which stand there with their time. */
const claimsRestMs = 15 * 60_000

/** The rest stands in the file of all of them. */
const proofsShown = 31

const clientFolder = join(buildFolder, 'client')

/** Gives the public pages their behaviour; its entry in the list of what was built of it. */
export const behaviourSource = 'src/web/public/behaviour/start.ts'

async function loadBuild(): Promise<{ build: ServerBuild; behaviour: string }> {
  const file = join(buildFolder, 'server/index.js')
  if (!existsSync(file)) throw new CannotStart('The pages are not built yet: run `npm run build`.')
  const built = JSON.parse(
    readFileSync(join(clientFolder, '.vite/behaviour.json'), 'utf8'),
  ) as Record<string, { file: string }>
  return {
    build: (await import(file)) as ServerBuild,
    behaviour: `/${built[behaviourSource]!.file}`,
  }
}

/** What the rendering is told. `behaviour` is the address of that module. */
export async function readFacts(
  { policy, pool, older, publicUrl }: PagesContext,
  pack: Pack,
  behaviour: string,
): Promise<PageFacts> {
  const ahead = await readAhead(pool)
  const editions = await readPublicEditions(pool)
  const { site, pages } = publish(pack, {
    mode: policy.mode,
    origin: publicUrl,
    shortestPassword: policy.passwordLength.min,
    coolingOffHours: policy.coolingOffMs / hourMs,
    smallestWithdrawalCents: policy.smallestWithdrawalCents?.toString() ?? null,
    plans: await readPlans(pool),
    claims: await readClaims(older, policy.mode === 'demo'),
    computed: computedOf({ policy, firm: pack.firm, secure: publicUrl.startsWith('https:') }),
    editions,
    accepts: editions
      .filter(({ state }) => state === 'counts')
      .map(({ id, digest }) => ({ id, digest })),
    at: Date.now() + ahead,
    ahead,
  })
  return {
    site,
    pages: {
      ...pages,
      api: apiReference(publicUrl, policy.mode === 'demo'),
      proofs: await readShown(pool, proofsShown),
    },
    behaviour,
  }
}

/** The pages and the frames by their paths, and the page for unknown paths. */
type Rendered = {
  pages: Map<string, KeptPage>
  frames: Map<string, PageFrame>
  unknown: KeptPage
}

/** Renders every page; one that comes out as it was before is kept, since compressing takes longer than rendering. */
async function renderAll(
  build: ServerBuild,
  facts: PageFacts,
  paths: readonly PagePath[],
  before: Rendered | null,
): Promise<Rendered> {
  const render = await pageRenderer(build, facts, 'production')
  const kept = (html: string, old: KeptPage | undefined, isApp = false) =>
    old?.file.plain.body.equals(Buffer.from(html)) ? old : keepPage(html, isApp)
  const pages = new Map<string, KeptPage>()
  const frames = new Map<string, PageFrame>()
  for (const { path, static: isStatic, filled } of paths) {
    const rendered = await render(path)
    const html = isStatic ? inlineStyles(rendered, clientFolder) : stylesFirst(rendered)
    if (filled) frames.set(path, frameOf(html))
    else pages.set(path, kept(html, before?.pages.get(path), !isStatic))
  }
  return {
    pages,
    frames,
    unknown: kept(inlineStyles(await render(null), clientFolder), before?.unknown),
  }
}

/** Only a demonstration has its own page and the filled ones; a document that the pack doesn't have has no page. */
function isThere({ path, filled }: PagePath, pages: PageFacts['pages']): boolean {
  if (filled || path === '/demonstration') return pages.demonstration !== null
  const document = path.slice(1)
  const isDocument = document === 'WhitepaperPage' || policyPaths.some((name) => name === document)
  return !isDocument || pages.footer.documents.some((name) => name === document)
}

/** Other than before when what the pages show is: the offer, the demonstration's clock, the last proof and whether it is signed, proofs of coins, and editions of policies. */
async function readMark(pool: pg.Pool): Promise<string> {
  const [proof] = await readPublished(pool, 1)
  const proved = proof ? `${proof.day} ${proof.signature !== null}` : 'none'
  return `${await readOfferMark(pool)} ${await readAhead(pool)} ${proved} ${await countReserves(pool)} ${await readEditionMark(pool)}`
}

/** Renders everything; throws `CannotStart` when the pages have not been built. */
export async function createPages(context: PagesContext, pack: Pack): Promise<Pages> {
  const { build, behaviour } = await loadBuild()
  let shown = await readMark(context.pool)
  let renderedAt = performance.now()
  const facts = await readFacts(context, pack, behaviour)
  const paths = pagePaths(build).filter((page) => isThere(page, facts.pages))
  const whole = paths.filter(({ filled, path }) => !filled && path !== notOpenPath)
  let rendered = await renderAll(build, facts, paths, null)
  return {
    async bind(app) {
      bindAssets(app, join(clientFolder, 'assets'))
      bindOfflineWorker(app, () => rendered.pages.get(offlinePath)!)
      for (const { path, secretAddress, beforeOpening } of whole) {
        app.get(path, { config: { beforeOpening } }, async (request, reply) => {
          if (secretAddress) void reply.header('referrer-policy', 'no-referrer')
          return sendPage(request, reply, rendered.pages.get(path)!)
        })
        if (path.includes(':')) bindWithSlash(app, path, beforeOpening)
      }
      bindContentFiles(
        app,
        await publishFiles(pack, facts.site),
        facts.site,
        whole.filter((page) => page.static && page.path !== offlinePath).map(({ path }) => path),
      )
    },
    notOpen: (request, reply) => sendPage(request, reply, rendered.pages.get(notOpenPath)!, 503),
    notFound: (request, reply) => sendPage(request, reply, rendered.unknown, 404),
    frame: async (path) => rendered.frames.get(path)!,
    async refresh() {
      const mark = await readMark(context.pool)
      if (mark === shown && performance.now() - renderedAt < claimsRestMs) return
      renderedAt = performance.now()
      rendered = await renderAll(build, await readFacts(context, pack, behaviour), paths, rendered)
      shown = mark
    },
  }
}
