/** What of the content pack is served as a file: its pictures, the whitepaper to keep, and what search engines read. */
import type { FastifyInstance } from 'fastify'
import type { Site } from '../contract/site.ts'
import type { PublishedFiles } from '../domains/content/publish.ts'
import { immutable, keepFile, revalidate, sendFile } from './kept-file.ts'
import { bindSecurityTxt } from './security-txt.ts'

/** A picture opened by itself runs nothing and loads nothing. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** Pages of staff show them before the firm is open. */
const shownToStaff = { config: { beforeOpening: true } }

function bindPictures(app: FastifyInstance, pictures: PublishedFiles['pictures']): void {
  for (const [path, { body, type }] of pictures) {
    const file = keepFile(body, type)
    app.get(path, shownToStaff, async (request, reply) =>
      sendFile(request, reply.header('content-security-policy', picturePolicy), file, immutable),
    )
  }
}

/** The demonstration may be fetched, so that it can be seen to ask not to be indexed. */
function robots({ mode, origin }: Site): string {
  const closed = ['/dashboard', '/admin', '/invest/', '/api/']
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    ...(mode === 'live' ? [`Sitemap: ${origin}/sitemap.xml`] : []),
    '',
  ].join('\n')
}

function sitemap({ origin }: Site, paths: readonly string[]): string {
  const urls = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
}

/** `paths` are the public pages. */
export function bindContentFiles(
  app: FastifyInstance,
  { pictures, manifest, whitepaper, contact }: PublishedFiles,
  site: Site,
  paths: readonly string[],
): void {
  bindPictures(app, pictures)
  const described = keepFile(manifest.body, 'application/manifest+json')
  app.get(manifest.path, shownToStaff, async (request, reply) =>
    sendFile(request, reply, described, immutable),
  )
  bindSecurityTxt(app, site, contact)
  const files = {
    ...(whitepaper ? { '/WhitepaperPage.pdf': keepFile(whitepaper, 'application/pdf') } : {}),
    '/robots.txt': keepFile(Buffer.from(robots(site)), 'text/plain; charset=utf-8'),
    ...(site.mode === 'live'
      ? { '/sitemap.xml': keepFile(Buffer.from(sitemap(site, paths)), 'application/xml') }
      : {}),
  }
  for (const [path, file] of Object.entries(files))
    app.get(path, async (request, reply) => sendFile(request, reply, file, revalidate))
}
