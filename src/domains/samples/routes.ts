import { ProblemError } from '../../contract/problems.ts'
import {
  drawSample,
  getSample,
  getSamples,
  markReviewed,
  withdrawReviewMark,
} from '../../contract/sample.ts'
import { route, succeeded } from '../../platform/route.ts'
import { draw, readSample, readSamples } from './queries.ts'
import type { RoutesOf } from '../routes.ts'

export const routes: RoutesOf = ({ desk, pool }) => [
  route(getSamples, async ({ query }) => succeeded(await readSamples(pool, query))),
  route(getSample, async ({ params: { id } }) => {
    const found = await readSample(pool, id)
    if (!found) throw new ProblemError('unknown_sample')
    return succeeded(found)
  }),
  route(drawSample, async ({ asked, body: { size } }) =>
    desk.runPrepared({ ...asked, kind: 'DrawSample', prepare: () => draw(pool, size) }),
  ),
  route(markReviewed, ({ asked, params: { id: sample }, body: { userId: person, note } }) =>
    desk.run({ ...asked, kind: 'MarkReviewed', command: { sample, person, note } }),
  ),
  route(withdrawReviewMark, ({ asked, params: { id: mark }, body: { reason } }) =>
    desk.run({ ...asked, kind: 'WithdrawReviewMark', command: { mark, reason } }),
  ),
]
