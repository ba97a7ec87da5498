/** Pages that are rendered like the others, but for one place, which is filled for each request. */
import type { FastifyInstance } from 'fastify'
import type { NotFoundPage } from '../not-found.ts'
import { pagePolicy } from './policy.ts'

/** `fill` takes HTML. */
export type PageFrame = { policy: string; fill(content: string): string }

/**
 * The rendered pages, which bind their own paths and answer every unknown path. `frame` is a page that another room
 * fills and binds. `refresh` renders again what shows something that has changed; absent where pages are rendered
 * for each request.
 */
export type Pages = {
  bind(app: FastifyInstance): void | Promise<void>
  notFound: NotFoundPage
  frame(path: string): Promise<PageFrame>
  /** Instead of each page, until the firm is open. */
  notOpen: NotFoundPage
  refresh?(): Promise<void>
}

const place = ' data-filled="">'

/** The policy is that of the frame: nothing that is filled in becomes a script or a style by standing there. */
export function frameOf(html: string, policy = pagePolicy(html)): PageFrame {
  const [before, after, ...more] = html.split(place)
  if (after === undefined || more.length > 0) throw new Error('A frame has one place to be filled')
  return { policy, fill: (content) => `${before}${place}${content}${after}` }
}
