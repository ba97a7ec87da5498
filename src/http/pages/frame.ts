/** Pages that are rendered like the others, but for one place, which is filled for each request. */
import { pagePolicy } from './policy.ts'

/** `fill` takes HTML. */
export type PageFrame = { policy: string; fill(content: string): string }

const place = ' data-filled="">'

/** The policy is that of the frame: nothing that is filled in becomes a script or a style by standing there. */
export function frameOf(html: string, policy = pagePolicy(html)): PageFrame {
  const [before, after, ...more] = html.split(place)
  if (after === undefined || more.length > 0) throw new Error('A frame has one place to be filled')
  return { policy, fill: (content) => `${before}${place}${content}${after}` }
}
