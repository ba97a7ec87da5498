/** What a phone needs to know to put the app on its home screen. Source: W3C, "Web Application Manifest". */
import { createHash } from 'node:crypto'
import { palette } from '../../platform/mail/palette.ts'
import type { Firm } from './firm.ts'

/** The manifest and the address that it is served at, which holds its hash. Nothing in it comes from a person. */
export function manifestOf({ name, pictures }: Firm): { path: string; body: Buffer } {
  const [paper] = palette.paper
  const body = Buffer.from(
    JSON.stringify({
      id: '/dashboard',
      name,
      short_name: name,
      start_url: '/dashboard',
      scope: '/',
      display: 'standalone',
      background_color: paper,
      theme_color: paper,
      icons: pictures.appIcons.map(({ file: { src, type, width, height }, maskable }) => ({
        src,
        type,
        sizes: `${width}x${height}`,
        purpose: maskable ? 'maskable' : 'any',
      })),
    }),
  )
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 10)
  return { path: `/app.${hash}.webmanifest`, body }
}
